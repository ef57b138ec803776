"""Tablets and phones: paired by a one-time secret in a QR code, bound to a table and side, revoked at once.

Secrets are 128 bits and stored as SHA-256 digests only. Times: a pairing code lives 12 hours.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from django.db import transaction

from events import clock
from events.access import Actor, require
from events.models import Competition, Device, Event, PairingCode
from events.pinned import rulebook_of
from events.refusals import NotFound, Problems, StateRefusal
from events.secrets import digest_of, new_secret
from events.selectors.competitions import is_closed
from events.selectors.rules import device_role
from events.services.names import text_faults
from events.storable import storable
from scoring.games import GAMES
from scoring.outcomes import Fault

CODE_LIFE = timedelta(hours=12)
SEEN_EVERY = timedelta(seconds=15)
MOST_TABLE = 999
MOST_LABEL = 60
MOST_UNSENT = 9999
MOST_AGE = 366 * 24 * 3600  # seconds


class Paired(NamedTuple):
    """The only moment at which token and cookie are known outside the device."""

    device: Device
    token: str
    cookie: str


def pairing_code_make(*, competition: Competition, table: int, side: str, by: Actor) -> tuple[PairingCode, str]:
    """A code for one device of `side` ("NS" or "EW") at `table`, and its secret for the URL. Raises Problems, NotAllowed."""
    require(by, "device.pair", event_id=competition.event_id, competition_id=competition.pk)
    faults = []
    if type(table) is not int or not 1 <= table <= MOST_TABLE:
        faults.append(Fault("table_out_of_range", at="table", values={"least": 1, "most": MOST_TABLE}))
    sides = GAMES[rulebook_of(competition).game].sides
    if side not in sides:
        faults.append(Fault("not_a_choice", at="side", values={"choices": sides}))
    if faults:
        raise Problems(faults)
    secret = new_secret()
    code = PairingCode.objects.create(
        competition=competition, digest=digest_of(secret), table=table, side=side, made_by=by.pid, expires_at=clock.now() + CODE_LIFE
    )
    return code, secret


def device_pair(*, secret: str, label: str = "") -> Paired:
    """Uses the code up: single use, also under parallel tries. Raises NotFound `pairing_code` (unknown, used, expired), Problems."""
    text, faults = text_faults(label, at="label", most=MOST_LABEL, required=False)
    if faults:
        raise Problems(faults)
    now = clock.now()
    code = PairingCode.objects.select_related("competition").filter(digest=digest_of(secret)).first()
    # The update is the gate: of two that try at once, one row count is 1. An expired code is used up by the try, so that
    # a clock set back does not bring it to life again.
    if code is None:
        raise NotFound("pairing_code")
    with transaction.atomic():
        won = PairingCode.objects.filter(pk=code.pk, used_at__isnull=True).update(used_at=now) == 1
        if won and code.expires_at > now:
            return _paired(code, text)
    raise NotFound("pairing_code")


def _paired(code: PairingCode, label: str) -> Paired:
    token, cookie = new_secret(), new_secret()
    device = Device.objects.create(
        competition=code.competition,
        label=label,
        role=device_role(code.competition, code.side),
        table=code.table,
        side=code.side,
        token_digest=digest_of(token),
        cookie_digest=digest_of(cookie),
        paired_by=code.made_by,
        last_seen_at=clock.now(),
    )
    return Paired(device, token, cookie)


def device_revoke(*, event: Event, device: str, by: Actor) -> Device:
    """From the next request on the device is a stranger. `device` is its pid. Raises NotFound, NotAllowed. Twice is once."""
    require(by, "device.revoke", event_id=event.pk)
    if not storable(device):
        raise NotFound("device")
    Device.objects.filter(competition__event=event, pid=device, revoked_at__isnull=True).update(revoked_at=clock.now())
    found = Device.objects.filter(competition__event=event, pid=device).first()
    if found is None:
        raise NotFound("device")
    return found


def device_label(*, event: Event, device: str, label: str, by: Actor) -> Device:
    """Names a device by who holds it; empty: by its id. Raises NotFound (also for a player's own: it has his name), Problems."""
    require(by, "device.pair", event_id=event.pk)
    text, faults = text_faults(label, at="label", most=MOST_LABEL, required=False)
    if faults:
        raise Problems(faults)
    tables = Device.objects.select_related("competition").filter(competition__event=event, player=None)
    found = tables.filter(pid=device).first() if storable(device) else None
    if found is None:
        raise NotFound("device")
    found.label = text
    found.save(update_fields=["label"])
    return found


def device_leave(*, device: Device) -> None:
    """A device of an event that is over is put away by whoever holds it: it ends its own pairing and nothing else.

    Raises StateRefusal: `not_over` while the competition is not closed, `unsent_left` while it says it still holds something.
    """
    if not is_closed(competition=device.competition):
        raise StateRefusal("not_over")
    if device.unsent:
        raise StateRefusal("unsent_left", values={"count": device.unsent})
    Device.objects.filter(pk=device.pk, revoked_at__isnull=True).update(revoked_at=clock.now())


@dataclass(frozen=True, slots=True)
class Queue:
    """What a device says it still holds: a claim, shown at the desk and nothing more. `oldest`: seconds since the oldest was saved."""

    unsent: int
    refused: int = 0
    oldest: int = 0


def device_seen(*, device: Device, queue: Queue | None = None) -> None:
    """Notes the last contact, at most every 15 seconds, and a queue that changed at once; `device` as it was just read.

    The moment of the oldest unsent item is told by its age, not by the device's clock, and moves only where that age has moved
    by more than the contact's own grain.
    """
    now = clock.now()
    changes: dict[str, object] = {}
    if device.last_seen_at is None or abs(now - device.last_seen_at) >= SEEN_EVERY:
        changes["last_seen_at"] = now
    if queue is not None:
        for name in ("unsent", "refused"):
            held = max(0, min(getattr(queue, name), MOST_UNSENT))
            if held != getattr(device, name):
                changes[name] = held
        since = now - timedelta(seconds=max(0, min(queue.oldest, MOST_AGE))) if queue.unsent > 0 else None
        kept = device.oldest_unsent_at
        if (since is None) != (kept is None) or (since is not None and kept is not None and abs(since - kept) >= SEEN_EVERY):
            changes["oldest_unsent_at"] = since
    if changes:
        Device.objects.filter(pk=device.pk, revoked_at__isnull=True).update(**changes)
