"""An act tried out: what it would change, before anybody saves it.

Runs the true service under the book's lock and takes everything back: no entry, answer, refusal, remark, projection or
wake-up remains. Inside the lock stand only the act itself and the reading of what it wrote; the states are computed after it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from events import ledger
from events.models import Competition
from events.refusals import Busy, Refused
from events.standings import Pending, kept_of, pending_of, state_after


@dataclass(frozen=True, slots=True)
class Effect:
    """The published state without and with the act; `reply` is what the service would have answered, None where it was `refused`."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]
    refused: Refused | None = None
    reply: object = None


def effect_of(*, competition: Competition, act: Callable[[], object]) -> Effect:
    """Run `act`, which calls services of this one competition, and give what would be published without and with it.

    A refusal of the act is part of the answer; Busy is raised: nothing was tried. Never inside another transaction.
    """
    kept = kept_of(competition)
    reply: object = None
    refused: Refused | None = None
    after: Pending | None = None
    with ledger.rehearsed(competition) as book:
        stood = book.seq
        try:
            reply = act()
        except Busy:
            raise
        except Refused as no:
            refused = no
        else:
            book.refresh_from_db(fields=["seq"])
            if book.seq != stood:
                after = pending_of(competition, kept, book.seq)
    before = state_after(competition, kept, pending_of(competition, kept, stood))[1]
    return Effect(before, before if after is None else state_after(competition, kept, after)[1], refused, reply)
