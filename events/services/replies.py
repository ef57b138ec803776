"""One key, one effect, one answer: what a keyed write shares.

The answer is written in the transaction of its effect, so there is no state "in progress" that a crash could leave behind.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from events.access import Actor
from events.models import Book, Competition, LedgerEntry


@dataclass(frozen=True, slots=True)
class Reply:
    """What a door sends: codes, numbers and ids only, the same again for the same key."""

    status: int
    body: Mapping[str, Any] = field(default_factory=dict)
    replayed: bool = False


def fingerprint(*, action: str, competition: Competition, match: str, body: Mapping[str, Any]) -> str:
    """SHA-256 of what is asked, whatever the door: the same key may only ever ask for this again."""
    raise NotImplementedError


def known(*, competition: Competition, key: str, fingerprint: str, by: Actor) -> Reply | None:
    """The first answer under this key if `by` got it, None for a new key; raises KeyReused, KeyMissing."""
    raise NotImplementedError


def once(
    *,
    competition: Competition,
    key: str,
    fingerprint: str,
    by: Actor,
    work: Callable[[Book], tuple[int, Mapping[str, Any], LedgerEntry | None]],
) -> Reply:
    """Lock the book, look for the key again, do `work` and keep its answer, all in one transaction."""
    raise NotImplementedError


@contextmanager
def refusals_kept(*, competition: Competition | None, action: str, by: Actor, match: str = "", key: str = "") -> Iterator[None]:
    """Log a refusal (codes and places, never the content) after the failed transaction, then let it go on to the door."""
    raise NotImplementedError
    yield
