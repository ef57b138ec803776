"""What is published of a table of three: a row for each hand, and what the table and the desk see while it goes on."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games.doudizhu import Doudizhu, opener_least
from scoring.games.doudizhu.leaves import BEANS, FIRST, NEXT_BIDDER, SCORING, STACK, STAKES, THIRD_LEAST, THIRD_SEAT
from scoring.parameters import Rulebook
from scoring.sides import THREE
from scoring.tallies.table_of_three.bell import minutes_of
from scoring.tallies.table_of_three.fold import EXTRA_PART, OVER, REGULAR, Hand, Table
from scoring.tallies.table_of_three.leaves import ENDS, HANDS, HANDS_COUNT, HANDS_ENDS, MINUTES, TIME, TIME_ENDS

Value = dict[str, Any]
GAME_RULES = Doudizhu()


def counted_law(rulebook: Rulebook) -> str:
    """The clause by which the hands of the regular part are summed."""
    if rulebook.choice(ENDS) == HANDS_ENDS and rulebook.has(HANDS):
        return rulebook.law(HANDS_COUNT)
    return rulebook.law(MINUTES if rulebook.choice(ENDS) == TIME_ENDS and rulebook.has(TIME) else ENDS)


def hand_row(rulebook: Rulebook, hand: Hand) -> Value:
    """A hand as it was recorded, what it is worth and how. `running` are the totals after it, null where it is not counted.

    `findings` have to be settled before anybody signs; `remarks` say what was out of order and stands all the same.
    """
    live, played = hand.slot.live, hand.played
    return {
        "number": hand.slot.number,
        "game": hand.slot.game,
        "room": hand.slot.room,
        "hash": live.hash,
        **GAME_RULES.row(rulebook, live.record, live.normal),
        "extra": hand.extra,
        "counted": hand.counted,
        "multiplier": played.multiplier,
        "points": dict(played.points),
        "running": dict(hand.running) if hand.counted else None,
        "short": list(played.short),
        "trace": [step.as_json() for step in played.trace],
        "findings": [fault.as_json() for fault in hand.findings],
        "remarks": [fault.as_json() for fault in played.remarks],
        "under_review": hand.slot.in_question,
        "rivals": [{"hash": rival.hash, **GAME_RULES.result(rival.normal)} for rival in hand.slot.rivals],
        "by": live.by,
        "clauses": list(live.clauses),
        "record": {name: value for name, value in live.record.items() if name not in GAME_RULES.secrets},
    }


def shown(rulebook: Rulebook, table: Table, *, tied: Sequence[Sequence[str]], left: bool) -> Value:
    """`sums_to` is what all totals sum to but for penalties; `left`: somebody forfeited, nothing more is played."""
    over = left or table.part == OVER
    going_on = not over and table.gap is None
    carry = table.carry
    extra: Mapping[str, Any] | None = None
    if table.part == EXTRA_PART:
        full = not table.batches or table.in_batch >= table.full
        extra = {
            "batch": len(table.batches) + int(full),
            "wanted": table.full,
            "played": 0 if full else table.in_batch,
            "points": dict.fromkeys(THREE, 0) if full else table.batch_points(len(table.batches) - 1),
        }
    return {
        "phase": OVER if over else table.part,
        "unit": rulebook.choice(SCORING),
        "played": carry.played,
        "wanted": table.count,
        "minutes": minutes_of(rulebook),
        "totals": dict(carry.totals),
        "start": dict(table.start),
        "next_hand": table.next if going_on else None,
        "next_bidder": (carry.first_bidder or "") if going_on else "",
        "bidder_by": rulebook.choice(FIRST if table.next == 1 else NEXT_BIDDER),
        "passed": carry.passed,
        "opener_least": opener_least(rulebook, carry) if going_on else 0,
        "third_least": rulebook.number(THIRD_LEAST) if rulebook.has(THIRD_SEAT) else 0,
        "time_up": table.bell is not None,
        "last_hand": table.bell,
        "busted": list(table.busted),
        "tied": [list(group) for group in tied],
        "decides_by": "lot" if left and tied else table.wanted if table.part != REGULAR else "",
        "extra": extra,
        "batches": [table.batch_points(place) for place in range(len(table.batches))],
        "sums_to": sum(table.start.values()) if rulebook.choice(SCORING) in (STACK, BEANS) and rulebook.has(STAKES) else 0,
        "carry": carry.as_json() if going_on else None,
        "gap": table.gap,
    }
