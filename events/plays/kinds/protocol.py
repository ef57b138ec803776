"""What a kind of event tells the player: how its files are read, how a hand is written otherwise or wrongly, what the final table says.

A kind is a module; it never computes a score and imports nothing of the service.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from events.plays.event_file import Contents, Record, Slot, Source


@dataclass(frozen=True, slots=True)
class Named:
    """A team or an entrant as the files name it: its name, the name of its team, the number it drew (0 when it drew none)."""

    name: str
    team: str
    number: int


def rows_of(board: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of the standings, each with the `prizes` it has, where there are any."""
    prizes = board.get("awards", ())
    return [{**row, "prizes": [one for one in prizes if one["entrant"] == row.get("entrant")]} for row in board["standings"]]


class Kind(Protocol):
    """Attributes in capitals are constants of the kind."""

    SIDES: tuple[str, ...]  # of a table, the one that keeps the score first
    RECORDED_BY: str  # the side whose tablet keeps the score, or the official who does
    SIGNED_BY: tuple[str, ...]  # the sides that sign
    IN_ORDER: bool  # hands can only be entered one after the other
    SIGNS_EACH: bool  # the other side confirms every hand as soon as it stands, and none of them needs the others
    SEATED: str  # whose draw numbers the sides of a match are: `team` or `entrant`
    LINE_UPS: bool  # a changed line-up is a forfeit, so that a forfeit may come about this way
    SIGNS_LATE: bool  # a match may be signed when later rounds are running
    EARLY: str  # the code that refuses the confirmation of a match whose hands are not all in
    CLAUSE: str  # the clause a ruling between two results cites, unless the event names another

    def read(self, source: Source) -> Contents:
        """The event of these files."""

    def meeting(self, code: str) -> str:
        """Under which name the files know the match with this code."""

    def slot(self, record: Record) -> Slot:
        """Where a record stands in its match."""

    def official(self, record: Record) -> bool:
        """Whether only an official may enter this record."""

    def echo(self, record: Record, chance: random.Random) -> Record:
        """The same result as somebody else would write it."""

    def wrong(self, record: Record, chance: random.Random) -> Record | None:
        """Another result for the same slot; None where slips are written in the files alone, because what follows hangs on them."""

    def placed(self, row: Mapping[str, Any], named: Mapping[str, Named]) -> Mapping[str, Any]:
        """A row of the board's standings in the form of standings.json."""

    def results(self, board: Mapping[str, Any], named: Mapping[str, Named]) -> Any:
        """What the board says below the final table, by names and numbers only: the same whatever the order of arrival."""

    def line(self, row: Mapping[str, Any]) -> str:
        """A row of the final table to be printed."""
