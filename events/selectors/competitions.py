"""Events and competitions as a given caller may see them. Hidden competitions exist only for grant holders and their own devices."""

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from events.access import Actor
from events.models import Competition, Event, Publication
from scoring.rulebook import Rulebook


def events_visible(*, user: User | AnonymousUser) -> QuerySet[Event]:
    """Events with a competition that is not hidden, and those the user holds a grant in."""
    raise NotImplementedError


def event_visible(*, user: User | AnonymousUser, code: str, actor: Actor | None = None) -> Event:
    """One event by its code. Raises NotFound `event`. `actor`: the device that asks, where it is one."""
    raise NotImplementedError


def competitions_visible(*, user: User | AnonymousUser, event: Event, actor: Actor | None = None) -> QuerySet[Competition]:
    """The event's competitions as the caller may see them, in order."""
    raise NotImplementedError


def competition_visible(*, user: User | AnonymousUser, event: str, code: str, actor: Actor | None = None) -> Competition:
    """One competition by event code and code, `event` and `book` joined: one or two queries. Raises NotFound `competition`."""
    raise NotImplementedError


def rulebook_of(competition: Competition) -> Rulebook:
    """The pinned rulebook, from the stored text (never from a file); kept in memory by digest."""
    raise NotImplementedError


def publication_of(*, competition: Competition) -> Publication | None:
    """The official standings in force: the last close not reopened."""
    raise NotImplementedError


def is_closed(*, competition: Competition) -> bool:
    """Whether a close is in force."""
    raise NotImplementedError
