"""One board of pairs: the results of its groups compared, artificial results beside them. Clauses E80P-02, E80P-03, E80-18.

Reads results and the rulebook's counting; gives exact numbers. How many results a board should have comes in as a value.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.outcomes import Score
from scoring.sides import EW, OTHER
from scoring.tallies import match_point_scores as scores
from scoring.tallies.match_point_scores import Column, Compared, Factor, Ladder
from scoring.tallies.pairs_rules import OWN_SCORE, TOTAL, WHOLE, Counting

NET, MATCH_POINTS, PER_CENT = UNITS = ("net", "match_points", "percent")


@dataclass(frozen=True, slots=True)
class Artificial:
    """A score that stands instead of the comparison: what each side has, in `unit`, and why; `clauses` are those it cites."""

    unit: str
    values: Mapping[str, Score]
    why: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """One table's result on the board. `points` are the defenders' (None: none to compare), `fines` what a side is fined beside them,
    `charges` what it is fined of its score (side, amount, clause)."""

    match: str
    round: int
    table: int
    ns: str
    ew: str
    declarers: str
    points: int | None
    fines: Mapping[str, int] = field(default_factory=dict)
    charges: tuple[tuple[str, int, str], ...] = ()
    artificial: Artificial | None = None

    @property
    def comparable(self) -> bool:
        """Whether the result is compared with others and others with it."""
        return self.points is not None and self.artificial is None

    @property
    def plain(self) -> bool:
        """Whether the comparison alone says what both sides have."""
        return self.comparable and not self.fines and not self.charges

    def own_points(self, side: str) -> int:
        """The defenders' points as they are for one side alone, once what it is fined beside them is put to its account."""
        fine = self.fines.get(side, 0)
        return (self.points or 0) + (fine if side == self.declarers else -fine)


@dataclass(frozen=True, slots=True)
class Group:
    """Results compared with one another. `top` is the most that one of them can have; `percent` (best, worst) where the group is so
    small that its scores are percentages."""

    results: tuple[Result, ...]
    compared: Compared
    factor: Factor
    ladder: Ladder
    top: int
    percent: tuple[int, int] | None = None

    @property
    def datum(self) -> Fraction:
        """The mean of the results."""
        total = sum(points * (equal + 1) for points, (_, equal, _) in self.compared.places.items())
        return Fraction(total, self.compared.size)

    def column(self, of: Mapping[str, int]) -> Column:
        """The plain results for adding up, with the pairs by the numbers that `of` gives them."""
        results = [result for result in self.results if result.plain]
        ns_defends = bool(results) and results[0].declarers == EW
        points = [result.points or 0 for result in results]
        return Column(points, [of[result.ns] for result in results], [of[result.ew] for result in results], ns_defends, self.ladder)

    def places(self, result: Result, side: str) -> tuple[int, int]:
        """How many of the other results are worse for the side than its own, and how many are as good."""
        mine, lower, equal = result.own_points(side), 0, 0
        defends = side == OTHER[result.declarers]
        for points, (_, others, _) in self.compared.places.items():
            count = others + 1 - (result.comparable and points == result.points)
            equal += count if points == mine else 0
            lower += count if (points < mine if defends else points > mine) else 0
        return lower, equal


@dataclass(frozen=True, slots=True)
class Board:
    """A board compared. `parts` are its results by group, in the order of the groups; a part has no group while nothing in it can be
    compared."""

    number: int
    top: int
    parts: tuple[tuple[tuple[Result, ...], Group | None], ...]

    def placed(self) -> Iterator[tuple[Result, Group | None, int]]:
        """Every result with its group and the number of that, from 1."""
        return ((result, group, number) for number, (results, group) in enumerate(self.parts, start=1) for result in results)


