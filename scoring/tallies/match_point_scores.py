"""比赛分 of one board: each result against the others of its group, exact and fast. Clauses E80P-02, E80P-03.

Reads whole numbers (defenders' points, one for each table that played the board) and gives whole numerators over one
denominator. Knows no rulebook, no seats and no names; a session of 1,000 pairs on 32 boards is scored in a few milliseconds.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

SCALE, UNSCALED, NEUBERG = FACTORINGS = ("scale", "unscaled", "neuberg")


@dataclass(frozen=True, slots=True)
class Compared:
    """Of one group of results, by the defenders' points: how many results are lower, how many others equal, how many higher."""

    size: int
    places: Mapping[int, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Factor:
    """What becomes of the match points of a group: (raw * times + plus) / denominator."""

    times: int = 1
    plus: int = 0
    denominator: int = 1


@dataclass(frozen=True, slots=True)
class Ladder:
    """What the defenders and the declarers of a result have, by its defenders' points: numerators over `denominator`."""

    defenders: Mapping[int, int]
    declarers: Mapping[int, int]
    denominator: int = 1


@dataclass(frozen=True, slots=True)
class Column:
    """The comparable results of one group on one board: `points[i]` was made by the pairs `ns[i]` and `ew[i]` (numbers from 0).

    All of a board have the same declarers, whose side the board's number gives: `ns_defends` is true where East-West declare.
    """

    points: Sequence[int]
    ns: Sequence[int]
    ew: Sequence[int]
    ns_defends: bool
    ladder: Ladder


@dataclass
class Sums:
    """Sums of all pairs: for each denominator the numerators, by the number of the pair."""

    pairs: int
    numerators: dict[int, list[int]] = field(default_factory=dict)

    def of(self, pair: int) -> Fraction:
        """The exact sum of one pair."""
        return sum((Fraction(its[pair], denominator) for denominator, its in self.numerators.items()), Fraction(0))


def compared(points: Sequence[int]) -> Compared:
    """Every result of a group against the others, counted once for each different number of points."""
    counts = Counter(points)
    places: dict[int, tuple[int, int, int]] = {}
    lower, higher = 0, len(points)
    for value in sorted(counts):
        same = counts[value]
        higher -= same
        places[value] = (lower, same - 1, higher)
        lower += same
    return Compared(len(points), places)


def ladder(group: Compared, win: int, tie: int, factor: Factor) -> Ladder:
    """Match points: `win` for each result that is worse for the side, `tie` for each equal one; then the factor of the group."""
    times, plus = factor.times, factor.plus
    defenders: dict[int, int] = {}
    declarers: dict[int, int] = {}
    for value, (lower, equal, higher) in group.places.items():
        even = tie * equal
        defenders[value] = (win * lower + even) * times + plus
        declarers[value] = (win * higher + even) * times + plus
    return Ladder(defenders, declarers, factor.denominator)


def factor_of(factoring: str, size: int, expected: int, win: int, tie: int) -> Factor:
    """The factor of a group of `size` results where `expected` are due.

    scale: in proportion to the top, and half the top for a result that nothing can be compared with. neuberg: every result
    that is missing counts as if it were spread like those that are there. unscaled: as compared.
    """
    if factoring == UNSCALED or size == expected:
        return Factor()
    if factoring == NEUBERG:
        return Factor(expected, tie * (expected - size), size)
    if size < 2:
        return Factor(0, tie * (expected - 1), 1)
    return Factor(expected - 1, 0, size - 1)


def share_factor(best: int, worst: int, size: int, win: int, top: int) -> Factor:
    """The factor of a group so small that its best result has `best` per cent of `top` and its worst `worst`, the others between; a
    result that stands alone is in the middle."""
    span = win * (size - 1)
    if not span:
        return Factor(0, (best + worst) * top, 200)
    return Factor((best - worst) * top, worst * top * span, 100 * span)


def ladders_of(column: Column) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """What North-South and East-West have for each number of defenders' points: the ladder's two sides, the right way round."""
    defenders, declarers = column.ladder.defenders, column.ladder.declarers
    return (defenders, declarers) if column.ns_defends else (declarers, defenders)


def where_full(ladder: Ladder, top: int) -> Ladder:
    """The same ladder with 1 where a side has the whole top and 0 elsewhere, to be added up as counts."""
    full = top * ladder.denominator
    return Ladder(
        {points: int(score >= full) for points, score in ladder.defenders.items()},
        {points: int(score >= full) for points, score in ladder.declarers.items()},
    )


def add_up(columns: Sequence[Column], pairs: int) -> Sums:
    """The sums of `pairs` pairs over all columns."""
    sums = Sums(pairs)
    for column in columns:
        its = sums.numerators.setdefault(column.ladder.denominator, [0] * pairs)
        ns_scores, ew_scores = ladders_of(column)
        for ns, ew, points in zip(column.ns, column.ew, column.points, strict=True):
            its[ns] += ns_scores[points]
            its[ew] += ew_scores[points]
    return sums
