"""The leaves by which the boards of pairs are counted, read once for many boards. Clauses E80P-02, E80P-03, E80T-04."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.games.eighty.pack import pack_points
from scoring.outcomes import Score
from scoring.parameters import Choice, Rulebook, Schema, Table, Whole
from scoring.tallies import match_point_scores as scores

SCORING, WIN, TIE = "tally_rules.scoring", "tally_rules.match_points.win", "tally_rules.match_points.tie"
FACTORING, CONVERSION = "tally_rules.factoring", "tally_rules.conversion"
SMALL_GROUPS, LARGEST = "tally_rules.fouled.small_groups", "tally_rules.fouled.largest_group"
BASIS = "tally_rules.adjusted.basis"
WORDS = ("offender", "other", "plus", "average", "minus")  # what a chief referee may say instead of a number of per cent
OFFENDER, OTHER_SIDE, AVERAGE = (f"tally_rules.adjusted.{word}" for word in ("offender", "other", "average"))
PRESENT, ABSENT = "tally_rules.forfeit.present", "tally_rules.forfeit.absent"
MATCH_POINTS, BUTLER, TOTAL = SCORINGS = ("match_points", "butler", "total_points")
BY_FACTOR, BY_SIZE = ("by_factor", "by_size")
TOP, OWN_SCORE = ("board_top", "own_score")
WHOLE = 100  # per cent
EXACT = re.compile(r"-?[0-9]{1,6}(/[1-9][0-9]{0,5})?")

SCHEMA: Schema = {
    SCORING: Choice(SCORINGS),
    WIN: Whole(0, 9),
    TIE: Whole(0, 9),
    FACTORING: Choice(scores.FACTORINGS),
    CONVERSION: Table(columns={"from": Whole(0, 999), "to": Whole(0, 999), "points": Whole(0, 99)}, tiles=("from", "to")),
    SMALL_GROUPS: Table(columns={"size": Whole(1, 9), "best": Whole(0, WHOLE), "worst": Whole(0, WHOLE)}, keys=("size",)),
    LARGEST: Choice((BY_FACTOR, BY_SIZE)),
    BASIS: Choice((TOP, OWN_SCORE)),
    **{f"tally_rules.adjusted.{word}": Whole(0, WHOLE) for word in WORDS},
    PRESENT: Whole(0, WHOLE),
    ABSENT: Whole(0, WHOLE),
}


@dataclass(frozen=True, slots=True)
class Counting:
    """How a board is counted. `conversion` are the rows (least difference, points) of a Butler scale, the largest first."""

    scoring: str
    win: int
    tie: int
    factoring: str
    small: Mapping[int, tuple[int, int]]
    small_largest: bool
    basis: str
    conversion: tuple[tuple[int, int], ...]
    full_scale: int

    @staticmethod
    def of(rulebook: Rulebook) -> "Counting":
        """As the rulebook has it."""
        return Counting(
            rulebook.choice(SCORING),
            rulebook.number(WIN),
            rulebook.number(TIE),
            rulebook.choice(FACTORING),
            {row["size"]: (row["best"], row["worst"]) for row in rulebook.rows(SMALL_GROUPS)},
            rulebook.choice(LARGEST) == BY_SIZE,
            rulebook.choice(BASIS),
            tuple((row["from"], row["points"]) for row in reversed(rulebook.rows(CONVERSION))),
            pack_points(rulebook),
        )

    @property
    def signed(self) -> bool:
        """Whether what one side has the other lacks, so that a score is between minus and plus the top."""
        return self.scoring != MATCH_POINTS

    def top(self, expected: int) -> int:
        """The most a result can have on a board played so often."""
        if self.scoring == BUTLER:
            return max(points for _, points in self.conversion)
        return self.full_scale if self.scoring == TOTAL else self.win * max(0, expected - 1)

    def converted(self, difference: Fraction) -> int:
        """Points of a difference from the datum, by the highest row not above it, with its sign."""
        points = next(points for least, points in self.conversion if abs(difference) >= least)
        return points if difference >= 0 else -points

    def share(self, per_cent: Score, top: int) -> Fraction:
        """So many per cent: of the top, or of the whole range where scores are signed."""
        part = Fraction(per_cent) * top / WHOLE
        return 2 * part - top if self.signed else part

    def per_cent(self, points: Fraction, tops: int) -> Fraction:
        """The percentage that so many points are of the tops of the boards they were made on; half where nothing could be made."""
        if not tops:
            return Fraction(WHOLE, 2)
        return (points + tops) * WHOLE / (2 * tops) if self.signed else points * WHOLE / tops


def said(rulebook: Rulebook, value: Any) -> Score | None:
    """A number of points or per cent as a chief referee states it: whole, `n/d`, or a word of WORDS; None where it is none of these."""
    if type(value) is int:
        return value
    if not isinstance(value, str):
        return None
    if value in WORDS:
        return rulebook.number(f"tally_rules.adjusted.{value}")
    return Fraction(value) if EXACT.fullmatch(value) else None
