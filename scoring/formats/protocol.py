"""What a format 赛制 answers: the whole computation from the matches to the published state, as a graph of nodes.

A node's name is (kind, key): ("setup", ""), ("match", "r3-2v7-p1"), whatever layers the format puts between, ("standings", "").
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from scoring.parameters import Rulebook, Schema
from scoring.setup_facts import SetupFacts

Value = dict[str, Any]
Node = tuple[str, str]

SETUP: Node = ("setup", "")
STANDINGS: Node = ("standings", "")
TEAMS, ENTRANTS = "teams", "entrants"


class Format(Protocol):
    """One format. Everything is pure: JSON-able values in, one out."""

    @property
    def schema(self) -> Schema:
        """The leaves the format reads, its tie-breakers among them."""

    @property
    def contenders(self) -> str:
        """Who is ranked and drawn: `teams` or `entrants`."""

    @property
    def states_seats(self) -> bool:
        """Whether the entry that opens a round says who sits where; otherwise the seats follow from the draws alone."""

    @property
    def layers(self) -> tuple[str, ...]:
        """The kinds of node between the matches and the standings, in the order in which they are computed."""

    def setup(self, rulebook: Rulebook, facts: SetupFacts) -> Value:
        """`{"simulated", "closed", "teams", "rounds", "matches": [seat…], "lots", "plan": {"draws", "blocked", "rounds"}, …}`."""

    def planned(
        self, rulebook: Rulebook, setup: Mapping[str, Any], number: int, results: Mapping[str, Any] | None
    ) -> tuple[list[Value], list[str]]:
        """The seats of round `number`, opened or not, as they are to be, and who has a bye; nothing while the plan is blocked.

        `results` is the value of the standings node (or the published state, which has the same keys) where the plan depends
        on who won; None where nothing was played.
        """

    def edges(self, setup: Mapping[str, Any]) -> Mapping[Node, Sequence[Node]]:
        """Every node of every layer -> what it is computed from: matches, nodes of earlier layers, or SETUP."""

    def winner_change(self, rulebook: Rulebook, setup: Mapping[str, Any], match: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Who should sit in a later opened match now that `match`, a match's value, stands as it does, if somebody else does.

        `{"match": code, "seats": {"ns" or "ew": entrant}}`, or None: nobody goes on, the later match is not opened, or it is right.
        Where two matches follow (the final, and that for third place) the second is named once the first is right. Where nobody comes
        out of a match, `seats` is empty and `gone` is the side of who was seated from there. Where the next match was passed over as
        a walkover, `seats` is empty and `passed` true: what follows, the published state alone tells.
        """

    def compute(
        self, rulebook: Rulebook, setup: Mapping[str, Any], layer: str, key: str, inputs: Mapping[Node, Mapping[str, Any]]
    ) -> Value:
        """The value of a node of a layer; `inputs` has exactly the nodes that `edges()` names for it."""

    def standings(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        """The value of the standings node from all others: `{"standings", "previous", "rounds", "plan", …}`."""

    def published(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        """The body of the state: `{"teams", "rounds", "matches", "encounters", "standings", "previous", "plan", …}`."""
