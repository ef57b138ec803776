"""In what order a table of three ended: by its places, equals by the lot drawn among exactly them. Reads a match's value and the lots.

At a table that somebody left or did not come to, those who were there are ordered by their points and then by lot; who was away has no
place there (`absent_from`).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from scoring.exact import exact
from scoring.formats.drawn_tables import DECIDED
from scoring.outcomes import Score
from scoring.sides import THREE


def seated_at(value: Mapping[str, Any]) -> list[str]:
    """Who sits at a table, in order of seats; `value` is a match's value or its seat."""
    return [value[seat]["entrant"] for seat in THREE]


def absent_from(value: Mapping[str, Any]) -> list[str]:
    """Who forfeited there."""
    return [value[seat]["entrant"] for seat in THREE if seat in value["forfeited_by"]]


def points_at(value: Mapping[str, Any], entrant: str) -> Score | None:
    """The points of one of a table as they stand; None where the table says none."""
    seat = next(seat for seat in THREE if value[seat]["entrant"] == entrant)
    return exact((value["points"] or {}).get(seat))


class Lots:
    """The lots among the tied in the order in which they were drawn, each used once: equals who are equal again draw again."""

    def __init__(self, drawn: Sequence[Sequence[str]]) -> None:
        self.left = [list(order) for order in drawn]

    def order(self, tied: Sequence[str]) -> list[str] | None:
        """The order that a lot gave to exactly these; None where it has still to be drawn."""
        found = next((order for order in self.left if sorted(order) == sorted(tied)), None)
        if found is not None:
            self.left.remove(found)
        return found


def order_at(lots: Lots, value: Mapping[str, Any], strict: Sequence[int]) -> list[list[str]]:
    """Those who have a place at a decided table, best first: one a group, or several who are equal.

    A lot is read where equals lie on a boundary that has to be decided: after a place that `strict` names.
    """
    if value["state"] not in DECIDED:
        return []
    groups: dict[Score, list[str]] = defaultdict(list)
    away = absent_from(value)
    for seat, entrant in zip(THREE, seated_at(value), strict=True):
        if entrant in away:
            continue
        if away:
            groups[-(points_at(value, entrant) or 0)].append(entrant)
        else:
            groups[value["places"][seat]].append(entrant)
    order = [groups[key] for key in sorted(groups)]
    for tied in to_separate(order, strict):
        drawn = lots.order(tied)
        if drawn is not None:
            place = order.index(tied)
            order[place : place + 1] = [[one] for one in drawn]
    return order


def to_separate(order: Sequence[Sequence[str]], strict: Sequence[int]) -> list[list[str]]:
    """Of an order, the equals among whom a boundary lies that has to be decided: after the place `strict` names."""
    found: list[list[str]] = []
    before = 0
    for group in order:
        after = before + len(group)
        if any(before < boundary < after for boundary in strict):
            found.append(list(group))
        before = after
    return found


def places_of(order: Sequence[Sequence[str]]) -> dict[str, int]:
    """Entrant -> place; equals share the better one."""
    found: dict[str, int] = {}
    for group in order:
        found |= dict.fromkeys(group, len(found) + 1)
    return found
