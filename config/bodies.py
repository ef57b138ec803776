"""A request's body is awaited here, in the loop, before it may have one of the few threads in which pages are made.

Else whoever sends half a body and falls silent keeps a thread, and eight of them keep the house. Refuses with 413 what is
too large, with 408 what takes too long, and closes; when too many are waiting the one that has waited longest makes room.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST = 2_500_000  # bytes; far above what any form or message of ours needs, each of which has its own lower limit
PATIENCE = 15.0  # seconds for a whole body
MOST_WAITING = 200  # requests whose body has not all arrived

WORDS = {
    "body_too_large": (413, "内容太大。 Too large."),
    "body_too_slow": (408, "内容没有及时传完，请再试一次。 The rest did not arrive in time; please try again."),
}


class TooLarge(Exception):
    """More than `largest` bytes, declared or sent."""


class WholeBodies:
    """Hands a request on when its body is there. The application's `receive` then gives the body in one piece."""

    def __init__(self, inner: Application, *, largest: int = LARGEST, patience: float = PATIENCE, most_waiting: int = MOST_WAITING) -> None:
        self._inner = inner
        self._largest = largest
        self._patience = patience
        self._most_waiting = most_waiting
        self._waiting: dict[asyncio.Timeout, None] = {}  # in the order of arrival

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _says_no_body(scope):
            await self._inner(scope, receive, send)
            return
        try:
            body = await self._body(scope, receive)
        except TooLarge:
            await _refuse(scope, send, "body_too_large")
        except TimeoutError:
            await _refuse(scope, send, "body_too_slow")
        else:
            if body is not None:
                await self._inner(scope, _in_one_piece(body, receive), send)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """None when the client went away. Raises TooLarge and TimeoutError."""
        declared = dict(scope["headers"]).get(b"content-length", b"")
        if declared.isdigit() and (len(declared) > 15 or int(declared) > self._largest):
            raise TooLarge
        if len(self._waiting) >= self._most_waiting:
            longest = next(iter(self._waiting))
            del self._waiting[longest]
            longest.reschedule(0)  # long past: it ends now
        parts: list[bytes] = []
        size = 0
        async with asyncio.timeout(self._patience) as deadline:
            self._waiting[deadline] = None
            try:
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    part = message.get("body", b"")
                    size += len(part)
                    if size > self._largest:
                        raise TooLarge
                    parts.append(part)
                    if not message.get("more_body", False):
                        return b"".join(parts)
            finally:
                self._waiting.pop(deadline, None)


def _says_no_body(scope: Scope) -> bool:
    names = {name for name, _value in scope["headers"]}
    return b"content-length" not in names and b"transfer-encoding" not in names


def _in_one_piece(body: bytes, receive: Receive) -> Receive:
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


async def _refuse(scope: Scope, send: Send, code: str) -> None:
    status, words = WORDS[code]
    for_programs = scope["path"].startswith("/api/")
    data = (json.dumps({"code": code, "message": words}, ensure_ascii=False) if for_programs else words).encode()
    kind = b"application/json" if for_programs else b"text/plain; charset=utf-8"
    headers = [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(data)),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),  # the rest of the body is not wanted any more
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": data, "more_body": False})
