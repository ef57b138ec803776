"""The scored normal form of a record of 斗地主: two records with one form are the same result."""

from collections.abc import Mapping
from typing import Any

from scoring.games.doudizhu.bidding import Auction, read_bids, seat_of
from scoring.games.doudizhu.fields import LANDLORD, NO_SPRING, PEASANTS, RULED_FIELDS, Fields
from scoring.games.doudizhu.holdings import obliged
from scoring.parameters import Rulebook
from scoring.sides import THREE


def normal_form(rulebook: Rulebook, record: Mapping[str, Any]) -> dict[str, Any]:
    """Everything of a record that scores or is ruled on, in one spelling; what the rulebook does not know is nothing in it.

    `speaker`s are seats: `landlord` is null where nobody called. `obliged` are the seats whose cards obliged them to call and who
    passed. `points` is empty: what a hand is worth may hang on what each player has left.
    """
    fields = Fields(rulebook)
    auction = read_bids(rulebook, record["bids"]) if fields.bids else Auction(bid=1)
    played = not auction.passed_out
    landlord = record["landlord"] if played else None
    ruled = record.get("ruled") if played and fields.ruled else None
    out = record.get("out") if played else None
    winner = "" if not played else ruled["winner"] if ruled else LANDLORD if out == landlord else PEASANTS
    transfers = record.get("transfers") if played and (fields.needs_transfers or fields.may_transfer) else None
    timeouts = record.get("timeouts", {}) if fields.timeouts else {}
    return {
        "hand": record["hand"],
        "first_bidder": record["first_bidder"] if fields.bids else None,
        "bids": list(record["bids"]) if fields.bids else [],
        "landlord": landlord,
        "bid": auction.bid if played else 0,
        "out": out,
        "winner": winner,
        "bombs": record["bombs"] if played and fields.doubling else 0,
        "rocket": record["rocket"] if played and fields.rocket else False,
        "spring": record["spring"] if played and fields.spring else NO_SPRING,
        "shown": record["shown"] if played and fields.shown else False,
        "ruled": {name: ruled[name] for name in RULED_FIELDS} if ruled else None,
        "transfers": {side: transfers[side] for side in THREE} if transfers else None,
        "timeouts": {side: count for side in THREE if (count := timeouts.get(side, 0))},
        "obliged": _obliged(rulebook, record) if fields.must_call else {},
        "face_up": record.get("face_up") if fields.face_up else None,
        "points": {},
    }


def _obliged(rulebook: Rulebook, record: Mapping[str, Any]) -> dict[str, str]:
    """Seat -> the pattern with which it had to call and passed, of those whose cards are known and who came to speak (F1-05)."""
    held: Mapping[str, str] = record.get("cards", {})
    passed = [str(seat_of(record["first_bidder"], place)) for place, bid in enumerate(record["bids"]) if not bid]
    return {seat: pattern for seat in THREE if seat in passed and seat in held and (pattern := obliged(rulebook, held[seat]))}
