"""Tablets and phones: paired by a one-time secret in a QR code, bound to a table and side, revoked at once.

Secrets are 128 bits and stored as SHA-256 digests only. Times: a pairing code lives 12 hours.
"""

from datetime import timedelta
from typing import NamedTuple

from django.db import transaction

from events import clock
from events.access import Actor, require
from events.models import Competition, Device, Event, PairingCode
from events.pinned import rulebook_of
from events.refusals import NotFound, Problems
from events.secrets import digest_of, new_secret
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


def device_seen(*, device: Device, unsent: int | None = None) -> None:
    """Notes the last contact, at most every 15 seconds, and a new count of unsent items at once; `device` as it was just read."""
    now = clock.now()
    changes: dict[str, object] = {}
    if device.last_seen_at is None or abs(now - device.last_seen_at) >= SEEN_EVERY:
        changes["last_seen_at"] = now
    if unsent is not None and unsent != device.unsent:
        changes["unsent"] = max(0, min(unsent, MOST_UNSENT))
    if changes:
        Device.objects.filter(pk=device.pk, revoked_at__isnull=True).update(**changes)
