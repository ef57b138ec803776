"""One keyed write to a book by the set-up services: the shape they share around events.services.replies."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.crypto import salted_hmac

from events import ledger
from events.access import Actor
from events.models import Book, Competition, LedgerEntry
from events.services.replies import Reply, fingerprint, known, once
from events.services.seconding import Second

Write = Callable[[str, Mapping[str, Any]], LedgerEntry]


def new_key() -> str:
    """For a caller whose request brings none, an action of the administration: nothing will ask under it again."""
    return f"server-{secrets.token_hex(16)}"


def veiled(text: str) -> str:
    """What stands for a name or a reason in a fingerprint. Keyed: a plain digest of a name could be found by trying names."""
    return salted_hmac("mingpai.names", text, algorithm="sha256").hexdigest()


def keyed(
    *,
    competition: Competition,
    action: str,
    asked: Mapping[str, Any],
    key: str,
    by: Actor,
    work: Callable[[Book, Write], Mapping[str, Any]],
    second: Second | None = None,
) -> Reply:
    """Answer a known key again, else lock the book, do `work` and keep its answer; 201.

    `asked` is what the fingerprint covers. `work` gets the locked book and a function that appends an entry of a kind with a
    body; it appends exactly one and returns the answer's ids, to which `entry` is added. `second`: the act is `by`'s, the request is
    another's.
    """
    asked_print = fingerprint(action=action, competition=competition, body=asked) if second is None else second.mark
    asker = by if second is None else second.by
    if key:
        answered = known(competition=competition, key=key, fingerprint=asked_print, by=asker)
        if answered is not None:
            return answered

    def locked_work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry | None]:
        written: list[LedgerEntry] = []

        def write(kind: str, body: Mapping[str, Any]) -> LedgerEntry:
            written.append(ledger.append(book, kind=kind, body=body, by=by, key=key, fingerprint=asked_print))
            return written[-1]

        answer = work(book, write)
        (entry,) = written
        return 201, {**answer, "entry": entry_ref(entry)}, entry

    return once(competition=competition, key=key, fingerprint=asked_print, by=asker, work=locked_work)


def entry_ref(entry: LedgerEntry) -> dict[str, Any]:
    """How an answer names an entry."""
    return {"seq": entry.seq, "hash": entry.hash}
