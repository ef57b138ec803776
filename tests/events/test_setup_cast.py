"""The fixed cast itself: everything in it comes through the services, and the books hold what was done."""

import pytest

from events.models import LedgerEntry, Match, Round
from tests.cast import make_cast, small_event

pytestmark = pytest.mark.django_db


def test_a_small_event_is_ready_to_play() -> None:
    stage = small_event()
    assert [row.number for row in Round.objects.filter(competition=stage.competition)] == [1]
    matches = list(Match.objects.filter(competition=stage.competition))
    assert [(row.table, row.code) for row in matches] == [(1, "r1-1v4-p1"), (2, "r1-1v4-p2"), (3, "r1-2v3-p1"), (4, "r1-2v3-p2")]
    kinds = list(LedgerEntry.objects.filter(book__competition=stage.competition).order_by("seq").values_list("kind", flat=True))
    assert kinds == ["open", *["team", "entrant", "entrant"] * 4, *["draw"] * 5, "round_opened"]
    assert stage.scorer().roles == {"scorer"}
    assert stage.checker().roles == {"checker"}


def test_the_cast_is_two_organisers_with_two_events_each() -> None:
    cast = make_cast()
    assert cast.a1.users["organiser"] == cast.a2.users["organiser"] != cast.b1.users["organiser"]
    assert len({stage.competition.pid for stage in cast.stages.values()}) == 4
    assert all(
        set(stage.actors) == {"organiser", "chief_referee", "referee", "scorer", "checker", "auditor"} for stage in cast.stages.values()
    )
