"""What a hand of 斗地主 needs from the hands before it: who bids first, pass-outs in a row, what each player has.

JSON: `{"next_hand": 4, "first_bidder": "2", "passed": 1, "dealt": 3, "played": 2, "totals": {"1": 6, "2": -3, "3": -3}}`; a first bidder
of null is free. Clauses DZH-04, F2-04, F2-05, F2-06, F4-04, F6-05.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from scoring.games.doudizhu.leaves import (
    BY_HAND_NUMBER,
    BY_ROUND,
    FIRST,
    FIRST_OUT,
    FREE,
    NEXT_BIDDER,
    SCORING,
    STAKES,
    START,
)
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook
from scoring.sides import THREE

COUNTS = ("next_hand", "passed", "dealt", "played")
FIELDS = (*COUNTS, "first_bidder", "totals")
MOST, MOST_TOTAL, MOST_STRANGE = 9999, 10**9, 10


@dataclass(frozen=True, slots=True)
class Carry:
    """Where a table stands between two hands.

    `first_bidder` is the seat that bids first in the next hand, None where the rules leave it open; `passed` the pass-outs in a row,
    `dealt` the hands dealt and `played` those that count. `before` are the hands dealt at the seats of earlier rounds, `round` this one.
    """

    totals: Mapping[str, int]
    next_hand: int = 1
    first_bidder: str | None = None
    passed: int = 0
    dealt: int = 0
    played: int = 0
    before: int = 0
    round: int = 1

    def as_json(self) -> dict[str, Any]:
        counts = {name: getattr(self, name) for name in COUNTS}
        return {**counts, "first_bidder": self.first_bidder, "totals": dict(self.totals)}


def fresh(rulebook: Rulebook, seat: Mapping[str, Any] | None) -> Carry:
    """A table about to begin, with what the seat brings to it."""
    seat = seat or {}
    each = rulebook.number(START) if rulebook.has(STAKES) else 0
    start = seat.get("start") or dict.fromkeys(THREE, each)
    before, number = int(seat.get("hands_before", 0)), int(seat.get("round", 1))
    carry = Carry({side: int(start[side]) for side in THREE}, before=before, round=number)
    return Carry(carry.totals, first_bidder=fixed_bidder(rulebook, carry, 1), before=before, round=number)


def fixed_bidder(rulebook: Rulebook, carry: Carry, hand: int) -> str | None:
    """Who bids first in a hand by its number alone, where the rulebook says so (F4-04)."""
    way = rulebook.choice(NEXT_BIDDER)
    if way == BY_HAND_NUMBER:
        return THREE[(carry.before + hand - 1) % len(THREE)]
    if way == BY_ROUND:
        return THREE[(carry.round + hand - 2) % len(THREE)]
    return THREE[0] if hand == 1 and rulebook.choice(FIRST) == "seat_1" and way != FREE else None


def following_bidder(rulebook: Rulebook, carry: Carry, hand: int, first_bidder: int | None, out: int | None) -> str | None:
    """Who bids first in the hand after one that was played (DZH-04, F6-05)."""
    way = rulebook.choice(NEXT_BIDDER)
    if way in (BY_HAND_NUMBER, BY_ROUND):
        return fixed_bidder(rulebook, carry, hand + 1)
    if way == FREE or first_bidder is None:
        return None
    if way == FIRST_OUT:
        return None if out is None else str(out)
    return THREE[first_bidder % len(THREE)]


def read(rulebook: Rulebook, value: object) -> tuple[Carry | None, tuple[Fault, ...]]:
    """A carry that somebody states, or all that is wrong with it."""
    law = rulebook.law(NEXT_BIDDER)
    if not isinstance(value, Mapping):
        return None, (Fault("wrong_type", law, "carry", {"wanted": "object", "given": shown(value)}),)
    strange = islice((name for name in value if name not in FIELDS), MOST_STRANGE)
    faults = [Fault("unknown_field", law, f"carry.{shown(name)}", {"known": list(FIELDS)}) for name in strange]
    plain = fresh(rulebook, None)
    counts = {name: value.get(name, getattr(plain, name)) for name in COUNTS}
    for name, count in counts.items():
        faults += _number(law, f"carry.{name}", count, int(name == "next_hand"), MOST)
    bidder = value.get("first_bidder")
    bidder = str(bidder) if type(bidder) is int and str(bidder) in THREE else bidder  # as records write seats
    if bidder is not None and (not isinstance(bidder, str) or bidder not in THREE):
        faults.append(Fault("unknown_seat", law, "carry.first_bidder", {"known": list(THREE), "given": shown(bidder)}))
    totals, at = value.get("totals", plain.totals), "carry.totals"
    if not isinstance(totals, Mapping) or set(totals) != set(THREE):
        faults.append(Fault("wrong_type", rulebook.law(SCORING), at, {"wanted": "object", "given": shown(totals)}))
    else:
        for side in THREE:
            faults += _number(rulebook.law(SCORING), f"{at}.{side}", totals[side], -MOST_TOTAL, MOST_TOTAL)
    if faults:
        return None, tuple(faults)
    start = {side: int(totals[side]) for side in THREE}
    return Carry(start, first_bidder=bidder, **{name: int(count) for name, count in counts.items()}), ()


def _number(law: str, at: str, value: object, least: int, most: int) -> list[Fault]:
    if type(value) is not int:
        return [Fault("wrong_type", law, at, {"wanted": "integer", "given": shown(value)})]
    if not least <= value <= most:
        return [Fault("out_of_range", law, at, {"least": least, "most": most, "given": shown(value)})]
    return []
