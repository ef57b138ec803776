"""The computation as a graph: setup, matches, the layers of the format, standings. Each node is pure: JSON-able values in, one out.

`scoring.fold` computes every node; `scoring.incremental` only those that an entry made dirty. Both ask the format, and share
nothing else. A node's name is (kind, key): ("setup", ""), ("match", "r3-2v7-p1"), ("encounter", "r3-2v7"), ("standings", "").
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from scoring.entries import Entry
from scoring.formats import FORMATS
from scoring.formats.protocol import SETUP, STANDINGS, Node, Value
from scoring.matches import match_node
from scoring.parameters import Rulebook
from scoring.setup import planned_matches, setup_node

__all__ = [
    "SETUP",
    "STANDINGS",
    "Node",
    "Seating",
    "Value",
    "dependents",
    "is_setup",
    "match_node",
    "planned_matches",
    "setup_node",
    "state_of",
]

STATE_FORMAT = "mingpai-state-1"


def is_setup(entry: Entry) -> bool:
    """Whether an entry belongs to the setup node; all others belong to the match they name."""
    return not entry.match


class Seating:
    """The edges of the computation, from the setup's value.

    `seats`: match -> its seat; `inputs`: every node of the format's layers -> what it is computed from; `layers`: those nodes in
    the order in which they are computed.
    """

    def __init__(self, rulebook: Rulebook, setup: Mapping[str, Any]) -> None:
        form = FORMATS[rulebook.format]
        self.seats: dict[str, Mapping[str, Any]] = {seat["match"]: seat for seat in setup["matches"]}
        self.inputs = dict(form.edges(setup))
        self.layers = sorted(self.inputs, key=lambda node: (form.layers.index(node[0]), node[1]))
        self.outputs: dict[Node, list[Node]] = defaultdict(list)
        for node in self.layers:
            for source in dict.fromkeys(self.inputs[node]):
                self.outputs[source].append(node)

    def knows(self, node: Node) -> bool:
        """Whether the node is part of the computation now."""
        return node in (SETUP, STANDINGS) or node in self.inputs or (node[0] == "match" and node[1] in self.seats)

    def dependents(self, kind: str, key: str) -> tuple[Node, ...]:
        """The nodes computed directly from this one; the standings come from all of them."""
        node = (kind, key)
        if node == STANDINGS or not self.knows(node):
            return ()
        return (*self.outputs.get(node, ()), STANDINGS)


def dependents(rulebook: Rulebook, setup: Mapping[str, Any], kind: str, key: str) -> tuple[Node, ...]:
    """See `Seating.dependents`; for many nodes make one `Seating` and ask that."""
    return Seating(rulebook, setup).dependents(kind, key)


def state_of(rulebook: Rulebook, nodes: Mapping[Node, Mapping[str, Any]], *, seq: int, book: str = "") -> Value:
    """The published state put together from all node values; `seq` is that of the last entry read."""
    setup = nodes[SETUP]
    return {
        "format": STATE_FORMAT,
        "book": book,
        "seq": seq,
        "rulebook": {"id": rulebook.id, "digest": rulebook.digest},
        "simulated": setup["simulated"],
        "closed": setup["closed"],
        **FORMATS[rulebook.format].published(rulebook, setup, nodes),
    }
