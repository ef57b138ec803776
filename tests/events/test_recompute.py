"""Snapshots: always the fold of what they say they hold, whoever computes them and how often (D6, R4)."""

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from events import clock, ledger, standings, verification
from events.models import Book, LedgerEntry, NodeValue, Publication, Snapshot
from events.services.competitions import competition_close, competition_reopen
from events.services.matches import match_forfeit
from events.standings import full, recompute
from events.tasks import competition_recompute
from events.verification import verify
from scoring import nodes
from scoring.fold import canonical
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, confirm, five, hand, new_key, sound

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return small_event()


def snapshot(stage: Stage) -> Snapshot:
    return Snapshot.objects.get(competition=stage.competition)


def kept(stage: Stage) -> list[tuple[Any, ...]]:
    rows = NodeValue.objects.filter(competition=stage.competition).order_by("node", "key").values_list("node", "key", "value")
    return [tuple(row) for row in rows] + [(snapshot(stage).seq, snapshot(stage).digest, snapshot(stage).made_at)]


def test_a_snapshot_is_the_fold_of_its_entries_byte_for_byte(stage: Stage) -> None:
    for number in range(1, 6):
        hand(stage, by_kind(number))
        seq = recompute(stage.competition.pk, "worker")
        assert snapshot(stage).seq == seq == Book.objects.get(competition=stage.competition).seq
        assert snapshot(stage).body.encode() == canonical(full(stage.competition))
    assert snapshot(stage).made_by == "worker"


def test_the_first_snapshot_needs_no_other_before_it(stage: Stage) -> None:
    five(stage)
    sound(stage)


def test_three_times_is_as_once(stage: Stage) -> None:
    five(stage)
    competition_recompute(stage.competition.pk)
    before = kept(stage)
    for _ in range(3):
        competition_recompute(stage.competition.pk)
        recompute(stage.competition.pk, "relay")
    assert kept(stage) == before


def test_lost_node_values_are_made_again(stage: Stage) -> None:
    five(stage)
    recompute(stage.competition.pk, "worker")
    NodeValue.objects.filter(competition=stage.competition).delete()
    hand(stage, by_kind(1), table=2)
    sound(stage)


