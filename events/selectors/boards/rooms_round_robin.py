"""The leaderboard of teams that meet in two rooms (80分 队式赛): places, the encounters of the running round, the cross-table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards import parts
from events.selectors.boards.cross import CrossRow, cross_of
from events.selectors.boards.encounter import Encounter, encounters_of
from events.selectors.boards.parts import Board, Row, number_text
from events.selectors.boards.team_rows import team_rows
from events.selectors.fixtures import opponents
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.parameters import Rulebook

# So many lines of boards the leaderboard prints itself; with more of them, each encounter is a link to its round.
MOST_LINES = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomsRow(Row):
    """`points` are match points, `net` the net points; won, drawn and lost encounters of finished rounds."""

    net: str
    won: int
    drawn: int
    lost_encounters: int
    played: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomsBoard(Board):
    encounters: tuple[Encounter, ...]
    cross: tuple[CrossRow, ...]

    @property
    def in_full(self) -> bool:
        """Whether the boards of the encounters stand on the leaderboard itself."""
        return sum(len(encounter.boards) for encounter in self.encounters) <= MOST_LINES


def board_of(*, published: Published, names: Names, rulebook: Rulebook) -> RoomsBoard:
    """Lays out a snapshot. No query."""
    state = published.state
    shared = parts.progress(state)
    return RoomsBoard(
        rows=tuple(_rows(state, names, opponents(state, rulebook), shared["round"])),
        encounters=tuple(encounters_of(state, names, only=shared["round"])) if shared["round"] else (),
        cross=cross_of(state, names),
        **shared,
    )


def _rows(state: Mapping[str, Any], names: Names, fixtures: Mapping[str, Mapping[int, str | None]], number: int) -> Iterable[RoomsRow]:
    for row, shared in team_rows(state, names, fixtures, number, number_text):
        yield RoomsRow(
            net=number_text(row["net"], signed=True),
            won=row["won"],
            drawn=row["drawn"],
            lost_encounters=row["lost"],
            played=row["played_rounds"],
            **shared,
        )
