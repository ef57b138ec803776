"""通知 that are up at this moment. Reads only."""

from django.db.models import Q

from events import clock
from events.models import Announcement, Competition, Event


def announcements_now(event: Event, competition: Competition | None = None) -> list[Announcement]:
    """Those of the whole event, and with a competition its own too; the newest first. One query."""
    now = clock.now()
    of = Q(competition=None) if competition is None else Q(competition=None) | Q(competition=competition)
    return list(
        Announcement.objects.filter(of, event=event, ended_at=None).filter(Q(ends_at=None) | Q(ends_at__gt=now)).order_by("-made_at", "-pk")
    )
