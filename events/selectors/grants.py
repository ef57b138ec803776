"""Who holds which role in which event."""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from events.models import Event, Grant


def live_grants(*, user: User | AnonymousUser, event: Event | None = None) -> QuerySet[Grant]:
    """The user's grants that are not revoked; none for an anonymous or inactive account."""
    grants = _of_user(user).filter(revoked_at__isnull=True)
    return grants if event is None else grants.filter(event=event)


def grants_ever(*, user: User | AnonymousUser, event: Event) -> QuerySet[Grant]:
    """The user's grants in this event with those that ended: one person, whatever the role was."""
    return _of_user(user).filter(event=event)


def _of_user(user: User | AnonymousUser) -> QuerySet[Grant]:
    if not user.is_authenticated or not user.is_active:
        return Grant.objects.none()
    return Grant.objects.filter(user_id=user.pk)


def events_granted(*, user: User | AnonymousUser, roles: Collection[str] | None = None) -> QuerySet[Event]:
    """Events in which the user holds a live grant (of one of `roles`)."""
    grants = live_grants(user=user)
    if roles is not None:
        grants = grants.filter(role__in=roles)
    return Event.objects.filter(pk__in=grants.values("event_id"))


def grants_of(*, event: Event, revoked: bool = False) -> QuerySet[Grant]:
    """The event's grants with their users, for the list of people; `revoked` adds the ended ones."""
    grants = Grant.objects.filter(event=event).select_related("user").order_by("id")
    return grants if revoked else grants.filter(revoked_at__isnull=True)
