"""One hand of 斗地主 after what stands 一局: its points, pass-outs and their fine, what the history shows to be wrong, what stands then.

Pure; a hand is judged by `play` in the fold of a match and in `step` alike. Clauses DZH-03, 04, F2-02 to 06, F1-05, F1-07, F6-04, F6-05.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.games.doudizhu.carry import Carry, fixed_bidder, following_bidder
from scoring.games.doudizhu.leaves import (
    BETWEEN_ENDS,
    BY_HAND_NUMBER,
    BY_ROUND,
    CARDS,
    FACE_UP_READING,
    FINE,
    FINE_AFTER,
    FINE_BIDDER,
    FINE_OTHERS,
    FINE_RESETS,
    FINE_ROTATES,
    FIRST,
    MARGIN,
    NEXT,
    NEXT_BIDDER,
    OPENER,
    OPENER_AFTER,
    OPENER_LEAST,
    OPENER_MUST,
    OVERRUN_LIMIT,
    OVERRUN_WARNED,
    PASS_BIDDER,
    PASS_COUNTS,
    PATTERNS,
    REDEAL,
    SCORING,
)
from scoring.games.doudizhu.points import Points, Scored, score
from scoring.outcomes import Fault, Step
from scoring.parameters import Rulebook
from scoring.sides import THREE

PLAYED, PASSED_OUT, RULED = KINDS = ("played", "passed_out", "ruled")


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a hand. `kind` is one of KINDS; `counts`: it is one of the hands that a table is to play. `after` stands then.

    `findings` have to be settled before anybody can sign; `remarks` say what was out of order and stands all the same.
    """

    kind: str
    counts: bool
    points: Points
    multiplier: int
    trace: tuple[Step, ...]
    findings: tuple[Fault, ...]
    remarks: tuple[Fault, ...]
    after: Carry | None
    short: tuple[str, ...] = ()


def opener_least(rulebook: Rulebook, carry: Carry | None) -> int:
    """The least that the first bidder of the next hand may call, 0 where any call will do (F2-04)."""
    if carry is None or not rulebook.has(OPENER) or carry.passed < rulebook.number(OPENER_AFTER):
        return 0
    return rulebook.number(OPENER_LEAST)


def play(rulebook: Rulebook, carry: Carry | None, normal: Mapping[str, Any]) -> Played:
    """The hand after what stands; without it, what can be said of the hand alone."""
    remarks = _out_of_turn(rulebook, carry, normal)
    findings = [*_opener(rulebook, carry, normal), *_overruns(rulebook, normal), *_must_call(rulebook, normal)]
    remarks += _face_up(rulebook, normal)
    if normal["landlord"] is None and normal["bids"]:
        return _passed_out(rulebook, carry, normal, tuple(findings), tuple(remarks))
    scored: Scored = score(rulebook, normal, None if carry is None else carry.totals)
    after = None
    if carry is not None:
        bidder = following_bidder(rulebook, carry, normal["hand"], normal["first_bidder"], normal["out"])
        after = _moved(carry, scored.points, normal["hand"], first_bidder=bidder, passed=0, counts=True)
    kind = RULED if normal["ruled"] else PLAYED
    found = (*findings, *scored.findings)
    return Played(kind, True, scored.points, scored.multiplier, scored.trace, found, tuple(remarks), after, scored.short)


def _moved(carry: Carry, points: Points, hand: int, *, first_bidder: str | None, passed: int, counts: bool) -> Carry:
    return replace(
        carry,
        totals={seat: carry.totals[seat] + points[seat] for seat in THREE},
        next_hand=hand + 1,
        first_bidder=first_bidder,
        passed=passed,
        dealt=carry.dealt + 1,
        played=carry.played + int(counts),
    )


