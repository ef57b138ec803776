"""The board 棋盘 of 五子棋: stones placed in turn, Black first, and the line that ends the game. Clauses GMK-02, GMK-04, GMK-06.

Reads a list of moves `[column, row]` counted from 1; knows nothing of players, records or rulebooks' ids.

A colour's stones are one whole number, a bit a point; a row has one bit more than the board has columns, always empty, so that
no line runs from one edge to the other. Stones never leave the board: where a line of the length or more wins, a game is sound
when there is none before the last stone. Only where a longer line does not win must every stone be looked at.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from scoring.outcomes import Fault, shown

Point = list[int]
COORDINATES = ("column", "row")
ONLY_INT, ONLY_LIST = {int}, {list}


class Board:
    """A board of `size` by `size` on which `line` stones in a row win; with `exact`, more than that do not."""

    def __init__(self, size: int, line: int, *, exact: bool) -> None:
        self.size, self.line, self.exact = size, line, exact
        self.width = size + 1
        self.directions = (1, self.width, self.width + 1, self.width - 1)
        numbers = range(1, size + 1)
        self.bits: Mapping[int, Mapping[int, int]] = {column: {row: 1 << self._place(column, row) for row in numbers} for column in numbers}

    def _place(self, column: int, row: int) -> int:
        return (row - 1) * self.width + column - 1

    def read(self, moves: object, law: str) -> tuple[list[Fault], int | None]:
        """What no game can hold: something that is no move, a point off the board, a point taken twice, too many stones. Without
        any of that, the place (from 0) of the first stone that makes a winning line, None where none does."""
        if not isinstance(moves, list):
            return [Fault("wrong_type", law, "moves", {"wanted": "list", "given": shown(moves)})], None
        stones = self._stones(moves)
        return (self._faults(moves, law), None) if stones is None else ([], self._winning_move(moves, stones))

    def winning_move(self, moves: list[Point]) -> int | None:
        """The place of the first stone that makes a winning line, in a list without faults."""
        return self.read(moves, "")[1]

    def _faults(self, moves: Sequence[Any], law: str) -> list[Fault]:
        faults: list[Fault] = []
        most = self.size * self.size
        if len(moves) > most:
            faults.append(Fault("too_many_moves", law, "moves", {"most": most, "given": len(moves)}))
        taken: dict[tuple[int, int], int] = {}
        for place, move in enumerate(moves[:most]):
            at = f"moves[{place}]"
            if not isinstance(move, list) or len(move) != len(COORDINATES):
                faults.append(Fault("move_malformed", law, at, {"wanted": list(COORDINATES), "given": shown(move)}))
                continue
            wrong = [
                Fault("wrong_type", law, f"{at}.{name}", {"wanted": "integer", "given": shown(number)})
                for name, number in zip(COORDINATES, move, strict=True)
                if type(number) is not int
            ]
            off = not wrong and not all(1 <= number <= self.size for number in move)
            if off:
                wrong = [Fault("point_off_board", law, at, {"size": self.size, "given": [shown(number) for number in move]})]
            if not wrong and (first := taken.setdefault((move[0], move[1]), place)) != place:
                wrong = [Fault("point_taken", law, at, {"given": list(move), "by": first + 1})]
            faults += wrong
        return faults

    def _winning_move(self, moves: Sequence[Point], stones: tuple[int, int]) -> int | None:
        if not moves:
            return None
        last = len(moves) - 1
        mine, theirs = stones[last % 2], stones[1 - last % 2]
        column, row = moves[last]
        if not self._has_line(mine ^ self.bits[column][row]) and not self._has_line(theirs):
            return last if self._line_at(mine, moves[last]) else None
        return next((place for place in range(len(moves)) if self.line_of(moves, place)), None)

    def line_of(self, moves: Sequence[Point], place: int) -> list[Point]:
        """The points of the longest winning line that the stone at `place` makes, from one end to the other; none if it makes none."""
        own = 0
        for column, row in moves[place % 2 : place + 1 : 2]:
            own |= self.bits[column][row]
        return self._line_at(own, moves[place])

    def _line_at(self, stones: int, point: Point) -> list[Point]:
        here = self._place(*point)
        best = range(0)
        for step in self.directions:
            low = high = here
            while low >= step and stones >> (low - step) & 1:
                low -= step
            while stones >> (high + step) & 1:
                high += step
            length = (high - low) // step + 1
            if length > len(best) and (length == self.line if self.exact else length >= self.line):
                best = range(low, high + 1, step)
        return [[place % self.width + 1, place // self.width + 1] for place in best]

    def _stones(self, moves: Sequence[Any]) -> tuple[int, int] | None:
        """Black's and White's stones; None when any move has a fault."""
        bits = self.bits
        black = white = 0
        try:
            if not set(map(type, moves)) <= ONLY_LIST or not set(map(type, chain.from_iterable(moves))) <= ONLY_INT:
                return None
            for column, row in moves[0::2]:
                black |= bits[column][row]
            for column, row in moves[1::2]:
                white |= bits[column][row]
        except (KeyError, ValueError):
            return None
        if black & white or (black | white).bit_count() != len(moves):
            return None
        return black, white

    def _has_line(self, stones: int) -> bool:
        """Whether there is a line of the length or more: a stone with `line - 1` others after it, each one step of bits further."""
        for step in self.directions:
            runs = stones
            for _ in range(self.line - 1):
                runs &= runs >> step
                if not runs:
                    break
            else:
                return True
        return False


@lru_cache(maxsize=8)
def board_of(size: int, line: int, exact: bool) -> Board:
    """The board of a rulebook, made once."""
    return Board(size, line, exact=exact)
