"""The fold: a rulebook and the entries of one book make the whole published state. Pure; reads and writes nothing else."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.entries import Entry
from scoring.nodes import (
    SETUP,
    STANDINGS,
    Node,
    Value,
    encounter_node,
    entrant_node,
    is_setup,
    match_node,
    setup_node,
    standings_node,
    state_of,
)
from scoring.parameters import Rulebook

__all__ = ["Entry", "canonical", "fold", "node_values"]


def node_values(rulebook: Rulebook, entries: Iterable[Entry]) -> dict[Node, Value]:
    """Every node from every entry, by its name."""
    by_match: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_match["" if is_setup(entry) else entry.match].append(entry)
    setup = setup_node(rulebook, by_match[""])
    matches: dict[str, Value] = {}
    played: dict[str, list[Value]] = defaultdict(list)
    for seat in setup["matches"]:
        match = matches[seat["match"]] = match_node(rulebook, seat, by_match.get(seat["match"], ()))
        for side in ("ns", "ew"):
            played[seat[side]["entrant"]].append(match)
    entrants = {entrant: entrant_node(rulebook, entrant, its) for entrant, its in played.items()}
    encounters = {
        row["encounter"]: encounter_node(rulebook, row, [matches[match] for match in row["matches"]], entrants)
        for row in setup["encounters"]
    }
    nodes: dict[Node, Value] = {SETUP: setup, STANDINGS: standings_node(rulebook, setup, encounters.values())}
    for kind, values in (("match", matches), ("entrant", entrants), ("encounter", encounters)):
        nodes |= {(kind, key): value for key, value in values.items()}
    return nodes


def fold(rulebook: Rulebook, entries: Iterable[Entry], book: str = "") -> dict[str, Any]:
    """The state after all `entries`, in the shape of docs/design.md. `book` is the id of the book, put into the state."""
    read = list(entries)
    nodes = node_values(rulebook, read)
    matches, entrants, encounters = (
        {key: value for (of, key), value in nodes.items() if of == kind} for kind in ("match", "entrant", "encounter")
    )
    seq = max((entry.seq for entry in read), default=0)
    return state_of(rulebook, nodes[SETUP], matches, entrants, encounters, nodes[STANDINGS], seq=seq, book=book)


def canonical(state: Mapping[str, Any]) -> bytes:
    """The one spelling of a state: JSON, keys sorted, no spaces, UTF-8."""
    return json.dumps(state, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
