"""D7, R8: neither the order in which hands arrive, nor duplicates, nor what any clock says changes the standings."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events import clock, ledger
from events.models import LedgerEntry
from events.services.hands import hand_record
from scoring.fold import canonical
from tests.cast import Stage, small_event
from tests.events.score_kit import ROWS, by_kind, confirm, correct, hand, new_key, sound, state

pytestmark = pytest.mark.django_db

HANDS = [(table, number) for table in (1, 2) for number in range(1, 6)]


@contextmanager
def thrown_away() -> Iterator[None]:
    course = transaction.atomic()
    course._from_testcase = True  # type: ignore[attr-defined]
    with course:
        yield
        transaction.set_rollback(True)


@pytest.fixture
def stage() -> Stage:
    stage = small_event(teams=2, pairs=2)
    for table in (1, 2):
        stage.scorer(table)
        stage.checker(table)
    return stage


def results(stage: Stage) -> bytes:
    """What the board shows, without the hashes and seqs that name the entries."""
    now = state(stage)
    matches = [{name: row[name] for name in ("match", "state", "points", "played", "double_downs")} for row in now["matches"]]
    return canonical({"standings": now["standings"], "encounters": now["encounters"], "rounds": now["rounds"], "matches": matches})


def play(stage: Stage, order: list[tuple[int, int]], doubled: set[int]) -> bytes:
    """Every hand in this order, some of them twice, hand 2 of table 1 first wrong and corrected at once."""
    for place, (table, number) in enumerate(order):
        wrong = (table, number) == (1, 2)
        record = by_kind(number, "NS", "double_down") if wrong else by_kind(number, *ROWS[number - 1])
        key = new_key()
        reply = hand(stage, record, table=table, key=key)
        if place in doubled:
            assert hand(stage, record, table=table, key=key).replayed
            assert hand(stage, record, table=table).status == 200
        if wrong:
            correct(stage, reply.body["entry"]["hash"], by_kind(number, *ROWS[number - 1]), table=table)
    return results(stage)


def test_any_order_of_arrival_makes_the_same_standings(stage: Stage) -> None:
    with thrown_away():
        expected = play(stage, HANDS, set())

    @settings(max_examples=15, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(order=st.permutations(HANDS), doubled=st.sets(st.integers(0, len(HANDS) - 1)))
    def in_any_order(order: list[tuple[int, int]], doubled: set[int]) -> None:
        with thrown_away():
            assert play(stage, order, doubled) == expected
            sound(stage)

    in_any_order()


CLOCKS: dict[str, timedelta] = {"back an hour": timedelta(hours=-1), "on a day": timedelta(days=1), "stands still": timedelta()}


@pytest.mark.parametrize("step", CLOCKS)
def test_a_clock_that_jumps_changes_nothing(stage: Stage, step: str) -> None:
    with thrown_away():
        expected = play(stage, HANDS, set())
    looks = 0

    def read() -> datetime:
        nonlocal looks
        looks += 1
        return datetime(2026, 5, 1, 9, tzinfo=UTC) + CLOCKS[step] * (looks % 7)

    with clock.injected(read):
        assert play(stage, HANDS, {0, 5}) == expected
        hashes = [row["hash"] for row in state(stage)["matches"][0]["hands"]]
        assert confirm(stage, hashes).status == 201
        sound(stage)
    assert looks > 10
    assert ledger.first_fault(stage.competition.book) is None


@pytest.mark.parametrize("claim", ["", "2026-05-01T10:00:00+08:00", "1999-01-01", "yesterday", "9" * 500])
def test_what_a_device_says_of_the_time_is_a_claim_and_nothing_more(stage: Stage, claim: str) -> None:
    kwargs: dict[str, Any] = {"competition": stage.competition, "match": stage.match().code, "by": stage.scorer()}
    reply = hand_record(**kwargs, record=by_kind(1), key="claimed-time-1", device_time=claim)
    entry = LedgerEntry.objects.get(hash=reply.body["entry"]["hash"])
    assert entry.device_time == claim[:40]
    assert entry.server_time != claim
    assert hand_record(**kwargs, record=by_kind(1), key="claimed-time-1", device_time="another").replayed
    sound(stage)
