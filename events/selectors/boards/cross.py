"""交叉表: everyone against everyone, in the order of draw numbers, which never moves while the places do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.parts import larger
from events.selectors.people import Names


@dataclass(frozen=True, slots=True)
class Cell:
    """One team's points against another. `kind`: self, none, now, win, lose, even."""

    kind: str
    points: object
    key: str
    column: int


@dataclass(frozen=True, slots=True)
class CrossRow:
    key: str
    number: int
    name: str
    cells: tuple[Cell, ...]
    points: object


def cross_of(state: Mapping[str, Any], names: Names) -> tuple[CrossRow, ...]:
    """The encounters of a team competition as a square. No query."""
    teams = sorted((team for team in state["teams"] if team["number"]), key=lambda team: team["number"])
    totals = {row["team"]: row["points"] for row in state["standings"]}
    met = {frozenset((encounter["low"], encounter["high"])): encounter for encounter in state["encounters"]}
    rows = []
    for row in teams:
        cells = tuple(_cell(row["team"], column, met.get(frozenset((row["team"], column["team"])))) for column in teams)
        rows.append(CrossRow(row["team"], row["number"], names.team(row["team"]), cells, totals.get(row["team"], 0)))
    return tuple(rows)


def _cell(team: str, column: Mapping[str, Any], encounter: Mapping[str, Any] | None) -> Cell:
    other, number = column["team"], column["number"]
    if team == other:
        return Cell("self", "", "", number)
    key = f"{team}:{other}"
    if encounter is None:
        return Cell("none", "", key, number)
    mine, theirs = ("low", "high") if encounter["low"] == team else ("high", "low")
    points = encounter["points"]
    if not encounter["finished"]:
        begun = encounter["handed_in"] or points[mine] or points[theirs]
        return Cell("now" if begun else "none", points[mine] if begun else "", key, number)
    return Cell(larger(points[mine], points[theirs]), points[mine], key, number)
