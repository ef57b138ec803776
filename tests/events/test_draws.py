"""Draws: teams first, then pairs; repeatable by their seed; nothing after round 1 has opened (TR-02)."""

from collections.abc import Callable
from typing import Any

import pytest

from events.models import Draw, Entrant, LedgerEntry, Team
from events.refusals import NotAllowed, NotFound, Problems, StateRefusal
from events.services.draws import draw_make, new_seed
from events.services.rounds import round_open
from events.services.teams import entrant_remove
from scoring.draws import draw_order
from tests.cast import Stage, add_team, bare_event, make_draws, small_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return small_event(4, 2, drawn=False)


def numbers(stage: Stage) -> dict[str, int | None]:
    return dict(Team.objects.filter(competition=stage.competition).values_list("pid", "number"))


def draw(stage: Stage, **asked: Any) -> Any:
    return draw_make(competition=stage.competition, by=stage.organiser, **{"draw": "teams", **asked})


def faults(call: Callable[[], object]) -> list[str]:
    with pytest.raises(Problems) as refused:
        call()
    return [fault.code for fault in refused.value.faults]


def refusal(call: Callable[[], object]) -> StateRefusal:
    with pytest.raises(StateRefusal) as refused:
        call()
    return refused.value


def test_the_same_seed_gives_the_same_order(stage: Stage) -> None:
    """Case 187."""
    first = draw(stage, seed="42").body["order"]
    assert draw(stage, seed="42").body["order"] == first
    assert tuple(first) == draw_order("42", stage.teams)
    assert numbers(stage) == {team: place for place, team in enumerate(first, 1)}
    assert [row.seed for row in Draw.objects.filter(competition=stage.competition)] == ["42", "42"]


def test_a_recorded_draw_gives_the_numbers_it_says(stage: Stage) -> None:
    order = [stage.teams[place] for place in (2, 0, 3, 1)]
    reply = draw(stage, order=order)
    assert (reply.body["method"], reply.body["order"]) == ("recorded", order)
    assert numbers(stage) == {team: place for place, team in enumerate(order, 1)}
    entry = LedgerEntry.objects.get(book__competition=stage.competition, seq=reply.body["entry"]["seq"])
    assert entry.kind == "draw"


def test_a_redraw_before_round_1_replaces_and_both_stay_in_the_book(stage: Stage) -> None:
    make_draws(stage)
    turned = list(reversed(stage.teams))
    draw(stage, order=turned)
    assert numbers(stage) == {team: place for place, team in enumerate(turned, 1)}
    kinds = LedgerEntry.objects.filter(book__competition=stage.competition, kind="draw")
    assert kinds.count() == 6
    reply = round_open(competition=stage.competition, number=1, by=stage.organiser)
    assert reply.body["matches"][0] == "r1-1v4-p1"
    low = Entrant.objects.get(competition=stage.competition, team__number=1, number=1)
    assert low.team.pid == turned[0]


def test_no_redraw_once_round_1_is_open() -> None:
    """Case 188."""
    stage = small_event(2, 1)
    assert refusal(lambda: draw(stage, seed="1")).code == "rounds_opened"
    pairs = lambda: draw(stage, draw="pairs", team=stage.teams[0], seed="1")  # noqa: E731
    assert refusal(pairs).code == "rounds_opened"


def test_teams_before_pairs(stage: Stage) -> None:
    assert refusal(lambda: draw(stage, draw="pairs", team=stage.teams[0], seed="1")).code == "teams_first"


def test_pairs_are_drawn_within_their_team(stage: Stage) -> None:
    draw(stage, order=stage.teams)
    team = stage.teams[1]
    order = list(reversed(stage.entrants[team]))
    draw(stage, draw="pairs", team=team, order=order)
    drawn = dict(Entrant.objects.filter(team__pid=team).values_list("pid", "number"))
    assert drawn == {pid: place for place, pid in enumerate(order, 1)}
    assert not Entrant.objects.filter(competition=stage.competition, number__isnull=False).exclude(team__pid=team).exists()


def test_unequal_numbers_of_pairs_are_not_drawn(stage: Stage) -> None:
    entrant_remove(competition=stage.competition, entrant=stage.entrants[stage.teams[0]][0], by=stage.organiser)
    refused = refusal(lambda: draw(stage, seed="1"))
    assert refused.code == "pairs_unequal"
    assert refused.current is not None
    assert [row["values"]["team"] for row in refused.current["blocked"]] == [stage.teams[0]]
    assert not Draw.objects.exists()


def test_one_team_is_no_field() -> None:
    stage = bare_event()
    add_team(stage, "甲", 2)
    assert refusal(lambda: draw(stage, seed="1")).code == "too_few_teams"


def test_an_order_names_everyone_once(stage: Stage) -> None:
    one, two, three, _four = stage.teams
    assert faults(lambda: draw(stage, order=[one, one, three, "t000000000000"])) == ["id_unknown", "id_twice", "id_missing", "id_missing"]
    assert faults(lambda: draw(stage, order=[])) == ["id_missing"] * 4
    draw(stage, order=stage.teams)
    strangers = stage.entrants[two]
    assert "id_unknown" in faults(lambda: draw(stage, draw="pairs", team=one, order=strangers))


@pytest.mark.parametrize(
    ("asked", "codes"),
    [
        ({}, ["seed_or_order"]),
        ({"seed": "1", "order": []}, ["seed_or_order"]),
        ({"seed": ""}, ["blank"]),
        ({"seed": "x" * 101}, ["text_too_long"]),
        ({"seed": "a\0"}, ["control_character"]),
        ({"seed": 42}, ["not_text"]),
        ({"order": "t1"}, ["not_a_list_of_ids"]),
        ({"order": [1, 2]}, ["not_a_list_of_ids"]),
        ({"draw": "boards", "seed": "1"}, ["not_a_choice"]),
        ({"draw": "pairs", "seed": "1"}, ["team_missing"]),
        ({"draw": "teams", "team": "t1", "seed": "1"}, ["team_not_wanted"]),
        ({"draw": "pairs"}, ["team_missing", "seed_or_order"]),
    ],
)
def test_what_cannot_be_asked(stage: Stage, asked: dict[str, Any], codes: list[str]) -> None:
    assert faults(lambda: draw(stage, **asked)) == codes


def test_another_competitions_team_is_not_there(stage: Stage) -> None:
    other = small_event(2, 1, code="other", opened=0)
    with pytest.raises(NotFound):
        draw(stage, draw="pairs", team=other.teams[0], seed="1")


@pytest.mark.parametrize("role", ["chief_referee", "referee", "scorer", "checker", "auditor"])
def test_only_the_organiser_draws(stage: Stage, role: str) -> None:
    with pytest.raises(NotAllowed):
        draw_make(competition=stage.competition, draw="teams", seed="1", by=stage.actors[role])


def test_a_retried_draw_is_not_drawn_again(stage: Stage) -> None:
    seed = new_seed()
    first = draw(stage, seed=seed, key="draw-key-1")
    again = draw(stage, seed=seed, key="draw-key-1")
    assert (again.replayed, again.body) == (True, first.body)
    assert Draw.objects.filter(competition=stage.competition).count() == 1
