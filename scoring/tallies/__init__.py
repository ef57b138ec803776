"""Tallies 计分: how the records of a match become what counts. One module a tally."""

from collections.abc import Mapping

from scoring.games import GAMES
from scoring.parameters import Rulebook, Schema
from scoring.sides import THREE
from scoring.tallies.best_of import BestOf
from scoring.tallies.climb import Climb
from scoring.tallies.match_points import MatchPoints
from scoring.tallies.match_sum import MatchSum
from scoring.tallies.protocol import Tally
from scoring.tallies.single_game import SingleGame
from scoring.tallies.table_of_three import TableOfThree
from scoring.tallies.table_of_three.leaves import TIME
from scoring.tallies.two_rooms import TwoRooms

TALLIES: Mapping[str, Tally] = {
    "best_of": BestOf(),
    "climb": Climb(),
    "match_points": MatchPoints(),
    "match_sum": MatchSum(),
    "single_game": SingleGame(),
    "table_of_three": TableOfThree(),
    "two_rooms": TwoRooms(),
}
SCHEMAS: Mapping[str, Schema] = {name: tally.schema for name, tally in TALLIES.items()}


def takes_bell(rulebook: Rulebook) -> bool:
    """Whether a time can be up at a table: the game knows a bell, and a text at tables of three prints a time."""
    game = GAMES[rulebook.game]
    return "time_up" in game.extra_acts and (game.sides != THREE or rulebook.has(TIME))


def adjusts_points(rulebook: Rulebook) -> bool:
    """Whether a match has points of its own that can be set right as a whole: hands that are summed, tables of three that count points.

    Boards are adjusted one by one; levels, games and single games are won or lost, and are ruled or corrected instead.
    """
    return rulebook.tally in ("match_sum", "table_of_three")
