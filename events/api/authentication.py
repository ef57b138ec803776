"""Who asks: a person by session, or a device by bearer token. Never both.

A call that carries `Authorization` is judged by that header alone: a browser's cookie must not lend its rights to a token call,
nor save one whose token was revoked.
"""

import logging
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.request import Request

from events import actors
from events.access import Actor
from events.api.errors import NoCredentials
from events.refusals import NotAllowed
from events.selectors.devices import device_by_token, ended_device
from events.services.devices import device_seen

log = logging.getLogger("mingpai.api")  # said here, because 4xx of `django.request` are not shown

LONGEST_TOKEN = 200
LONGEST_PATH = 200
READS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class DeviceCaller:
    """A paired device: its actor was made from the token."""

    actor: Actor


class DeviceToken(BaseAuthentication):
    """`Authorization: Bearer …`. Any other content of that header is refused with 401."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, DeviceCaller] | None:
        header = request.META.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer" or not token or len(token) > LONGEST_TOKEN or not token.isascii():
            raise _stranger(request)
        device = device_by_token(token=token)
        if device is None:
            raise _stranger(request, token)
        device_seen(device=device)
        return AnonymousUser(), DeviceCaller(actors.of_device(device=device))

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="mingpai"'


def _stranger(request: Request, token: str = "") -> NoCredentials:
    """The refusal. Who tried to change something leaves one line: where, and the device whose token was revoked; never the token."""
    if request.method not in READS:
        device = ended_device(token=token) or "unknown"
        log.warning("refused: 401 %s %s, device %s", request.method, quote(request.path)[:LONGEST_PATH], device)
    return NoCredentials("credentials_unknown")


class SessionWithCsrf(BaseAuthentication):
    """Django's session; what changes something also needs the CSRF token."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        user = getattr(request._request, "user", None)
        if user is None or not user.is_active:
            return None
        check = CSRFCheck(lambda _request: None)  # type: ignore[arg-type]
        check.process_request(request._request)
        if check.process_view(request._request, None, (), {}):  # type: ignore[arg-type]
            raise NotAllowed("csrf_failed")
        return user, None


class DeviceTokenScheme(OpenApiAuthenticationExtension):
    target_class = "events.api.authentication.DeviceToken"
    name = "device"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "POST /api/v1/pair/ 所给的令牌"}


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = "events.api.authentication.SessionWithCsrf"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": "写操作另需 X-CSRFToken"}
