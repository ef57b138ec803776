"""What a hand of 斗地主 is worth 算分: bid, multiplier, what landlord and peasants win or lose, and who cannot pay.

Exact integers; every number is a step that cites its clause. Clauses DZH-07 to 11, F2-05, F3, F4-06, F4-07, F6-10, F7-07, F9-07, F9-08.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.doudizhu.fields import ANTI_SPRING, LANDLORD, NO_SPRING, SPRING_WON
from scoring.games.doudizhu.leaves import (
    ANTI_TIMES,
    BASE,
    BEANS,
    BIDS_MODE,
    CALLS,
    CLIP,
    DOUBLE_MODE,
    DOUBLE_TIMES,
    DOUBLING,
    LANDLORD_TIMES,
    LINEAR,
    ROCKET,
    RULED_TIMES,
    SCORING,
    SHORT_PAYER,
    SHOWN_TIMES,
    SPLIT,
    SPRING_STACKS,
    SPRING_TIMES,
    STAKE,
    STAKE_BASE,
    STAKE_MODE,
    STAKES,
    VALUES,
    WIN_LOSS,
    WINNER,
)
from scoring.outcomes import Fault, Step
from scoring.parameters import Rulebook
from scoring.sides import THREE, next_seat

Points = dict[str, int]


@dataclass(frozen=True, slots=True)
class Scored:
    """The points of a hand by seat, its multiplier, and the steps. `short` is who could not pay all, or nothing."""

    points: Points
    multiplier: int
    trace: tuple[Step, ...]
    findings: tuple[Fault, ...] = ()
    short: tuple[str, ...] = ()


def score(rulebook: Rulebook, normal: Mapping[str, Any], totals: Mapping[str, int] | None = None) -> Scored:
    """A hand that was played. `totals` is what each player has before it, where that is known: who cannot owe pays no more."""
    landlord, won = str(normal["landlord"]), normal["winner"] == LANDLORD
    if normal["ruled"]:
        first = Step(rulebook.law(RULED_TIMES), "ruled_for", (), int(won), landlord)
    else:
        first = Step(rulebook.law(WINNER), "landlord_out_first" if won else "peasant_out_first", (), int(won), str(normal["out"]))
    if rulebook.choice(SCORING) == WIN_LOSS:
        points = {seat: int((seat == landlord) == won) for seat in THREE}
        steps = [Step(rulebook.law(WINNER), "hand_won" if points[seat] else "hand_lost", (), points[seat], seat) for seat in THREE]
        return Scored(points, 1, (first, *steps))
    if normal["transfers"] is not None and rulebook.choice(SCORING) == BEANS:
        owed, times, steps = {seat: int(normal["transfers"][seat]) for seat in THREE}, 1, []
        law = rulebook.law(STAKE_MODE if rulebook.has(STAKE) else SCORING)
        steps = [Step(law, "handed_over", (owed[seat],), owed[seat], seat) for seat in THREE]
        return Scored(owed, times, (first, *steps), _too_large(rulebook, law, owed, totals))
    else:
        times, steps = multiplier(rulebook, normal)
        owed, more = _amounts(rulebook, normal, times, landlord, won=won)
        steps += more
    paid, paying, findings, short = _paid(rulebook, normal, owed, totals, landlord)
    return Scored(paid, times, (first, *steps, *paying), findings, short)


def multiplier(rulebook: Rulebook, normal: Mapping[str, Any]) -> tuple[int, list[Step]]:
    """Starts at 1; bombs and the rocket, spring, the shown hand and a ruling multiply it (DZH-08, DZH-10, DZH-11, F9-07, F9-08)."""
    times, steps = 1, list[Step]()
    if rulebook.has(DOUBLING):
        each, linear = rulebook.number(DOUBLE_TIMES), rulebook.choice(DOUBLE_MODE) == LINEAR
        if bombs := normal["bombs"]:
            times = 1 + bombs * (each - 1) if linear else each**bombs
            steps.append(Step(rulebook.law(DOUBLE_TIMES), "bombs_linear" if linear else "bombs", (bombs, each), times))
        if normal["rocket"]:
            before, times = times, times + each - 1 if linear else times * each
            steps.append(Step(rulebook.law(ROCKET), "rocket_linear" if linear else "rocket", (before, each), times))
    if normal["spring"] != NO_SPRING:
        leaf = {SPRING_WON: SPRING_TIMES, ANTI_SPRING: ANTI_TIMES}[normal["spring"]]
        each, before = rulebook.number(leaf), times
        if rulebook.flag(SPRING_STACKS):
            times = before * each
            steps.append(Step(rulebook.law(leaf), normal["spring"], (before, each), times))
        else:
            times = each
            steps.append(Step(rulebook.law(SPRING_STACKS), f"{normal['spring']}_alone", (before, each), times))
    if normal["shown"]:
        before, each = times, rulebook.number(SHOWN_TIMES)
        times = before * each
        steps.append(Step(rulebook.law(SHOWN_TIMES), "shown_hand", (before, each), times))
    if normal["ruled"] and normal["ruled"]["doubled"]:
        before, each = times, rulebook.number(RULED_TIMES)
        times = before * each
        steps.append(Step(rulebook.law(RULED_TIMES), "ruled_doubled", (before, each), times))
    return times, steps


def _amounts(rulebook: Rulebook, normal: Mapping[str, Any], times: int, landlord: str, *, won: bool) -> tuple[Points, list[Step]]:
    """Bid times multiplier to or from each peasant, and its multiple to or from the landlord (DZH-09)."""
    bid, law = normal["bid"], rulebook.law(VALUES if rulebook.has(CALLS) else BIDS_MODE)
    if rulebook.has(STAKE):
        bid, law = rulebook.number(STAKE_BASE), rulebook.law(STAKE_BASE)
    unit, most = bid * times, rulebook.number(LANDLORD_TIMES) if rulebook.has(BASE) else 2
    steps = [Step(law, "base", (bid,), bid), Step(law, "base_times_multiplier", (bid, times), unit)]
    points: Points = {}
    by = rulebook.law(LANDLORD_TIMES if rulebook.has(BASE) else STAKE_BASE if rulebook.has(STAKE) else SCORING)
    for seat in THREE:
        sign = 1 if (seat == landlord) == won else -1
        own = most if seat == landlord else 1
        points[seat] = sign * own * unit
        what = "landlord" if seat == landlord else "peasant"
        steps.append(Step(by, f"{what}_{'wins' if sign > 0 else 'loses'}", (sign * own, unit), points[seat], seat))
    return points, steps


def _too_large(rulebook: Rulebook, law: str, moved: Points, totals: Mapping[str, int] | None) -> tuple[Fault, ...]:
    """Who is said to have handed over more than he had, where nobody can owe. Nothing is cut: a record is wrong (F7-07)."""
    if totals is None or not rulebook.has(STAKES) or not rulebook.flag(CLIP):
        return ()
    return tuple(
        Fault("transfer_too_large", law, f"transfers.{seat}", {"side": seat, "given": -moved[seat], "has": max(totals[seat], 0)})
        for seat in THREE
        if -moved[seat] > max(totals[seat], 0)
    )


def _paid(
    rulebook: Rulebook, normal: Mapping[str, Any], owed: Points, totals: Mapping[str, int] | None, landlord: str
) -> tuple[Points, list[Step], tuple[Fault, ...], tuple[str, ...]]:
    """What is really handed over where nobody can owe: a payer gives what he has (F3, F7-07).

    Two who are to get it from one are served anti-clockwise from him, or as a ruling says: then `transfers` states what each got.
    """
    if totals is None or not rulebook.has(STAKES) or not rulebook.flag(CLIP):
        return owed, [], (), ()
    can = {seat: min(-owed[seat], max(totals[seat], 0)) for seat in THREE if owed[seat] < 0}
    short = tuple(seat for seat in can if can[seat] < -owed[seat])
    if not short:
        return owed, [], (), ()
    law = rulebook.law(CLIP)
    steps = [Step(law, "pays_what_he_has", (owed[seat], totals[seat]), -can[seat], seat) for seat in short]
    receivers = [seat for seat in (next_seat(landlord), next_seat(next_seat(landlord)), landlord) if owed[seat] > 0]
    paid = {seat: -can.get(seat, 0) for seat in THREE}
    left, findings = sum(can.values()), list[Fault]()
    stated = normal["transfers"]
    if len(receivers) > 1 and rulebook.choice(SHORT_PAYER) != SPLIT:
        law = rulebook.law(SHORT_PAYER)
        fits = (
            stated is not None
            and all(stated[seat] == paid[seat] for seat in can)
            and all(0 <= stated[seat] <= owed[seat] for seat in receivers)
        )
        if stated is not None and fits:
            given = {seat: int(stated[seat]) for seat in receivers}
            return paid | given, [*steps, *_gets(law, owed, given)], (), short
        findings.append(Fault("short_payer", law, "transfers", {"side": short[0], "owes": -owed[short[0]], "has": can[short[0]]}))
    elif len(receivers) > 1:
        law = rulebook.law(SHORT_PAYER)
    given = {}
    for seat in receivers:
        given[seat] = min(owed[seat], left)
        left -= given[seat]
    return paid | given, [*steps, *_gets(law, owed, given)], tuple(findings), short


def _gets(law: str, owed: Points, given: Points) -> list[Step]:
    return [Step(law, "gets_what_is_there", (owed[seat], amount), amount, seat) for seat, amount in given.items() if amount != owed[seat]]
