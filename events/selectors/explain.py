"""怎么算的: one contender's place taken apart, from the sum down to the hand, as its format asks.

Reads one Published state, the names and the pinned rulebook; recomputes nothing: every number is one the workers published.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from events.models import LedgerEntry
from events.selectors.explanations import knockout, mitchell, rooms_round_robin, round_robin, three
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.parameters import Rulebook

# Entries that changed or decided something after the first report: what a reader wants to know of.
TOUCHING = (
    "correction",
    "void",
    "forfeit",
    "withdrawn",
    "ruling",
    "dispute_ruled",
    "line_up",
    "table_reopened",
    "penalty",
    "time_up",
    "adjustment",
)


class Explain(Protocol):
    def __call__(self, *, published: Published, names: Names, rulebook: Rulebook, key: str) -> Any: ...


# By the format's name; the templates `why/{format}.html` and `why/{format}_row.html` go with them. Every explanation has `key`,
# `name`, `clauses` (the law it cites), `comparison` (or None), `matches` (codes) and `signed` (of, confirmed, on behalf).
EXPLANATIONS: Mapping[str, Explain] = {
    "round_robin": round_robin.explanation_of,
    "knockout": knockout.explanation_of,
    "rooms_round_robin": rooms_round_robin.explanation_of,
    "mitchell": mitchell.explanation_of,
    **dict.fromkeys(("groups", "stages", "cut", "travelling", "ladder"), three.explanation_of),
}


def explanation_of(*, published: Published, names: Names, rulebook: Rulebook, key: str) -> Any:
    """The place of the team or entrant `key` explained; None when it is not in the standings. No query."""
    return EXPLANATIONS[rulebook.format](published=published, names=names, rulebook=rulebook, key=key)


@dataclass(frozen=True, slots=True)
class Basis:
    """The ledger entries behind a team's total: their seqs, and those that corrected or decided something."""

    seqs: tuple[int, ...]
    touching: tuple[LedgerEntry, ...]


def basis_of(*, competition_id: int, matches: Sequence[str], upto: int) -> Basis:
    """The entries of these matches up to a seq: one query."""
    entries = list(LedgerEntry.objects.filter(book__competition_id=competition_id, match__in=matches, seq__lte=upto).order_by("seq"))
    return Basis(tuple(entry.seq for entry in entries), tuple(entry for entry in entries if entry.kind in TOUCHING))
