"""What one hand costs the database: the same at the tenth and at the five-hundredth entry."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events import ledger
from events.models import LedgerEntry
from events.services.hands import hand_record
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, confirm, five, hand

pytestmark = pytest.mark.django_db

MOST = 14


@pytest.fixture
def stage() -> Stage:
    return small_event()


def queries(stage: Stage, number: int, table: int = 1) -> int:
    """What the service asks of the database for one hand; the savepoints that only this test's transaction needs count as its own."""
    match, by = stage.match(table), stage.scorer(table)
    with CaptureQueriesContext(connection) as captured:
        reply = hand_record(competition=stage.competition, match=match.code, record=by_kind(number), key=f"budget-{table}-{number}", by=by)
    assert reply.status == 201
    return len(captured)


def test_one_hand_asks_at_most_fourteen_times_however_long_the_book(stage: Stage) -> None:
    first = queries(stage, 1)
    with ledger.locked(stage.competition) as book:
        for _ in range(500 - book.seq):
            ledger.append(book, kind="round_unlocked", body={"round": 1}, by=stage.chief)
    assert LedgerEntry.objects.filter(book__competition=stage.competition).count() == 500
    late = queries(stage, 2)
    assert first == late
    assert late <= MOST


def test_nor_does_it_matter_how_many_hands_the_event_and_the_match_have(stage: Stage) -> None:
    first = queries(stage, 1)
    for table in (2, 3, 4):
        confirm(stage, five(stage, table=table), table=table)
    assert [queries(stage, number) for number in (2, 3, 4, 5)] == [first] * 4


def test_an_echo_and_a_replay_cost_less(stage: Stage) -> None:
    match, by = stage.match(), stage.scorer()
    stored = queries(stage, 1)
    for key, most in (("budget-echo-1", stored), ("budget-1-1", 1)):
        with CaptureQueriesContext(connection) as captured:
            hand(stage, by_kind(1), key=key, by=by)
        assert len(captured) - 1 <= most, key  # one of them is this test looking for its match
    assert match.pk
