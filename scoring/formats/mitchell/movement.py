"""Mitchell movement 移位 in numbers: who meets whom at which table with which boards. Clause E80P-01, AMB-41.

North-South pairs stay, East-West pairs go to the next higher table after each round, boards to the next lower; the last table is
followed by the first. Pairs are known here by their number in their line, boards by the number of their set; nothing is read.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

SKIP, RELAY, NO_SKIP = EVEN_TABLES = ("skip", "relay", "no_skip")


@dataclass(frozen=True, slots=True)
class Place:
    """One table of a round. `ns` and `ew` are the places in the two lines of pairs, `boards` the set: all from 1 to the tables."""

    table: int
    ns: int
    ew: int
    boards: int


def _around(number: int, tables: int) -> int:
    return (number - 1) % tables + 1


def places(tables: int, number: int, even: str) -> list[Place]:
    """Round `number` at so many tables, in order of tables.

    With an even number of tables the pairs would come back to boards they know. `skip`: after half the rounds East-West move one
    table further, once. `relay`: the first and the last table share their boards, and a set rests between the two halves.
    `no_skip`: nothing is done about it.
    """
    half = tables // 2
    is_even = tables % 2 == 0
    skipped = 1 if is_even and even == SKIP and number > half else 0
    relayed = 1 if is_even and even == RELAY else 0
    return [
        Place(
            table,
            table,
            _around(table - number + 1 - skipped, tables),
            _around(table + number - 1 + (relayed if table > half else 0), tables),
        )
        for table in range(1, tables + 1)
    ]


def most_rounds(tables: int, even: str) -> int:
    """Rounds until somebody would meet an opponent or a board again."""
    if tables % 2 or even == RELAY:
        return tables
    return tables - 1 if even == SKIP else tables // 2


def replays(rounds: Mapping[int, Iterable[Place]]) -> list[tuple[str, int, Place]]:
    """Every table at which a pair meets boards or an opponent it has met: (`boards` or `opponent`, round, place)."""
    found: list[tuple[str, int, Place]] = []
    boards: set[tuple[str, int, int]] = set()
    met: set[tuple[int, int]] = set()
    for number in sorted(rounds):
        for place in rounds[number]:
            mine = {("ns", place.ns, place.boards), ("ew", place.ew, place.boards)}
            if mine & boards:
                found.append(("boards", number, place))
            if (place.ns, place.ew) in met:
                found.append(("opponent", number, place))
            boards |= mine
            met.add((place.ns, place.ew))
    return found


def board_numbers(boards: int, each: int) -> list[int]:
    """The boards of a set: `each` of them, numbered through the sets."""
    return list(range((boards - 1) * each + 1, boards * each + 1))
