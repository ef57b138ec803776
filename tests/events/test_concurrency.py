"""Many at once: no hand twice, none lost, nothing overwritten (D2, D5); a database that does not answer is Busy, not broken (R5)."""

import random
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from django.db import IntegrityError, connection, connections, transaction

from events import clock, ledger
from events.models import Answer, HandRecord, LedgerEntry
from events.refusals import Busy, StateRefusal
from events.services.competitions import competition_close, competition_reopen
from events.services.hands import hand_record
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, confirm, correct, five, hand, sound

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS = 50


@pytest.fixture
def stage() -> Stage:
    return small_event(teams=4, pairs=5)  # ten tables, fifty slots


def together(*works: Callable[[], None]) -> None:
    """Run these in threads of their own and let their failures through."""
    failures: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not any(thread.is_alive() for thread in threads)
    if failures:
        raise failures[0]


def slots(stage: Stage) -> list[tuple[int, int]]:
    tables = sorted(stage.competition.matches.values_list("table", flat=True))
    return [(table, number) for table in tables for number in range(1, 6)]


def test_two_tablets_with_different_results_for_fifty_hands(stage: Stage) -> None:
    places = slots(stage)
    assert len(places) == PAIRS
    actors = [{table: stage.scorer(table) for table, _ in places}, {table: stage.referee for table, _ in places}]
    barrier = threading.Barrier(2)
    statuses: dict[tuple[int, int], list[int]] = {place: [] for place in places}

    def tablet(which: int) -> Callable[[], None]:
        def work() -> None:
            for table, number in places:
                barrier.wait(60)
                record = by_kind(number, ("NS", "EW")[which])
                reply = hand(stage, record, table=table, by=actors[which][table])
                statuses[table, number].append(reply.status)

        return work

    together(tablet(0), tablet(1))
    assert all(sorted(both) == [201, 202] for both in statuses.values())
    for state in ("live", "conflict"):
        assert Counter(HandRecord.objects.filter(state=state).values_list("match__table", "number")) == Counter(places)
    first = {place: min(rows) for place, rows in _seqs().items()}
    assert first == {place: min(rows) for place, rows in _seqs(state="live").items()}  # the lowest seq counts
    sound(stage)


def _seqs(**where: Any) -> dict[tuple[int, int], list[int]]:
    found: dict[tuple[int, int], list[int]] = {}
    for table, number, seq in HandRecord.objects.filter(**where).values_list("match__table", "number", "seq"):
        found.setdefault((table, number), []).append(seq)
    return found


def naive(stage: Stage, place: tuple[int, int], key: str, between: threading.Barrier) -> None:
    """What a view without the book's lock would do: look, then insert."""
    match = stage.match(place[0])
    there = HandRecord.objects.filter(match=match, number=place[1], state="live").exists()
    between.wait(60)
    if not there:
        HandRecord.objects.create(
            match=match,
            number=place[1],
            seq=0,
            hash=key,
            key=key,
            by="hand",
            record={},
            normal={},
            points={},
            actor="x",
            entered_at=clock.now(),
        )


def _drop_the_constraint() -> None:
    constraint = next(found for found in HandRecord._meta.constraints if found.name == "one_live_record_a_slot")
    with connection.schema_editor() as editor:
        editor.remove_constraint(HandRecord, constraint)


def test_control_without_lock_and_constraint_a_slot_holds_two(stage: Stage) -> None:
    _drop_the_constraint()
    barrier = threading.Barrier(2)
    for place in slots(stage)[:5]:
        together(*(lambda place=place, key=key: naive(stage, place, key, barrier) for key in ("a", "b")))
    assert all(len(rows) == 2 for rows in _seqs(state="live").values())


def test_control_the_constraint_alone_already_refuses_the_second(stage: Stage) -> None:
    barrier = threading.Barrier(2)
    with pytest.raises(IntegrityError):
        together(*(lambda key=key: naive(stage, (1, 1), key, barrier) for key in ("a", "b")))
    assert {place: len(rows) for place, rows in _seqs(state="live").items()} == {(1, 1): 1}


def test_every_hand_sent_ten_times_by_eight_clients_counts_once(stage: Stage) -> None:
    places = slots(stage)
    requests = [(place, f"replayed-{place[0]:02}-{place[1]}") for place in places for _ in range(10)]
    random.Random(20).shuffle(requests)
    assert len(requests) == 500
    scorers = {table: stage.scorer(table) for table, _ in places}
    codes = {table: stage.match(table).code for table, _ in places}
    before = LedgerEntry.objects.count()
    bodies: dict[str, list[Any]] = {key: [] for _, key in requests}
    fresh: Counter[str] = Counter()

    def client(mine: list[tuple[tuple[int, int], str]]) -> Callable[[], None]:
        def work() -> None:
            for (table, number), key in mine:
                reply = hand_record(
                    competition=stage.competition, match=codes[table], record=by_kind(number), key=key, by=scorers[table], device_time=""
                )
                assert reply.status == 201
                bodies[key].append(dict(reply.body))
                fresh[key] += not reply.replayed

        return work

    together(*(client(requests[start::8]) for start in range(8)))
    assert LedgerEntry.objects.count() == before + 50
    assert Answer.objects.filter(key__startswith="replayed-").count() == 50
    assert all(count == 1 for count in fresh.values())
    assert all(len(answers) == 10 and all(answer == answers[0] for answer in answers) for answers in bodies.values())
    sound(stage)


