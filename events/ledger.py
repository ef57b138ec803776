"""The only writer of the ledger 台账.

Reads and writes `Book` and `LedgerEntry`; touches no projection. Services lock a book once, late, and before the
check they rely on; everything between `locked` and its end is one transaction, committed before the caller goes on.
"""

import hashlib
import json
import re
import secrets
import threading
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from django.db import InterfaceError, OperationalError, connection, transaction

from events import clock
from events.access import Actor
from events.models import Book, Competition, LedgerEntry
from events.refusals import Busy, KeyMissing, StateRefusal
from scoring.chain import Fields, check_chain, entry_hash
from scoring.entries import Entry

AFTER_THE_CLOSE = frozenset({"reopen", "published"})  # what may still be said of a closed competition
KEY = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
RETRY_AFTER = 2  # seconds

# SQLite's busy handler sleeps between tries and starves writers: within one process they queue here instead.
_one_writer = threading.Lock()
_ONE_WRITER_PATIENCE = 20.0  # seconds, as long as the busy handler's


@dataclass(frozen=True, slots=True)
class _Rehearsal:
    """The one book, thread and transaction that acts are tried in; `lent` are the competitions whose book was handed out there."""

    competition: int
    thread: int
    lent: list[Competition] = field(default_factory=list)


_rehearsal: ContextVar[_Rehearsal | None] = ContextVar("rehearsal", default=None)


class NotWritable(ValueError):
    """A body that must not enter the ledger: a float, NUL, a non-text key. A fault of the calling code."""


def check_key(key: str) -> str:
    """The key, or KeyMissing("key_missing" | "key_malformed"): 8 to 64 of letters, digits, `_` and `-`."""
    if not key:
        raise KeyMissing("key_missing")
    if not isinstance(key, str) or not KEY.fullmatch(key):
        raise KeyMissing("key_malformed")
    return key


