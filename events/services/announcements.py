"""通知: what the desk says to the hall, with an end, taken back at any time. Writes `Announcement`; nothing of it enters a ledger."""

from datetime import datetime

from events import clock, ledger
from events.access import Actor, require
from events.models import Announcement, Competition, Event
from events.refusals import NotFound
from events.services.names import text_faults
from events.services.sitting import refuse
from scoring.outcomes import Fault

LONGEST_TEXT = 200  # characters: a line or two on a phone


def announcement_make(
    *, event: Event, text: str, by: Actor, competition: Competition | None = None, ends_at: datetime | None = None
) -> Announcement:
    """Show `text` to the hall of one competition, or of the whole event, until `ends_at` or until it is taken back.

    Raises Problems, NotFound, NotAllowed.
    """
    with ledger.busy_is_refused():
        require(by, "announcement.make", event_id=event.pk, competition_id=None if competition is None else competition.pk)
        if competition is not None and competition.event_id != event.pk:
            raise NotFound("competition")
        now = clock.now()
        said, faults = text_faults(" ".join(text.split()), at="text", most=LONGEST_TEXT)
        if ends_at is not None and ends_at <= now:
            faults.append(Fault("in_the_past", at="ends_at"))
        refuse(faults)
        return Announcement.objects.create(event=event, competition=competition, text=said, made_at=now, made_by=by.pid, ends_at=ends_at)


def announcement_end(*, event: Event, pid: str, by: Actor) -> Announcement:
    """Take it back; twice is as once. Raises NotFound, NotAllowed."""
    with ledger.busy_is_refused():
        require(by, "announcement.make", event_id=event.pk)
        found = Announcement.objects.filter(event=event, pid=pid).first()
        if found is None:
            raise NotFound("announcement")
        Announcement.objects.filter(pk=found.pk, ended_at=None).update(ended_at=clock.now(), ended_by=by.pid)
        found.refresh_from_db()
        return found
