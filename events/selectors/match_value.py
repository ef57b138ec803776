"""One match as the rules see it at this moment: folded from its own entries. Reads the ledger; never a projection.

Two queries: the entries about no match, which say who sits there, and those of the match.
"""

from collections.abc import Mapping
from typing import Any

from events import ledger
from events.models import Competition
from events.pinned import rulebook_of
from events.selectors.plan import setup_of
from scoring.entries import Entry
from scoring.games import GAMES
from scoring.nodes import match_node
from scoring.slots import SLOT_KINDS

CANDIDATE = "candidate"  # stands where the hash of an entry would, for a record that is only looked at
Seat = Mapping[str, Any]


def seat_of(*, competition: Competition, match: str) -> Seat:
    """The seat of an opened match: who sits where, its room and boards, and whatever else its format says of it."""
    return next(seat for seat in setup_of(competition)["matches"] if seat["match"] == match)


def match_value(*, competition: Competition, match: str, seat: Seat | None = None) -> dict[str, Any]:
    """The value of the match's node (see `scoring.matches.match_node`)."""
    found = seat_of(competition=competition, match=match) if seat is None else seat
    return match_node(rulebook_of(competition), found, ledger.entries(competition.book, matches=[match]))


def shown_of(value: Mapping[str, Any]) -> dict[str, Any]:
    """What table and desk show of a match judged as a whole: the tally's own, its penalties, points, findings, and what is signed."""
    return {
        **value["shown"],
        **{name: value[name] for name in ("state", "points", "penalties", "findings")},
        **({"signed_by": value["signed_by"]} if "signed_by" in value else {}),
        "signed": [row["hash"] for row in value["hands"] if row.get("confirmed")],
    }


def row_with(*, competition: Competition, match: str, record: Mapping[str, Any]) -> dict[str, Any]:
    """The row a record without faults would have if it alone stood in its slot: for a preview. Empty where none comes about."""
    rulebook = rulebook_of(competition)
    place = GAMES[rulebook.game].place(record)
    entries = [
        entry
        for entry in ledger.entries(competition.book, matches=[match])
        if entry.kind not in SLOT_KINDS or (entry.game, entry.number, entry.room) != place
    ]
    game, number, room = place
    seq = max((entry.seq for entry in entries), default=0) + 1
    entries.append(Entry(seq, "hand", hash=CANDIDATE, match=match, game=game, number=number, room=room, body={"record": record}))
    value = match_node(rulebook, seat_of(competition=competition, match=match), entries)
    row: dict[str, Any] = next((row for row in value["hands"] if row["hash"] == CANDIDATE), {})
    return {name: part for name, part in row.items() if name not in ("hash", "rivals", "under_review", "by", "confirmed")} | (
        {"shown": value["shown"]} if row else {}
    )