def body_text(body: Mapping[str, Any]) -> str:
    """The text a row stores and the chain covers: JSON, keys sorted, NFC, no spaces; integers, text, truth values, lists, null."""
    return json.dumps(_plain(body), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        if abs(value) >= 2**53:
            raise NotWritable("an integer that other readers of JSON would round")
        return value
    if isinstance(value, str):
        text = unicodedata.normalize("NFC", value)
        if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
            raise NotWritable("text that a database cannot store")
        return text
    if isinstance(value, Mapping):
        if not all(isinstance(name, str) for name in value):
            raise NotWritable("a key that is not text")
        return {_plain(name): _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    raise NotWritable(f"{type(value).__name__} is not written into the ledger")


def genesis(competition: Competition) -> str:
    """The first `prev` of a book: SHA-256 of the manifest it stands on (ids and the pinned rulebook)."""
    manifest = {
        "format": "mingpai-ledger-1",
        "event": competition.event.pid,
        "competition": competition.pid,
        "rulebook": competition.rulebook_id,
        "digest": competition.rulebook_digest,
    }
    return hashlib.sha256(body_text(manifest).encode()).hexdigest()


def begin(*, competition: Competition, body: Mapping[str, Any], by: Actor, key: str = "") -> LedgerEntry:
    """Open the book of a new competition with its `open` entry. Call it in the transaction that makes the competition."""
    book = Book.objects.create(competition=competition, seq=0, hash=genesis(competition))
    return append(book, kind="open", body=body, by=by, key=key)


@contextmanager
def busy_is_refused() -> Iterator[None]:
    """Turn time-outs and lost connections into Busy: nothing was answered, so the same key may be tried again."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        if _is_ours(error):
            raise
        raise Busy("busy", values={"retry_after": RETRY_AFTER}) from error


def _is_ours(error: Exception) -> bool:
    """SQLite reports mistakes in SQL under the same class as a locked file."""
    return connection.vendor == "sqlite" and str(error).startswith(("no such", "near ", "table ", "duplicate column"))


@contextmanager
def locked(competition: Competition) -> Iterator[Book]:
    """The book's head row, locked until the transaction ends (docs/locking.md). Raises Busy, and NotFound for no book.

    Never inside another transaction: what is answered as stored must be committed. The one exception is `rehearsed`, where
    nothing is answered as stored.
    """
    if _rehearsal.get() is not None:
        with _locked_again(competition) as book:
            yield book
        return
    with busy_is_refused(), one_writer(), transaction.atomic(durable=True):
        book = Book.objects.select_for_update().get(competition=competition)
        book.competition = competition
        yield book


@contextmanager
def rehearsed(competition: Competition) -> Iterator[Book]:
    """The book locked as by `locked`; whatever is written until the end, by services that lock it too, is taken back. Nothing commits.

    Raises Busy, and RuntimeError within another rehearsal or transaction. Keep it short: whoever writes to the book waits.
    """
    if _rehearsal.get() is not None:
        raise RuntimeError("a rehearsal within a rehearsal")
    with busy_is_refused(), one_writer(), transaction.atomic(durable=True):
        book = Book.objects.select_for_update().get(competition=competition)
        rehearsal = _Rehearsal(competition.pk, threading.get_ident())
        token = _rehearsal.set(rehearsal)
        try:
            yield book
        finally:
            _rehearsal.reset(token)
            transaction.set_rollback(True)
            for lent in rehearsal.lent:  # the book they remember never was
                lent._state.fields_cache.pop("book", None)


def rehearsing() -> bool:
    """Whether what is written now will be taken back."""
    return _rehearsal.get() is not None


@contextmanager
def _locked_again(competition: Competition) -> Iterator[Book]:
    """The book within a rehearsal: a savepoint, so that a refused act leaves nothing for what follows it.

    Raises RuntimeError where the rehearsal is another book's, another thread's, or its transaction is gone: nothing may commit there.
    """
    rehearsal = _rehearsal.get()
    if rehearsal is None or (rehearsal.competition, rehearsal.thread) != (competition.pk, threading.get_ident()):
        raise RuntimeError("a rehearsal plays with one book, in one thread")
    if not connection.in_atomic_block:
        raise RuntimeError("a rehearsal without its transaction")
    rehearsal.lent.append(competition)
    with transaction.atomic():
        book = Book.objects.get(competition=competition)
        book.competition = competition
        yield book


@contextmanager
def one_writer() -> Iterator[None]:
    """SQLite's turn to write within this process; nothing on PostgreSQL, which has row locks. Raises Busy."""
    if connection.vendor != "sqlite" or _rehearsal.get() is not None:
        yield
        return
    if not _one_writer.acquire(timeout=_ONE_WRITER_PATIENCE):
        raise Busy("busy", values={"retry_after": RETRY_AFTER})
    try:
        yield
    finally:
        _one_writer.release()


def append(
    book: Book,
    *,
    kind: str,
    body: Mapping[str, Any],
    by: Actor,
    key: str = "",
    fingerprint: str = "",
    match: str = "",
    game: int = 0,
    number: int = 0,
    room: str = "",
    supersedes: str = "",
    device_time: str = "",
) -> LedgerEntry:
    """Write one entry at the end of a locked book and move its head. Raises StateRefusal("competition_closed").

    Who wrote it comes from the Actor, when from the server's clock; `device_time` is a claim and is only kept.
    Without a key (an organiser's form) one is made.
    """
    if book.closed and kind not in AFTER_THE_CLOSE:
        raise StateRefusal("competition_closed")
    entry = LedgerEntry(
        book=book,
        seq=book.seq + 1,
        kind=kind,
        key=check_key(key) if key else f"server-{secrets.token_hex(16)}",
        fingerprint=fingerprint,
        match=match,
        game=game,
        number=number,
        room=room,
        supersedes=supersedes,
        actor=by.pid,
        role=by.role,
        device=by.device,
        device_time=device_time,
        server_time=clock.stamp(),
        rulebook_digest=book.competition.rulebook_digest,
        body=body_text(body),
        prev=book.hash,
    )
    entry.hash = entry_hash(fields(entry, book.competition.pid))
    entry.save(force_insert=True)
    book.seq, book.hash, book.closed = entry.seq, entry.hash, kind == "close" or (book.closed and kind != "reopen")
    book.save(update_fields=["seq", "hash", "closed"])
    return entry


def fields(entry: LedgerEntry, book: str) -> Fields:
    """The columns the chain covers, as stored. `book` is the competition's pid."""
    return Fields(
        book=book,
        seq=entry.seq,
        kind=entry.kind,
        key=entry.key,
        fingerprint=entry.fingerprint,
        match=entry.match,
        game=entry.game,
        number=entry.number,
        room=entry.room,
        supersedes=entry.supersedes,
        actor=entry.actor,
        role=entry.role,
        device=entry.device,
        device_time=entry.device_time,
        server_time=entry.server_time,
        rulebook_digest=entry.rulebook_digest,
        body=entry.body,
        prev=entry.prev,
    )


def entries(
    book: Book, *, after: int = 0, upto: int | None = None, kinds: Collection[str] = (), matches: Collection[str] | None = None
) -> list[Entry]:
    """Entries in order, as the fold reads them: one query. `matches` names those wanted; `[""]` are the entries of no match."""
    rows = LedgerEntry.objects.filter(book=book, seq__gt=after).order_by("seq")
    if upto is not None:
        rows = rows.filter(seq__lte=upto)
    if kinds:
        rows = rows.filter(kind__in=kinds)
    if matches is not None:
        rows = rows.filter(match__in=matches)
    return [Entry(**{**row, "body": json.loads(row["body"])}) for row in rows.values(*_READ)]


_READ = ("seq", "kind", "hash", "key", "supersedes", "match", "game", "number", "room", "actor", "role", "body")


def first_fault(book: Book) -> int | None:
    """The seq of the first row that is changed, missing, added or moved, or None: every column of every row is looked at."""
    pid = book.competition.pid
    rows = LedgerEntry.objects.filter(book=book).order_by("seq").iterator(chunk_size=2000)
    return check_chain(((fields(row, pid), row.hash) for row in rows), head=(book.seq, book.hash), genesis=genesis(book.competition))
