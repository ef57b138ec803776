"""Boards 牌套 of 80分: who deals, what rank is played, what is trump where that is printed. Clauses E80-02, E80-06, E80-09.

The dealer's side declares, the other defends. Reads the rulebook's table of boards; nothing is carried from board to board.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.eighty.schema import BOARDS, CONTESTED, LARGEST_BOARD, PRINTED, STATED, TRUMP_MODE
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.sides import OTHER, SIDE_OF


@dataclass(frozen=True, slots=True)
class Board:
    """One board. `rank` and `trump` are empty where the rulebook leaves them to the table or to an official."""

    number: int
    dealer: str
    rank: str
    trump: str

    @property
    def declarers(self) -> str:
        """The side of the dealer."""
        return SIDE_OF[self.dealer]

    @property
    def defenders(self) -> str:
        return OTHER[self.declarers]


def boards(rulebook: Rulebook) -> dict[int, Board]:
    """Every board that may be in play, by its number. After the last of the set the dealers and ranks begin again."""
    numbers = range(1, rulebook.number(LARGEST_BOARD) + 1)
    return {number: board for number in numbers if (board := _found(rulebook, number)) is not None}


def board_at(rulebook: Rulebook, number: int) -> Board:
    """The board of this number; raises KeyError where there is none."""
    board = _found(rulebook, number) if 1 <= number <= rulebook.number(LARGEST_BOARD) else None
    if board is None:
        raise KeyError(number)
    return board


def _found(rulebook: Rulebook, number: int) -> Board | None:
    rows, mode = rulebook.rows(BOARDS), rulebook.choice(TRUMP_MODE)
    place = (number - 1) % max(row["board"] for row in rows) + 1
    row = next((row for row in rows if row["board"] == place), None)
    if row is None:
        return None
    rank = row["rank"] if mode == PRINTED else row["contested_rank"] if mode == CONTESTED else ""
    return Board(number, row["dealer"], rank, row["trump"] if mode == PRINTED and row["trump"] != STATED else "")


def fixed_trump(rulebook: Rulebook, number: int, stated: Mapping[str, Any] | None = None) -> dict[str, str]:
    """What is already settled of a board's `rank` and `trump`: by an official (`stated`), else by the rulebook. Only what is known."""
    if stated is not None:
        return {name: str(stated[name]) for name in ("rank", "trump") if stated.get(name)}
    board = board_at(rulebook, number)
    return {name: value for name, value in (("rank", board.rank), ("trump", board.trump)) if value}


def trump_findings(rulebook: Rulebook, normal: Mapping[str, Any], fixed: Mapping[str, str]) -> tuple[Fault, ...]:
    """A trump once fixed stays for the session (E80-06): where a record says another suit or rank than `fixed`."""
    law, codes = rulebook.law(TRUMP_MODE), {"trump": "trump_differs", "rank": "rank_differs"}
    return tuple(
        Fault(codes[name], law, name, {"board": normal["board"], "wanted": fixed[name], "given": normal[name]})
        for name in ("trump", "rank")
        if name in fixed and fixed[name] != normal[name]
    )
