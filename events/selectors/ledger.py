"""比赛记录: pages of the ledger, and what was refused."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from events.models import Book, Competition, Event, LedgerEntry, Refusal, Remark
from events.selectors.people import actor_names
from events.storable import storable

MOST_ENTRIES = 500


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """Entries after a seq, at most `limit`; `next_after` is None on the last page; `head` is the book's last seq."""

    entries: tuple[LedgerEntry, ...]
    next_after: int | None
    head: int


def ledger_page(
    *, competition: Competition, after: int = 0, limit: int = 100, kind: str = "", match: str = "", upto: int | None = None
) -> LedgerPage:
    """By seq, one keyset query and one for the head. `limit` is cut to 1..500; `upto`: the last entry that this reader may know of."""
    limit = max(1, min(limit, MOST_ENTRIES))
    head = Book.objects.filter(competition=competition).values_list("seq", flat=True).first() or 0
    head = head if upto is None else min(head, upto)
    # A seq past the head holds nothing, and an integer past 63 bits would not even reach the database.
    if not (storable(kind) and storable(match)):
        return LedgerPage(entries=(), next_after=None, head=head)
    rows = LedgerEntry.objects.filter(book__competition=competition, seq__gt=max(0, min(after, head)), seq__lte=head)
    if kind:
        rows = rows.filter(kind=kind)
    if match:
        rows = rows.filter(match=match)
    found = list(rows.order_by("seq")[: limit + 1])
    entries = tuple(found[:limit])
    return LedgerPage(entries=entries, next_after=entries[-1].seq if len(found) > limit else None, head=head)


def refusals_of(*, competition: Competition, match: str = "") -> QuerySet[Refusal]:
    """Refused submissions, newest first."""
    refusals = Refusal.objects.filter(competition=competition).order_by("-id")
    return refusals.filter(match=match) if match else refusals


@dataclass(frozen=True, slots=True)
class NamedEntry:
    """An entry with the name of who wrote it and the text of its remark, where one is kept."""

    entry: LedgerEntry
    actor_name: str
    remark: str


def named_entries(*, event: Event, entries: Iterable[LedgerEntry]) -> list[NamedEntry]:
    """Names of actors and texts of remarks joined: three queries beside the entries' own."""
    rows = [(entry, json.loads(entry.body).get("remark", "")) for entry in entries]
    names = actor_names(event=event, pids={entry.actor for entry, _remark in rows})
    remarks = Remark.objects.filter(competition__event=event, hash__in={remark for _entry, remark in rows if remark})
    texts = dict(remarks.values_list("hash", "text"))
    return [NamedEntry(entry, names.get(entry.actor, entry.actor), texts.get(remark, "")) for entry, remark in rows]
