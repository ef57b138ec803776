"""单循环 between teams in two rooms (80分队式赛): every board is played in both rooms and compared. Clauses E80T-01..05.

match (one room) -> encounter (both rooms) -> standings. Seats are stated when a round is opened.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.formats.protocol import STANDINGS, TEAMS, Node, Value
from scoring.formats.rooms_round_robin import leaves
from scoring.formats.rooms_round_robin.encounter import encounter_value
from scoring.formats.rooms_round_robin.setup import planned_seats, setup_value
from scoring.formats.rooms_round_robin.standings import standings_value
from scoring.parameters import Rulebook, Schema
from scoring.setup_facts import SetupFacts

OWN = ("results", "match_point_fines")  # what a room hands its encounter; published there


class RoomsRoundRobin:
    """See `scoring.formats.protocol.Format`."""

    schema: Schema = leaves.SCHEMA
    contenders = TEAMS
    states_seats = True
    layers: tuple[str, ...] = ("encounter",)

    def setup(self, rulebook: Rulebook, facts: SetupFacts) -> Value:
        return setup_value(rulebook, facts)

    def planned(
        self, rulebook: Rulebook, setup: Mapping[str, Any], number: int, results: Mapping[str, Any] | None
    ) -> tuple[list[Value], list[str]]:
        return planned_seats(rulebook, setup, number)

    def edges(self, setup: Mapping[str, Any]) -> dict[Node, Sequence[Node]]:
        return {("encounter", row["encounter"]): [("match", match) for match in row["matches"]] for row in setup["encounters"]}

    def winner_change(self, rulebook: Rulebook, setup: Mapping[str, Any], match: Mapping[str, Any]) -> None:
        """Nobody goes on anywhere."""

    def compute(
        self, rulebook: Rulebook, setup: Mapping[str, Any], layer: str, key: str, inputs: Mapping[Node, Mapping[str, Any]]
    ) -> Value:
        row = next(row for row in setup["encounters"] if row["encounter"] == key)
        return encounter_value(rulebook, row, inputs.values())

    def standings(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        return standings_value(rulebook, setup, [nodes["encounter", row["encounter"]] for row in setup["encounters"]])

    def published(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        """Teams, both rooms of every encounter, the boards compared, the standings.

        A forfeit in one room is one of the encounter; what the two rooms contradict each other in stands with both of them.
        """
        encounters = {row["encounter"]: nodes["encounter", row["encounter"]] for row in setup["encounters"]}
        standings = nodes[STANDINGS]
        return {
            "teams": setup["teams"],
            "rounds": standings["rounds"],
            "matches": [_match(nodes["match", seat["match"]], encounters[seat["encounter"]]) for seat in setup["matches"]],
            "encounters": list(encounters.values()),
            "standings": standings["standings"],
            "previous": standings["previous"],
            "plan": standings["plan"],
        }


def _match(value: Mapping[str, Any], encounter: Mapping[str, Any]) -> Value:
    row = {name: part for name, part in value.items() if name not in OWN}
    forfeited = {"state": "forfeited"} if encounter["forfeited_by"] else {}
    return {**row, **forfeited, "findings": [*row["findings"], *encounter["findings"]]}
