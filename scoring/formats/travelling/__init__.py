"""个人移位赛 of 斗地主 范文四: drawn once by cards, seat 1 stays, seats 2 and 3 go opposite ways, all hands of all rounds are added up.

match -> standings. The draw of round 1 gives the seats of every round; each round states them when it opens. Clauses F4-01 to F4-08.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.formats import drawn_tables
from scoring.formats.drawn_tables import REGULAR, DrawnTables, common_setup, sides_at
from scoring.formats.protocol import Node, Value
from scoring.formats.travelling import leaves, movement
from scoring.formats.travelling.standings import standings_node
from scoring.parameters import Rulebook, Schema
from scoring.setup_facts import SetupFacts
from scoring.sides import THREE
from scoring.tallies.table_of_three.leaves import HANDS_COUNT

__all__ = ["Travelling"]

FIRST_DRAW = "1"


class Travelling(DrawnTables):
    """See `scoring.formats.protocol.Format` and `scoring.formats.drawn_tables`."""

    schema: Schema = leaves.SCHEMA

    def setup(self, rulebook: Rulebook, facts: SetupFacts) -> Value:
        """Beside the common keys `drawn`: the order of the draw, table by table, empty while it is missing or names others."""
        setup = common_setup(facts, facts.groups.get(1, ()))
        order = setup["groups"].get(FIRST_DRAW, [])
        drawn = order if sorted(order) == sorted(setup["registered"]) else []
        blocked = _blocked(rulebook, len(setup["registered"]))
        tables = len(setup["registered"]) // len(THREE)
        rounds = max(rulebook.number(leaves.ROUNDS) or tables, *facts.opened, 0)
        return {**setup, "drawn": drawn, "plan": {"draws": [], "blocked": blocked, "rounds": rounds}}

    def planned(
        self, rulebook: Rulebook, setup: Mapping[str, Any], number: int, results: Mapping[str, Any] | None
    ) -> tuple[list[Value], list[str]]:
        """The seats of any round, from the draw of the first alone; nobody has a bye."""
        drawn: Sequence[str] = setup["drawn"]
        if setup["plan"]["blocked"] or not drawn or not 1 <= number <= setup["plan"]["rounds"]:
            return [], []
        sides, moving = sides_at(setup), movement.movement_of(rulebook)
        hands = rulebook.number(HANDS_COUNT) if rulebook.has(HANDS_COUNT) else 0
        seats: list[Value] = []
        for place in movement.places(len(drawn) // len(THREE), number, moving):
            match = f"r{number}-t{place.table}"
            where = {"match": match, "round": number, "stage": "", "encounter": match, "pair": 1, "table": place.table}
            people = {seat: sides[movement.drawn_at(drawn, seat, began)] for seat, began in place.seats.items()}
            travelling = {"board_set": place.boards} if place.boards else {}
            # Boards keep their numbers wherever they go, and the number says who opens; freshly dealt hands are counted through.
            before = hands * ((place.boards or number) - 1)
            said = {"strict": [], "kind": REGULAR, "hands_before": before, **travelling}
            seats.append({**where, "room": "", "boards": [], **people, **said})
        return seats, []

    def standings(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        return standings_node(rulebook, setup, drawn_tables.values_of(setup, nodes))


def _blocked(rulebook: Rulebook, entrants: int) -> list[Value]:
    """What keeps the cards from being drawn: tables that would not be full, more tables than a suit has cards."""
    tables, spare = divmod(entrants, len(THREE))
    most = rulebook.number(leaves.MOST_TABLES)
    blocked: list[Value] = []
    if entrants < len(THREE):
        blocked.append({"code": "too_few_entrants", "values": {"entrants": entrants, "least": len(THREE)}})
    elif spare:
        blocked.append({"code": "entrants_wanted", "values": {"entrants": entrants, "wanted": entrants - spare + len(THREE)}})
    if tables > most:
        blocked.append({"code": "tables_too_many", "values": {"tables": tables, "most": most}})
    return blocked
