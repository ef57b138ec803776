"""What of a record stays with the officials: the hands of a board that travels on, while boards are still to be played; and, while the
competition is open, who raised a dispute, appealed or was asked to drop it, and what one official proposes to another.

Reads records and entries; changes nothing that is stored. After the close everything is shown, so that anybody can verify the book.
"""

import json
from collections.abc import Mapping
from typing import Any

from events.access import OFFICIALS
from events.models import Competition, LedgerEntry
from events.pinned import rulebook_of
from scoring.games import GAMES


def secret_parts(competition: Competition) -> tuple[str, ...]:
    """The parts of records that are kept now; none once the competition is closed."""
    return () if competition.book.closed else GAMES[rulebook_of(competition).game].secrets


def shown_record(record: Mapping[str, Any], secret: tuple[str, ...]) -> dict[str, Any]:
    """The record without what is kept."""
    return {name: part for name, part in record.items() if name not in secret}


TOLD_BY_A_TABLE = frozenset({"dispute", "appeal", "dispute_withdrawn"})
STOPPED = "clock"  # with the dispute of a table, in whose name it is written
PICTURE = "attachment"
PROPOSALS = frozenset({"proposed", "proposal_refused"})


def tells_who(entry: LedgerEntry) -> bool:
    """Whether an entry says which side of a table disputes something: so does a picture that a table adds to what is disputed."""
    if entry.kind in TOLD_BY_A_TABLE:
        return True
    if entry.role in OFFICIALS or entry.kind not in (STOPPED, PICTURE):
        return False
    if entry.kind == STOPPED:
        return True
    said = json.loads(entry.body)
    return said.get("what") == "dispute" or bool(said.get("about"))


def only_proposed(entry: LedgerEntry) -> bool:
    """Whether an entry says what one official proposes: nothing of it holds before another one seconds it, and then the act says it.

    A record that it asks for may moreover hold the cards of a board that others are still to play.
    """
    return entry.kind in PROPOSALS


def holds_secrets(entry: LedgerEntry, secret: tuple[str, ...]) -> bool:
    """Whether the stored body of an entry says something that is kept."""
    if not secret:
        return False
    record = json.loads(entry.body).get("record")
    return isinstance(record, dict) and any(name in record for name in secret)
