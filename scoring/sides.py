"""The two sides of a table and its seats, anti-clockwise. At a table for two the sides stand for the two players."""

from collections.abc import Mapping

SIDES = NS, EW = ("NS", "EW")
OTHER: Mapping[str, str] = {NS: EW, EW: NS}
SEATS = ("N", "W", "S", "E")
SIDE_OF: Mapping[str, str] = {"N": NS, "S": NS, "E": EW, "W": EW}
