"""单循环 between teams of k pairs (掼蛋): every team meets every other once, pair against pair. Clauses TR-01..06, GD-05..09.

match -> its two pairs (forfeits) and its encounter -> standings. A pair that forfeits too often annuls all its matches, so a
pair's node reaches every encounter it plays in.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from scoring import tiebreaks
from scoring.formats.protocol import TEAMS, Node, Value
from scoring.formats.round_robin import schedule
from scoring.formats.round_robin.nodes import encounter_node, entrant_node
from scoring.formats.round_robin.setup import planned_seats, setup_value
from scoring.formats.round_robin.standings import standings_node
from scoring.parameters import Rulebook, Schema
from scoring.setup_facts import SetupFacts

__all__ = ["RoundRobin", "encounter_node", "entrant_node", "standings_node"]

SIDES = ("ns", "ew")


class RoundRobin:
    """See `scoring.formats.protocol.Format`."""

    schema: Schema = {**schedule.SCHEMA, **tiebreaks.SCHEMA}
    contenders = TEAMS
    states_seats = False
    layers = ("entrant", "encounter")

    def setup(self, rulebook: Rulebook, facts: SetupFacts) -> Value:
        return setup_value(rulebook, facts)

    def planned(
        self, rulebook: Rulebook, setup: Mapping[str, Any], number: int, results: Mapping[str, Any] | None
    ) -> tuple[list[Value], list[str]]:
        return planned_seats(rulebook, setup, number)

    def edges(self, setup: Mapping[str, Any]) -> dict[Node, list[Node]]:
        seats = {seat["match"]: seat for seat in setup["matches"]}
        edges: dict[Node, list[Node]] = defaultdict(list)
        for seat in setup["matches"]:
            for side in SIDES:
                edges["entrant", seat[side]["entrant"]].append(("match", seat["match"]))
        for row in setup["encounters"]:
            node = ("encounter", row["encounter"])
            edges[node] += [("match", match) for match in row["matches"]]
            edges[node] += [("entrant", seats[match][side]["entrant"]) for match in row["matches"] for side in SIDES]
        return edges

    def winner_change(self, rulebook: Rulebook, setup: Mapping[str, Any], match: Mapping[str, Any]) -> None:
        """Nobody goes on anywhere."""
        return None

    def compute(
        self, rulebook: Rulebook, setup: Mapping[str, Any], layer: str, key: str, inputs: Mapping[Node, Mapping[str, Any]]
    ) -> Value:
        matches = [value for (kind, _), value in inputs.items() if kind == "match"]
        if layer == "entrant":
            return entrant_node(rulebook, key, matches)
        row = next(row for row in setup["encounters"] if row["encounter"] == key)
        return encounter_node(rulebook, row, matches, {entrant: value for (kind, entrant), value in inputs.items() if kind == "entrant"})

    def standings(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        return standings_node(rulebook, setup, [nodes["encounter", row["encounter"]] for row in setup["encounters"]])

    def published(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        """Teams with their pairs' forfeits, the matches with what counts of them, the encounters and the standings."""
        nothing = {"forfeits": 0, "annulled": False}
        teams = []
        for team in setup["teams"]:
            pairs = []
            for entrant in team["entrants"]:
                status = nodes.get(("entrant", entrant["entrant"]), nothing)
                pairs.append({**entrant, "forfeits": status["forfeits"], "annulled": status["annulled"]})
            teams.append({"team": team["team"], "number": team["number"], "entrants": pairs})
        encounters = [nodes["encounter", row["encounter"]] for row in setup["encounters"]]
        credits = {match: credit for value in encounters for match, credit in value["credits"].items()}
        standings = nodes["standings", ""]
        return {
            "teams": teams,
            "rounds": standings["rounds"],
            "matches": [_match(nodes["match", seat["match"]], credits[seat["match"]]) for seat in setup["matches"]],
            "encounters": [{name: value for name, value in row.items() if name != "credits"} for row in encounters],
            "standings": standings["standings"],
            "previous": standings["previous"],
            "plan": standings["plan"],
        }


def _match(value: Mapping[str, Any], credit: Mapping[str, Any]) -> Value:
    return {**{name: part for name, part in value.items() if name != "credit"}, **credit}
