"""What a 炒地皮 penalty may hold beside the common fields, and which of those that stand lose a hand or a game.

Reads a rulebook and values from outside; writes nothing. Clauses CDP-27..36.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games.chaodipi.leaves import (
    DELIBERATE,
    DELIBERATE_REPLACES,
    GAME,
    HAND,
    KITTY_CARDS,
    KITTY_COUNT,
    KITTY_ONLY,
    POINTS,
    TARIFFS,
    TIMING,
)
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook
from scoring.penalties import IN_TURN, Penalty, as_entered, check_body, leaf
from scoring.sides import OTHER, SEATS, SIDE_OF, SIDES

DECLARERS, DEFENDERS = "declarers", "defenders"
MOST_CARDS, MOST_POINTS = 108, 9999


def check_penalty(
    rulebook: Rulebook, body: object, *, at: str = "", relative: bool = False, number: int | None = None
) -> tuple[Fault, ...]:
    """All that is wrong with a penalty. `relative`: sides may be `declarers` and `defenders`, as in a record.

    `number` is the hand it is entered for, 0 for the game as a whole; None where it stands in the record of its hand.
    """
    sides = (*SIDES, DECLARERS, DEFENDERS) if relative else SIDES
    faults = list(check_body(rulebook, TARIFFS, body, at, sides, inline=relative))
    code = body.get("code") if isinstance(body, Mapping) else None
    if not isinstance(body, Mapping) or not isinstance(code, str) or code not in TARIFFS:
        return tuple(faults)
    law, under = rulebook.law(leaf(code, "amount")), f"{at}." if at else ""
    works_on_points = rulebook.choice(leaf(code, "moves")) == POINTS
    if works_on_points and number == 0:
        faults.append(Fault("penalty_needs_hand", law, f"{under}number"))
    faults += _check_points_before(rulebook, body, law, under, needed=works_on_points and rulebook.choice(TIMING) == IN_TURN)
    cards, told = body.get("cards"), "cards" in body and "cards" in TARIFFS[code].operands
    if told and (type(cards) is not int or not 0 <= cards <= MOST_CARDS):
        faults.append(Fault("out_of_range", law, f"{under}cards", {"least": 0, "most": MOST_CARDS, "given": shown(cards)}))
    elif code == KITTY_COUNT and cards == rulebook.number(KITTY_CARDS):
        faults.append(Fault("kitty_is_right", rulebook.law(KITTY_CARDS), f"{under}cards", {"given": cards}))
    elif code == DELIBERATE and cards is None and not rulebook.flag(DELIBERATE_REPLACES):
        faults.append(Fault("missing_field", law, f"{under}cards"))
    seat = body.get("seat")
    if "seat" in body and (not isinstance(seat, str) or seat not in SEATS):
        faults.append(Fault("unknown_seat", law, f"{under}seat", {"known": list(SEATS), "given": shown(seat)}))
    elif isinstance(seat, str) and body.get("side") in SIDES and SIDE_OF[seat] != body["side"]:
        faults.append(Fault("seat_not_of_side", law, f"{under}seat", {"given": seat, "side": body["side"]}))
    return tuple(faults)


def _check_points_before(rulebook: Rulebook, body: Mapping[str, Any], law: str, under: str, *, needed: bool) -> list[Fault]:
    before, at = body.get("points_before"), f"{under}points_before"
    if before is None:
        return [Fault("missing_field", rulebook.law(TIMING), at)] if needed else []
    if not isinstance(before, Mapping) or set(before) != set(SIDES):
        return [Fault("wrong_type", law, at, {"wanted": "object", "given": shown(before)})]
    return [
        Fault("out_of_range", law, f"{at}.{side}", {"least": 0, "most": MOST_POINTS, "given": shown(before[side])})
        for side in SIDES
        if type(before[side]) is not int or not 0 <= before[side] <= MOST_POINTS
    ]


def stated(record: Mapping[str, Any]) -> tuple[Penalty, ...]:
    """The penalties that stand in a record without faults, with the sides of the table in place of declarers and defenders."""
    declarers = SIDE_OF[record["declarer"]]
    named = {DECLARERS: declarers, DEFENDERS: OTHER[declarers]}
    return tuple(
        Penalty.from_body(
            {**as_entered(TARIFFS, body), "side": named.get(body["side"], body["side"])},
            game=record["game"],
            number=record["hand"],
            hash=f"{place:03}",
        )
        for place, body in enumerate(record.get("penalties", ()))
    )


def losing(rulebook: Rulebook, penalties: Sequence[Penalty], scope: str) -> tuple[Penalty, ...]:
    """Those of `penalties` that lose a hand (`scope` hand) or a game (`scope` game) for their side (CDP-28, CDP-36)."""
    return tuple(penalty for penalty in penalties if rulebook.choice(leaf(penalty.code, "moves")) == scope)


def mistaken(rulebook: Rulebook, penalties: Sequence[Penalty], normal: Mapping[str, Any], at: str) -> list[Fault]:
    """Findings: penalties that contradict the hand they stand about."""
    burier = normal["buried_by"]
    return [
        Fault("kitty_buried_by_others", rulebook.law(leaf(KITTY_COUNT, "amount")), at, {"seat": burier, "side": penalty.side})
        for penalty in penalties
        if penalty.code == KITTY_COUNT and penalty.side != SIDE_OF[burier]
    ]


__all__ = ["DECLARERS", "DEFENDERS", "GAME", "HAND", "KITTY_ONLY", "check_penalty", "losing", "mistaken", "stated"]