# --- a database that does not answer ---------------------------------------------------------------------------------


@contextmanager
def somebody_else_writes(name: str) -> Iterator[None]:
    """Another connection holds the lock that writing needs."""
    if connection.vendor == "sqlite":
        other = sqlite3.connect(name, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.rollback()
            other.close()
        return
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM events_book FOR UPDATE")
            held.set()
            done.wait(60)

    def work() -> None:
        together(hold)

    thread = threading.Thread(target=work)
    thread.start()
    assert held.wait(30)
    try:
        yield
    finally:
        done.set()
        thread.join(30)


def _impatient(milliseconds: int) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA busy_timeout = {milliseconds}")
        else:
            cursor.execute(f"SET lock_timeout = {milliseconds}")


def test_a_lock_that_is_held_too_long_is_busy_and_the_key_is_free(stage: Stage, fresh_database: str) -> None:
    stage.scorer(1)
    before = LedgerEntry.objects.count()
    _impatient(50)
    with somebody_else_writes(fresh_database), pytest.raises(Busy) as refused:
        hand(stage, by_kind(1), key="patience-1")
    assert refused.value.status == 503
    assert refused.value.values["retry_after"] > 0
    assert LedgerEntry.objects.count() == before
    _impatient(20_000)
    assert hand(stage, by_kind(1), key="patience-1").status == 201
    sound(stage)


if connection.vendor == "sqlite":

    def test_waiting_too_long_for_the_turn_within_the_process_is_busy(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ledger, "_ONE_WRITER_PATIENCE", 0.05)
        stage.scorer(1)
        held, done = threading.Event(), threading.Event()

        def hold() -> None:
            with ledger.one_writer():
                held.set()
                done.wait(60)

        thread = threading.Thread(target=hold)
        thread.start()
        assert held.wait(30)
        with pytest.raises(Busy):
            hand(stage, by_kind(1))
        done.set()
        thread.join(30)
        assert hand(stage, by_kind(1)).status == 201

else:

    def test_a_connection_that_died_is_busy_and_the_next_one_works(stage: Stage) -> None:
        stage.scorer(1)
        code, by = stage.match().code, stage.scorer(1)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            pid = cursor.fetchone()[0]

        def kill() -> None:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(%s)", [pid])

        together(kill)
        with pytest.raises(Busy):
            hand_record(competition=stage.competition, match=code, record=by_kind(1), key="lost-line-1", by=by)
        connection.close()  # as the end of a request does with a broken connection
        reply = hand_record(competition=stage.competition, match=code, record=by_kind(1), key="lost-line-1", by=by)
        assert (reply.status, reply.replayed) == (201, False)
        sound(stage)


def test_no_hand_stands_after_a_close_that_nothing_reopened() -> None:
    """Fifty times a close, a hand and a reopening at once: the hand is before the close, after a reopening, or refused."""
    stage = small_event(teams=2, pairs=1)
    match, by = stage.match(), stage.referee
    confirm(stage, five(stage))
    seen: Counter[str] = Counter()

    def attempt(name: str, act: Callable[[], object]) -> Callable[[], None]:
        def work() -> None:
            try:
                act()
                seen[name] += 1
            except StateRefusal as refused:
                seen[refused.code] += 1

        return work

    def reopen() -> object:
        return competition_reopen(competition=stage.competition, reason="申诉", by=stage.chief)

    for turn in range(50):
        ready = threading.Barrier(3, timeout=60)
        live = match.hands.get(number=1, state="live")
        record = by_kind(1, "EW" if live.normal["side"] == "NS" else "NS")

        def close(ready: threading.Barrier = ready) -> object:
            ready.wait()
            return competition_close(competition=stage.competition, by=stage.chief)

        def change(ready: threading.Barrier = ready, live: HandRecord = live, record: dict[str, Any] = record) -> object:
            ready.wait()
            return correct(stage, live.hash, record, by=by, reason="更正")

        def open_again(ready: threading.Barrier = ready) -> object:
            ready.wait()
            return reopen()

        works = [attempt("close", close), attempt("hand", change), attempt("reopen", open_again)]
        together(*works[turn % 3 :], *works[: turn % 3])  # whoever starts last mostly wins the turn
        with suppress(StateRefusal):
            reopen()
        match.refresh_from_db()
        if not match.confirmed_hash:
            covers = list(match.hands.filter(state="live").order_by("number").values_list("hash", flat=True))
            confirm(stage, covers)
    closed = False
    for kind in LedgerEntry.objects.filter(book__competition=stage.competition).order_by("seq").values_list("kind", flat=True):
        assert not closed or kind == "reopen", kind
        closed = kind == "close"
    assert min(seen["close"], seen["hand"]) >= 10, seen
    sound(stage)


def test_a_book_is_never_locked_inside_another_transaction(stage: Stage) -> None:
    """What is answered as stored must be committed: nobody may wrap a service and roll it back later."""
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic(), ledger.locked(stage.competition):
        pass
