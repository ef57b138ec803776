"""The hash chain of a book: a changed, missing, swapped or added row is found, and where.

Every column goes into the hash as one JSON array, so no two different rows can spell the same bytes.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass

GENESIS = "0" * 64
FORMAT = "mingpai-entry-1"


@dataclass(frozen=True, slots=True)
class Fields:
    """One row of the ledger without its own hash, exactly as stored. `body` is the stored text, not its parsed value."""

    book: str
    seq: int
    kind: str
    key: str
    fingerprint: str
    match: str
    game: int
    number: int
    room: str
    supersedes: str
    actor: str
    role: str
    device: str
    device_time: str
    server_time: str
    rulebook_digest: str
    body: str
    prev: str


def entry_hash(fields: Fields) -> str:
    """SHA-256 over all columns, 64 lower-case hex digits."""
    text = json.dumps([FORMAT, *astuple(fields)], ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def check_chain(rows: Iterable[tuple[Fields, str]], head: tuple[int, str] | None = None, genesis: str = GENESIS) -> int | None:
    """The seq of the first row that is not right, or None.

    `rows` are one book's rows from its first on, with the hash stored beside each. `head` is the book's own (seq, hash),
    which also finds rows cut off at the end. `genesis` is the first row's `prev`: the hash of what the book stands on.
    """
    expected, prev = 1, genesis
    book: str | None = None
    for fields, stored in rows:
        book = fields.book if book is None else book
        if fields.seq != expected or fields.prev != prev or fields.book != book or entry_hash(fields) != stored:
            return expected
        expected, prev = expected + 1, stored
    length = expected - 1
    if head is None or head == (length, prev) or (length == 0 and head[0] == 0):
        return None
    return min(head[0], length) + (head[0] != length)
