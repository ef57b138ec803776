"""The clock of a round: stopped and started for all its tables as one act, minutes given to all; one table's own stop stays its own."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from events import clock
from events.models import LedgerEntry, Match, Role, Round
from events.pinned import rulebook_of
from events.refusals import NotAllowed, NotFound, Problems, StateRefusal
from events.selectors.desk import Desk, desk_of
from events.services.disputes import dispute_raise, dispute_rule
from events.services.table_clock import round_clock_set, table_clock_set
from tests.cast import Stage, other_event, small_event
from tests.events.score_kit import sound
from tests.floor.three_event import three_event

pytestmark = pytest.mark.django_db
OPENED = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


@pytest.fixture
def stage(db: None) -> Stage:
    """Two rooms of 80分: eight boards in 90 minutes."""
    stage = other_event("hefei-eighty-teams", teams=2, entrants=2)
    Round.objects.filter(competition=stage.competition).update(opened_at=OPENED)
    return stage


def at(minutes: float) -> Any:
    return clock.injected(lambda: OPENED + timedelta(minutes=minutes))


def turn(stage: Stage, act: str, when: float, *, by: Any = None, key: str = "", **more: Any) -> Any:
    with at(when):
        return round_clock_set(
            competition=stage.competition, number=1, act=act, key=key or f"{act}-{when}-at-hall", by=by or stage.referee, **more
        )


def desk(stage: Stage, minutes: float) -> Desk:
    with at(minutes):
        return desk_of(competition=stage.competition)


def first_clause(stage: Stage) -> str:
    return next(iter(rulebook_of(stage.competition).clauses))


def left(stage: Stage, minutes: float) -> int:
    """Seconds that the clock of the round shows."""
    found = desk(stage, minutes).clock
    assert found is not None
    return found.shows(OPENED + timedelta(minutes=minutes))


def test_the_clock_of_a_round_counts_down_its_minutes_and_past_them(stage: Stage) -> None:
    assert (left(stage, 0), left(stage, 30), left(stage, 91)) == (90 * 60, 60 * 60, -60)


def test_a_round_without_minutes_counts_up() -> None:
    stage = small_event()
    Round.objects.update(opened_at=OPENED)
    found = desk(stage, 12.5).clock
    assert found is not None
    assert (found.until, found.shows(OPENED + timedelta(minutes=12.5))) == (None, 750)


def test_all_tables_stop_and_go_on_as_one_act(stage: Stage) -> None:
    entries = LedgerEntry.objects.count()
    reply = turn(stage, "paused", 10, key="all-stop-here")
    assert (reply.status, reply.body["tables"]) == (201, 2)
    assert turn(stage, "paused", 11, key="all-stop-here").replayed
    entry = LedgerEntry.objects.get(kind="clock")
    assert (entry.match, entry.body, LedgerEntry.objects.count()) == ("", '{"act":"paused","round":1}', entries + 1)
    assert (left(stage, 10), left(stage, 40)) == (80 * 60, 80 * 60)
    assert {(tile.paused, tile.stands) for tile in desk(stage, 40).tiles} == {(True, 80 * 60)}
    turn(stage, "resumed", 40)
    assert left(stage, 40) == 80 * 60
    assert left(stage, 50) == 70 * 60
    assert not any(tile.paused for tile in desk(stage, 50).tiles)
    sound(stage)


def test_minutes_for_all_move_the_round_and_every_table_that_plays(stage: Stage) -> None:
    Match.objects.filter(table=2).update(done=True)
    turn(stage, "extra", 5, minutes=7, reason="停电")
    assert left(stage, 5) == 92 * 60
    assert dict(Match.objects.values_list("table", "clock")) == {1: {"extra": 7}, 2: {}}
    assert desk(stage, 96.5).tiles[0].overtime is None


def test_a_table_that_stands_for_a_dispute_stands_on_when_the_hall_goes_on(stage: Stage) -> None:
    match = stage.match().code
    with at(5):
        raised = dispute_raise(
            competition=stage.competition, match=match, key="raise-it-here", by=stage.referee, subject="behaviour", number=0
        )
    turn(stage, "paused", 10)
    turn(stage, "resumed", 20)
    assert {tile.row.match.table: tile.paused for tile in desk(stage, 21).tiles} == {1: True, 2: False}
    with at(25):
        dispute_rule(
            competition=stage.competition,
            dispute=raised.body["dispute"]["dispute"],
            key="rule-it-here",
            by=stage.chief,
            outcome="warning",
            clauses=[first_clause(stage)],
            reason="争吵",
        )
    assert stage.match().clock == {"stopped": 20 * 60}, "from the raised hand to the ruling, the stop of the hall within it counted once"
    sound(stage)


def test_a_dispute_ruled_while_the_hall_stands_does_not_start_its_table(stage: Stage) -> None:
    match = stage.match().code
    turn(stage, "paused", 10)
    with at(12):
        raised = dispute_raise(competition=stage.competition, match=match, key="raise-in-stop", by=stage.referee, subject="other", number=0)
        ruled: dict[str, Any] = {"outcome": "dismissed", "clauses": [first_clause(stage)], "reason": "无"}
        dispute_rule(competition=stage.competition, dispute=raised.body["dispute"]["dispute"], key="rule-in-stop", by=stage.chief, **ruled)
    assert desk(stage, 13).tiles[0].paused
    turn(stage, "resumed", 20)
    assert stage.match().clock == {"stopped": 600}


def test_an_official_at_the_table_may_start_it_whoever_stopped_it(stage: Stage) -> None:
    turn(stage, "paused", 10)
    with at(15):
        table_clock_set(competition=stage.competition, match=stage.match().code, act="resumed", key="this-one-plays", by=stage.referee)
    turn(stage, "resumed", 20)
    assert dict(Match.objects.values_list("table", "clock")) == {1: {"stopped": 300}, 2: {"stopped": 600}}


def test_what_is_wrong_is_refused_and_changes_nothing(stage: Stage) -> None:
    with pytest.raises(StateRefusal, match="round_clock_running"):
        turn(stage, "resumed", 1)
    with pytest.raises(Problems):
        turn(stage, "extra", 1, minutes=0)
    with pytest.raises(Problems):
        turn(stage, "backwards", 1)
    with pytest.raises(NotAllowed):
        turn(stage, "paused", 1, by=stage.scorer())
    with pytest.raises(NotFound), at(1):
        round_clock_set(competition=stage.competition, number=9, act="paused", key="no-such-round", by=stage.referee)
    turn(stage, "paused", 2)
    with pytest.raises(StateRefusal, match="round_clock_paused"):
        turn(stage, "paused", 3)
    assert LedgerEntry.objects.filter(kind="clock").count() == 1


def test_the_buttons_of_the_desk_stop_start_and_give_minutes() -> None:
    stage = three_event()
    client = Client()
    client.force_login(stage.users[Role.REFEREE])
    base = f"/e/hall/{stage.competition.code}/desk/"
    assert client.post(base + "clock/", {"to": "paused", "key": "stop-by-form"}).status_code == 302
    page = client.get(base).content.decode()
    assert "继续" in page
    assert "停表，" in page
    refused = client.post(base + "clock/", {"to": "paused", "key": "stop-by-form-2"})
    assert refused.status_code == 409
    assert "已经停着" in refused.content.decode()
    assert client.post(base + "clock/", {"to": "resumed", "key": "go-by-form"}).status_code == 302
    wrong = client.post(base + "extra/", {"minutes": "0", "key": "extra-by-form", "reason": "停电了"})
    assert wrong.status_code == 422
    assert 'value="停电了"' in wrong.content.decode()
    assert client.post(base + "extra/", {"minutes": "5", "key": "extra-by-form", "reason": "停电了"}).status_code == 302
    assert Round.objects.get().clock["extra"] == 5
    one = stage.match(2).code
    assert client.post(base + "extra/", {"minutes": "3", "table": one, "key": "extra-of-one"}).status_code == 302
    assert (Round.objects.get().clock["extra"], stage.match(2).clock["extra"], stage.match(1).clock["extra"]) == (5, 8, 5)
