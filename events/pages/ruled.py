"""What an entry of the ledger ruled, for the pages that list entries: the outcome of a dispute, and the clauses. Writes nothing."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import pgettext

from events.models import LedgerEntry
from events.wording.disputes import outcome, state
from scoring.disputes import FINAL, RULED

DECIDED = frozenset({RULED, FINAL})  # states in which a dispute's outcome is told to everyone


@dataclass(frozen=True, slots=True)
class Ruled:
    """`said` in words, empty for a ruling on two reports, which speaks for itself; `clauses` by their ids."""

    said: str
    clauses: Sequence[str]


def ruled_of(entry: LedgerEntry) -> Ruled | None:
    """None for an entry that rules nothing."""
    if entry.kind not in ("ruling", "dispute_ruled"):
        return None
    body = json.loads(entry.body)
    clauses = [clause for clause in body.get("clauses", ()) if isinstance(clause, str)]
    if entry.kind == "ruling":
        return Ruled("", clauses)
    said = outcome(str(body.get("outcome", "")))
    return Ruled(pgettext("ruling", "终裁：%(outcome)s") % {"outcome": said} if body.get("final") else said, clauses)


@dataclass(frozen=True, slots=True)
class DecidedView:
    """A decided dispute of a match, as anyone may see it."""

    game: int
    number: int
    outcome: str
    state: str
    clauses: Sequence[str]


def decided_of(disputes: Sequence[Mapping[str, Any]]) -> list[DecidedView]:
    """The disputes of a match in the published state that were decided, in words; of an open one nothing."""
    return [
        DecidedView(
            game=row["game"],
            number=row["number"],
            outcome=outcome(row["outcome"]),
            state=state(row["state"], final=row["final"]),
            clauses=row["clauses"],
        )
        for row in disputes
        if row["state"] in DECIDED
    ]
