"""Node values as a service keeps them: stored as JSON, brought up to date a few entries at a time."""

import json

from scoring.entries import Entry
from scoring.fold import canonical
from scoring.incremental import dirty_matches, recompute
from scoring.nodes import SETUP, Node, Value, is_setup, setup_node, state_of
from scoring.parameters import Rulebook


class Kept:
    """The incremental path over one book. `read` takes the next entries and gives the bytes of the state after them."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.stored: dict[Node, str] = {}
        self.seen: list[Entry] = []

    def read(self, new: list[Entry]) -> bytes:
        self.seen += new
        values: dict[Node, Value] = {node: json.loads(text) for node, text in self.stored.items()}
        before = values.get(SETUP)
        setup = before
        if setup is None or any(is_setup(entry) for entry in new):
            setup = setup_node(self.rulebook, [entry for entry in self.seen if is_setup(entry)])
        dirty = dirty_matches(before, setup, [entry.match for entry in new if entry.match])
        entries = {match: [entry for entry in self.seen if entry.match == match] for match in dirty}
        for node, value in recompute(self.rulebook, values, setup, entries).items():
            values[node] = value
            if value:
                self.stored[node] = json.dumps(value, sort_keys=True)  # as a service does: nothing may hang on the order of keys
            else:
                del self.stored[node], values[node]
        return canonical(state_of(self.rulebook, values, seq=max(entry.seq for entry in self.seen), book="c1"))
