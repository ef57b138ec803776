"""What of a record stays with the officials while boards are still to be played: the hands of a board that travels on.

Reads records and entries; changes nothing that is stored. After the close everything is shown, so that anybody can verify the book.
"""

import json
from collections.abc import Mapping
from typing import Any

from events.models import Competition, LedgerEntry
from events.pinned import rulebook_of
from scoring.games import GAMES


def secret_parts(competition: Competition) -> tuple[str, ...]:
    """The parts of records that are kept now; none once the competition is closed."""
    return () if competition.book.closed else GAMES[rulebook_of(competition).game].secrets


def shown_record(record: Mapping[str, Any], secret: tuple[str, ...]) -> dict[str, Any]:
    """The record without what is kept."""
    return {name: part for name, part in record.items() if name not in secret}


def holds_secrets(entry: LedgerEntry, secret: tuple[str, ...]) -> bool:
    """Whether the stored body of an entry says something that is kept."""
    if not secret:
        return False
    record = json.loads(entry.body).get("record")
    return isinstance(record, dict) and any(name in record for name in secret)
