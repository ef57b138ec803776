"""Events and competitions as a given caller may see them. Hidden competitions exist only for grant holders and their own devices."""

from collections.abc import Collection, Mapping
from functools import reduce
from operator import or_

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Exists, OuterRef, Q, QuerySet

from events.access import ACTIONS, Actor
from events.models import Book, Competition, Event, Publication, Visibility
from events.refusals import NotFound
from events.selectors.grants import events_granted, live_grants
from events.storable import storable


def events_visible(*, user: User | AnonymousUser) -> QuerySet[Event]:
    """Events with a competition that is not hidden, and those the user holds a grant in."""
    public = Competition.objects.filter(event=OuterRef("pk")).exclude(visibility=Visibility.HIDDEN)
    mine = Q(pk__in=live_grants(user=user).values("event_id"))
    return Event.objects.filter(Exists(public) | mine)


def event_visible(*, user: User | AnonymousUser, code: str, actor: Actor | None = None) -> Event:
    """One event by its code. Raises NotFound `event`. `actor`: the device that asks, where it is one."""
    if not storable(code):
        raise NotFound("event")
    event = Event.objects.filter(code=code)
    if actor is None or not event.filter(pk=actor.event_id).exists():
        event = event.filter(pk__in=events_visible(user=user).values("pk"))
    found = event.first()
    if found is None:
        raise NotFound("event")
    return found


def competitions_visible(*, user: User | AnonymousUser, event: Event, actor: Actor | None = None) -> QuerySet[Competition]:
    """The event's competitions as the caller may see them, in order."""
    return _visible(user, actor).filter(event=event)


def competition_visible(*, user: User | AnonymousUser, event: str, code: str, actor: Actor | None = None) -> Competition:
    """One competition by event code and code, `event` and `book` joined: one query. Raises NotFound `competition`."""
    if not (storable(event) and storable(code)):
        raise NotFound("competition")
    found = _visible(user, actor).select_related("event", "book").filter(event__code=event, code=code).first()
    if found is None:
        raise NotFound("competition")
    return found


def competitions_at(*, user: User | AnonymousUser, places: Collection[tuple[str, str]]) -> Mapping[tuple[str, str], Competition]:
    """Those of these places, event code and code, that the user may see: one query for all, as `competition_visible`."""
    named = [Q(event__code=event, code=code) for event, code in places if storable(event) and storable(code)]
    if not named:
        return {}
    found = _visible(user, None).select_related("event", "book").filter(reduce(or_, named))
    return {(competition.event.code, competition.code): competition for competition in found}


def _visible(user: User | AnonymousUser, actor: Actor | None) -> QuerySet[Competition]:
    seen = ~Q(visibility=Visibility.HIDDEN) | Q(event__in=events_granted(user=user, roles=ACTIONS["hidden.read"]).values("pk"))
    if actor is not None and actor.competition_id is not None:
        seen |= Q(pk=actor.competition_id)
    elif actor is not None and actor.may("hidden.read"):
        seen |= Q(event_id=actor.event_id)
    return Competition.objects.filter(seen)


def publication_of(*, competition: Competition) -> Publication | None:
    """The official standings in force: the last close not reopened."""
    return Publication.objects.filter(competition=competition, reopened_at__isnull=True).order_by("-version").first()


def is_closed(*, competition: Competition) -> bool:
    """Whether a close is in force."""
    return Book.objects.filter(competition=competition, closed=True).exists()
