"""Tie-breakers that compare one mark which a format counts for each contender (`scoring.tiebreaks.view.Contender.marks`)."""

from collections.abc import Mapping, Set

from scoring.outcomes import Score
from scoring.parameters import Rulebook
from scoring.tiebreaks.view import TieBreak, View


def of(key: str) -> TieBreak:
    """The tie-breaker by the mark `key`; unknown for all of the tied where one of them has no such mark."""

    def values(rulebook: Rulebook, tied: Set[str], view: View) -> Mapping[str, Score | None]:
        return {contender: view.contenders[contender].marks.get(key) for contender in tied}

    return values
