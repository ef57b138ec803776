"""笔录 of open cases, for officials alone. Reads only."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from events.access import Actor
from events.models import CaseNote, Match


@dataclass(frozen=True, slots=True)
class Notes:
    """Of one case: what this official wrote and when it was kept, and what others wrote (the pid of each, and the text)."""

    mine: str = ""
    kept_at: datetime | None = None
    others: tuple[tuple[str, str], ...] = ()


def notes_of(*, matches: Collection[Match], by: Actor) -> dict[tuple[str, str], Notes]:
    """(match code, case) -> its notes, of all these matches at once: one query."""
    found: dict[tuple[str, str], list[CaseNote]] = {}
    for row in CaseNote.objects.filter(match__in=matches).select_related("match").order_by("kept_at"):
        found.setdefault((row.match.code, row.about), []).append(row)
    return {place: _notes(rows, by) for place, rows in found.items()}


def _notes(rows: list[CaseNote], by: Actor) -> Notes:
    mine = next((row for row in reversed(rows) if by.was(row.author)), None)
    others = tuple((row.author, row.text) for row in rows if not by.was(row.author) and row.text)
    return Notes("", None, others) if mine is None else Notes(mine.text, mine.kept_at if mine.text else None, others)
