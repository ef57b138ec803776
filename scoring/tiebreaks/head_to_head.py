"""The result between the tied 相互之间的成绩 (TR-06): points in the meetings of the tied with one another.

With more than two tied it is a mini-league, and counts only when all of them have met: otherwise it is unknown and orders
nobody. A meeting counts by its matches that are not annulled; with none left the two have not met.
"""

from collections.abc import Mapping, Set
from fractions import Fraction

from scoring.outcomes import Score
from scoring.parameters import Rulebook
from scoring.tiebreaks.view import View

KEY = "head_to_head"
MULTI = "ranking.head_to_head"


def values(rulebook: Rulebook, tied: Set[str], view: View) -> Mapping[str, Score | None]:
    """Points of each against the other tied ones, or None for all of them."""
    unknown: dict[str, Score | None] = dict.fromkeys(tied)
    if len(tied) > 2 and rulebook.choice(MULTI) == "two_only":
        return unknown
    result: dict[str, Score | None] = {}
    for team in tied:
        met = view.meetings.get(team, {})
        others = tied - {team}
        if not others <= met.keys():
            return unknown
        total = sum((Fraction(met[other]) for other in others), Fraction(0))
        result[team] = total.numerator if total.denominator == 1 else total
    return result
