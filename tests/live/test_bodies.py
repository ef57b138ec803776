"""Half a body takes no thread: the house stays open whatever is sent slowly, and slow or large bodies are refused in time."""

import asyncio
import contextlib
import http.client
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from config.bodies import LARGEST, Message, WholeBodies
from tests.rig.rig import Rig

HALF = b"POST /size/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ns"


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with Rig(tmp_path_factory.mktemp("bodies"), broker=False) as started:
        yield started


def connect(rig: Rig, sent: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", rig.port), timeout=30)
    connection.sendall(sent)
    return connection


def test_twenty_half_bodies_do_not_keep_the_house(rig: Rig) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(connect(rig, HALF))
        for _ in range(20):
            assert rig.request("GET", "/", timeout=5).status == 200


def test_a_half_body_is_refused_after_a_while_and_the_connection_closed(rig: Rig) -> None:
    with connect(rig, HALF) as connection, connection.makefile("rb") as answer:
        said = answer.read()
    assert said.startswith(b"HTTP/1.1 408 ")
    assert b"connection: close" in said.lower()


def test_a_declared_giant_is_refused_before_it_is_sent(rig: Rig) -> None:
    head = HALF.replace(b"Content-Length: 100", b"Content-Length: 99999999999")
    with connect(rig, head) as connection, connection.makefile("rb") as answer:
        said = answer.read()
    assert said.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in said.lower()


def test_a_whole_body_in_pieces_arrives(rig: Rig) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", rig.port, timeout=20)
    with contextlib.closing(connection):
        connection.request("POST", "/api/v1/pair/", body=b'{"code": "no"}', headers={"Content-Type": "application/json"})
        whole = connection.getresponse()
        said = whole.status, whole.read()
    with (
        connect(rig, b"POST /api/v1/pair/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n") as pieces,
        pieces.makefile("rb") as answer,
    ):
        pieces.sendall(b"Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{")
        pieces.sendall(b'"code": "no"}')
        again = answer.read()
    assert again.startswith(b"HTTP/1.1 %d " % said[0])
    assert again.endswith(said[1])


# --- in process: what would take too long, or too much, over a socket


class Request:
    """A request whose body the test sends in pieces."""

    def __init__(self, bodies: WholeBodies, *, length: bytes = b"10") -> None:
        self.pieces: asyncio.Queue[Message] = asyncio.Queue()
        self.sent: list[Message] = []
        scope = {
            "type": "http",
            "path": "/size/",
            "headers": [(b"content-length", length)] if length else [(b"transfer-encoding", b"chunked")],
        }
        self.task = asyncio.create_task(bodies(scope, self.pieces.get, self._send))

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    def piece(self, body: bytes, *, more: bool) -> None:
        self.pieces.put_nowait({"type": "http.request", "body": body, "more_body": more})

    @property
    def status(self) -> Any:
        return self.sent[0]["status"] if self.sent else None


async def echo(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "echo", "status": 200, "body": (await receive())["body"]})


def test_too_much_sent_without_saying_so_is_refused() -> None:
    async def play() -> None:
        request = Request(WholeBodies(echo, largest=10), length=b"")
        request.piece(b"1234567", more=True)
        request.piece(b"1234567", more=True)
        await request.task
        assert request.status == 413

    asyncio.run(play())
    assert LARGEST < 10_000_000


def test_when_too_many_wait_the_one_who_waited_longest_makes_room() -> None:
    async def play() -> None:
        bodies = WholeBodies(echo, most_waiting=2, patience=60)
        requests = [Request(bodies) for _ in range(3)]
        await asyncio.wait_for(requests[0].task, 5)
        assert requests[0].status == 408
        for request in requests[1:]:
            request.piece(b"whole", more=False)
            await asyncio.wait_for(request.task, 5)
            assert (request.status, request.sent[0]["body"]) == (200, b"whole")

    asyncio.run(play())


def test_who_goes_away_in_the_middle_gets_no_page_made() -> None:
    async def play() -> None:
        request = Request(WholeBodies(echo))
        request.piece(b"ha", more=True)
        request.pieces.put_nowait({"type": "http.disconnect"})
        await asyncio.wait_for(request.task, 5)
        assert request.sent == []

    asyncio.run(play())
