"""Ranking 名次: ranks 1, 2, 2, 4, and what separated each from the one above. Clauses TR-04, TR-05, TR-06.

Ties are split by the rulebook's chain; a tie-breaker that does not know a value for all of the tied orders none of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.outcomes import Score
from scoring.parameters import Rulebook
from scoring.tiebreaks import FINAL_TIE, STEPS, head_to_head, lot, tie_break
from scoring.tiebreaks.view import View


@dataclass(frozen=True, slots=True)
class Split:
    """What put a team below the one above it: the tie-breaker's key and both values."""

    key: str
    mine: Score
    theirs: Score
    other: str


@dataclass(frozen=True, slots=True)
class Place:
    """A team's rank. Those who share a rank stand in order of their draw numbers; `split` is None for the first of all."""

    team: str
    rank: int
    shared: bool
    split: Split | None

    @property
    def split_by(self) -> str:
        """The key that separated it from the row above; `shared` inside a shared rank; empty for the first row."""
        return self.split.key if self.split else ""


def chain(rulebook: Rulebook) -> tuple[str, ...]:
    """The keys of the tie-breakers in order, with the lot last where the rulebook wants one."""
    keys = [key for step in STEPS if (key := rulebook.choice(step)) != "none"]
    return (*keys, lot.KEY) if rulebook.choice(FINAL_TIE) == "lot" else tuple(keys)


def rank(rulebook: Rulebook, view: View, keys: Sequence[str] | None = None) -> tuple[Place, ...]:
    """All contenders in order, by the rulebook's chain or by the `keys` that a format reads from leaves of its own."""
    teams = sorted(view.contenders, key=lambda team: (view.contenders[team].number, team))
    places: list[Place] = []
    for group, split in _split(rulebook, teams, chain(rulebook) if keys is None else keys, view) if teams else ():
        first = len(places) + 1
        for place, team in enumerate(group):
            shared = Split("shared", 0, 0, group[place - 1]) if place else _beside(split, places)
            places.append(Place(team, first, len(group) > 1, shared))
    return tuple(places)


def _beside(split: Split | None, places: Sequence[Place]) -> Split | None:
    """The same split, naming the row right above: of a group above, that is its last row."""
    return None if split is None else Split(split.key, split.mine, split.theirs, places[-1].team)


def _split(rulebook: Rulebook, tied: list[str], keys: Sequence[str], view: View) -> list[tuple[list[str], Split | None]]:
    """The tied in groups of equals, best first, each with what cut it from the group before."""
    if len(tied) == 1 or not keys:
        return [(tied, None)]
    values = tie_break(keys[0])(rulebook, frozenset(tied), view)
    groups: dict[Score, list[str]] = {}
    for team in tied:
        value = values[team]
        if value is None:
            return _split(rulebook, tied, keys[1:], view)
        groups.setdefault(value, []).append(team)
    if len(groups) == 1:
        return _split(rulebook, tied, keys[1:], view)
    rest = keys if keys[0] == head_to_head.KEY else keys[1:]
    result: list[tuple[list[str], Split | None]] = []
    above: Score | None = None
    for value in sorted(groups, reverse=True):
        parts = _split(rulebook, groups[value], rest, view)
        if above is not None:
            parts[0] = (parts[0][0], Split(keys[0], value, above, ""))
        result += parts
        above = value
    return result
