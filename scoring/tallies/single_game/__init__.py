"""One match 对阵 that is one hand of 斗地主, won or lost by each of the three. Clauses F1-01, F1-09, F1-L1 to L9, AMB-16, AMB-17.

Reads the live record, what officials imposed and who stayed away. A game may leave somebody without a result: he plays again.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games import GAMES
from scoring.games.doudizhu import play
from scoring.games.doudizhu.leaves import SCORING
from scoring.match_facts import STATED, MatchFacts
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.penalties import Penalty, in_order, law
from scoring.sides import THREE
from scoring.slots import Slot
from scoring.tallies.single_game.leaves import CHANGED_PLAYER, ENDS, FORFEIT, SCHEMA
from scoring.tallies.single_game.results import STAYED_AWAY, WIN, Results, codes_of, results_of

__all__ = ["SingleGame"]

Value = dict[str, Any]
THE_HAND = 1


class SingleGame:
    """The tally of a game that is over after its hand. See `scoring.tallies.protocol.Tally`."""

    schema = SCHEMA
    optional: Mapping[str, Any] = {}
    additive = False

    def partners_frozen(self, rulebook: Rulebook) -> bool:
        return rulebook.choice(CHANGED_PLAYER) == FORFEIT

    def check_adjustment(self, rulebook: Rulebook, board: object, body: Mapping[str, Any]) -> tuple[Fault, ...]:
        """A game is corrected or ruled, never adjusted."""
        return (Fault("not_in_this_game", at="board"),)

    def sitting(self, rulebook: Rulebook, seat: Mapping[str, Any], facts: MatchFacts) -> Value:
        """Beside the common keys `results` (seat -> `win`, `loss`, `none`; empty while undecided), `won_by` (`landlord`, `peasants` or
        empty) and `disqualified` (seat -> codes). `points` are 1 for a win, else 0; `forfeited`: decided without a hand."""
        slot = next((slot for slot in facts.slots if slot.number == THE_HAND), None)
        hand = None if slot is None else slot.live.normal
        loses, out = codes_of(rulebook, facts.penalties)
        if facts.why == STATED:
            loses |= {side: [*loses.get(side, []), STAYED_AWAY] for side in facts.absent}
        found = results_of(rulebook, hand, loses, list(out), facts.absent)
        per_hand = {one.number: _findings(rulebook, one, loses) for one in facts.slots}
        findings = [fault for its in per_hand.values() for fault in its]
        given = bool(found.of) and (hand is None or bool(facts.absent))
        state = "forfeited" if given else "complete" if found.of else "playing" if facts.penalties else "waiting"
        points = {side: int(found.of.get(side) == WIN) for side in THREE}
        won = [side for side in THREE if points[side]]
        return {
            "hands": [_row(rulebook, one, found, points, per_hand[one.number]) for one in facts.slots],
            "state": state,
            "points": points,
            "places": {side: 1 if points[side] else len(won) + 1 for side in THREE} if won else {},
            "winner": won[0] if len(won) == 1 else "",
            "won_by": found.won_by,
            "results": dict(found.of),
            "disqualified": out,
            "penalties": [_penalty(rulebook, one) for one in sorted(facts.penalties, key=lambda one: (one.game, *in_order(rulebook, one)))],
            "trace": [step.as_json() for step in found.trace],
            "findings": [fault.as_json() for fault in findings],
            "shown": _shown(rulebook, slot, found, points),
        }

    def whole(self, rulebook: Rulebook, part: Mapping[str, Any]) -> bool:
        """Decided by a hand, and nothing is left to rule on."""
        return part["state"] == "complete" and not part["findings"]


def _findings(rulebook: Rulebook, slot: Slot, loses: Mapping[str, list[str]]) -> list[Fault]:
    """What has to be settled of a hand; one after the hand that is played does not count."""
    if slot.number == THE_HAND:
        return _to_rule(rulebook, slot, loses)
    return [Fault("hand_too_many", rulebook.law(ENDS), f"hand[{slot.number}]", {"hand": slot.number, "most": THE_HAND})]


def _to_rule(rulebook: Rulebook, slot: Slot, loses: Mapping[str, list[str]]) -> list[Fault]:
    """What the record shows and an official has still to impose: time overrun too often, a hand passed that had to be called."""
    found = play(rulebook, None, slot.live.normal).findings
    return [fault for fault in found if fault.values.get("penalty") not in loses.get(str(fault.values.get("side")), [])]


def _row(rulebook: Rulebook, slot: Slot, found: Results, points: Mapping[str, int], findings: Sequence[Fault]) -> Value:
    live, game, counts = slot.live, GAMES[rulebook.game], slot.number == THE_HAND
    mine = dict(points) if counts else dict.fromkeys(THREE, 0)
    return {
        "number": slot.number,
        "game": slot.game,
        "room": slot.room,
        "hash": live.hash,
        **game.row(rulebook, live.record, live.normal),
        "extra": False,
        "counted": counts,
        "multiplier": 1,
        "points": mine,
        "running": mine if counts else None,
        "trace": [step.as_json() for step in (found.trace if counts else ())],
        "findings": [fault.as_json() for fault in findings],
        "remarks": [fault.as_json() for fault in play(rulebook, None, live.normal).remarks],
        "under_review": slot.in_question,
        "rivals": [{"hash": rival.hash, **game.result(rival.normal)} for rival in slot.rivals],
        "by": live.by,
        "clauses": list(live.clauses),
        "record": {name: value for name, value in live.record.items() if name not in game.secrets},
    }


def _penalty(rulebook: Rulebook, penalty: Penalty) -> Value:
    where = {"game": penalty.game, "number": penalty.number, "at": penalty.at}
    told = {"hash": penalty.hash, "code": penalty.code, "side": penalty.side, "count": penalty.count, "amount": 0}
    return {**told, **where, "clause": law(rulebook, penalty.code)}


def _shown(rulebook: Rulebook, slot: Slot | None, found: Results, points: Mapping[str, int]) -> Value:
    """What the table and the desk see live, in the terms of any table of three."""
    return {
        "phase": "over" if found.of else "regular",
        "unit": rulebook.choice(SCORING),
        "played": int(slot is not None),
        "wanted": 1,
        "minutes": None,
        "totals": dict(points),
        "start": dict.fromkeys(THREE, 0),
        "next_hand": THE_HAND if slot is None and not found.of else None,
        "next_bidder": "",
        "passed": 0,
        "opener_least": 0,
        "third_least": 0,
        "time_up": False,
        "last_hand": None,
        "busted": [],
        "tied": [],
        "decides_by": "",
        "extra": None,
        "batches": [],
        "sums_to": 0,
        "carry": None,
        "gap": None,
        "results": dict(found.of),
    }
