"""One match from its own entries: what lives, what the tally makes of it, and who confirmed it. Clauses GD-01, GD-05, GD-07, GD-08."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring import competence
from scoring.disputes import protest_over, read_disputes
from scoring.entries import Entry
from scoring.match_facts import MatchFacts, absent_sides, adjustments_of, is_closed, lots_of, penalties_of, points_adjusted_of, time_ups_of
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.sides import THREE, key_of, sides_of
from scoring.slots import Slot, read_slots
from scoring.tallies import TALLIES

Value = dict[str, Any]
PLACE = ("match", "round", "stage", "encounter", "pair", "table", "room", "boards", "kind")


def match_node(rulebook: Rulebook, seat: Mapping[str, Any], entries: Iterable[Entry]) -> Value:
    """One match from its seat (a row of the setup's `matches`) and its own entries.

    The common part says where it is, who sits there, who forfeits, what is under review and who confirmed; the rest is the
    tally's (`scoring.tallies.protocol.Tally.sitting`). Under a rulebook by which every hand is confirmed, each row of `hands`
    of a match that is judged as a whole has `confirmed`. A match in which something was disputed has `disputes` (W-1); a hand or match
    about which a dispute is open counts as under review.
    """
    ordered = sorted(entries, key=lambda entry: entry.seq)
    tally = TALLIES[rulebook.tally]
    disputes = read_disputes(ordered)
    disputed = {dispute.place for dispute in disputes if dispute.open}
    slots = read_slots(rulebook, ordered, disputed)
    absent, why = absent_sides(seat, ordered, partners_frozen=tally.partners_frozen(rulebook))
    said = penalties_of(ordered), time_ups_of(ordered), adjustments_of(ordered), lots_of(ordered), points_adjusted_of(ordered)
    facts = MatchFacts(slots.live, absent, why, *said)
    part = tally.sitting(rulebook, seat, facts)
    under_review = len(disputed | {slot.place for slot in slots.live if slot.rivals})
    unreadable = [Fault("record_unreadable", at=entry_hash).as_json() for entry_hash in slots.unreadable]
    signed = _Signed(rulebook, slots.live, ordered)
    if "state" in part and rulebook.choice(competence.UNIT) == "hand":
        for row in part["hands"]:
            row["confirmed"] = row["hash"] in signed.covered and not row["under_review"]
    closed = is_closed(ordered)
    confirmed = signed.whole if tally.whole(rulebook, part) and not under_review else None
    over = protest_over(rulebook, confirmed=confirmed is not None, closed=closed)
    return {
        **{name: seat[name] for name in PLACE if name in seat},
        "closed": closed,
        **{key: {name: seat[key][name] for name in ("team", "entrant")} for key in map(key_of, sides_of(seat))},
        "forfeited_by": list(absent),
        "forfeit_why": why,
        "confirmed": confirmed,
        **({"signed_by": list(signed.sides)} if THREE[0] in seat else {}),
        "under_review": under_review,
        **({"disputes": [dispute.as_json(over=over) for dispute in disputes]} if disputes else {}),
        **({"adjusted": [one.as_json() for one in facts.adjusted]} if facts.adjusted else {}),
        **part,
        "findings": [*unreadable, *part.get("findings", ())],
    }


class _Signed:
    """The confirmations that still cover only what is live, by the confirming sides or an official for them (GD-07).

    `covered`: hashes that every side which has to sign signed for; `whole`: the first confirmation after which everything live is;
    `sides`: the sides that have signed for all that is live.
    """

    def __init__(self, rulebook: Rulebook, slots: Sequence[Slot], entries: Sequence[Entry]) -> None:
        live = {slot.live.hash for slot in slots}
        by_hand = rulebook.choice(competence.UNIT) == "hand"
        confirming, for_all = competence.confirming_sides(rulebook), competence.confirms_side(rulebook)
        by_side: dict[str, set[str]] = {side: set() for side in confirming}
        self.covered: set[str] = set()
        self.whole: Value | None = None
        for entry in entries:
            if entry.kind != "confirmation":
                continue
            side, on_behalf, covers = entry.body["side"], entry.body.get("on_behalf") is True, set(entry.body["covers"])
            signing = confirming if side == for_all else (side,) if side in by_side else ()
            if not signing or not (covers & live if by_hand else covers <= live):
                continue
            for one in signing:
                # Where every record is signed by itself, one that was replaced takes only its own signature away.
                by_side[one] = by_side[one] | covers & live if by_hand else covers
            self.covered = set.intersection(*by_side.values())
            if self.covered == live and self.whole is None:
                self.whole = {"hash": entry.hash, "side": side, "on_behalf": on_behalf}
        self.sides = tuple(side for side in confirming if live and by_side[side] == live)
