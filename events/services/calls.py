"""叫裁判: a raised hand at a table, and that somebody came. No fact of the score: it stays outside the ledger.

Reads `Match`, writes `TableCall`.
"""

from events import clock, ledger
from events.access import Actor, require
from events.models import Competition, TableCall
from events.models.table_call import REASONS
from events.pinned import hands_wanted, rulebook_of
from events.refusals import NotFound, StateRefusal
from events.selectors.competitions import is_closed
from events.services.sitting import match_found, refuse
from scoring.outcomes import Fault

MOST_NUMBER = 999  # where no rule bounds the hands of a game


def table_call(*, competition: Competition, match: str, reason: str, by: Actor, hand_number: int | None = None) -> TableCall:
    """Raise a hand; while it is not answered, the same call again is the first one.

    Raises Problems, NotFound, NotAllowed, StateRefusal("competition_closed").
    """
    with ledger.busy_is_refused():
        rulebook = rulebook_of(competition)
        found = match_found(competition=competition, match=match, by=by, action="table.call", rulebook=rulebook)
        reasons = [code for code, _ in REASONS]
        faults = [] if reason in reasons else [Fault("reason_unknown", at="reason", values={"known": reasons})]
        most = hands_wanted(rulebook) or MOST_NUMBER
        if hand_number is not None and not 1 <= hand_number <= most:
            faults.append(Fault("out_of_range", at="number", values={"least": 1, "most": most}))
        refuse(faults)
        if is_closed(competition=competition):
            raise StateRefusal("competition_closed")
        call, _ = TableCall.objects.get_or_create(
            match=found,
            reason=reason,
            hand_number=hand_number,
            side=by.side,
            answered_at=None,
            defaults={"called_by": by.pid, "called_at": clock.now()},
        )
        return call


def call_answer(*, competition: Competition, call_id: int, by: Actor) -> TableCall:
    """A referee was there. Twice is as once. Raises NotFound, NotAllowed."""
    with ledger.busy_is_refused():
        require(by, "table.answer", event_id=competition.event_id, competition_id=competition.pk)
        call = TableCall.objects.select_related("match__round").filter(match__competition=competition, pk=call_id).first()
        if call is None:
            raise NotFound("call")
        if TableCall.objects.filter(pk=call.pk, answered_at=None).update(answered_at=clock.now(), answered_by=by.pid):
            call.refresh_from_db()
        return call
