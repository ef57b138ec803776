"""One table of three as a round reads it: who goes on, who does not, and who must be told apart by a lot first.

Reads match values and the lots; computes no points. Clauses DZH-13, F2-09, F3-15, F6-02, F7-02.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.formats.drawn_tables import DECIDED
from scoring.formats.groups.leaves import ADVANCE, BOTH_BUST, BUST, CHIEF_REFEREE
from scoring.parameters import Rulebook
from scoring.sides import THREE
from scoring.tallies.table_of_three.leaves import BUST_AT, CHAIN, SHARED

Value = dict[str, Any]
ONE_SURVIVOR = 2  # so many bust at one table leave one


class Lots:
    """The lots among the tied, each used once: the second time that the same people are tied asks for a second lot."""

    def __init__(self, drawn: Sequence[Sequence[str]]) -> None:
        self.drawn: dict[frozenset[str], list[list[str]]] = {}
        for order in drawn:
            self.drawn.setdefault(frozenset(order), []).append(list(order))
        self.used: dict[frozenset[str], int] = {}
        self.wanted: list[list[str]] = []

    def order(self, tied: Sequence[str]) -> list[str] | None:
        """The order that a lot gave to exactly these; None where it has still to be drawn (then it is in `wanted`)."""
        those = frozenset(tied)
        place = self.used.get(those, 0)
        self.used[those] = place + 1
        found = self.drawn.get(those, [])
        if place < len(found):
            return found[place]
        self.wanted.append(list(tied))
        return None


@dataclass
class Result:
    """A table and what it gave. `ranked`: those who were there, best first, in groups of equals; `on`: who goes on, best first.

    `decided`: it is over and nobody has to be told apart any more.
    """

    match: str
    round: int
    stage: str
    people: tuple[str, ...]
    state: str
    decided: bool = False
    on: list[str] = field(default_factory=list)
    ranked: list[list[str]] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    bust: list[str] = field(default_factory=list)
    two_bust: bool = False  # one survivor: the chief referee has to say whether another goes on
    points: dict[str, int | None] = field(default_factory=dict)

    @property
    def others(self) -> list[list[str]]:
        """Who was there and does not go on, best first, in groups of equals."""
        groups = [[one for one in group if one not in self.on] for group in self.ranked]
        return [group for group in groups if group]

    def place(self, entrant: str) -> int | None:
        """The place at the table, from 1; equals have the same. Whoever stayed away comes last. None while it is not over."""
        if self.state not in DECIDED:
            return None
        before = 0
        for group in self.ranked:
            if entrant in group:
                return before + 1
            before += len(group)
        return before + 1


def read_table(rulebook: Rulebook, seat: Mapping[str, Any], value: Mapping[str, Any], lots: Lots, strict: Sequence[int]) -> Result:
    """What a table gives. `strict` are the places behind which nobody may be tied: ties across one of them are for a lot.

    The first of them says how many go on. Under a chain that ends in `shared` all who are tied go on.
    """
    people = {side: seat[side]["entrant"] for side in THREE}
    result = Result(seat["match"], seat["round"], seat.get("stage", ""), tuple(people.values()), value["state"])
    points = value["points"] or {}
    result.points = {people[side]: points.get(side) for side in THREE}
    result.absent = [people[side] for side in value["forfeited_by"]]
    result.bust = [people[side] for side in value.get("busted", ())]
    if result.state not in DECIDED:
        return result
    result.ranked = _ranked(value, people, result.absent)
    result.decided = True
    if len(result.bust) == ONE_SURVIVOR and strict[0] > 1 and rulebook.has(BUST):
        _one_survivor(rulebook, result, lots)
    elif rulebook.choice(CHAIN) == SHARED:
        result.on = _those_tied(result.ranked, strict[0])
    else:
        for boundary in strict:
            result.decided = split(result.ranked, boundary, lots) and result.decided
        result.on = [one for group in result.ranked for one in group][: strict[0]] if result.decided else _sure(result.ranked, strict[0])
    return result


def split(ranked: list[list[str]], boundary: int, lots: Lots) -> bool:
    """Tell apart those who are tied across a boundary, by their lot; False where it has still to be drawn."""
    before = 0
    for place, group in enumerate(ranked):
        if before < boundary < before + len(group):
            order = lots.order(group)
            if order is None:
                return False
            ranked[place : place + 1] = [order[: boundary - before], order[boundary - before :]]
            return True
        before += len(group)
    return True


def seconds(table: Result, wanted: int, gone: Collection[str], lots: Lots) -> list[str] | None:
    """The best of a table that do not go on, but for who is gone; None while a lot has to tell two of them apart."""
    others = [[one for one in group if one not in gone] for group in table.others]
    return [one for group in others for one in group][:wanted] if split(others, wanted, lots) else None


def carried(rulebook: Rulebook, stack: int) -> int:
    """What a player brings to the next table. Who goes on although he is bust brings the least that is not bust."""
    return max(stack, rulebook.number(BUST_AT) + 1) if rulebook.has(BUST) else stack


def going(rulebook: Rulebook) -> int:
    """How many of a table go on."""
    return rulebook.number(ADVANCE)


def _one_survivor(rulebook: Rulebook, result: Result, lots: Lots) -> None:
    """The survivor goes on. Whether one of those who are bust does too is the chief referee's: who comes first in a lot between them."""
    result.on = [one for group in result.ranked for one in group if one not in result.bust]
    if rulebook.choice(BOTH_BUST) == CHIEF_REFEREE:
        order = lots.order(result.bust)
        result.two_bust, result.decided = True, order is not None
        result.on += (order or [])[:1]


def _those_tied(ranked: Sequence[Sequence[str]], boundary: int) -> list[str]:
    """Everybody up to a boundary, and who is tied across it."""
    found: list[str] = []
    for group in ranked:
        if len(found) >= boundary:
            break
        found += group
    return found


def _sure(ranked: Sequence[Sequence[str]], boundary: int) -> list[str]:
    """Who goes on whatever the lot says."""
    found: list[str] = []
    for group in ranked:
        if len(found) + len(group) > boundary:
            break
        found += group
    return found


def _ranked(value: Mapping[str, Any], people: Mapping[str, str], absent: Sequence[str]) -> list[list[str]]:
    """Those who were there, best first: by their places; at a table that somebody left by their points, for nobody can play on."""
    keys = {side: value["places"][side] if not absent else -int((value["points"] or {}).get(side) or 0) for side in THREE}
    there = [side for side in THREE if people[side] not in absent]
    return [[people[side] for side in there if keys[side] == key] for key in sorted({keys[side] for side in there})]
