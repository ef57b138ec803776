"""`GET /live/{event}/{competition}`: the stream of one viewer, as bare ASGI.

No session, no cookie, no name: what is sent is public, and the same for all. A viewer costs a socket and one pending
frame. Answers 404 for what is not public, 405, 503 with Retry-After when the house is full or the database is away.
"""

import asyncio
import contextlib
import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

from django.db import DatabaseError, InterfaceError

from events.live.frames import Board, nothing_new, reload_at
from events.live.watcher import Viewer, Watcher

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

HEARTBEAT = 15.0  # seconds; proxies close what is silent for longer
STUCK = 60.0  # seconds a viewer may take to accept one frame
RECONNECT_MS = 2000
PATH = re.compile(r"/live/([-a-zA-Z0-9_]{1,50})/([-a-zA-Z0-9_]{1,50})/?")

STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class LiveEndpoint:
    """The ASGI application under `/live/`. `limit` counts open streams."""

    def __init__(self, watcher: Watcher, *, limit: int, heartbeat: float = HEARTBEAT) -> None:
        self._watcher = watcher
        self._limit = limit
        self._heartbeat = heartbeat
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in {"GET", "HEAD"}:
            await _answer(send, 405, {"code": "method_not_allowed"}, (b"allow", b"GET"))
            return
        if scope["path"] == "/live/health":
            await _answer(send, 200, {"streams": self._open})
            return
        found = PATH.fullmatch(scope["path"])
        if found is None:
            await _answer(send, 404, {"code": "not_found"})
            return
        if self._open >= self._limit:
            await _answer(send, 503, {"code": "busy"}, (b"retry-after", b"5"))
            return
        self._open += 1
        try:
            await self._serve(found.group(1), found.group(2), scope, receive, send)
        finally:
            self._open -= 1

    async def _serve(self, event: str, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        seq = _stands_at(scope)
        try:
            watching = await self._watcher.watch(event, code, seq)
        except (DatabaseError, InterfaceError):
            await _answer(send, 503, {"code": "busy"}, (b"retry-after", b"2"))
            return
        if watching is None:
            await _answer(send, 404, {"code": "not_found"})
            return
        viewer, board = watching
        stream = asyncio.create_task(self._stream(viewer, board, seq, send))
        left = asyncio.create_task(_disconnected(receive))
        try:
            await asyncio.wait({stream, left}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._watcher.leave(viewer)
            for task in (stream, left):
                task.cancel()
            # A viewer who went away in the middle of a frame is not an error.
            await asyncio.gather(stream, left, return_exceptions=True)

    async def _stream(self, viewer: Viewer, board: Board, seq: int | None, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
        first = b"retry: %d\n\n" % RECONNECT_MS
        if seq is None:
            first += nothing_new(board).message
        elif seq < board.seq:
            viewer.seq = board.seq
            first += reload_at(board.seq).message
        await _push(send, first)
        while not viewer.gone:
            news = await viewer.next(self._heartbeat)
            if news is not None:
                await _push(send, news.message)
            elif not viewer.gone:
                await _push(send, b":\n\n")
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _push(send: Send, body: bytes) -> None:
    async with asyncio.timeout(STUCK):
        await send({"type": "http.response.body", "body": body, "more_body": True})


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _stands_at(scope: Scope) -> int | None:
    """The seq the viewer's page shows: Last-Event-ID after a break, else `?seq=`; None when it says nothing that can be meant."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    said = headers.get(b"last-event-id", b"").decode("latin-1")
    if not said:
        said = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("seq", [""])[0]
    return int(said) if re.fullmatch(r"[0-9]{1,9}", said) else None


async def _answer(send: Send, status: int, body: dict[str, Any], *more: tuple[bytes, bytes]) -> None:
    data = json.dumps(body).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(data)), (b"cache-control", b"no-store"), *more]
    with contextlib.suppress(OSError):
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": data, "more_body": False})
