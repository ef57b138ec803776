"""Devices of an event and the one behind a token or cookie."""

from django.db.models import QuerySet

from events import clock
from events.models import Competition, Device, Event, PairingCode
from events.secrets import digest_of


def devices_of(*, event: Event, revoked: bool = False) -> QuerySet[Device]:
    """Devices with their competition, by table and side; `revoked` adds the ended ones."""
    devices = Device.objects.filter(competition__event=event).select_related("competition").order_by("table", "side", "-id")
    return devices if revoked else devices.filter(revoked_at__isnull=True)


def device_by_token(*, token: str) -> Device | None:
    """The live device with this bearer token. One query."""
    return _live().filter(token_digest=digest_of(token)).first()


def device_by_cookie(*, cookie: str) -> Device | None:
    """The live device with this cookie. One query."""
    return _live().filter(cookie_digest=digest_of(cookie)).first()


def _live() -> QuerySet[Device]:
    return Device.objects.filter(revoked_at__isnull=True).select_related("competition__event")


def pairing_codes_of(*, competition: Competition) -> QuerySet[PairingCode]:
    """Codes still usable: not used, not expired. Their secrets cannot be shown again."""
    return PairingCode.objects.filter(competition=competition, used_at__isnull=True, expires_at__gt=clock.now()).order_by(
        "table", "side", "id"
    )