def compare(counting: Counting, number: int, results: Sequence[Result], fouled: Sequence[Sequence[str]], expected: int) -> Board:
    """The board `number` of which `expected` results are due, in the groups of a board that was put back wrongly (lists of matches).

    A group that is smaller than another gets the percentages of its size where the rulebook has some, the others its factor.
    """
    parts = _split(results, fouled)
    sizes = [sum(result.comparable for result in part) for part in parts]
    several = sum(map(bool, sizes)) > 1
    groups = [
        _group(counting, [result for result in part if result.comparable], expected, by_size=several and _by_size(counting, size, sizes))
        if size
        else None
        for part, size in zip(parts, sizes, strict=True)
    ]
    return Board(number, counting.top(expected), tuple(zip(map(tuple, parts), groups, strict=True)))


def _split(results: Sequence[Result], fouled: Sequence[Sequence[str]]) -> list[list[Result]]:
    """The results by groups; those that no group names come last."""
    place = {match: number for number, group in enumerate(fouled) for match in group}
    found: list[list[Result]] = [[] for _ in range(len(fouled) + 1)]
    for result in results:
        found[place.get(result.match, len(fouled))].append(result)
    return found


def _by_size(counting: Counting, size: int, sizes: Sequence[int]) -> bool:
    return size in counting.small and (counting.small_largest or size < max(sizes))


def _group(counting: Counting, results: Sequence[Result], expected: int, *, by_size: bool) -> Group:
    compared, top = scores.compared([result.points or 0 for result in results]), counting.top(expected)
    if counting.signed:
        return Group(tuple(results), compared, Factor(), _signed_ladder(counting, compared), top)
    size, percent = compared.size, counting.small[compared.size] if by_size else None
    if percent is not None:
        factor = scores.share_factor(*percent, size, counting.win, top)
    else:
        factor = scores.factor_of(counting.factoring, size, expected, counting.win, counting.tie)
        top = counting.top(size) if counting.factoring == scores.UNSCALED else top
    return Group(tuple(results), compared, factor, scores.ladder(compared, counting.win, counting.tie, factor), top, percent)


def _signed_ladder(counting: Counting, compared: Compared) -> Ladder:
    """Butler: the difference from the mean of the group, converted. Total: the defenders' points themselves, lost by the declarers."""
    mean = Group((), compared, Factor(), Ladder({}, {}), 0).datum
    values = {points: points if counting.scoring == TOTAL else counting.converted(points - mean) for points in compared.places}
    return Ladder(values, {points: -value for points, value in values.items()})


def score(counting: Counting, board: Board, group: Group | None, result: Result, side: str) -> tuple[Fraction, int]:
    """What a result gives a side, and the most it could have given: compared or artificial, less what the side is fined of it."""
    if result.comparable and group is not None:
        value, top = _compared(counting, group, result, side), group.top
    else:
        value, top = _artificial(counting, board.top, group, result, side), board.top
    return value - sum(amount for fined, amount, _ in result.charges if fined == side), top


def _compared(counting: Counting, group: Group, result: Result, side: str) -> Fraction:
    defends = side == OTHER[result.declarers]
    if not result.fines:
        return Fraction((group.ladder.defenders if defends else group.ladder.declarers)[result.points or 0], group.ladder.denominator)
    if counting.signed:
        mine = result.own_points(side)
        value = mine if counting.scoring == TOTAL else counting.converted(mine - group.datum)
        return Fraction(value if defends else -value)
    lower, equal = group.places(result, side)
    raw = counting.win * lower + counting.tie * equal
    return Fraction(raw * group.factor.times + group.factor.plus, group.factor.denominator)


def _artificial(counting: Counting, top: int, group: Group | None, result: Result, side: str) -> Fraction:
    """Per cent of the board's top, or of what its own result would have been among the others."""
    if result.artificial is None:
        raise ValueError("a result without points is artificial")
    value = result.artificial.values[side]
    if result.artificial.unit == MATCH_POINTS:
        return Fraction(value)
    if counting.basis == OWN_SCORE and group is not None and result.points is not None and not counting.signed:
        lower, equal = group.places(result, side)
        most = counting.win * group.compared.size
        own = Fraction(top * (counting.win * lower + counting.tie * equal), most) if most else Fraction(0)
        return Fraction(value) * own / WHOLE
    return counting.share(value, top)
