"""Tablets and phones: paired by a one-time secret in a QR code, bound to a table and side, revoked at once.

Secrets are 128 bits and stored as SHA-256 digests only. Times: a pairing code lives 12 hours.
"""

from typing import NamedTuple

from events.access import Actor
from events.models import Competition, Device, Event, PairingCode


class Paired(NamedTuple):
    """The only moment at which token and cookie are known outside the device."""

    device: Device
    token: str
    cookie: str


def pairing_code_make(*, competition: Competition, table: int, side: str, by: Actor) -> tuple[PairingCode, str]:
    """A code for one device of `side` ("NS" or "EW") at `table`, and its secret for the URL. Raises Problems, NotAllowed."""
    raise NotImplementedError


def device_pair(*, secret: str, label: str = "") -> Paired:
    """Uses the code up: single use, also under parallel tries. Raises NotFound `pairing_code` (unknown, used, expired), Problems."""
    raise NotImplementedError


def device_revoke(*, event: Event, device: str, by: Actor) -> Device:
    """From the next request on the device is a stranger. `device` is its pid. Raises NotFound, NotAllowed. Twice is once."""
    raise NotImplementedError


def device_seen(*, device: str, unsent: int | None = None) -> None:
    """Notes the last contact, at most every 15 seconds. `device` is its pid; unknown ones are ignored."""
    raise NotImplementedError