def _passed_out(
    rulebook: Rulebook, carry: Carry | None, normal: Mapping[str, Any], findings: tuple[Fault, ...], remarks: tuple[Fault, ...]
) -> Played:
    """Nobody called: dealt again, counted, and from so many in a row on fined (DZH-03, F2-02, F2-05, F6-04)."""
    counts = rulebook.has(REDEAL) and rulebook.flag(PASS_COUNTS)
    points = dict.fromkeys(THREE, 0)
    law = rulebook.law(PASS_COUNTS if rulebook.has(REDEAL) else SCORING)
    if carry is None:
        return Played(PASSED_OUT, counts, points, 1, (Step(law, "passed_out", (), 0),), findings, remarks, None)
    first, passed = normal["first_bidder"], carry.passed + 1
    trace = [Step(law, "passed_out", (carry.passed,), passed)]
    turns = rulebook.has(REDEAL) and rulebook.choice(PASS_BIDDER) == NEXT
    if rulebook.has(FINE) and passed >= rulebook.number(FINE_AFTER):
        for seat in THREE:
            leaf = FINE_BIDDER if seat == str(first) else FINE_OTHERS
            points[seat] = -rulebook.number(leaf) if leaf == FINE_BIDDER else rulebook.number(leaf)
            step = "pass_out_fine" if leaf == FINE_BIDDER else "pass_out_gain"
            trace.append(Step(rulebook.law(leaf), step, (passed,), points[seat], seat))
        turns = rulebook.flag(FINE_ROTATES)
        if rulebook.flag(FINE_RESETS):
            passed = 0
            trace.append(Step(rulebook.law(FINE_RESETS), "pass_outs_counted_anew", (carry.passed + 1,), 0))
    bidder: str | None = THREE[first % len(THREE)] if turns else str(first)
    if rulebook.choice(NEXT_BIDDER) in (BY_HAND_NUMBER, BY_ROUND):
        bidder = fixed_bidder(rulebook, carry, normal["hand"] + 1)
    after = _moved(carry, points, normal["hand"], first_bidder=bidder, passed=passed, counts=counts)
    return Played(PASSED_OUT, counts, points, 1, tuple(trace), findings, remarks, after)


def _out_of_turn(rulebook: Rulebook, carry: Carry | None, normal: Mapping[str, Any]) -> list[Fault]:
    """Somebody else bid first than it was his turn; the hand stands (DZH-04)."""
    if carry is None or carry.first_bidder is None or normal["first_bidder"] in (None, int(carry.first_bidder)):
        return []
    values = {"wanted": int(carry.first_bidder), "given": normal["first_bidder"]}
    law = rulebook.law(FIRST if normal["hand"] == 1 else NEXT_BIDDER)
    return [Fault("first_bidder_differs", law, "first_bidder", values)]


def _opener(rulebook: Rulebook, carry: Carry | None, normal: Mapping[str, Any]) -> list[Fault]:
    """After so many pass-outs in a row the first bidder's call is no less than so much (F2-04)."""
    least = opener_least(rulebook, carry)
    if not least or not normal["bids"]:
        return []
    call = normal["bids"][0]
    if 0 < call < least:
        return [Fault("opener_too_low", rulebook.law(OPENER_LEAST), "bids[0]", {"least": least, "given": call})]
    if not call and rulebook.flag(OPENER_MUST):
        return [Fault("opener_must_call", rulebook.law(OPENER_MUST), "bids[0]", {"least": least})]
    return []


def _must_call(rulebook: Rulebook, normal: Mapping[str, Any]) -> list[Fault]:
    """Who passed with a hand that obliged him to call loses by an official's penalty (F1-05, F1-L1)."""
    return [
        Fault("must_call_omitted", rulebook.law(PATTERNS), f"cards.{seat}", {"side": seat, "pattern": pattern, "penalty": "l1"})
        for seat, pattern in normal["obliged"].items()
    ]


def _overruns(rulebook: Rulebook, normal: Mapping[str, Any]) -> list[Fault]:
    """Who overran his time so often in one hand loses by an official's penalty (F1-07, F1-L8)."""
    if not normal["timeouts"]:
        return []
    law = rulebook.law(OVERRUN_LIMIT)
    limit = rulebook.number(OVERRUN_LIMIT) + int(not rulebook.flag(OVERRUN_WARNED))
    return [
        Fault("overruns_lose", law, f"timeouts.{seat}", {"side": seat, "given": count, "limit": limit, "penalty": "l8"})
        for seat, count in normal["timeouts"].items()
        if count >= limit
    ]


def _face_up(rulebook: Rulebook, normal: Mapping[str, Any]) -> list[Fault]:
    """The face-up card lay where it should not (F1-03)."""
    depth = normal["face_up"]
    if depth is None:
        return []
    margin, most = rulebook.number(MARGIN), rulebook.number(CARDS)
    middle = margin < depth <= most - margin
    if middle == (rulebook.choice(FACE_UP_READING) == BETWEEN_ENDS):
        return []
    return [Fault("face_up_misplaced", rulebook.law(MARGIN), "face_up", {"given": depth, "margin": margin})]
