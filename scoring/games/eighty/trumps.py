"""How the trump of a board was found 定将: called at the table by rank (mode B) or drawn from the board (mode C). Clause E80-06.

Both accounts are optional; where one is given it must lead to the trump and rank that the record states.
"""

from collections.abc import Mapping
from typing import Any

from scoring import cards
from scoring.games.eighty.schema import BY_JOKERS, CALLS, CONTEST, CONTESTED, DRAWN, NO_TRUMP, TRUMP_MODE
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook
from scoring.sides import SEATS

MOST_CALLS = 20
CALL_FIELDS = ("seat", "with", "trump")


def check_account(rulebook: Rulebook, record: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with `calls` or `drawn`, or with their going together with the mode and the trump."""
    mode, law = rulebook.choice(TRUMP_MODE), rulebook.law(TRUMP_MODE)
    faults = [
        Fault("not_this_mode", law, name, {"mode": mode, "wanted": wanted})
        for name, wanted in (("calls", CONTESTED), ("drawn", DRAWN))
        if name in record and mode != wanted
    ]
    if faults:
        return faults
    if "calls" in record:
        faults += _check_calls(rulebook, record)
    if "drawn" in record:
        faults += _check_drawn(rulebook, record)
    return faults


def _check_calls(rulebook: Rulebook, record: Mapping[str, Any]) -> list[Fault]:
    """Each call must beat the one before: a pair a single card, jokers any suit; the last one is the trump."""
    calls, law = record["calls"], rulebook.law(CONTEST)
    if not isinstance(calls, list) or not 1 <= len(calls) <= MOST_CALLS:
        return [Fault("wrong_type", law, "calls", {"wanted": "list", "given": shown(calls)})]
    faults: list[Fault] = []
    order = rulebook.several(CONTEST)
    strongest = -1
    for place, call in enumerate(calls):
        at = f"calls[{place}]"
        if not isinstance(call, Mapping) or set(call) != set(CALL_FIELDS):
            faults.append(Fault("call_malformed", law, at, {"known": list(CALL_FIELDS)}))
            continue
        trumps = (NO_TRUMP,) if call["with"] == BY_JOKERS else cards.SUITS
        for name, known in (("seat", SEATS), ("with", CALLS), ("trump", trumps)):
            if not isinstance(call[name], str) or call[name] not in known:
                faults.append(Fault("not_a_choice", law, f"{at}.{name}", {"options": list(known), "given": shown(call[name])}))
        if call["with"] in CALLS:
            strength = order.index(call["with"])
            if strength <= strongest:
                faults.append(Fault("call_too_weak", law, at, {"given": call["with"], "standing": order[strongest]}))
            strongest = max(strength, strongest)
    if not faults and calls[-1]["trump"] != record.get("trump"):
        faults.append(Fault("trump_not_called", law, "trump", {"wanted": calls[-1]["trump"], "given": shown(record.get("trump"))}))
    return faults


def _check_drawn(rulebook: Rulebook, record: Mapping[str, Any]) -> list[Fault]:
    """The first card gives suit and rank; a joker gives no trump, and the next card that is none the rank."""
    drawn, law = record["drawn"], rulebook.law(TRUMP_MODE)
    if not isinstance(drawn, str):
        return [Fault("wrong_type", law, "drawn", {"wanted": "string", "given": shown(drawn)})]
    known, unknown = cards.split(drawn)
    if unknown:
        return [Fault("unknown_card", law, "drawn", {"given": shown(word)}) for word in unknown[:MOST_CALLS]]
    if not known or any(card not in cards.JOKERS for card in known[:-1]) or known[-1] in cards.JOKERS:
        return [Fault("draw_not_finished", law, "drawn", {"given": shown(drawn)})]
    trump = cards.suit_of(known[0]) or NO_TRUMP
    wanted = {"trump": trump, "rank": cards.rank_of(known[-1])}
    return [
        Fault("not_as_drawn", law, name, {"wanted": value, "given": shown(record[name])})
        for name, value in wanted.items()
        if isinstance(record.get(name), str) and record[name] != value
    ]
