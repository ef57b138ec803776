"""Devices of an event and the one behind a token or cookie."""

from django.db.models import F, QuerySet

from events import clock
from events.models import Competition, Device, Event, PairingCode, Player
from events.secrets import digest_of
from events.selectors.places import place_now


def devices_of(*, event: Event, revoked: bool = False) -> QuerySet[Device]:
    """Devices with their competition and, where they are personal, their player: by table and side, the personal ones last; `revoked` adds
    the ended ones."""
    devices = Device.objects.filter(competition__event=event).select_related("competition", "player__entrant__team")
    devices = devices.order_by(F("table").asc(nulls_last=True), "side", "player__entrant__team__number", "player_id", "-id")
    return devices if revoked else devices.filter(revoked_at__isnull=True)


def device_by_token(*, token: str) -> Device | None:
    """The live device with this bearer token. One query."""
    return _live().filter(token_digest=digest_of(token)).first()


def device_by_cookie(*, cookie: str) -> Device | None:
    """The live device with this cookie. One query."""
    return _live().filter(cookie_digest=digest_of(cookie)).first()


def ended_device(*, token: str) -> str:
    """Pid of the revoked device that had this token, "" for none. One query, none without a token."""
    ended = Device.objects.filter(token_digest=digest_of(token), revoked_at__isnull=False) if token else Device.objects.none()
    return ended.values_list("pid", flat=True).first() or ""


def _live() -> QuerySet[Device]:
    return Device.objects.filter(revoked_at__isnull=True).select_related("competition__event", "player__entrant__team")


def where(*, device: Device) -> tuple[int, str] | None:
    """Table and side of a device now: as it was paired, or where its player sits; None for who sits nowhere."""
    if device.player is None:
        return (device.table, device.side) if device.table is not None else None
    place = place_now(competition=device.competition, player=device.player)
    return None if place is None else (place.table, place.side)


def pids_of_player(*, player: Player) -> frozenset[str]:
    """Every phone that ever was this player's, the ended ones too. One query."""
    return frozenset(Device.objects.filter(player=player).values_list("pid", flat=True))


def pairing_codes_of(*, competition: Competition) -> QuerySet[PairingCode]:
    """Codes still usable: not used, not expired. Their secrets cannot be shown again."""
    return PairingCode.objects.filter(competition=competition, used_at__isnull=True, expires_at__gt=clock.now()).order_by(
        "table", "side", "id"
    )
