"""A table of three 斗地主 hand by hand: who called, what doubled it, what each seat got; extra hands apart; totals as lines or a bar.

Reads one match of the published state; the card of the board has the rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.three_hands import ThreeHand
from events.selectors.boards.three_lines import PHONE, WIDE, Lines, lines_of
from events.selectors.boards.three_tables import Card, card_of, hands_of, running_of, total_text
from events.selectors.people import Names
from events.selectors.sittings.fines import Fine, fines_of
from scoring.parameters import Rulebook
from scoring.sides import THREE


@dataclass(frozen=True, slots=True)
class HandLine:
    """One hand with the penalties given for it."""

    hand: ThreeHand
    fines: tuple[Fine, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """`lines`: the drawing for a wide page and the one for a phone; `fines` about the table as a whole.

    `net`: what the hands alone brought each seat; `totals` what counts, penalties in. Empty texts where that is not known.
    """

    card: Card
    regular: tuple[HandLine, ...]
    extra: tuple[HandLine, ...]
    lines: tuple[Lines, ...]
    fines: tuple[Fine, ...]
    start: tuple[str, ...]
    net: tuple[str, ...]
    totals: tuple[str, ...]

    @property
    def started(self) -> bool:
        """Whether they began with something in front of them."""
        return any(text not in ("", "0") for text in self.start)

    @property
    def fined(self) -> bool:
        """Whether any penalty stands between what the hands brought and what counts."""
        return bool(self.fines) or any(line.fines for line in (*self.regular, *self.extra))


def sheet_of(match: Mapping[str, Any], *, names: Names, rulebook: Rulebook) -> Sheet:
    """Hands in order."""
    shown = match["shown"]
    card, fines = card_of(match, names), fines_of(match)
    rows = [HandLine(hand, tuple(fine for fine in fines if fine.number == hand.number)) for hand in hands_of(match)]
    told = {row["number"] for row in match["hands"]}
    start = shown.get("start") or dict.fromkeys(THREE, 0)
    running = running_of(match)
    leader = next((seat.side for seat in card.seats if seat.lead), "")
    drawn = (lines_of(running, start, leader, shown.get("wanted"), size) for size in (WIDE, PHONE))
    points, net = match["points"] or {}, match.get("net") or {}
    return Sheet(
        card=card,
        regular=tuple(row for row in rows if not row.hand.extra),
        extra=tuple(row for row in rows if row.hand.extra),
        lines=tuple(one for one in drawn if one) if len(running) > 1 else (),
        fines=tuple(fine for fine in fines if fine.number not in told),
        start=tuple(total_text(match, start.get(side)) for side in THREE),
        net=tuple(total_text(match, net[side] + start[side]) if side in net else "" for side in THREE),
        totals=tuple(total_text(match, points[side]) if side in points else "" for side in THREE),
    )