def test_a_snapshot_never_goes_backwards(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow recompute that read an older book must not overwrite what a faster one saved meanwhile."""
    hand(stage, by_kind(1))
    computed = standings._computed
    overtaken: list[int] = []

    def slow(*args: Any) -> Any:
        result = computed(*args)
        if not overtaken:
            overtaken.append(1)
            hand(stage, by_kind(2))
            recompute(stage.competition.pk, "relay")
        return result

    monkeypatch.setattr(standings, "_computed", slow)
    head = recompute(stage.competition.pk, "worker")
    assert overtaken
    assert snapshot(stage).made_by == "relay"
    assert snapshot(stage).seq == head == Book.objects.get(competition=stage.competition).seq
    sound(stage)


@pytest.mark.django_db(transaction=True)
def test_many_at_once_are_as_one(stage: Stage) -> None:
    five(stage)
    forfeit(stage, 2)
    failures: list[BaseException] = []
    barrier = threading.Barrier(4)

    def work() -> None:
        try:
            barrier.wait(10)
            recompute(stage.competition.pk, "worker")
        except BaseException as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    sound(stage)


def forfeit(stage: Stage, table: int, number: int = 1, side: str = "EW") -> None:
    match_forfeit(
        competition=stage.competition, match=stage.match(table, number).code, sides=[side], key=new_key(), reason="缺席", by=stage.chief
    )


# --- how much is read ------------------------------------------------------------------------------------------------


def rows_read(action: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> int:
    """How many entries an action reads."""
    count = 0
    entries = ledger.entries

    def counting(*args: Any, **kwargs: Any) -> Any:
        nonlocal count
        found = entries(*args, **kwargs)
        count += len(found)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(ledger, "entries", counting)
        with CaptureQueriesContext(connection) as captured:
            action()
    # Nothing reads the ledger past `ledger.entries`.
    assert len([query for query in captured if 'FROM "events_ledgerentry"' in query["sql"]]) <= 2
    return count


def test_after_one_hand_only_its_match_is_read(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    for table in (2, 3, 4):
        five(stage, table=table)
    hand(stage, by_kind(1))
    recompute(stage.competition.pk, "worker")
    hand(stage, by_kind(2))
    assert LedgerEntry.objects.count() > 30
    assert rows_read(lambda: recompute(stage.competition.pk, "worker"), monkeypatch) == 1 + 2  # the new entry; the match's two
    sound(stage)


# --- the comparison catches what it must -----------------------------------------------------------------------------


def test_a_forgotten_dependency_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the edge pair -> its encounters is missing, so that two forfeits annul only the last match (GD-06)."""
    stage = small_event(opened=2)
    pair = stage.match(1, 1).ns
    second = next(match for match in stage.competition.matches.filter(round__number=2) if pair in (match.ns, match.ew))
    five(stage)
    forfeit(stage, 1, 1, side="NS")
    recompute(stage.competition.pk, "worker")
    whole = nodes.Seating.dependents

    def forgetful(self: nodes.Seating, node: str, key: str) -> tuple[nodes.Node, ...]:
        return () if node == "entrant" else whole(self, node, key)

    with monkeypatch.context() as patch:
        patch.setattr(nodes.Seating, "dependents", forgetful)
        forfeit(stage, second.table, 2, side="NS" if second.ns == pair else "EW")
        recompute(stage.competition.pk, "worker")
    assert [finding.code for finding in verify(stage.competition).findings if finding.code != "node_differs"] == ["snapshot_differs"]


def test_with_the_dependency_the_same_course_agrees() -> None:
    stage = small_event(opened=2)
    pair = stage.match(1, 1).ns
    second = next(match for match in stage.competition.matches.filter(round__number=2) if pair in (match.ns, match.ew))
    five(stage)
    forfeit(stage, 1, 1, side="NS")
    recompute(stage.competition.pk, "worker")
    forfeit(stage, second.table, 2, side="NS" if second.ns == pair else "EW")
    sound(stage)
    states = {row["match"]: row["state"] for row in json.loads(snapshot(stage).body)["matches"]}
    assert states[stage.match(1, 1).code] == states[second.code] == "annulled"


# --- verify ----------------------------------------------------------------------------------------------------------


def test_verify_names_what_differs(stage: Stage) -> None:
    hashes = five(stage)
    confirm(stage, hashes)
    recompute(stage.competition.pk, "worker")
    match = stage.match()
    match.hands.filter(number=2).update(state="void")
    assert codes(stage) == ["hand_differs"]
    match.hands.filter(number=2).update(state="live")
    type(match).objects.filter(pk=match.pk).update(confirmed_hash="")
    assert codes(stage) == ["match_differs"]
    type(match).objects.filter(pk=match.pk).update(confirmed_hash=match.confirmed_hash)
    Snapshot.objects.update(body=snapshot(stage).body.replace('"points":5', '"points":6', 1) + " ")
    assert codes(stage) == ["snapshot_differs", "snapshot_digest"]


def codes(stage: Stage) -> list[str]:
    return [finding.code for finding in verify(stage.competition).findings]


def test_a_snapshot_that_is_behind_is_no_fault(stage: Stage) -> None:
    hand(stage, by_kind(1))
    recompute(stage.competition.pk, "worker")
    hand(stage, by_kind(2))
    report = verify(stage.competition)
    assert (report.findings, report.behind) == ((), 1)


def test_official_bytes_are_compared_and_never_rewritten(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = small_event(teams=2, pairs=1)
    confirm(stage, five(stage))
    competition_close(competition=stage.competition, by=stage.chief, key=new_key())
    sound(stage)
    official = Publication.objects.get(competition=stage.competition)
    assert official.body.encode() == canonical(full(stage.competition, upto=official.seq))
    # Later code that computes something else: the difference is said, the bytes stay.
    whole = verification.fold

    def later(*args: Any, **kwargs: Any) -> Any:
        return {**whole(*args, **kwargs), "new": 1}

    with monkeypatch.context() as patch:
        patch.setattr(verification, "fold", later)
        assert "publication_differs" in codes(stage)
    official.refresh_from_db()
    assert codes(stage) == []
    Publication.objects.update(body=official.body + " ")
    assert codes(stage) == ["publication_digest", "publication_differs"]


def test_a_publication_stands_exactly_as_the_entries_say() -> None:
    stage = small_event(teams=2, pairs=1)
    confirm(stage, five(stage))
    competition_close(competition=stage.competition, by=stage.chief, key=new_key())
    recompute(stage.competition.pk, "worker")
    rows = Publication.objects.filter(competition=stage.competition)
    rows.update(reopened_at=clock.now())
    assert codes(stage) == ["publication_not_reopened"]
    rows.update(reopened_at=None)
    competition_reopen(competition=stage.competition, reason="申诉", by=stage.chief)
    recompute(stage.competition.pk, "worker")
    assert codes(stage) == []
    rows.update(reopened_at=None)
    assert codes(stage) == ["publication_reopened"]
    rows.delete()
    assert codes(stage) == ["publication_missing"]
