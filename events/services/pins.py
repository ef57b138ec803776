"""核对密码: six digits a side, printed by the organisers, with which it signs on the other side's tablet.

Reads and writes `EntrantPin` and `PinCounter`. A PIN is known only where it is printed and in the request that brings it: no entry, answer,
log or fingerprint has it. Five wrong tries, counted for the side and for the device, lock it for 15 minutes.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence

from django.conf import settings
from django.db import transaction
from django.db.models import F

from events import clock, ledger
from events.access import Actor, require
from events.models import Competition, Entrant, EntrantPin, PinCounter
from events.models.pin import LOCKED_FOR, MOST_TRIES
from events.refusals import NotAllowed, NotFound

PIN = re.compile(r"[0-9]{6}", re.ASCII)
DIGITS = 6


def pins_make(*, competition: Competition, entrants: Sequence[str], by: Actor) -> Mapping[str, str]:
    """New PINs for these entrants (pids), or for all where none is named: pid -> PIN, to be printed and forgotten. The old ones are void.

    A side that was locked is free again. Raises NotAllowed, NotFound.
    """
    require(by, "pin.make", event_id=competition.event_id, competition_id=competition.pk)
    rows = Entrant.objects.filter(competition=competition)
    found = list(rows.filter(pid__in=entrants) if entrants else rows)
    if len(found) < len(set(entrants)):
        raise NotFound("entrant")
    made = {entrant.pid: f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}" for entrant in found}
    with ledger.busy_is_refused(), ledger.one_writer(), transaction.atomic():
        for entrant in found:
            salt = secrets.token_hex(16)
            kept = {"salt": salt, "digest": _digest(salt, made[entrant.pid]), "made_by": by.pid, "made_at": clock.now()}
            EntrantPin.objects.update_or_create(entrant=entrant, defaults=kept)
        PinCounter.objects.filter(competition=competition, subject__in=made).delete()
    return made


def pin_check(*, competition: Competition, entrant: Entrant, pin: str, by: Actor) -> None:
    """Returns for the right PIN. Raises NotAllowed: no_pin, pin_locked (values.minutes), wrong_pin (values.left).

    The try is counted before the PIN is looked at, for the side first and then for the device, in one transaction: however many
    come at once, no more than the limit are looked at. The right one gives its own count back and frees the side.
    """
    kept = EntrantPin.objects.filter(entrant=entrant).first()
    if kept is None:
        raise NotAllowed("no_pin")
    if not _admitted(competition, entrant.pid, by.device):
        raise NotAllowed("pin_locked", values={"minutes": int(LOCKED_FOR.total_seconds() // 60)})
    if hmac.compare_digest(kept.digest, _digest(kept.salt, pin)):
        _given_back(competition, entrant.pid, by.device)
        return
    counted = PinCounter.objects.filter(competition=competition, subject__in=[entrant.pid, by.device]).values_list("tries", flat=True)
    raise NotAllowed("wrong_pin", values={"left": max(0, MOST_TRIES - max(counted, default=MOST_TRIES))})


def _digest(salt: str, pin: str) -> str:
    return hmac.new(settings.PIN_SECRET.encode(), f"mingpai.pin\n{salt}\n{pin}".encode(), hashlib.sha256).hexdigest()


class _Locked(Exception):
    """One of the two is locked: neither counts the try."""


def _admitted(competition: Competition, entrant: str, device: str) -> bool:
    now = clock.now()
    try:
        with ledger.busy_is_refused(), ledger.one_writer(), transaction.atomic():
            for subject in (entrant, device):  # always in this order: two requests never wait for each other in a circle
                PinCounter.objects.bulk_create([PinCounter(competition=competition, subject=subject, since=now)], ignore_conflicts=True)
                row = PinCounter.objects.filter(competition=competition, subject=subject)
                row.filter(since__lte=now - LOCKED_FOR).update(tries=0)
                # The update is the gate. The 15 minutes run from the last try that was looked at.
                if row.filter(tries__lt=MOST_TRIES).update(tries=F("tries") + 1, since=now) != 1:
                    raise _Locked
    except _Locked:
        return False
    return True


def _given_back(competition: Competition, entrant: str, device: str) -> None:
    """Wrong tries of the device stay counted: who knows one side's PIN does not get more guesses at another's."""
    with ledger.busy_is_refused(), ledger.one_writer(), transaction.atomic():
        PinCounter.objects.filter(competition=competition, subject=entrant).update(tries=0)
        PinCounter.objects.filter(competition=competition, subject=device, tries__gt=0).update(tries=F("tries") - 1)
