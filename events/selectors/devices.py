"""Devices of an event and the one behind a token or cookie."""

from django.db.models import QuerySet

from events.models import Competition, Device, Event, PairingCode


def devices_of(*, event: Event, revoked: bool = False) -> QuerySet[Device]:
    """Devices with their competition, by table and side; `revoked` adds the ended ones."""
    raise NotImplementedError


def device_by_token(*, token: str) -> Device | None:
    """The live device with this bearer token. One query."""
    raise NotImplementedError


def device_by_cookie(*, cookie: str) -> Device | None:
    """The live device with this cookie. One query."""
    raise NotImplementedError


def pairing_codes_of(*, competition: Competition) -> QuerySet[PairingCode]:
    """Codes still usable: not used, not expired. Their secrets cannot be shown again."""
    raise NotImplementedError
