"""Penalties of 斗地主: what one may hold, and what those that stand cost each player. Clauses F4-02, F6-06, F9-08, F9-09, F1-D1 to L9.

A penalty is a player's own: it takes from him and gives nobody, so a table with penalties no longer sums to nothing. Warnings are
counted for each player and hand; every so many of them cost the amount.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring.games.doudizhu.leaves import EVERY, HINT, OWN_POINTS, SCORING, SLOW_PLAY, TARIFFS, WITH_HAND
from scoring.outcomes import Fault, Step
from scoring.parameters import Rulebook
from scoring.penalties import Penalty, as_entered, check_body, cost, in_order, law, leaf
from scoring.sides import THREE

OF_A_HAND = (HINT, SLOW_PLAY)  # what happens in a hand and is counted there


def check_penalty(rulebook: Rulebook, body: object, *, at: str = "", inline: bool = False, number: int | None = None) -> tuple[Fault, ...]:
    """All that is wrong with a penalty. `number` is the hand it is entered for, 0 for the table as a whole; None: it is in its record."""
    plain = check_body(rulebook, TARIFFS, body, at, THREE, inline=inline)
    faults = [fault if fault.clause else replace(fault, clause=rulebook.law(SCORING)) for fault in plain]
    code = body.get("code") if isinstance(body, Mapping) else None
    if isinstance(code, str) and code in OF_A_HAND and rulebook.has(f"penalties.{code}") and number == 0:
        faults.append(Fault("penalty_needs_hand", law(rulebook, code), f"{at}.number" if at else "number", {"code": code}))
    return tuple(faults)


def stated(record: Mapping[str, Any]) -> tuple[Penalty, ...]:
    """The penalties that stand in a record without faults."""
    return tuple(
        Penalty.from_body(as_entered(TARIFFS, body), number=record["hand"], hash=str(place))
        for place, body in enumerate(record.get("penalties", []))
    )


def moves_points(rulebook: Rulebook, penalty: Penalty) -> bool:
    """Whether it takes points; the others lose a hand or the right to play on."""
    return rulebook.choice(leaf(penalty.code, "moves")) == OWN_POINTS


def counts_with_hand(rulebook: Rulebook, code: str) -> bool:
    """Whether a fine counts where its hand does; else it comes off the final score, whatever hand it happened in (F6-06)."""
    return rulebook.choice(leaf(code, "phase")) == WITH_HAND


def charged(rulebook: Rulebook, penalties: Iterable[Penalty]) -> list[tuple[Penalty, int, Step | None]]:
    """Each penalty in the order that does not hang on arrival, what it takes from its player, and the step that shows it."""
    warnings: Counter[tuple[int, int, str]] = Counter()
    rows: list[tuple[Penalty, int, Step | None]] = []
    for penalty in sorted(penalties, key=lambda one: (one.game, *in_order(rulebook, one))):
        if not moves_points(rulebook, penalty):
            rows.append((penalty, 0, None))
        elif penalty.code == SLOW_PLAY:
            place = (penalty.game, penalty.number, penalty.side)
            before, warnings[place] = warnings[place], warnings[place] + penalty.count
            rows.append((penalty, *_warned(rulebook, penalty, before)))
        else:
            taken = cost(rulebook, penalty)
            amount = rulebook.number(leaf(penalty.code, "amount"))
            rows.append((penalty, taken, Step(law(rulebook, penalty.code), penalty.code, (-amount, penalty.count), -taken, penalty.side)))
    return rows


def _warned(rulebook: Rulebook, penalty: Penalty, before: int) -> tuple[int, Step]:
    """What these warnings cost after those before them in the same hand: each time so many are full (F9-09)."""
    every, amount = rulebook.number(EVERY), rulebook.number(leaf(SLOW_PLAY, "amount"))
    full, already = (before + penalty.count) // every, before // every
    if rulebook.choice(leaf(SLOW_PLAY, "per")) == "fixed":
        full, already = min(full, 1), min(already, 1)
    taken = amount * (full - already)
    return taken, Step(rulebook.law(EVERY), SLOW_PLAY, (before, penalty.count, every, -amount), -taken, penalty.side)
