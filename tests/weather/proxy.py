"""The network of a hall: a TCP proxy between the browser and the service that can be cut, slowed, made to flap, and made to lose answers.

It understands as much of HTTP/1.1 as it takes to know where an answer ends: an answer is lost only after the service has given all of it,
so what was asked for has happened and the one who asked does not know.
"""

import asyncio
import random
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self

from tests.rig.browser import HALL
from tests.rig.rig import free_port

PORTAL = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 62\r\nConnection: close\r\n\r\n"
    b"<!doctype html><title>Wi-Fi</title><p>Please sign in to go on."
)
LONGEST = 1 << 20


class Proxy:
    """`with Proxy(rig.port, seed=1) as proxy:` then steer it from any thread; it listens on the loopback at `proxy.port`."""

    def __init__(self, target: int, *, seed: int = 1) -> None:
        self.target = target
        self.port = free_port()
        self.lost = 0  # answers that the service gave and nobody got
        self.posts = 0
        self.up = True
        self.portal = False  # somebody else's network answers everything with a page of its own
        self.delay = 0.0  # seconds before each answer
        self.share_lost = 0.0  # of the answers to POST
        self._chance = random.Random(seed)
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._flapping: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """Plain HTTP under a name that is not localhost."""
        return f"http://{HALL}:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._serve, "127.0.0.1", self.port, limit=LONGEST))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    # --- the weather

    def cut(self) -> None:
        """Every connection breaks now, and every new one at once, until `mend`."""
        self.up = False
        self._run(self._break())

    def mend(self) -> None:
        self.up = True

    def flap(self, on: float, off: float) -> None:
        """Up for `on` seconds and down for `off`, until `steady`."""
        self._flapping = self._run(self._flap(on, off))

    def steady(self) -> None:
        if self._flapping is not None:
            self._loop.call_soon_threadsafe(self._flapping.cancel)
            self._flapping = None
        self.mend()

    # --- inside

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    async def _close(self) -> None:
        self._server.close()
        await self._break()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _break(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    async def _flap(self, on: float, off: float) -> "asyncio.Task[None]":
        async def turn() -> None:
            while True:
                await asyncio.sleep(on)
                self.up = False
                await self._break()
                await asyncio.sleep(off)
                self.up = True

        return asyncio.ensure_future(turn())

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        behind: asyncio.StreamWriter | None = None
        try:
            if self.up and not self.portal:
                back, behind = await asyncio.open_connection("127.0.0.1", self.target, limit=LONGEST)
                while await self._exchange(reader, writer, back, behind):
                    pass
            elif self.portal:
                await reader.readuntil(b"\r\n\r\n")
                writer.write(PORTAL)
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError):
            pass  # the network or the service is away, or the test is over: the browser sees a broken connection
        finally:
            self._writers.discard(writer)
            for end in (writer, behind):
                if end is not None:
                    end.transport.abort()

    async def _exchange(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, back: asyncio.StreamReader, behind: asyncio.StreamWriter
    ) -> bool:
        """One request and its answer; False when the connection ends with it."""
        head, body = await _message(reader)
        behind.write(head + body)
        await behind.drain()
        answer_head, answer_body = await _message(back, asked=head)
        if self.delay:
            await asyncio.sleep(self.delay)
        if head.startswith(b"POST"):
            self.posts += 1
            if self._chance.random() < self.share_lost:
                self.lost += 1
                return False
        writer.write(answer_head + answer_body)
        await writer.drain()
        return b"connection: close" not in answer_head.lower() and self.up


async def _message(reader: asyncio.StreamReader, asked: bytes = b"") -> tuple[bytes, bytes]:
    """Head and body of one request, or of the answer to `asked`."""
    head = await reader.readuntil(b"\r\n\r\n")
    fields = {
        name.strip().lower(): value.strip() for name, _colon, value in (line.partition(b":") for line in head.split(b"\r\n")[1:] if line)
    }
    if asked and (asked.startswith(b"HEAD") or head.split(b" ", 2)[1] in (b"304", b"204")):
        return head, b""
    if fields.get(b"transfer-encoding", b"").lower() == b"chunked":
        return head, await _chunks(reader)
    if b"content-length" in fields:
        return head, await reader.readexactly(int(fields[b"content-length"]))
    return head, await reader.read() if asked else b""


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    """A chunked body as it came."""
    found = b""
    while True:
        line = await reader.readuntil(b"\r\n")
        size = int(line.split(b";")[0], 16)
        found += line + await reader.readexactly(size + 2)
        if not size:
            return found
