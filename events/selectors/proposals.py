"""What waits for a second official, and what became of it. Reads only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from events.models import Competition, LedgerEntry, Proposal, ProposalState, Remark

TELLS_NO_RESULT = ("proposed", "proposal_refused", "attachment", "clock", "dispute_taken")


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """One proposal. `reason` is its remark's text, empty where it was erased or asked for without; `table` and `round` 0 for no match.

    `version`: at which its match stands now; `moved`, of an open one: whether something of its result was written after the proposal.
    """

    pid: str
    act: str
    asks: Mapping[str, Any]
    state: str
    match: str
    table: int
    round: int
    reason: str
    proposed_by: str
    proposed_at: datetime
    settled_by: str
    settled_at: datetime | None
    version: int
    moved: bool


def proposals_open(competition: Competition, match: str = "") -> list[ProposalRow]:
    """Oldest first. One query where there is none, else at most three."""
    return _rows(competition, {"state": ProposalState.PROPOSED, **({"match__code": match} if match else {})})


def proposals_of(competition: Competition) -> list[ProposalRow]:
    """All of them, oldest first, without reasons."""
    return _rows(competition, {}, reasons=False)


def moved_since(proposals: Sequence[Proposal], *, besides: str = "") -> set[str]:
    """The pids of those after which anything that tells of the result of their match was written; `besides`: a request's fingerprint."""
    asked = {row.pid: (row.match.code, row.entry_seq) for row in proposals if row.match is not None and row.entry_seq is not None}
    if not asked:
        return set()
    entries = LedgerEntry.objects.filter(
        book__competition=proposals[0].competition_id,
        match__in={code for code, _seq in asked.values()},
        seq__gt=min(seq for _code, seq in asked.values()),
    ).exclude(kind__in=TELLS_NO_RESULT)
    if besides:
        entries = entries.exclude(fingerprint=besides)
    latest = dict(entries.order_by("seq").values_list("match", "seq"))
    return {pid for pid, (code, seq) in asked.items() if latest.get(code, 0) > seq}


def _rows(competition: Competition, asked: Mapping[str, Any], *, reasons: bool = True) -> list[ProposalRow]:
    found = list(Proposal.objects.filter(competition=competition, **asked).select_related("match__round"))
    marks = [row.remark for row in found if row.remark] if reasons else []
    texts = dict(Remark.objects.filter(competition=competition, hash__in=marks).values_list("hash", "text")) if marks else {}
    moved = moved_since(found) if reasons else set()
    return [
        ProposalRow(
            row.pid,
            row.act,
            row.asks,
            row.state,
            row.match.code if row.match else "",
            row.match.table if row.match else 0,
            row.match.round.number if row.match else 0,
            texts.get(row.remark, ""),
            row.proposed_by,
            row.proposed_at,
            row.settled_by,
            row.settled_at,
            row.match.version if row.match else 0,
            row.pid in moved,
        )
        for row in found
    ]
