"""The cut 晋级线: of a ranking over all tables, who goes on, who is tied for the last places, who plays them off. Clause F9-03.

Reads points and lots; knows no table. Nobody is ever cut from among equals but by a play-off or a lot.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.formats.finishing import Lots
from scoring.outcomes import Score
from scoring.sides import THREE


@dataclass(frozen=True, slots=True)
class Cut:
    """`through`: who goes on for sure; `tied`: the equals among whom `contested` places are left; `below`: the others, best first."""

    through: tuple[str, ...]
    tied: tuple[str, ...]
    contested: int
    below: tuple[tuple[str, ...], ...]

    @property
    def clean(self) -> bool:
        return not self.tied


@dataclass(frozen=True, slots=True)
class PlayOff:
    """Who plays off a tie: the tied, and the best of the eliminated as far as tables of three want filling.

    `lot`: equals among whom a lot has to say first who fills up. `possible` is false where too few are left to make a table.
    """

    players: tuple[str, ...]
    lot: tuple[str, ...] = ()
    possible: bool = True


def cut_at(points: Mapping[str, Score], places: int) -> Cut:
    """The best `places` by points. Equals on the line are tied, unless all of them have a place."""
    groups: dict[Score, list[str]] = defaultdict(list)
    for entrant, its in points.items():
        groups[its].append(entrant)
    through: list[str] = []
    ordered = [tuple(groups[its]) for its in sorted(groups, reverse=True)]
    for rank, group in enumerate(ordered):
        left = places - len(through)
        if left <= 0:
            return Cut(tuple(through), (), 0, tuple(ordered[rank:]))
        if len(group) > left:
            return Cut(tuple(through), group, left, tuple(ordered[rank + 1 :]))
        through += group
    return Cut(tuple(through), (), 0, ())


def play_off_of(cut: Cut, lots: Lots) -> PlayOff:
    """Three tied play among themselves; other numbers are filled up to whole tables by the best of the eliminated (AMB-28)."""
    wanted = -len(cut.tied) % len(THREE)
    filling: list[str] = []
    for group in cut.below:
        left = wanted - len(filling)
        if left <= 0:
            break
        if len(group) > left:
            order = lots.order(group)
            if order is None:
                return PlayOff((*cut.tied, *filling), lot=group)
            group = tuple(order[:left])
        filling += group
    return PlayOff((*cut.tied, *filling), possible=len(filling) == wanted)
