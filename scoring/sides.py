"""The sides of a table and its seats, anti-clockwise. At a table for two the sides stand for the two players; at a table of three
each of the three players is a side of his own."""

from collections.abc import Mapping
from typing import Any

SIDES = NS, EW = ("NS", "EW")
OTHER: Mapping[str, str] = {NS: EW, EW: NS}
SEATS = ("N", "W", "S", "E")
SIDE_OF: Mapping[str, str] = {"N": NS, "S": NS, "E": EW, "W": EW}
THREE = ("1", "2", "3")
ALL_SIDES = (*SIDES, *THREE)


def key_of(side: str) -> str:
    """Under which key a seat, a row of the setup's `matches`, holds who sits at a side: `ns`, `ew`, `1`, `2`, `3`."""
    return side.lower()


def sides_of(seat: Mapping[str, Any]) -> tuple[str, ...]:
    """The sides of a table, from its seat or from the value of its match: `NS EW`, or `1 2 3`."""
    return THREE if THREE[0] in seat else SIDES


def next_seat(side: str) -> str:
    """Who sits anti-clockwise from a player of a table of three, and speaks and plays after him."""
    return THREE[(THREE.index(side) + 1) % len(THREE)]
