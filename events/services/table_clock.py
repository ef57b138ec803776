"""The clock of a table: stopped while something is looked into, started again, and time given back (补时). No rule reads it.

Writes `Match.clock` and, through events.ledger, the entry `clock`. Whether a table's time is up, people state (`time_up`).
"""

from collections.abc import Mapping
from typing import Any

from events import clock
from events.access import Actor
from events.models import Book, Competition
from events.pinned import rulebook_of
from events.refusals import StateRefusal
from events.services.keyed import veiled
from events.services.matches import changed
from events.services.replies import Reply
from events.services.sitting import Sitting, reason_body, reason_faults
from scoring.outcomes import Fault

PAUSED, RESUMED, EXTRA = ACTS = ("paused", "resumed", "extra")
MOST_MINUTES = 120


def table_clock_set(*, competition: Competition, match: str, act: str, key: str, by: Actor, minutes: int = 0, reason: str = "") -> Reply:
    """Stop the clock of a table, start it again, or give it `minutes` more: 201.

    What a stop lasted is given back when the clock runs again. Problems: an unknown act, minutes out of 1..120. StateRefusal:
    `clock_paused`, `clock_running`.
    """
    rulebook = rulebook_of(competition)

    def faults() -> list[Fault]:
        found = reason_faults(reason)
        if act not in ACTS:
            found.append(Fault("not_a_choice", at="act", values={"choices": list(ACTS)}))
        if act == EXTRA and (type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES):
            found.append(Fault("out_of_range", at="minutes", values={"least": 1, "most": MOST_MINUTES}))
        return found

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        kept = dict(sitting.match.clock)
        now = int(clock.now().timestamp())
        if act == PAUSED:
            if "paused_at" in kept:
                raise StateRefusal("clock_paused", values={"table": sitting.match.table})
            kept["paused_at"] = now
        elif act == RESUMED:
            if "paused_at" not in kept:
                raise StateRefusal("clock_running", values={"table": sitting.match.table})
            kept["stopped"] = kept.get("stopped", 0) + max(0, now - kept.pop("paused_at"))
        else:
            kept["extra"] = kept.get("extra", 0) + minutes
        sitting.match.clock = kept
        said = {"minutes": minutes} if act == EXTRA else {}
        return "clock", {"act": act, **said, **reason_body(competition, reason)}, ""

    asked = {"act": act, "minutes": minutes if act == EXTRA else 0, "reason": veiled(reason)}
    return changed(competition, rulebook, match, "table.clock", asked, key, by, faults, change)
