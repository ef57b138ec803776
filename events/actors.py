"""Makes the Actor of a request: from a signed-in user and an event, or from a device's token or cookie. Reads only."""

from django.contrib.auth.models import AnonymousUser, User

from events.access import AUDITOR, CHECKER, CHIEF, ORGANISER, REFEREE, SCORER, Actor
from events.models import Device, Event, Player
from events.selectors.devices import device_by_cookie, device_by_token, pids_of_player
from events.selectors.grants import grants_ever
from events.selectors.places import place_now
from events.selectors.rules import device_role

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
    """The actor of a device that was just read: a table's as it was paired, a player's as he sits at this moment."""
    if device.player is not None:
        return _of_player(device, device.player, read_only=read_only)
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


def _of_player(device: Device, player: Player, *, read_only: bool) -> Actor:
    """Whoever sits nowhere has no role: there is nothing he may write."""
    place = place_now(competition=device.competition, player=player)
    return Actor(
        pid=device.pid,
        roles=frozenset() if place is None else frozenset({str(device_role(device.competition, place.side))}),
        event_id=device.competition.event_id,
        device=device.pid,
        competition_id=device.competition_id,
        table=None if place is None else place.table,
        side="" if place is None else place.side,
        player=player.pid,
        match="" if place is None else place.match,
        read_only=read_only,
        pids=pids_of_player(player=player),
    )
