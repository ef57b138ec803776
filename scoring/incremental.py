"""The incremental path: only what new entries made dirty is computed again. Must equal the fold, byte for byte."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.entries import Entry
from scoring.nodes import SETUP, STANDINGS, Node, Seating, Value, encounter_node, entrant_node, match_node, standings_node
from scoring.parameters import Rulebook


def dirty_matches(before: Mapping[str, Any] | None, setup: Mapping[str, Any], touched: Iterable[str]) -> tuple[str, ...]:
    """Matches to compute again: those that new entries name, and those whose seat is new or differs from `before`.

    `before` is the setup's value of the last computation, None for the first.
    """
    named = set(touched)
    old = {} if before is None else {seat["match"]: seat for seat in before["matches"]}
    return tuple(seat["match"] for seat in setup["matches"] if seat["match"] in named or old.get(seat["match"]) != seat)


def recompute(
    rulebook: Rulebook, values: Mapping[Node, Mapping[str, Any]], setup: Mapping[str, Any], entries: Mapping[str, Sequence[Entry]]
) -> dict[Node, Value]:
    """The nodes that changed against `values`, which holds all nodes of the last computation.

    `setup` is the setup's value now; `entries` maps every dirty match (see `dirty_matches`) to all its entries. A node that is
    no more comes back as an empty value: delete it.
    """
    seating = Seating(setup)
    changed: dict[Node, Value] = {}
    dirty: set[Node] = set()

    def put(node: Node, value: Mapping[str, Any]) -> None:
        if values.get(node) != value:
            changed[node] = dict(value)
            dirty.update(seating.dependents(*node))

    def now(node: Node) -> Mapping[str, Any]:
        return changed[node] if node in changed else values[node]

    put(SETUP, setup)
    for match, its in entries.items():
        if match in seating.seats:
            put(("match", match), match_node(rulebook, seating.seats[match], its))
    for kind, key in sorted(dirty):
        if kind == "entrant":
            put((kind, key), entrant_node(rulebook, key, [now(("match", match)) for match in seating.matches_of[key]]))
    for kind, key in sorted(dirty):
        if kind == "encounter":
            row = seating.encounters[key]
            entrants = {entrant: now(("entrant", entrant)) for entrant in seating.entrants_of(key)}
            put((kind, key), encounter_node(rulebook, row, [now(("match", match)) for match in row["matches"]], entrants))
    for node in values:
        if _gone(seating, node):
            changed[node] = {}
            dirty.add(STANDINGS)
    if STANDINGS in dirty or STANDINGS not in values:
        put(STANDINGS, standings_node(rulebook, setup, [now(("encounter", key)) for key in seating.encounters]))
    return changed


def _gone(seating: Seating, node: Node) -> bool:
    kind, key = node
    known: Mapping[str, Mapping[str, Any]] = {"match": seating.seats, "entrant": seating.matches_of, "encounter": seating.encounters}
    return kind in known and key not in known[kind]
