"""How often a table may stop play: one open dispute a place and side, a handful open, a bounded number in all, and nothing a second time.

Reads `Dispute`; writes nothing. Officials are not bounded: through them anything can still be raised.
"""

from collections.abc import Sequence

from events.access import Actor
from events.models import Dispute
from events.refusals import StateRefusal
from events.services.dispute_case import Case, described
from scoring.disputes import DISMISSED, FINAL, MATCH, OPEN, VOIDED, WITHDRAWN
from scoring.slots import Place

MOST_OPEN = 3  # of one side at one match
MOST_EVER = 8


def same_open(case: Case, subject: str) -> Dispute | None:
    """Two impatient presses are one dispute, also on two devices of one side."""
    said = _said_before(case.by, _of_match(case))
    return next((row for row in said if row.state in OPEN and row.subject == subject and _place(row) == _here(case)), None)


def refuse_more(case: Case, subject: str) -> None:
    """Raises StateRefusal for a table: dispute_here, dispute_settled, disputes_open_many, disputes_too_many."""
    if case.by.is_official:
        return
    said = _said_before(case.by, _of_match(case))
    here = [row for row in said if _place(row) == _here(case)]
    if (waiting := next((row for row in here if row.state in OPEN), None)) is not None:
        raise StateRefusal("dispute_here", current={"dispute": described(waiting), **case.current})
    if (settled := next((row for row in here if row.subject == subject and _settled(row)), None)) is not None:
        raise StateRefusal("dispute_settled", current={"dispute": described(settled), **case.current})
    if sum(row.state in OPEN for row in said) >= MOST_OPEN:
        raise StateRefusal("disputes_open_many", values={"limit": MOST_OPEN}, current=case.current)
    if len(said) >= MOST_EVER:
        raise StateRefusal("disputes_too_many", values={"limit": MOST_EVER}, current=case.current)


def _settled(row: Dispute) -> bool:
    """Whether nothing more comes of it by a table's word. A hand that was voided is another hand now."""
    return row.outcome != VOIDED and (row.state in (FINAL, WITHDRAWN) or row.outcome == DISMISSED)


def _of_match(case: Case) -> Sequence[Dispute]:
    return list(Dispute.objects.select_related("match").filter(match=case.match))


def _said_before(by: Actor, rows: Sequence[Dispute]) -> list[Dispute]:
    """What this person raised, and from a table what anybody raised for its side."""
    side = "" if by.is_official else by.side
    return [row for row in rows if by.was(row.raised_by) or (side and row.raised_side == side)]


def _place(row: Dispute) -> Place:
    return (row.game, row.number, row.room) if row.number else MATCH


def _here(case: Case) -> Place:
    return case.place if case.place[1] else MATCH
