"""One match from its own entries: live hands, forfeits, line-ups, confirmation. Clauses GD-01, GD-05, GD-07, GD-08."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from scoring import competence
from scoring.entries import Entry
from scoring.games import GAMES
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.slots import Slot, read_slots
from scoring.tallies import match_sum
from scoring.tallies.match_sum import SIDES

Value = dict[str, Any]


def match_node(rulebook: Rulebook, seat: Mapping[str, Any], entries: Iterable[Entry]) -> Value:
    """One match from its seat (a row of the setup's `matches`) and its own entries: hands, forfeit, confirmation.

    `credit` is what the match would count by itself; whether a pair's results are annulled is known only to the encounter.
    A conflict and a correction leave a live record in the slot, so they never make a complete match incomplete; a void or
    a withdrawn forfeit does.
    """
    ordered = sorted(entries, key=lambda entry: entry.seq)
    slots = read_slots(rulebook, ordered)
    hands = [_hand(rulebook, slot) for slot in slots.live]
    played = match_sum.sum_hands([(slot.live.normal["points"], slot.live.normal["double_downs"]) for slot in slots.live])
    absent, why = _forfeited(rulebook, seat, ordered)
    if absent:
        credit = match_sum.forfeit_credit(rulebook, absent)
    else:
        traces = {side: tuple(slot.live.normal["points"][side] for slot in slots.live) for side in SIDES}
        credit = match_sum.hands_credit(rulebook, played, traces)
    under_review = sum(1 for slot in slots.live if slot.rivals)
    complete = played.hands == rulebook.number(match_sum.HANDS)
    findings = [Fault("record_unreadable", at=entry_hash).as_json() for entry_hash in slots.unreadable]
    return {
        **{name: seat[name] for name in ("match", "round", "encounter", "pair", "table")},
        "closed": _closed(ordered),
        "ns": {"team": seat["ns"]["team"], "entrant": seat["ns"]["entrant"]},
        "ew": {"team": seat["ew"]["team"], "entrant": seat["ew"]["entrant"]},
        "hands": hands,
        "played": dict(played.points),
        "forfeited_by": absent,
        "forfeit_why": why,
        "confirmed": _confirmed(rulebook, slots.live, ordered) if complete and not under_review else None,
        "under_review": under_review,
        "findings": findings,
        "credit": credit.as_json(),
    }


def _closed(entries: Sequence[Entry]) -> bool:
    """Whether the table is locked: what was said last."""
    said = [entry.kind for entry in entries if entry.kind in ("table_closed", "table_reopened")]
    return bool(said) and said[-1] == "table_closed"


def _hand(rulebook: Rulebook, slot: Slot) -> Value:
    live, game = slot.live, GAMES[rulebook.game]
    return {
        "number": slot.number,
        "hash": live.hash,
        **game.row(rulebook, live.record, live.normal),
        "under_review": bool(slot.rivals),
        "rivals": [{"hash": rival.hash, **game.result(rival.normal)} for rival in slot.rivals],
        "by": live.by,
        "clauses": list(live.clauses),
        "findings": [],
    }


def _forfeited(rulebook: Rulebook, seat: Mapping[str, Any], entries: Sequence[Entry]) -> tuple[list[str], str]:
    """The sides that forfeit, and why: stated by an official, or by a changed partner (GD-01)."""
    withdrawn = {entry.supersedes for entry in entries if entry.kind == "withdrawn"}
    stated: set[str] = set()
    changed: set[str] = set()
    for entry in entries:
        if entry.hash in withdrawn:
            continue
        if entry.kind == "forfeit":
            stated |= {side for side in entry.body["sides"] if side in SIDES}
        elif entry.kind == "line_up" and entry.body["side"] in SIDES:
            registered: Collection[str] = seat[entry.body["side"].lower()]["players"]
            if sorted(entry.body["players"]) != sorted(registered):
                changed.add(entry.body["side"])
    if rulebook.choice(match_sum.CHANGED_PARTNER) != "forfeit":
        changed = set()
    why = "stated" if stated else "changed_partner" if changed else ""
    return [side for side in SIDES if side in stated | changed], why


def _confirmed(rulebook: Rulebook, slots: Sequence[Slot], entries: Sequence[Entry]) -> Value | None:
    """The first confirmation that still covers exactly what is live, by the confirming side or an official for it (GD-07)."""
    live = {slot.live.hash for slot in slots}
    covered: set[str] = set()
    for entry in entries:
        if entry.kind != "confirmation":
            continue
        side, on_behalf, covers = entry.body["side"], entry.body.get("on_behalf") is True, set(entry.body["covers"])
        if side != competence.confirms_side(rulebook) or not covers <= live:
            continue
        covered = covered | covers if rulebook.choice(competence.UNIT) == "hand" else covers
        if covered == live:
            return {"hash": entry.hash, "side": side, "on_behalf": on_behalf}
    return None
