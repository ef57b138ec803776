"""The fold: a rulebook and the entries of one book make the whole published state. Pure; reads and writes nothing else."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.entries import Entry
from scoring.formats import FORMATS
from scoring.nodes import SETUP, STANDINGS, Node, Seating, Value, is_setup, match_node, setup_node, state_of
from scoring.parameters import Rulebook

__all__ = ["Entry", "canonical", "fold", "node_values"]


def node_values(rulebook: Rulebook, entries: Iterable[Entry]) -> dict[Node, Value]:
    """Every node from every entry, by its name."""
    by_match: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_match["" if is_setup(entry) else entry.match].append(entry)
    setup = setup_node(rulebook, by_match[""])
    form, seating = FORMATS[rulebook.format], Seating(rulebook, setup)
    nodes: dict[Node, Value] = {SETUP: setup}
    for match, seat in seating.seats.items():
        nodes["match", match] = match_node(rulebook, seat, by_match.get(match, ()))
    for node in seating.layers:
        nodes[node] = form.compute(rulebook, setup, *node, {source: nodes[source] for source in seating.inputs[node]})
    nodes[STANDINGS] = form.standings(rulebook, setup, nodes)
    return nodes


def fold(rulebook: Rulebook, entries: Iterable[Entry], book: str = "") -> dict[str, Any]:
    """The state after all `entries`, in the shape of docs/design.md. `book` is the id of the book, put into the state."""
    read = list(entries)
    return state_of(rulebook, node_values(rulebook, read), seq=max((entry.seq for entry in read), default=0), book=book)


def canonical(state: Mapping[str, Any]) -> bytes:
    """The one spelling of a state: JSON, keys sorted, no spaces, UTF-8."""
    return json.dumps(state, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
