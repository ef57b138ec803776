"""The lot that settles what nothing else separates, where the organiser chose it (TR-06)."""

import pytest

from events.models import Draw
from events.refusals import NotAllowed, Problems, StateRefusal
from events.services.competitions import competition_close
from events.services.draws import draw_make
from events.services.matches import match_forfeit
from events.standings import full
from scoring.draws import draw_order
from tests.cast import Stage, lot_event
from tests.events.score_kit import new_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def level() -> Stage:
    return lot_event()


def stay_away(stage: Stage) -> None:
    match = stage.match().code
    match_forfeit(competition=stage.competition, match=match, sides=["NS", "EW"], key=new_key(), reason="都没有来", by=stage.chief)


def lot(stage: Stage, **asked: object) -> object:
    return draw_make(competition=stage.competition, draw="lot", by=stage.organiser, **asked)  # type: ignore[arg-type]


def places(stage: Stage) -> list[tuple[str, int, str]]:
    return [(row["team"], row["rank"], row["split_by"]) for row in full(stage.competition)["standings"]]


def test_nothing_is_drawn_while_no_tie_needs_it(level: Stage) -> None:
    with pytest.raises(StateRefusal) as refused:
        lot(level, seed="1")
    assert refused.value.code == "no_lot_wanted"


def test_a_tie_waits_for_its_lot_and_keeps_the_close_waiting(level: Stage) -> None:
    stay_away(level)
    assert [(rank, split) for _team, rank, split in places(level)] == [(1, ""), (1, "shared")]
    with pytest.raises(StateRefusal) as refused:
        competition_close(competition=level.competition, by=level.chief)
    assert refused.value.current == {"missing": [{"code": "lot_missing", "teams": level.teams}]}

    order = list(reversed(level.teams))
    lot(level, order=order)
    assert places(level) == [(order[0], 1, ""), (order[1], 2, "lot")]
    assert Draw.objects.get(competition=level.competition, draw="lot").order == order
    assert competition_close(competition=level.competition, by=level.chief).status == 201


def test_the_lot_may_be_drawn_from_a_seed_anybody_can_repeat(level: Stage) -> None:
    stay_away(level)
    lot(level, seed="42")
    assert tuple(team for team, _rank, _split in places(level)) == draw_order("42", level.teams)
    with pytest.raises(StateRefusal) as refused:
        lot(level, seed="43")
    assert refused.value.code == "no_lot_wanted"


def test_only_the_tied_are_drawn_and_only_by_the_organiser(level: Stage) -> None:
    stay_away(level)
    with pytest.raises(Problems) as wrong:
        lot(level, order=level.teams[:1])
    assert [(fault.code, fault.clause) for fault in wrong.value.faults] == [("not_the_tied", "TR-06")]
    with pytest.raises(NotAllowed):
        draw_make(competition=level.competition, draw="lot", seed="1", by=level.referee)
