"""晋级赛 of 斗地主 范文一: sessions of single games, one level up for a win, a lost game ends the run, the first at the top ends the event.

match -> run: one person's games -> standings. A round is a session; who plays in it is drawn among those who hold an unused voucher.
Clauses F1-10 to F1-26, AMB-16, AMB-18, AMB-49.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from scoring.formats.drawn_tables import REGULAR, DrawnTables, common_setup, threes, values_of
from scoring.formats.ladder import leaves
from scoring.formats.ladder.eligibility import may_enter, seat_faults, tables_of, voucher_faults
from scoring.formats.ladder.runs import run_node
from scoring.formats.ladder.standings import standings_node
from scoring.formats.protocol import SETUP, Node, Value
from scoring.games.doudizhu.leaves import DISQUALIFIES
from scoring.outcomes import Fault
from scoring.parameters import Rulebook, Schema
from scoring.penalties import codes, leaf
from scoring.setup_facts import SetupFacts
from scoring.sides import THREE

__all__ = ["Ladder"]

RUN = "run"


class Ladder(DrawnTables):
    """See `scoring.formats.protocol.Format` and `scoring.formats.drawn_tables`."""

    schema: Schema = leaves.SCHEMA
    layers = (RUN,)

    def setup(self, rulebook: Rulebook, facts: SetupFacts) -> Value:
        """Draw numbers are the order of registration."""
        return common_setup(facts, list(facts.entrants))

    def edges(self, setup: Mapping[str, Any]) -> Mapping[Node, Sequence[Node]]:
        """A run hangs on the setup too: somebody may be seated elsewhere, and then a match is not his any more."""
        edges: dict[Node, list[Node]] = defaultdict(lambda: [SETUP])
        for seat in setup["matches"]:
            for side in THREE:
                edges[RUN, seat[side]["entrant"]].append(("match", seat["match"]))
        return dict(edges)

    def compute(
        self, rulebook: Rulebook, setup: Mapping[str, Any], layer: str, key: str, inputs: Mapping[Node, Mapping[str, Any]]
    ) -> Value:
        return run_node(rulebook, key, [value for (kind, _), value in inputs.items() if kind == "match"])

    def standings(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        runs = {entrant: nodes[RUN, entrant] for kind, entrant in self.edges(setup) if kind == RUN}
        return standings_node(rulebook, setup, runs, values_of(setup, nodes))

    def seat_facts(self, rulebook: Rulebook, setup: Mapping[str, Any], coming: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"strict": [], "kind": REGULAR}

    def order_faults(self, rulebook: Rulebook, state: Mapping[str, Any], order: Sequence[str]) -> tuple[Fault, ...]:
        """Fewer than a table, or two who could both come to the top at one table."""
        if len(order) < len(THREE):
            return (Fault("too_few_named", rulebook.law(leaves.LEFTOVER), "order", {"least": len(THREE), "given": len(order)}),)
        return seat_faults(rulebook, state, threes(order), "")

    def entry_faults(self, rulebook: Rulebook, born: str | None, day: str) -> tuple[Fault, ...]:
        return may_enter(rulebook, born, day)

    def opening_faults(self, rulebook: Rulebook, state: Mapping[str, Any], seats: Sequence[Value], day: str) -> tuple[Fault, ...]:
        return seat_faults(rulebook, state, tables_of(seats), day)

    def voucher_faults(self, rulebook: Rulebook, state: Mapping[str, Any], entrant: str, act: str, day: str) -> tuple[Fault, ...]:
        return voucher_faults(rulebook, state, entrant, act, day)

    def roster_open(self, rulebook: Rulebook, setup: Mapping[str, Any], *, wild_card: bool) -> bool:
        """People come as long as there are sessions; after the champion no voucher is given any more."""
        return not wild_card

    def disqualification_codes(self, rulebook: Rulebook) -> tuple[str, ...]:
        return tuple(code for code in codes(rulebook) if rulebook.choice(leaf(code, "moves")) == DISQUALIFIES)
