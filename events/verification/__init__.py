"""Is everything that is shown what the ledger says? Reads all of it, computes all of it anew, changes nothing.

Findings are codes with operands, in the order of trust: the chain first, because nothing else means much where it is broken.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from events import ledger
from events.models import Book, Competition, Event, LedgerEntry, NodeValue, Publication, Remark, Snapshot, Visibility
from events.pinned import PinBroken, rulebook_of
from events.verification.evidence import officials, pictures, proposals
from events.verification.findings import Finding, Report
from events.verification.kept import answers, remarks
from events.verification.projections import differing_projections
from events.verification.publishing import frozen_boards, published_states
from scoring.entries import Entry
from scoring.fold import canonical, fold, node_values
from scoring.parameters import Rulebook

__all__ = ["Finding", "Report", "differing_projections", "strays", "verify"]


def strays(event: Event) -> list[Finding]:
    """Competitions whose book was opened in this event and that now stand in another one."""
    opened = LedgerEntry.objects.filter(seq=1, kind="open").exclude(book__competition__event=event)
    rows = opened.filter(body__contains=event.pid).values_list("book__competition__code", "book__competition__event__code", "body")
    moved = [(code, now) for code, now, body in rows.order_by("book_id") if json.loads(body).get("event") == event.pid]
    return [Finding("competition_moved_away", {"code": code, "event": now}) for code, now in moved]


def verify(competition: Competition) -> Report:
    """Chain, projections, what was kept beside the ledger, snapshot, node values and official publications of one competition."""
    book = Book.objects.select_related("competition__event").filter(competition=competition).first()
    if book is None:
        return Report(0, (Finding("book_missing"),), 0)
    snapshot = Snapshot.objects.filter(competition=competition).first()
    behind = book.seq - (snapshot.seq if snapshot else 0)
    fault = ledger.first_fault(book)
    if fault is not None:
        return Report(book.seq, (*_moved(book), Finding("chain_broken", {"seq": fault})), behind)
    try:
        findings = tuple(_differences(competition, book, snapshot))
    except PinBroken:
        findings = (Finding("rulebook_changed", {"rulebook": competition.rulebook_id}),)
    erased = Remark.objects.filter(competition=competition, erased_at__isnull=False).count()
    return Report(book.seq, findings, behind, erased)


def _moved(book: Book) -> Iterator[Finding]:
    """The first entry names the event the book was opened in."""
    first = ledger.entries(book, upto=1, kinds=["open"])
    if first and first[0].body.get("event") != book.competition.event.pid:
        yield Finding("competition_moved")


def _differences(competition: Competition, book: Book, snapshot: Snapshot | None) -> Iterator[Finding]:
    rulebook, entries = rulebook_of(competition), ledger.entries(book)
    state = fold(rulebook, entries, book=competition.pid)
    yield from _moved(book)
    yield from differing_projections(competition, state, entries)
    yield from _standing(book, state)
    yield from published_states(competition, entries)
    yield from frozen_boards(competition, rulebook, entries)
    yield from remarks(competition, entries)
    yield from answers(book, rulebook, entries)
    yield from pictures(competition, entries)
    yield from proposals(competition, entries)
    yield from officials(book.competition, entries, closed=book.closed)
    if snapshot is not None:
        yield from _snapshot(competition, snapshot, state, rulebook, entries)
    yield from _publications(competition, rulebook, entries)


def _standing(book: Book, state: Mapping[str, Any]) -> Iterator[Finding]:
    """Closed or open, and what the public is told of it: official is what is closed, provisional what is not."""
    if book.closed != state["closed"]:
        yield Finding("closed_differs")
    wrong = (Visibility.PROVISIONAL, Visibility.NOTICE) if state["closed"] else (Visibility.OFFICIAL,)
    if book.competition.visibility in wrong:
        yield Finding("visibility_differs")


def _snapshot(
    competition: Competition, snapshot: Snapshot, state: Mapping[str, Any], rulebook: Rulebook, entries: Sequence[Entry]
) -> Iterator[Finding]:
    if snapshot.seq > state["seq"]:
        yield Finding("snapshot_ahead", {"seq": snapshot.seq, "head": state["seq"]})
        return
    seen = entries[: snapshot.seq]
    same = state if snapshot.seq == state["seq"] else fold(rulebook, seen, book=competition.pid)
    if snapshot.body.encode() != canonical(same):
        yield Finding("snapshot_differs", {"seq": snapshot.seq})
    if snapshot.digest != hashlib.sha256(snapshot.body.encode()).hexdigest():
        yield Finding("snapshot_digest", {"seq": snapshot.seq})
    wanted = {node: canonical(value).decode() for node, value in node_values(rulebook, seen).items()}
    rows = NodeValue.objects.filter(competition=competition).values_list("node", "key", "value")
    kept = {(node, key): value for node, key, value in rows}
    for node in sorted(wanted.keys() | kept.keys()):
        if wanted.get(node) != kept.get(node):
            yield Finding("node_differs", {"node": " ".join(part for part in node if part)})


def _publications(competition: Competition, rulebook: Rulebook, entries: Sequence[Entry]) -> Iterator[Finding]:
    """Official bytes against the entries that closed and reopened.

    Those bytes stay as they were published; that today's code computes something else is said, not repaired.
    """
    rows = {row.version: row for row in Publication.objects.filter(competition=competition)}
    closes = [entry for entry in entries if entry.kind == "close"]
    for version in sorted(rows.keys() | set(range(1, len(closes) + 1))):
        row, where = rows.get(version), {"version": version}
        stated = closes[version - 1] if version <= len(closes) else None
        if row is None:
            yield Finding("publication_missing", where)
            continue
        if hashlib.sha256(row.body.encode()).hexdigest() != row.digest:
            yield Finding("publication_digest", where)
        if stated is None or (stated.body.get("seq"), stated.body.get("standings")) != (row.seq, row.digest):
            yield Finding("publication_not_stated", where)
            continue
        reopened = any(entry.kind == "reopen" and entry.seq > stated.seq for entry in entries)
        if reopened != (row.reopened_at is not None):
            yield Finding("publication_reopened" if reopened else "publication_not_reopened", where)
        if canonical(fold(rulebook, entries[: row.seq], book=competition.pid)) != row.body.encode():
            yield Finding("publication_differs", {**where, "seq": row.seq})
