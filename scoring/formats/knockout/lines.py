"""The first round of a bracket 签表: which draw number stands on which line, and who has a bye. Clauses CDP-01, GMK-07, D-1.

Reads draw numbers 1..n and, to keep them apart, their teams; knows nothing of matches or results.
"""

from collections.abc import Sequence

from scoring.formats.knockout.leaves import KEEP_APART, PLACING, STANDARD, TOP
from scoring.parameters import Rulebook

Pairing = tuple[int, int | None]  # upper and lower line of a match of round 1; None: the upper one has a bye


def size_of(entrants: int) -> int:
    """Lines of the smallest bracket that holds them: a power of two."""
    return 1 << (entrants - 1).bit_length() if entrants > 1 else entrants


def rounds_of(entrants: int) -> int:
    """Rounds until one is left."""
    return max(0, size_of(entrants).bit_length() - 1)


def first_round(rulebook: Rulebook, teams: Sequence[str]) -> list[Pairing]:
    """The matches of round 1 from the top, by draw number; `teams[i]` is the team of number i + 1.

    standard: the numbers stand where a standard bracket has its seeds (1 against the last line, 1 and 2 in different halves), so
    that byes go to the first numbers and are spread. Otherwise the numbers run down the lines, and those on the lines of a bye
    have it: spread, the byes of a standard bracket; top, the first lines.
    """
    entrants = len(teams)
    if entrants < 2:
        return []
    standard = _standard(size_of(entrants))
    placing = rulebook.choice(PLACING)
    if placing == STANDARD:
        pairings: list[Pairing] = [(one, other if other <= entrants else None) for one, other in standard]
    else:
        byes = [place < size_of(entrants) - entrants if placing == TOP else pair[1] > entrants for place, pair in enumerate(standard)]
        numbers = iter(range(1, entrants + 1))
        pairings = [(next(numbers), None if bye else next(numbers)) for bye in byes]
    return _kept_apart(pairings, teams) if rulebook.flag(KEEP_APART) else pairings


def _standard(size: int) -> list[tuple[int, int]]:
    """Seeds of a standard bracket from the top: whoever wins by number meets as late as can be. The smaller stands above."""
    order = [1]
    while len(order) < size:
        full = 2 * len(order) + 1
        order = [number for one in order for number in (one, full - one)]
    return list(zip(order[0::2], order[1::2], strict=True))


def _kept_apart(pairings: Sequence[Pairing], teams: Sequence[str]) -> list[Pairing]:
    """Two of one team do not meet in round 1 where that can be: the lower of them changes places with somebody else.

    With the lower line of the nearest match below first, then an upper one, then with who has a bye. Whoever is changed for can
    only be refused when that match has the team too; when every other match has, it cannot be avoided.
    """
    lines = [list(pairing) for pairing in pairings]

    def team(number: int | None) -> str:
        return "" if number is None else teams[number - 1]

    def meets(place: int) -> bool:
        upper, lower = lines[place]
        return lower is not None and team(upper) == team(lower)

    for place in range(len(lines)):
        if not meets(place):
            continue
        others = [*range(place + 1, len(lines)), *range(place)]
        spots = [(other, line) for line in (1, 0) for other in others if lines[other][1] is not None]
        spots += [(other, 0) for other in others if lines[other][1] is None]
        for other, line in spots:
            lines[place][1], lines[other][line] = lines[other][line], lines[place][1]
            if not meets(place) and not meets(other):
                break
            lines[place][1], lines[other][line] = lines[other][line], lines[place][1]
    return [(upper, lower) for upper, lower in lines if upper is not None]
