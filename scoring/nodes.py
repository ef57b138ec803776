"""The nodes of the computation: setup, match, entrant, encounter, standings. Each is pure: JSON-able values in, one out.

`scoring.fold` computes every node; `scoring.incremental` only those that an entry made dirty. Both call these functions.
A node's name is (kind, key): ("setup", ""), ("match", "r3-2v7-p1"), ("entrant", "e…"), ("encounter", "r3-2v7"), ("standings", "").
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.entries import Entry
from scoring.parameters import Rulebook

Value = dict[str, Any]
Node = tuple[str, str]


def setup_node(rulebook: Rulebook, entries: Iterable[Entry]) -> Value:
    """Teams, draws, rounds and the seats of the opened rounds' matches, from the entries that name no match.

    `{"simulated", "closed", "teams": […], "rounds": […], "matches": [seat…], "lots", "plan": {"draws", "blocked", "rounds"}}`;
    a seat is `{"match", "round", "encounter", "pair", "table", "ns": {"team", "entrant", "players"}, "ew": {…}}`.
    """
    raise NotImplementedError


def match_node(rulebook: Rulebook, seat: Mapping[str, Any], entries: Iterable[Entry]) -> Value:
    """One match from its seat (a row of the setup's `matches`) and its own entries: hands, forfeit, confirmation."""
    raise NotImplementedError


def entrant_node(rulebook: Rulebook, entrant: str, matches: Iterable[Mapping[str, Any]]) -> Value:
    """A pair's forfeited rounds and whether they annul its results, from the values of the matches it plays in."""
    raise NotImplementedError


def encounter_node(
    rulebook: Rulebook, encounter: str, matches: Iterable[Mapping[str, Any]], entrants: Mapping[str, Mapping[str, Any]]
) -> Value:
    """What counts of each match of an encounter, and the sums of both teams. `entrants`: entrant -> its node's value."""
    raise NotImplementedError


def standings_node(rulebook: Rulebook, setup: Mapping[str, Any], encounters: Iterable[Mapping[str, Any]]) -> Value:
    """`{"standings", "previous", "rounds", "plan"}` from the setup and the values of all encounters of opened rounds."""
    raise NotImplementedError


def state_of(
    rulebook: Rulebook,
    setup: Mapping[str, Any],
    matches: Mapping[str, Mapping[str, Any]],
    entrants: Mapping[str, Mapping[str, Any]],
    encounters: Mapping[str, Mapping[str, Any]],
    standings: Mapping[str, Any],
    *,
    seq: int,
    book: str = "",
) -> Value:
    """The published state put together from the node values (by key); `seq` is that of the last entry read."""
    raise NotImplementedError


def dependents(setup: Mapping[str, Any], node: str, key: str) -> tuple[Node, ...]:
    """The nodes computed directly from this one: match -> its entrants and encounter; entrant -> all its encounters;
    encounter -> standings."""
    raise NotImplementedError


def is_setup(entry: Entry) -> bool:
    """Whether an entry belongs to the setup node; all others belong to the match they name."""
    return not entry.match


def planned_matches(rulebook: Rulebook, setup: Mapping[str, Any], number: int) -> tuple[list[Value], str | None]:
    """The seats of round `number`, opened or not, and the team with the bye; empty while the plan is blocked."""
    raise NotImplementedError
