"""叫牌, the bidding of a hand: who speaks, in what order calls may rise, when it is over, who is landlord and for how much.

Bids are whole numbers in order of speaking, 0 for a pass. Any JSON value is answered with all its faults.
Clauses DZH-02, DZH-03, F1-04, F2-02, F2-03, F4-05, F6-03.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.games.doudizhu.leaves import (
    BIDS_MODE,
    CALL,
    CALLS,
    CIRCLE,
    CIRCLES,
    CLOSING_PASSES,
    ENDS_AT_TOP,
    FORCED,
    FORCED_THIRD,
    OPENER_EXTRA,
    RISING,
    THIRD_LEAST,
    THIRD_MUST,
    THIRD_SEAT,
    VALUES,
)
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook

PLAYERS = 3
MOST_BIDS = 30
PASS, CALLED = 0, 1


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding as far as it can be read. `speaker` is the place in order of speaking (0 for the first bidder) of the landlord."""

    speaker: int | None = None
    bid: int = 0
    passed_out: bool = False
    faults: tuple[Fault, ...] = ()


def seat_of(first_bidder: int, speaker: int) -> int:
    """The seat of who speaks so many places after the first bidder, anti-clockwise."""
    return (first_bidder - 1 + speaker) % PLAYERS + 1


def possible(rulebook: Rulebook) -> tuple[int, ...]:
    """The calls there are, the highest last; a pass is none."""
    if rulebook.choice(BIDS_MODE) == CALL or not rulebook.has(CALLS):
        return (CALLED,)
    return tuple(sorted(int(value) for value in rulebook.several(VALUES)))


def law_of_bids(rulebook: Rulebook) -> str:
    """The clause of the bidding as such."""
    return rulebook.law(VALUES if rulebook.has(CALLS) else BIDS_MODE)


def read_bids(rulebook: Rulebook, bids: object) -> Auction:
    """What the bids come to, or all that is wrong with them."""
    law = law_of_bids(rulebook)
    if not isinstance(bids, list):
        return Auction(faults=(Fault("wrong_type", law, "bids", {"wanted": "list", "given": shown(bids)}),))
    if not 1 <= len(bids) <= MOST_BIDS:
        return Auction(faults=(Fault("out_of_range", law, "bids", {"least": 1, "most": MOST_BIDS, "given": len(bids)}),))
    wrong = [fault for place, bid in enumerate(bids) if (fault := _unknown(rulebook, bid, place)) is not None]
    if wrong:
        return Auction(faults=tuple(wrong))
    return _followed(rulebook, bids)


def _unknown(rulebook: Rulebook, bid: object, place: int) -> Fault | None:
    known, at = (PASS, *possible(rulebook)), f"bids[{place}]"
    if type(bid) is not int:
        return Fault("wrong_type", law_of_bids(rulebook), at, {"wanted": "integer", "given": shown(bid)})
    if bid not in known:
        return Fault("unknown_bid", law_of_bids(rulebook), at, {"options": list(known), "known": list(known), "given": shown(bid)})
    return None


def _followed(rulebook: Rulebook, bids: Sequence[int]) -> Auction:
    """The bidding call by call. What is too low is named and passed over; what comes after the end is named once."""
    faults: list[Fault] = []
    high, speaker, passes = 0, None, 0
    over = False
    for place, bid in enumerate(bids):
        if over:
            faults.append(Fault("bidding_over", _end_law(rulebook, bids[:place]), f"bids[{place}]", {"given": bid, "bid": high}))
            break
        if bid == PASS:
            passes += 1
        else:
            passes = 0
            if high and bid <= high and _must_rise(rulebook):
                faults.append(Fault("bid_not_higher", rulebook.law(RISING), f"bids[{place}]", {"given": bid, "bid": high}))
            elif bid > high:
                high, speaker = bid, place % PLAYERS
        over = _is_over(rulebook, spoken=place + 1, high=high, passes=passes)
    faults += _third_seat(rulebook, bids)
    if not over and not any(fault.code == "bid_not_higher" for fault in faults):
        faults.append(Fault("bids_incomplete", law_of_bids(rulebook), "bids", {"given": len(bids)}))
    return Auction(speaker, high, passed_out=not high, faults=tuple(faults))


def _must_rise(rulebook: Rulebook) -> bool:
    return rulebook.has(CALLS) and rulebook.flag(RISING)


def _is_over(rulebook: Rulebook, *, spoken: int, high: int, passes: int) -> bool:
    """Whether nobody speaks any more (DZH-02, F1-04, F4-05)."""
    mode = rulebook.choice(BIDS_MODE)
    if high and (mode == CALL or (rulebook.has(CALLS) and rulebook.flag(ENDS_AT_TOP) and high == possible(rulebook)[-1])):
        return True
    if mode != CIRCLES:
        return spoken == PLAYERS
    if high:
        return passes >= (rulebook.number(CLOSING_PASSES) if rulebook.has(CIRCLE) else PLAYERS - 1)
    return spoken == PLAYERS + int(rulebook.has(CIRCLE) and rulebook.flag(OPENER_EXTRA))


def _end_law(rulebook: Rulebook, before: Sequence[int]) -> str:
    """The clause by which the bidding was over."""
    if rulebook.has(CALLS) and before and before[-1] == possible(rulebook)[-1]:
        return rulebook.law(ENDS_AT_TOP)
    if rulebook.has(CIRCLE):
        return rulebook.law(CLOSING_PASSES if any(before) else OPENER_EXTRA)
    return rulebook.law(BIDS_MODE)


def _third_seat(rulebook: Rulebook, bids: Sequence[int]) -> list[Fault]:
    """What the third seat may say after two passes: no less than so much, or no pass (F1-04, F2-03)."""
    if len(bids) < PLAYERS or any(bids[: PLAYERS - 1]) or rulebook.choice(BIDS_MODE) == CIRCLES:
        return []
    at, third = f"bids[{PLAYERS - 1}]", bids[PLAYERS - 1]
    if rulebook.has(FORCED) and rulebook.flag(FORCED_THIRD) and third == PASS:
        return [Fault("third_must_call", rulebook.law(FORCED_THIRD), at)]
    if not rulebook.has(THIRD_SEAT):
        return []
    least = rulebook.number(THIRD_LEAST)
    if third == PASS and rulebook.flag(THIRD_MUST):
        return [Fault("third_must_call", rulebook.law(THIRD_MUST), at, {"least": least})]
    if PASS < third < least:
        return [Fault("third_seat_too_low", rulebook.law(THIRD_LEAST), at, {"least": least, "given": third})]
    return []
