"""比赛记录: pages of the ledger, and what was refused."""

from dataclasses import dataclass

from django.db.models import QuerySet

from events.models import Competition, LedgerEntry, Refusal

MOST_ENTRIES = 500


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """Entries after a seq, at most `limit`; `next_after` is None on the last page; `head` is the book's last seq."""

    entries: tuple[LedgerEntry, ...]
    next_after: int | None
    head: int


def ledger_page(*, competition: Competition, after: int = 0, limit: int = 100, kind: str = "", match: str = "") -> LedgerPage:
    """By seq, one keyset query and one for the head. `limit` is cut to 1..500."""
    raise NotImplementedError


def refusals_of(*, competition: Competition, match: str = "") -> QuerySet[Refusal]:
    """Refused submissions, newest first."""
    raise NotImplementedError
