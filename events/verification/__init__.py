"""Is everything that is shown what the ledger says? Reads all of it, computes all of it anew, changes nothing.

Findings are codes with operands, in the order of trust: the chain first, because nothing else means much where it is broken.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from events import ledger
from events.models import Book, Competition, HandRecord, HandState, Match, Publication, Snapshot
from events.pinned import PinBroken
from events.standings import full
from scoring.fold import canonical


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not agree. `code` names it; `values` say where."""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Report:
    """What verifying one competition found. `behind` entries are not in the snapshot yet, which is no fault."""

    entries: int
    findings: tuple[Finding, ...]
    behind: int


def verify(competition: Competition) -> Report:
    """Chain, projections, snapshot and official publications of one competition."""
    book = Book.objects.select_related("competition__event").get(competition=competition)
    snapshot = Snapshot.objects.filter(competition=competition).first()
    behind = book.seq - (snapshot.seq if snapshot else 0)
    fault = ledger.first_fault(book)
    if fault is not None:
        return Report(book.seq, (Finding("chain_broken", {"seq": fault}),), behind)
    try:
        findings = tuple(_differences(competition, book, snapshot))
    except PinBroken:
        findings = (Finding("rulebook_changed", {"rulebook": competition.rulebook_id}),)
    return Report(book.seq, findings, behind)


def _differences(competition: Competition, book: Book, snapshot: Snapshot | None) -> Iterator[Finding]:
    state = full(competition, upto=book.seq)
    yield from differing_projections(competition, state)
    if snapshot is not None:
        yield from _snapshot(competition, snapshot, state)
    for publication in Publication.objects.filter(competition=competition).order_by("version"):
        yield from _publication(competition, publication)


def differing_projections(competition: Competition, state: Mapping[str, Any]) -> Iterator[Finding]:
    """Tables as the doors show them against tables as the fold reads them."""
    kept: dict[str, set[tuple[int, str, str]]] = {}
    rows = HandRecord.objects.filter(match__competition=competition, state__in=[HandState.LIVE, HandState.CONFLICT])
    for code, number, hash, live in rows.values_list("match__code", "number", "hash", "state"):
        kept.setdefault(code, set()).add((number, hash, live))
    matches = {match.code: match for match in Match.objects.filter(competition=competition)}
    folded = {row["match"]: row for row in state["matches"]}
    for code in sorted(matches.keys() ^ folded.keys()):
        yield Finding("match_unknown", {"match": code})
    for code in sorted(matches.keys() & folded.keys()):
        match, row = matches[code], folded[code]
        if kept.get(code, set()) != _hands(row):
            yield Finding("hands_differ", {"match": code})
        confirmed = row["confirmed"] or {}
        shown = (match.closed, match.forfeited_by, match.confirmed_hash, match.confirmed_on_behalf, match.table)
        if shown != (
            row["closed"],
            ",".join(row["forfeited_by"]),
            confirmed.get("hash", ""),
            confirmed.get("on_behalf", False),
            row["table"],
        ):
            yield Finding("match_differs", {"match": code})


def _hands(row: Mapping[str, Any]) -> set[tuple[int, str, str]]:
    live = {(hand["number"], hand["hash"], str(HandState.LIVE)) for hand in row["hands"]}
    return live | {(hand["number"], rival["hash"], str(HandState.CONFLICT)) for hand in row["hands"] for rival in hand["rivals"]}


def _snapshot(competition: Competition, snapshot: Snapshot, state: Mapping[str, Any]) -> Iterator[Finding]:
    if snapshot.seq > state["seq"]:
        yield Finding("snapshot_ahead", {"seq": snapshot.seq, "head": state["seq"]})
        return
    same = state if snapshot.seq == state["seq"] else full(competition, upto=snapshot.seq)
    if snapshot.body.encode() != canonical(same):
        yield Finding("snapshot_differs", {"seq": snapshot.seq})
    if snapshot.digest != hashlib.sha256(snapshot.body.encode()).hexdigest():
        yield Finding("snapshot_digest", {"seq": snapshot.seq})


def _publication(competition: Competition, publication: Publication) -> Iterator[Finding]:
    """Official bytes stay as they were published; that today's code computes something else is said, not repaired."""
    where = {"version": publication.version, "seq": publication.seq}
    if hashlib.sha256(publication.body.encode()).hexdigest() != publication.digest:
        yield Finding("publication_digest", where)
    stated = ledger.entries(competition.book, after=publication.seq, upto=publication.seq + 1, kinds=["close"])
    if not stated or stated[0].body.get("standings") != publication.digest:
        yield Finding("publication_not_stated", where)
    if canonical(full(competition, upto=publication.seq)) != publication.body.encode():
        yield Finding("publication_differs", where)
