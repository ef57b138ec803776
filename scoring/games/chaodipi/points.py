"""The defenders' points of one hand: what they took, the kitty they dug, and the fines of both sides. Clauses CDP-26..32.

Reads a rulebook, a normal form and penalties; writes nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scoring.games.chaodipi.leaves import (
    AS_SINGLE,
    CAP,
    COUNTS,
    DECKS,
    DELIBERATE,
    DELIBERATE_REPLACES,
    DIG_MORE,
    DIG_PAIR,
    DIG_SINGLE,
    DIG_THROW,
    DIG_TRACTOR,
    FLOOR,
    KITTY_CARDS,
    KITTY_COUNT,
    KITTY_ONLY,
    PACK,
    PACK_POINTS,
    PLAYERS,
    POINTS,
    TIMING,
    WRONG_FOLLOW,
)
from scoring.outcomes import Step
from scoring.parameters import Rulebook
from scoring.penalties import NETTED, Penalty, cost, cost_step, fined, leaf
from scoring.sides import OTHER, SIDE_OF

SINGLE, PAIR, TRACTOR, THROW, NO_DIG = "single", "pair", "tractor", "throw:", "none"


@dataclass(frozen=True, slots=True)
class Scored:
    """The points of a hand: `earned` before fines, `final` after them, and the steps that made them."""

    earned: int
    final: int
    trace: tuple[Step, ...]


def longest_tractor(rulebook: Rulebook) -> int:
    """The most pairs that one hand of cards can hold."""
    dealt = PACK * rulebook.number(DECKS) - rulebook.number(KITTY_CARDS)
    return dealt // rulebook.number(PLAYERS) // 2


def digs(rulebook: Rulebook) -> tuple[str, ...]:
    """All ways in which a kitty can be won, `none` first."""
    plain = (SINGLE, PAIR, *(f"{TRACTOR}{pairs}" for pairs in range(2, longest_tractor(rulebook) + 1)))
    return (NO_DIG, *plain, *(THROW + dig for dig in plain))


def component(rulebook: Rulebook, dig: str) -> str:
    """What a dig counts as: a throw by its largest component, or as a single card where the organiser says so (CDP-30)."""
    if not dig.startswith(THROW):
        return dig
    return SINGLE if rulebook.choice(DIG_THROW) == AS_SINGLE else dig.removeprefix(THROW)


def multiplier(rulebook: Rulebook, dig: str) -> int:
    """By how much the kitty counts when dug like this (CDP-30)."""
    kind = component(rulebook, dig)
    if kind in (SINGLE, PAIR):
        return rulebook.number(DIG_SINGLE if kind == SINGLE else DIG_PAIR)
    pairs = int(kind.removeprefix(TRACTOR))
    return int(rulebook.number(DIG_TRACTOR) * rulebook.number(DIG_MORE) ** (pairs - 2))


def dig_law(rulebook: Rulebook, dig: str) -> str:
    """The clause of that multiplier."""
    kind = component(rulebook, dig)
    return rulebook.law({SINGLE: DIG_SINGLE, PAIR: DIG_PAIR}.get(kind, DIG_TRACTOR))


def earned_points(rulebook: Rulebook, normal: Mapping[str, Any]) -> tuple[int, Step]:
    """Table points, and the kitty times its multiplier where the defenders dug it."""
    table, kitty, dig = normal["table_points"], normal["kitty_points"], normal["dig"]
    if dig == NO_DIG or not kitty:
        return table, Step(rulebook.law(PACK_POINTS), "table", (table,), table, OTHER[SIDE_OF[normal["declarer"]]])
    times = multiplier(rulebook, dig)
    total = table + kitty * times
    return total, Step(dig_law(rulebook, dig), "dig", (table, kitty, times), total, OTHER[SIDE_OF[normal["declarer"]]])


def moves_points(rulebook: Rulebook, penalty: Penalty) -> bool:
    """Whether a penalty works on the points of its hand; the others lose a hand or a game."""
    return rulebook.choice(leaf(penalty.code, "moves")) == POINTS


def points(rulebook: Rulebook, normal: Mapping[str, Any], penalties: Sequence[Penalty]) -> Scored:
    """The defenders' final points. `penalties` are all that stand about the hand, in any order.

    Fines of one moment (the defenders' points then, the trick, the tariff's order) are netted; under `end` all of them are.
    """
    earned, first = earned_points(rulebook, normal)
    fines = [penalty for penalty in penalties if moves_points(rulebook, penalty)]
    if not fines:
        return Scored(earned, earned, (first,))
    declarers = SIDE_OF[normal["declarer"]]

    def moment(penalty: Penalty) -> tuple[int, int, int]:
        return (_stood(penalty, declarers, earned), penalty.at, rulebook.number(leaf(penalty.code, "order")))

    fines.sort(key=lambda penalty: (moment(penalty), penalty.code, penalty.hash))
    trace = [first, *(step for penalty in fines for step in fine_steps(rulebook, penalty, fines, normal))]
    floor, cap, law = rulebook.number(FLOOR), rulebook.number(CAP), rulebook.law(TIMING)

    def net(together: Iterable[Penalty]) -> int:
        amounts = ((penalty, fine(rulebook, penalty, fines, normal)) for penalty in together)
        return sum(amount if penalty.side == declarers else -amount for penalty, amount in amounts)

    if rulebook.choice(TIMING) == NETTED:
        final = fined(earned, net(fines), floor, cap)
        return Scored(earned, final, (*trace, Step(law, "fines_netted", (earned, net(fines), floor, cap), final)))
    final = counted = 0
    for (stood, _, _), group in groupby(fines, key=moment):
        before, together = final + stood - counted, net(group)
        final, counted = fined(before, together, floor, cap), stood
        trace.append(Step(law, "fines_in_turn", (before, together, floor, cap), final))
    trace.append(Step(law, "earned_after_fines", (final, earned - counted), final + earned - counted))
    return Scored(earned, final + earned - counted, tuple(trace))


def fine(rulebook: Rulebook, penalty: Penalty, beside: Sequence[Penalty], normal: Mapping[str, Any]) -> int:
    """What one penalty costs among those `beside` it on the hand.

    A deliberate wrong card costs its own fine instead of the one for each wrong card, or both (CDP-29). Who buried a wrong
    number of cards pays for the kitty alone: his hand is one card short or long because of it (CDP-31, CDP-32).
    """
    if penalty.code in COUNTS and rulebook.flag(KITTY_ONLY) and _follows_from_kitty(penalty, beside, normal):
        return 0
    own = cost(rulebook, penalty)
    if penalty.code == DELIBERATE and not rulebook.flag(DELIBERATE_REPLACES):
        own += rulebook.number(leaf(WRONG_FOLLOW, "amount")) * int(penalty.body.get("cards", 0))
    return own


def fine_steps(rulebook: Rulebook, penalty: Penalty, beside: Sequence[Penalty], normal: Mapping[str, Any]) -> tuple[Step, ...]:
    """How a fine comes about: by the tariff, and what the hand's other penalties change in it."""
    step, own = cost_step(rulebook, penalty), fine(rulebook, penalty, beside, normal)
    if own == step.value:
        return (step,)
    law = rulebook.law(DELIBERATE_REPLACES if penalty.code == DELIBERATE else KITTY_ONLY)
    return (step, Step(law, "fine_becomes", (step.value,), own, penalty.side))


def _follows_from_kitty(penalty: Penalty, beside: Sequence[Penalty], normal: Mapping[str, Any]) -> bool:
    """Whether the miscount is the burier's own: his side is fined for the kitty and nobody else of it is named."""
    buried_by = normal["buried_by"]
    return penalty.body.get("seat", buried_by) == buried_by and any(
        other.code == KITTY_COUNT and other.side == penalty.side == SIDE_OF[buried_by] for other in beside
    )


def _stood(penalty: Penalty, declarers: str, earned: int) -> int:
    """The defenders' points when the fine fell, never more than they earned; where nobody said, all of these."""
    before = penalty.body.get("points_before")
    return earned if before is None else min(earned, int(before[OTHER[declarers]]))
