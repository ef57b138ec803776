"""The incremental path: only what new entries made dirty is computed again. Must equal the fold, byte for byte."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring.entries import Entry
from scoring.formats import FORMATS
from scoring.nodes import SETUP, STANDINGS, Node, Seating, Value, match_node
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
    form, seating = FORMATS[rulebook.format], Seating(rulebook, setup)
    changed: dict[Node, Value] = {}
    dirty: set[Node] = set()
    now = _Now(values, changed)

    def put(node: Node, value: Mapping[str, Any]) -> None:
        if values.get(node) != value:
            changed[node] = dict(value)
            dirty.update(seating.dependents(*node))

    put(SETUP, setup)
    for match, its in entries.items():
        if match in seating.seats:
            put(("match", match), match_node(rulebook, seating.seats[match], its))
    for node in seating.layers:
        if node in dirty or node not in values:
            put(node, form.compute(rulebook, setup, *node, {source: now[source] for source in seating.inputs[node]}))
    for node in values:
        if not seating.knows(node):
            changed[node] = {}
            dirty.add(STANDINGS)
    if STANDINGS in dirty or STANDINGS not in values:
        put(STANDINGS, form.standings(rulebook, setup, now))
    return changed


class _Now(Mapping[Node, Mapping[str, Any]]):
    """The values as they stand in the middle of a recomputation: what changed over what was."""

    def __init__(self, values: Mapping[Node, Mapping[str, Any]], changed: Mapping[Node, Mapping[str, Any]]) -> None:
        self.values_before, self.changed = values, changed

    def __getitem__(self, node: Node) -> Mapping[str, Any]:
        return self.changed[node] if node in self.changed else self.values_before[node]

    def __iter__(self) -> Iterator[Node]:
        return iter({**self.values_before, **self.changed})

    def __len__(self) -> int:
        return len({**self.values_before, **self.changed})
