"""Rights and devices: grants of an event, pairing codes, paired devices, and pairing itself."""

from typing import Any, ClassVar

from django.contrib.auth.models import User
from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import CompetitionDoor, Door, EventDoor
from events.api.shapes import NOTHING
from events.models import Device, Grant, PairingCode
from events.refusals import NotFound, Problems
from events.selectors.competitions import competitions_visible
from events.selectors.devices import devices_of, pairing_codes_of
from events.selectors.grants import grants_of
from events.selectors.personal_codes import CodeRow, code_row
from events.services import devices, events, personal_codes
from scoring.outcomes import Fault


def grant_json(grant: Grant) -> dict[str, Any]:
    return {"grant": grant.pid, "user": grant.user.get_username(), "role": grant.role, "revoked_at": grant.revoked_at}


class Grants(EventDoor):
    """Who holds which role in the event."""

    public = frozenset()
    actions = {"GET": "grant.change", "POST": "grant.change"}
    shapes = {"POST": inputs.NEW_GRANT}
    outputs: ClassVar = {"GET": {200: "GrantList"}, "POST": {201: "Grant"}}

    def get(self, request: Request, **_address: Any) -> Response:
        return Response({"results": [grant_json(grant) for grant in grants_of(event=self.event)]})

    def post(self, request: Request, **_address: Any) -> Response:
        user = User.objects.filter(username=self.data["user"], is_active=True).first()
        if user is None:
            raise Problems([Fault("user_unknown", at="user")])
        return Response(grant_json(events.grant_give(event=self.event, user=user, role=self.data["role"], by=self.by)), status=201)


class GrantRevoke(EventDoor):
    """Ends a grant at once."""

    actions = {"POST": "grant.change"}
    shapes = {"POST": NOTHING}
    outputs: ClassVar = {"POST": {200: "Grant"}}

    def post(self, request: Request, grant: str, **_address: Any) -> Response:
        return Response(grant_json(events.grant_revoke(event=self.event, grant=grant, by=self.by)))


def pairing_code_json(code: PairingCode) -> dict[str, Any]:
    return {"competition": code.competition.code, "table": code.table, "side": code.side, "expires_at": code.expires_at}


class PairingCodes(EventDoor):
    """配对码: one device of one side at one table. The secret is shown once, when it is made."""

    public = frozenset()
    actions = {"GET": "device.pair", "POST": "device.pair"}
    shapes = {"POST": inputs.NEW_PAIRING_CODE}
    outputs: ClassVar = {"GET": {200: "PairingCodeList"}, "POST": {201: "PairingCodeMade"}}

    def get(self, request: Request, **_address: Any) -> Response:
        found = competitions_visible(user=request.user, event=self.event, actor=self.device)
        codes = [pairing_code_json(code) for competition in found for code in pairing_codes_of(competition=competition)]
        return Response({"results": codes})

    def post(self, request: Request, **_address: Any) -> Response:
        found = competitions_visible(user=request.user, event=self.event, actor=self.device)
        competition = found.filter(code=self.data["competition"]).first()
        if competition is None:
            raise NotFound("competition")
        code, secret = devices.pairing_code_make(competition=competition, table=self.data["table"], side=self.data["side"], by=self.by)
        return Response({**pairing_code_json(code), "secret": secret}, status=201)


def device_json(device: Device) -> dict[str, Any]:
    return {
        "device": device.pid,
        "label": device.label,
        "competition": device.competition.code,
        "role": device.role,
        "table": device.table,
        "side": device.side,
        "player": device.player.pid if device.player is not None else None,
        "paired_at": device.paired_at,
        "last_seen_at": device.last_seen_at,
        "unsent": device.unsent,
        "refused": device.refused,
        "oldest_unsent_at": device.oldest_unsent_at,
        "revoked_at": device.revoked_at,
    }


class Devices(EventDoor):
    """Devices paired and not revoked."""

    public = frozenset()
    actions = {"GET": "device.pair"}
    outputs: ClassVar = {"GET": {200: "DeviceList"}}

    def get(self, request: Request, **_address: Any) -> Response:
        return Response({"results": [device_json(device) for device in devices_of(event=self.event)]})


class DeviceRevoke(EventDoor):
    """撤销: from the next request on the device is a stranger."""

    actions = {"POST": "device.revoke"}
    shapes = {"POST": NOTHING}
    outputs: ClassVar = {"POST": {200: "Device"}}

    def post(self, request: Request, device: str, **_address: Any) -> Response:
        return Response(device_json(devices.device_revoke(event=self.event, device=device, by=self.by)))


class Pair(Door):
    """Turns a pairing code's secret into a device token. The secret is the right, so no other credentials are asked or used."""

    authentication_classes = []
    public = frozenset({"POST"})
    shapes = {"POST": inputs.PAIRING}
    outputs: ClassVar = {"POST": {201: "Paired"}}

    def post(self, request: Request) -> Response:
        paired = devices.device_pair(secret=self.data["secret"], label=self.data.get("label", ""))
        competition = paired.device.competition
        return Response(
            {**device_json(paired.device), "event": competition.event.code, "token": paired.token},
            status=201,
        )


def personal_code_json(row: CodeRow) -> dict[str, Any]:
    return {"player": row.player.pid, "made_at": row.made_at, "devices": row.devices}


class PersonalCode(CompetitionDoor):
    """参赛码: the secret on a player's badge. A new one voids the old one and ends the phones it paired; it is shown once."""

    public = frozenset()
    actions = {"GET": "code.make", "POST": "code.make"}
    shapes = {"POST": NOTHING}
    outputs: ClassVar = {"GET": {200: "PersonalCode"}, "POST": {201: "PersonalCodeMade"}}

    def get(self, request: Request, player: str, **_address: Any) -> Response:
        return Response(personal_code_json(code_row(competition=self.competition, player=player)))

    def post(self, request: Request, player: str, **_address: Any) -> Response:
        secret = personal_codes.personal_code_make(competition=self.competition, player=player, by=self.by)
        row = code_row(competition=self.competition, player=player)
        return Response({**personal_code_json(row), "secret": secret}, status=201)
