"""Who holds which role in which event."""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from events.models import Event, Grant


def live_grants(*, user: User | AnonymousUser, event: Event | None = None) -> QuerySet[Grant]:
    """The user's grants that are not revoked; none for an anonymous or inactive account."""
    raise NotImplementedError


def events_granted(*, user: User | AnonymousUser, roles: Collection[str] | None = None) -> QuerySet[Event]:
    """Events in which the user holds a live grant (of one of `roles`)."""
    raise NotImplementedError


def grants_of(*, event: Event, revoked: bool = False) -> QuerySet[Grant]:
    """The event's grants with their users, for the list of people; `revoked` adds the ended ones."""
    raise NotImplementedError
