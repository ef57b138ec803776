"""Mitchell 双人赛移位赛: pairs of two directions, boards compared over all tables that play them. Clauses E80P-01..03.

match -> the boards of its seat -> standings. The setup says how often each board is due and which groups it falls into, so it reaches
every board too.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from scoring.formats.mitchell import setup as setups
from scoring.formats.mitchell import standings, totals
from scoring.formats.mitchell.boards import board_node, findings_by_match
from scoring.formats.protocol import ENTRANTS, SETUP, STANDINGS, Node, Value
from scoring.outcomes import score_json
from scoring.parameters import Rulebook, Schema
from scoring.setup_facts import SetupFacts
from scoring.sides import SIDES

BOARD = "board"


class Mitchell:
    """See `scoring.formats.protocol.Format`."""

    schema: Schema = {**setups.SCHEMA, **totals.SCHEMA, **standings.SCHEMA}
    contenders = ENTRANTS
    states_seats = True
    layers = (BOARD,)

    def setup(self, rulebook: Rulebook, facts: SetupFacts) -> Value:
        return setups.setup_value(rulebook, facts)

    def planned(
        self, rulebook: Rulebook, setup: Mapping[str, Any], number: int, results: Mapping[str, Any] | None
    ) -> tuple[list[Value], list[str]]:
        return setups.planned_seats(rulebook, setup, number)

    def edges(self, setup: Mapping[str, Any]) -> dict[Node, list[Node]]:
        edges: dict[Node, list[Node]] = {(BOARD, str(row["board"])): [SETUP] for row in setup["boards"]}
        for seat in setup["matches"]:
            for board in seat["boards"]:
                edges[BOARD, str(board)].append(("match", seat["match"]))
        return edges

    def winner_change(self, rulebook: Rulebook, setup: Mapping[str, Any], match: Mapping[str, Any]) -> None:
        """Nobody goes on by winning: who sits where follows from the movement."""
        return None

    def compute(
        self, rulebook: Rulebook, setup: Mapping[str, Any], layer: str, key: str, inputs: Mapping[Node, Mapping[str, Any]]
    ) -> Value:
        return board_node(rulebook, setup, int(key), [value for (kind, _), value in inputs.items() if kind == "match"])

    def standings(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        return standings.standings_node(rulebook, setup, nodes)

    def published(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        """The matches with the sum of what their boards give them now, the boards, the standings. Pairs have no encounters."""
        boards = [nodes[BOARD, str(row["board"])] for row in setup["boards"]]
        made: dict[str, dict[str, Fraction]] = defaultdict(lambda: dict.fromkeys(SIDES, Fraction(0)))
        for board in boards:
            for result in board["results"]:
                for side in SIDES:
                    made[result["match"]][side] += Fraction(result["points"][side])
        contested = findings_by_match(boards)
        matches = []
        for seat in setup["matches"]:
            value, match = nodes["match", seat["match"]], seat["match"]
            for charge in value["charges"]:
                made[match][charge["side"]] -= charge["amount"]
            points = {side: score_json(made[match][side]) for side in SIDES} if match in made else None
            matches.append({**value, "points": points, "findings": [*value["findings"], *contested.get(match, ())]})
        table = nodes[STANDINGS]
        return {
            "teams": setup["teams"],
            "lines": setup["lines"],
            "rounds": table["rounds"],
            "matches": matches,
            "encounters": [],
            "boards": boards,
            "standings": table["standings"],
            "previous": table["previous"],
            "plan": table["plan"],
        }
