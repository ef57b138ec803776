"""Makes the Actor of a request: from a signed-in user and an event, or from a device's token or cookie. Reads only."""

from django.contrib.auth.models import AnonymousUser, User

from events.access import Actor
from events.models import Event


def for_user(*, user: User | AnonymousUser, event: Event) -> Actor | None:
    """The user's live grants in this event as one actor; None without any. A superuser is nobody without a grant."""
    raise NotImplementedError


def for_token(*, token: str) -> Actor | None:
    """A device by its bearer token, with its table, side and competition; None when unknown or revoked."""
    raise NotImplementedError


def for_cookie(*, cookie: str) -> Actor | None:
    """A device by its cookie: may read what the device may, and write nothing (`read_only`)."""
    raise NotImplementedError
