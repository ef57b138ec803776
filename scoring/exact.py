"""Exact numbers as entries and published values write them: a whole number, or the text `n/d`. The way back from `score_json`."""

import re
from fractions import Fraction

from scoring.outcomes import Score

WRITTEN = re.compile(r"-?[0-9]{1,6}(/[1-9][0-9]{0,5})?")
MOST = 10**6


def exact(value: object) -> Score | None:
    """The number that is written, or None where it is no exact number of a sensible size."""
    if type(value) is int:
        return value if abs(value) < MOST else None
    if isinstance(value, str) and WRITTEN.fullmatch(value):
        number = Fraction(value)
        return number.numerator if number.denominator == 1 else number
    return None
