"""One key, one effect, one answer: what all keyed writes share.

Reads and writes `Answer`, in the transaction of the effect itself: there is no state "in progress" that a crash could leave
behind. Writes `Refusal` outside of it: a refused key is not consumed.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from django.db import DatabaseError

from events import ledger
from events.access import Actor
from events.models import Answer, Book, Competition, LedgerEntry, Refusal
from events.refusals import Busy, KeyReused, Problems, Refused
from scoring.outcomes import Fault


@dataclass(frozen=True, slots=True)
class Reply:
    """What a door sends: codes, numbers and ids only, the same again for the same key."""

    status: int
    body: Mapping[str, Any] = field(default_factory=dict)
    replayed: bool = False


MOST_ROWS = 10  # of `Refusal` after one batch
_gathered: ContextVar[list[Refusal] | None] = ContextVar("gathered", default=None)

Work = Callable[[Book], tuple[int, Mapping[str, Any], LedgerEntry | None]]


def fingerprint(*, action: str, competition: Competition, match: str = "", body: Mapping[str, Any]) -> str:
    """SHA-256 of what is asked, whatever the door: the same key may only ever ask for this again."""
    text = json.dumps([action, competition.pid, match, body], ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def known(*, competition: Competition, key: str, fingerprint: str, by: Actor) -> Reply | None:
    """The first answer under this key, whatever has happened since, if `by` got it; None for a new key. Raises KeyReused, KeyMissing."""
    ledger.check_key(key)
    answer = Answer.objects.filter(book__competition=competition, key=key).first()
    return _replay(answer, fingerprint) if answer is not None and by.was(answer.actor) else None


def once(*, competition: Competition, key: str, fingerprint: str, by: Actor, work: Work) -> Reply:
    """Lock the book, look for the key again, do `work(book)` and keep its answer, all in one transaction.

    `work` returns status, body and the entry it wrote, if any. Without a key (a form that makes none) nothing can be replayed.
    """
    if key:
        ledger.check_key(key)
    with ledger.locked(competition) as book:
        if key:
            answer = Answer.objects.filter(book=book, key=key).first()
            if answer is not None:
                return _replay(answer, fingerprint)
        status, body, entry = work(book)
        if key:
            Answer.objects.create(
                book=book,
                key=key,
                fingerprint=fingerprint,
                status=status,
                body=ledger.body_text(body),
                actor=by.pid,
                entry_seq=entry.seq if entry else None,
            )
    return Reply(status, body)


def _replay(answer: Answer, fingerprint: str) -> Reply:
    if answer.fingerprint != fingerprint:
        raise KeyReused("key_reused")
    return Reply(answer.status, json.loads(answer.body), replayed=True)


@contextmanager
def refusals_kept(*, competition: Competition | None, action: str, by: Actor, match: str = "", key: str = "") -> Iterator[None]:
    """Log a refusal (codes and places, never the content) after the failed transaction, then let it go on to the door."""
    try:
        with ledger.busy_is_refused():
            yield
    except Busy:
        raise  # nothing was decided, and the database is in no state to be written to
    except Refused as refused:
        if ledger.rehearsing():
            raise  # nobody asked for it in earnest
        refusal_keep(refused, competition=competition, action=action, by=by, match=match, key=key)
        raise


def _place(fault: Fault) -> str:
    """Where in the submission, as the log keeps it. A name that the sender made up is content, not a place."""
    return "" if fault.code in {"unknown_field", "unknown_leaf"} else fault.at[:80]


def refusal_keep(refused: Refused, *, competition: Competition | None, action: str, by: Actor, match: str, key: str) -> None:
    """One row of `Refusal`, or, within `refusals_gathered`, one more of its kind."""
    faults = refused.faults if isinstance(refused, Problems) else ()
    row = Refusal(
        competition=competition,
        action=action,
        match=match[:40],
        status=refused.status,
        codes=[{"code": fault.code, "at": _place(fault)} for fault in faults] or [{"code": refused.code, "at": ""}],
        key=key if ledger.KEY.fullmatch(key) else "",
        actor=by.pid,
        role=by.role,
        device=by.device,
    )
    gathered = _gathered.get()
    if gathered is None:
        _keep([row])
    else:
        gathered.append(row)


@contextmanager
def refusals_gathered() -> Iterator[None]:
    """What is refused within in the same way (act, status, codes) is one row, the first of them, with how many `times` it was; at most
    `MOST_ROWS` rows. A batch must not fill the log with the same thing said a hundred times."""
    rows: list[Refusal] = []
    before = _gathered.set(rows)
    try:
        yield
    finally:
        _gathered.reset(before)
        alike: dict[tuple[Any, ...], list[Refusal]] = {}
        for row in rows:
            alike.setdefault((row.action, row.status, *sorted({one["code"] for one in row.codes})), []).append(row)
        for same in alike.values():
            if len(same) > 1:
                same[0].codes = [{**one, "times": len(same)} for one in same[0].codes]
        _keep([same[0] for same in alike.values()][:MOST_ROWS])


def _keep(rows: list[Refusal]) -> None:
    """Failing to write them must not turn a clear refusal into an error."""
    try:
        Refusal.objects.bulk_create(rows)
    except DatabaseError:
        return
