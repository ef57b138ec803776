"""计时: the clock of a table stopped, started again, or given more minutes: its own, or with all tables of its round. Moments and
minutes are facts beside the score: the fold reads no clock.

Reads `Match` and `Round`; writes `Match.clock`, `Round.clock` and, through events.ledger, `clock`: of one match, or of none and with
the number of the round.
"""

from collections.abc import Mapping
from typing import Any

from events import clock
from events.access import Actor, require
from events.models import Book, Competition, Match, Round
from events.pinned import rulebook_of
from events.refusals import NotFound, StateRefusal
from events.services.keyed import Write, keyed, veiled
from events.services.matches import changed
from events.services.replies import Reply, refusals_kept
from events.services.sitting import Sitting, reason_body, reason_faults, refuse
from scoring.outcomes import Fault

PAUSED, RESUMED, EXTRA = ACTS = ("paused", "resumed", "extra")
MOST_MINUTES = 120
# Who keeps a clock from running: an official at the table, the hall as a whole, a dispute until it is ruled.
BY_TABLE, BY_ROUND, BY_DISPUTE = "table", "round", "dispute"


def clock_held(kept: Mapping[str, Any], holder: str) -> dict[str, Any]:
    """The clock of a table once `holder` keeps it from running too; it stands since the first of them."""
    now = int(clock.now().timestamp())
    return {**kept, "paused_at": kept.get("paused_at", now), "held": sorted({*holders(kept), holder})}


def clock_released(kept: Mapping[str, Any], *holder: str) -> dict[str, Any]:
    """The clock once these no longer keep it: it runs when nobody else does, and what the stop lasted is given back."""
    left = sorted(holders(kept) - set(holder))
    if left or "paused_at" not in kept:
        return {**kept, "held": left} if left else dict(kept)
    now = int(clock.now().timestamp())
    running = {name: value for name, value in kept.items() if name not in ("paused_at", "held")}
    return {**running, "stopped": kept.get("stopped", 0) + max(0, now - kept["paused_at"])}


def holders(kept: Mapping[str, Any]) -> set[str]:
    """Who keeps a clock from running; nobody while it runs."""
    return set(kept.get("held", (BY_TABLE,))) if "paused_at" in kept else set()


def table_clock_set(*, competition: Competition, match: str, act: str, key: str, by: Actor, minutes: int = 0, reason: str = "") -> Reply:
    """Stop the clock of a table, start it again whoever stopped it, or give it `minutes` more: 201.

    What a stop lasted is given back when the clock runs again. Problems: an unknown act, minutes out of 1..120. StateRefusal:
    `clock_paused`, `clock_running`.
    """
    rulebook = rulebook_of(competition)

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        kept = sitting.match.clock
        if act == PAUSED:
            if "paused_at" in kept:
                raise StateRefusal("clock_paused", values={"table": sitting.match.table})
            kept = clock_held(kept, BY_TABLE)
        elif act == RESUMED:
            if "paused_at" not in kept:
                raise StateRefusal("clock_running", values={"table": sitting.match.table})
            kept = clock_released(kept, *holders(kept))
        else:
            kept = _longer(kept, minutes)
        sitting.match.clock = kept
        said = {"minutes": minutes} if act == EXTRA else {}
        return "clock", {"act": act, **said, **reason_body(competition, reason)}, ""

    asked = {"act": act, "minutes": minutes if act == EXTRA else 0, "reason": veiled(reason)}
    return changed(competition, rulebook, match, "table.clock", asked, key, by, lambda: _faults(act, minutes, reason), change)


def round_clock_set(*, competition: Competition, number: int, act: str, key: str, by: Actor, minutes: int = 0, reason: str = "") -> Reply:
    """The same for every table of a round that still plays, as one act: 201 `{"round", "act", "tables"}`.

    A table that stands for a reason of its own goes on standing when the round goes on. Problems as for one table. NotFound `round`.
    StateRefusal: `round_clock_paused`, `round_clock_running`, `competition_closed`.
    """
    with refusals_kept(competition=competition, action="table.clock", by=by, key=key):
        require(by, "table.clock", event_id=competition.event_id, competition_id=competition.pk)
        refuse(_faults(act, minutes, reason))

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            found = Round.objects.filter(competition=competition, number=number).first()
            if found is None:
                raise NotFound("round")
            found.clock = _round_moved(found, act, minutes)
            found.save(update_fields=["clock"])
            tables = list(Match.objects.filter(round=found, done=False))
            for table in tables:
                table.clock = _with_round(table.clock, act, minutes)
            Match.objects.bulk_update(tables, ["clock"])
            said = {"minutes": minutes} if act == EXTRA else {}
            write("clock", {"act": act, "round": number, **said, **reason_body(competition, reason)})
            return {"round": number, "act": act, "tables": len(tables)}

        asked = {"round": number, "act": act, "minutes": minutes if act == EXTRA else 0, "reason": veiled(reason)}
        return keyed(competition=competition, action="round_clock", asked=asked, key=key, by=by, work=work)


def _faults(act: str, minutes: int, reason: str) -> list[Fault]:
    found = reason_faults(reason)
    if act not in ACTS:
        found.append(Fault("not_a_choice", at="act", values={"choices": list(ACTS)}))
    if act == EXTRA and (type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES):
        found.append(Fault("out_of_range", at="minutes", values={"least": 1, "most": MOST_MINUTES}))
    return found


def _longer(kept: Mapping[str, Any], minutes: int) -> dict[str, Any]:
    return {**kept, "extra": kept.get("extra", 0) + minutes}


def _round_moved(found: Round, act: str, minutes: int) -> dict[str, Any]:
    if act == EXTRA:
        return _longer(found.clock, minutes)
    stands = "paused_at" in found.clock
    if stands and act == PAUSED:
        raise StateRefusal("round_clock_paused", values={"round": found.number})
    if not stands and act == RESUMED:
        raise StateRefusal("round_clock_running", values={"round": found.number})
    return _with_round(found.clock, act, minutes)


def _with_round(kept: Mapping[str, Any], act: str, minutes: int) -> dict[str, Any]:
    if act == EXTRA:
        return _longer(kept, minutes)
    return clock_held(kept, BY_ROUND) if act == PAUSED else clock_released(kept, BY_ROUND)
