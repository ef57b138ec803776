"""Makes the Actor of a request: from a signed-in user and an event, or from a device's token or cookie. Reads only."""

from django.contrib.auth.models import AnonymousUser, User

from events.access import AUDITOR, CHECKER, CHIEF, ORGANISER, REFEREE, SCORER, Actor
from events.models import Device, Event
from events.selectors.devices import device_by_cookie, device_by_token
from events.selectors.grants import grants_ever

# Highest first: the grant whose pid a ledger row states.
_RANK = (CHIEF, REFEREE, ORGANISER, AUDITOR, SCORER, CHECKER)


def for_user(*, user: User | AnonymousUser, event: Event) -> Actor | None:
    """The user's live grants in this event as one actor; None without any. A superuser is nobody without a grant."""
    ever = list(grants_ever(user=user, event=event))
    grants = {grant.role: grant.pid for grant in ever if grant.revoked_at is None}
    if not grants:
        return None
    highest = min(grants, key=_RANK.index)
    pids = frozenset(grant.pid for grant in ever)
    return Actor(pid=grants[highest], roles=frozenset(grants), event_id=event.pk, pids=pids)


def for_token(*, token: str) -> Actor | None:
    """A device by its bearer token, with its table, side and competition; None when unknown or revoked."""
    device = device_by_token(token=token)
    return None if device is None else of_device(device=device)


def for_cookie(*, cookie: str) -> Actor | None:
    """A device by its cookie: may read what the device may, and write nothing (`read_only`)."""
    device = device_by_cookie(cookie=cookie)
    return None if device is None else of_device(device=device, read_only=True)


def of_device(*, device: Device, read_only: bool = False) -> Actor:
    """The actor of a device that was just read."""
    return Actor(
        pid=device.pid,
        roles=frozenset({device.role}),
        event_id=device.competition.event_id,
        device=device.pid,
        competition_id=device.competition_id,
        table=device.table,
        side=device.side,
        read_only=read_only,
    )
