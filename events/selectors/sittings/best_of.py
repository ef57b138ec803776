"""A match of single games (五子棋): colours, who won and how, and the board where the moves were written down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.selectors.people import Names
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game. `winner` is empty for a drawn one; `due`: who was to have Black, empty where that was free; `stones`: None unwritten."""

    number: int
    hash: str
    black: str
    winner: str
    reason: str
    counted: bool
    out_of_turn: bool
    stones: int | None
    five: tuple[tuple[int, int], ...]
    under_review: bool
    by: str
    clauses: tuple[str, ...]
    trace: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    games: tuple[GameRow, ...]
    wins: Mapping[str, int]
    to_win: int
    next_game: int | None
    next_black: str


@dataclass(frozen=True, slots=True)
class Stone:
    """One stone: where it lies in the drawing, its colour, its number, and whether it is of the winning line."""

    x: int
    y: int
    black: bool
    number: int
    five: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board of `size` lines, `far` to the last of them, in a square of `side`."""

    size: int
    side: int
    first: int
    far: int
    lines: tuple[int, ...]
    stones: tuple[Stone, ...]


CELL = 24


def sheet_of(match: Mapping[str, Any], *, names: Names, rulebook: Rulebook) -> Sheet:
    """Games in order."""
    shown = match["shown"]
    return Sheet(
        games=tuple(_game(row) for row in match["hands"]),
        wins=shown["wins"],
        to_win=shown["to_win"],
        next_game=shown["next_game"],
        next_black=shown["next_black"],
    )


def _game(row: Mapping[str, Any]) -> GameRow:
    return GameRow(
        number=row["number"],
        hash=row["hash"],
        black=row["black"],
        winner=row["winner"],
        reason=row["reason"],
        counted=row["counted"],
        out_of_turn=bool(row["black_due"]) and row["black_due"] != row["black"],
        stones=row["stones"],
        five=tuple((point[0], point[1]) for point in row["five"] or ()),
        under_review=row["under_review"],
        by=row["by"],
        clauses=tuple(dict.fromkeys(step["clause"] for step in row["trace"])),
        trace=tuple(row["trace"]),
    )


def drawing_of(game: GameRow, moves: Sequence[Sequence[int]], size: int) -> Drawing:
    """The board after the last move. `moves` are columns and rows from 1, Black first; row 1 is at the foot."""
    stones = tuple(
        Stone(
            x=column * CELL,
            y=(size + 1 - row) * CELL,
            black=place % 2 == 0,
            number=place + 1,
            five=(column, row) in game.five,
        )
        for place, (column, row) in enumerate(moves)
    )
    return Drawing(
        size=size, side=(size + 1) * CELL, first=CELL, far=size * CELL, lines=tuple(n * CELL for n in range(1, size + 1)), stones=stones
    )
