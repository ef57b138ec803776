"""What waits for a second official, and what became of it. Reads only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from events.models import Competition, Proposal, ProposalState, Remark


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """One proposal. `reason` is its remark's text, empty where it was erased or asked for without; `table` and `round` 0 for no match."""

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


def proposals_open(competition: Competition, match: str = "") -> list[ProposalRow]:
    """Oldest first. One query where there is none, else two."""
    return _rows(competition, {"state": ProposalState.PROPOSED, **({"match__code": match} if match else {})})


def proposals_of(competition: Competition) -> list[ProposalRow]:
    """All of them, oldest first, without reasons."""
    return _rows(competition, {}, reasons=False)


def _rows(competition: Competition, asked: Mapping[str, Any], *, reasons: bool = True) -> list[ProposalRow]:
    found = list(Proposal.objects.filter(competition=competition, **asked).select_related("match__round"))
    marks = [row.remark for row in found if row.remark] if reasons else []
    texts = dict(Remark.objects.filter(competition=competition, hash__in=marks).values_list("hash", "text")) if marks else {}
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
        )
        for row in found
    ]
