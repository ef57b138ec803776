"""One keyed write to a book by the set-up services: the shape they share around events.services.replies."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.crypto import salted_hmac

from events import ledger
from events.access import Actor
from events.models import Book, Competition, LedgerEntry
from events.services.replies import Reply, fingerprint, known, once

Write = Callable[[str, Mapping[str, Any]], LedgerEntry]


def fresh_key() -> str:
    """For a caller that brings none (a form, a command): nothing will ever ask for it again."""
    return f"server-{secrets.token_hex(16)}"


def veiled(name: str) -> str:
    """What stands for a name in a fingerprint. Keyed: a plain digest of a name could be found by trying names."""
    return salted_hmac("mingpai.names", name, algorithm="sha256").hexdigest()


def keyed(
    *, competition: Competition, action: str, asked: Mapping[str, Any], key: str, by: Actor, work: Callable[[Write], Mapping[str, Any]]
) -> Reply:
    """Answer a known key again, else lock the book, do `work` and keep its answer.

    `asked` is what the fingerprint covers. `work` gets a function that appends an entry of a kind with a body, appends exactly
    one, and returns the answer's ids; `entry` is added here. The status is 201.
    """
    print_ = fingerprint(action=action, competition=competition, match="", body=asked)
    answered = known(competition=competition, key=key, fingerprint=print_, by=by)
    if answered is not None:
        return answered

    def locked_work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry | None]:
        written: list[LedgerEntry] = []

        def write(kind: str, body: Mapping[str, Any]) -> LedgerEntry:
            written.append(ledger.append(book, kind=kind, body=body, by=by, key=key, fingerprint=print_))
            return written[-1]

        answer = work(write)
        (entry,) = written
        return 201, {**answer, "entry": {"seq": entry.seq, "hash": entry.hash}}, entry

    return once(competition=competition, key=key, fingerprint=print_, by=by, work=locked_work)
