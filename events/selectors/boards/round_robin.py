"""The leaderboard of a team round robin (掼蛋): places by finished rounds, the round that runs beside them, the cross-table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards import parts
from events.selectors.boards.cross import CrossRow, cross_of
from events.selectors.boards.parts import Board, Row
from events.selectors.boards.team_rows import team_rows
from events.selectors.fixtures import opponents
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow(Row):
    double_downs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamBoard(Board):
    cross: tuple[CrossRow, ...]


def board_of(*, published: Published, names: Names, rulebook: Rulebook) -> TeamBoard:
    """Lays out a snapshot. No query."""
    state = published.state
    shared = parts.progress(state)
    return TeamBoard(
        rows=tuple(_rows(state, names, opponents(state, rulebook), shared["round"])),
        cross=cross_of(state, names),
        **shared,
    )


def _rows(state: Mapping[str, Any], names: Names, fixtures: Mapping[str, Mapping[int, str | None]], number: int) -> Iterable[TeamRow]:
    for row, shared in team_rows(state, names, fixtures, number, lambda points: points):
        yield TeamRow(double_downs=row["double_downs"], **shared)
