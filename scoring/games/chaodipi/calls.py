"""How the trump came about 叫主 反主 炒底, where a record says so: whether the calls were lawful and fit the rest of the record.

`calls` is a list of `{"seat", "act", "with"}` in order; acts are `call`, `overturn`, `stir` and `pass`, the last without `with` and only
among the stirs. Passes may be left out; where any is there, all have to be, and then the order of seats is checked too. Nothing of
it scores. Clauses CDP-06..09.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games.chaodipi.leaves import (
    AFTER_ANOTHER,
    DEALER_NOT_CALLER,
    FIRST_DEALER,
    NO_TRUMP,
    OVERTURN_LATER,
    STIR_ORDER,
    STIR_OWN,
    STIRS,
    SUITS,
)
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook
from scoring.sides import SEATS

CALL, OVERTURN, STIR, PASS = ACTS = ("call", "overturn", "stir", "pass")
MOST_CALLS = 40


def next_seat(seat: str) -> str:
    """The next player, counter-clockwise."""
    return SEATS[(SEATS.index(seat) + 1) % len(SEATS)]


def first_to_stir(declarer: str, caller: str) -> str:
    """Who may stir first: the player after the dealer, or the one after the caller where that player called (CDP-07)."""
    after = next_seat(declarer)
    return next_seat(caller) if after == caller else after


def ranking(rulebook: Rulebook) -> tuple[str, ...]:
    """What may be called and stirred with, as a record writes it, the highest first."""
    written = {word: letters for letters, word in STIRS.items()}
    return tuple(written[word] for word in rulebook.several(STIR_ORDER))


def check_calls(rulebook: Rulebook, record: Mapping[str, Any]) -> list[Fault]:
    """All that is wrong with the calls of a record whose other fields may be faulty too."""
    calls, law = record["calls"], rulebook.law(STIR_ORDER)
    if not isinstance(calls, list):
        return [Fault("wrong_type", law, "calls", {"wanted": "list", "given": shown(calls)})]
    if len(calls) > MOST_CALLS:
        return [Fault("out_of_range", law, "calls", {"least": 0, "most": MOST_CALLS, "given": len(calls)})]
    faults = [fault for place, call in enumerate(calls) for fault in _shape(rulebook, call, f"calls[{place}]")]
    if faults or not calls:
        return faults
    return [*_turns(rulebook, record, calls), *_stirs(rulebook, record, calls), *_fits(rulebook, record, calls)]


def _shape(rulebook: Rulebook, call: object, at: str) -> list[Fault]:
    law = rulebook.law(STIR_ORDER)
    if not isinstance(call, Mapping):
        return [Fault("wrong_type", law, at, {"wanted": "object", "given": shown(call)})]
    wanted: dict[str, tuple[str, ...]] = {"seat": SEATS, "act": ACTS}
    if call.get("act") != PASS:
        wanted["with"] = ranking(rulebook)
    faults = [Fault("unknown_field", law, f"{at}.{shown(name)}", {"known": list(wanted)}) for name in call if name not in wanted][:1]
    for name, known in wanted.items():
        value = call.get(name)
        if name not in call:
            faults.append(Fault("missing_field", law, f"{at}.{name}"))
        elif not isinstance(value, str) or value not in known:
            faults.append(Fault("not_a_choice", law, f"{at}.{name}", {"options": list(known), "given": shown(value)}))
    return faults


def _turns(rulebook: Rulebook, record: Mapping[str, Any], calls: Sequence[Mapping[str, str]]) -> list[Fault]:
    """One call first, then overturns, then stirs and passes; who may overturn (CDP-08, CDP-09)."""
    order = {CALL: 0, OVERTURN: 1, STIR: 2, PASS: 2}
    anybody = record.get("hand") == 1 or rulebook.choice(OVERTURN_LATER) != DEALER_NOT_CALLER
    declarer, caller = record.get("declarer"), calls[0]["seat"]
    faults: list[Fault] = []
    for place, call in enumerate(calls):
        before = order[calls[place - 1]["act"]] if place else -1
        if (place == 0) != (call["act"] == CALL) or order[call["act"]] < before:
            faults.append(Fault("call_out_of_order", rulebook.law(FIRST_DEALER), f"calls[{place}].act", {"given": call["act"]}))
        elif call["act"] == OVERTURN and not anybody and (call["seat"] != declarer or call["seat"] == caller):
            values = {"seat": call["seat"], "declarer": shown(declarer), "caller": caller}
            faults.append(Fault("overturn_not_allowed", rulebook.law(OVERTURN_LATER), f"calls[{place}].seat", values))
    return faults


def _stirs(rulebook: Rulebook, record: Mapping[str, Any], calls: Sequence[Mapping[str, str]]) -> list[Fault]:
    """Each stir higher than the one before, the caller and the dealer only after somebody else, in the order of seats."""
    ranks, declarer, caller = ranking(rulebook), record.get("declarer"), calls[0]["seat"]
    faults: list[Fault] = []
    last: Mapping[str, str] | None = None
    turns = [(place, call) for place, call in enumerate(calls) if call["act"] in (STIR, PASS)]
    for place, call in turns:
        if call["act"] == PASS:
            continue
        if last is not None and ranks.index(call["with"]) >= ranks.index(last["with"]):
            values = {"given": STIRS[call["with"]], "before": STIRS[last["with"]], "options": list(rulebook.several(STIR_ORDER))}
            faults.append(Fault("stir_not_higher", rulebook.law(STIR_ORDER), f"calls[{place}].with", values))
        if last is None and rulebook.choice(STIR_OWN) == AFTER_ANOTHER and call["seat"] in (declarer, caller):
            faults.append(Fault("stir_before_others", rulebook.law(STIR_OWN), f"calls[{place}].seat", {"given": call["seat"]}))
        last = call
    if any(call["act"] == PASS for _, call in turns) and declarer in SEATS:
        wanted = first_to_stir(declarer, caller)
        for place, call in turns:
            if call["seat"] != wanted:
                faults.append(
                    Fault("stir_out_of_turn", rulebook.law(STIR_OWN), f"calls[{place}].seat", {"given": call["seat"], "wanted": wanted})
                )
                break
            wanted = next_seat(wanted)
    return faults


def _fits(rulebook: Rulebook, record: Mapping[str, Any], calls: Sequence[Mapping[str, str]]) -> list[Fault]:
    """The dealer of the first hand, the trump and who buried are what the calls make them."""
    named = [call for call in calls if call["act"] in (CALL, OVERTURN)]
    stirs = [call for call in calls if call["act"] == STIR]
    faults: list[Fault] = []
    if record.get("hand") == 1 and named and record.get("declarer") != named[-1]["seat"]:
        values = {"given": shown(record.get("declarer")), "wanted": named[-1]["seat"]}
        faults.append(Fault("declarer_differs", rulebook.law(FIRST_DEALER), "declarer", values))
    called = (stirs or named or calls)[-1].get("with", "")
    wanted = called if called in SUITS else NO_TRUMP
    if called and record.get("trump") != wanted:
        values = {"given": _word(record.get("trump")), "wanted": _word(wanted)}
        faults.append(Fault("trump_not_as_called", rulebook.law(STIR_ORDER), "trump", values))
    burier = stirs[-1]["seat"] if stirs else record.get("declarer")
    if record.get("buried_by") != burier:
        values = {"given": shown(record.get("buried_by")), "wanted": shown(burier)}
        faults.append(Fault("burier_differs", rulebook.law(STIR_ORDER), "buried_by", values))
    return faults


def _word(trump: object) -> object:
    """A trump by the word it is shown as: one letter would be taken for a seat."""
    return STIRS.get(trump, "no_trump" if trump == NO_TRUMP else shown(trump)) if isinstance(trump, str) else shown(trump)
