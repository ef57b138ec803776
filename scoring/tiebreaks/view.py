"""What a tie-breaker sees: totals and meetings of finished rounds, and lots drawn. Scope: one competition's ranking."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Protocol

from scoring.outcomes import Score
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True)
class Contender:
    """Who is to be ranked, a team or an entrant. `number` is its draw number: the order in which equals are shown, never a rank.

    `marks` are what a format counts beside these, by the key of its tie-breaker: more is better, None is unknown.
    """

    team: str
    number: int
    points: Score
    double_downs: int = 0
    marks: Mapping[str, Score | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class View:
    """`meetings[a][b]` is what `a` scored against `b`; a meeting of which nothing counts is not in it."""

    contenders: Mapping[str, Contender]
    meetings: Mapping[str, Mapping[str, Score]] = field(default_factory=dict)
    lots: Sequence[Sequence[str]] = ()


class TieBreak(Protocol):
    """Gives each of the tied a value, more being better, or None where it cannot say."""

    def __call__(self, rulebook: Rulebook, tied: Set[str], view: View, /) -> Mapping[str, Score | None]: ...
