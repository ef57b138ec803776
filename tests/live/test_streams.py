"""Streams against a real database, in process: the watcher looks, the endpoint answers, each viewer gets what changed."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from events.live.endpoint import LiveEndpoint, Message
from events.live.frames import board_of, change
from events.live.watcher import Viewer, Watcher
from events.models import Competition, Event, Snapshot, Visibility
from tests.live.boards import A, state

SOON = 5.0  # seconds; far more than any of this takes

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def competition() -> Competition:
    event = Event.objects.create(code="hall", name="会场")
    made = Competition.objects.create(event=event, code="guandan", name="掼蛋", rulebook_id="r", rulebook_digest="d", rulebook_text="{}")
    save(made, state(1, points=1, hands=1))
    return made


def save(competition: Competition, body: dict[str, Any]) -> None:
    values = {"seq": body["seq"], "body": json.dumps(body), "digest": "", "made_by": "relay", "made_at": timezone.now()}
    Snapshot.objects.update_or_create(competition=competition, defaults=values)


class Client:
    """One viewer at the other end of the ASGI interface. `slow`: accepts nothing until `go`."""

    def __init__(
        self, endpoint: LiveEndpoint, path: str = "/live/hall/guandan", *, query: str = "", last: str = "", method: str = "GET"
    ) -> None:
        headers = [(b"last-event-id", last.encode())] if last else []
        self.scope = {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": headers}
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.received = b""
        self.go = asyncio.Event()
        self.go.set()
        self._arrived = asyncio.Event()
        self._gone = asyncio.Event()
        self.task = asyncio.create_task(endpoint(self.scope, self._receive, self._send))

    async def _receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        await self.go.wait()
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.received += message["body"]
        self._arrived.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(SOON):
            while not holds():
                self._arrived.clear()
                await self._arrived.wait()

    async def frames(self, count: int) -> list[Any]:
        """The first `count` frames."""
        await self.until(lambda: self.received.count(b"data: ") >= count)
        return [json.loads(line[6:]) for line in self.received.decode().split("\n") if line.startswith("data: ")][:count]

    async def leave(self) -> None:
        self._gone.set()
        await self.task


def watched(play: Callable[[LiveEndpoint, Watcher], Awaitable[None]], *, limit: int = 10, heartbeat: float = 60.0) -> None:
    async def whole() -> None:
        watcher = Watcher(interval=0.02)
        watcher.start()
        try:
            await play(LiveEndpoint(watcher, limit=limit, heartbeat=heartbeat), watcher)
        finally:
            await watcher.stop()

    asyncio.run(whole())


async def stored(work: Callable[..., Any], *arguments: Any) -> None:
    """Write from a thread, as another process would."""

    def there() -> None:
        try:
            work(*arguments)
        finally:
            connection.close()

    await asyncio.to_thread(there)


def test_a_viewer_gets_what_a_new_snapshot_changes(competition: Competition) -> None:
    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        client = Client(endpoint, query="seq=1")
        await client.until(lambda: b"retry:" in client.received)
        await stored(save, competition, state(2, points=4, hands=2))
        (frame,) = await client.frames(1)
        assert frame["seq"] == 2
        assert frame["from"] == 1
        assert frame["rows"] == [[A, 1, True, 0, 0, 4, 0, 1]]
        assert client.headers[b"content-type"].startswith(b"text/event-stream")
        await client.leave()
        assert watcher.viewers == 0

    watched(play)


@pytest.mark.parametrize("place", ["query", "last"])
def test_who_was_away_is_told_to_fetch_the_page(competition: Competition, place: str) -> None:
    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        await stored(save, competition, state(9, points=9, hands=3))
        client = Client(endpoint, query="seq=4") if place == "query" else Client(endpoint, query="seq=9", last="4")
        assert await client.frames(1) == [{"seq": 9, "reload": True}]
        await client.leave()

    watched(play)


def test_who_is_up_to_date_after_a_break_goes_on(competition: Competition) -> None:
    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        client = Client(endpoint, query="seq=0", last="1")
        await client.until(lambda: b"retry:" in client.received)
        await stored(save, competition, state(2, points=2, hands=2))
        (frame,) = await client.frames(1)
        assert (frame["from"], frame["seq"]) == (1, 2)
        await client.leave()

    watched(play)


def test_a_page_newer_than_the_watcher_waits_for_what_is_newer_still(competition: Competition) -> None:
    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        client = Client(endpoint, query="seq=3")
        await client.until(lambda: b"retry:" in client.received)
        await stored(save, competition, state(3, points=3, hands=3))
        await stored(save, competition, state(4, points=5, hands=4))
        (frame,) = await client.frames(1)
        assert (frame["from"], frame["seq"]) == (3, 4)
        await client.leave()

    watched(play)


def test_a_slow_viewer_holds_one_pending_change_whatever_happens_meanwhile(competition: Competition) -> None:
    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        slow, quick = Client(endpoint, query="seq=1"), Client(endpoint, query="seq=1")
        await slow.until(lambda: b"retry:" in slow.received)
        slow.go.clear()
        for seq in range(2, 7):
            await stored(save, competition, state(seq, points=seq, hands=min(seq, 5)))
            # The quick one has seen each of them, so each of them was offered to the slow one too.
            await quick.until(lambda seq=seq: b"id: %d\n" % seq in quick.received)  # type: ignore[misc]
        slow.go.set()
        frames = await slow.frames(2)
        assert [frame["seq"] for frame in frames] == [2, 6]
        assert frames[1]["from"] == 2
        assert frames[1]["rows"][0][5] == 6
        for client in (slow, quick):
            await client.leave()

    watched(play)


def test_a_slow_viewer_who_missed_a_new_structure_is_told_to_fetch_the_page() -> None:
    async def play() -> None:
        one, two = board_of(1, state(1)), board_of(2, state(2, hands=5, finished=True))
        three = board_of(3, state(3, hands=5, finished=True, confirmed=False))
        viewer = Viewer(1)
        viewer.offer(change(one, two))
        viewer.offer(change(two, three))
        news = await viewer.next(SOON)
        assert news is not None
        assert news.reload
        assert news.seq == 3

    asyncio.run(play())


@pytest.mark.parametrize("path", ["/live/hall/other", "/live/elsewhere/guandan", "/live/hall/guandan/more/x", "/live/hall/%00", "/live/"])
def test_what_is_not_there_is_404(competition: Competition, path: str) -> None:
    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        client = Client(endpoint, path)
        await client.task
        assert client.status == 404

    watched(play)


def test_a_hidden_competition_is_404_and_its_streams_end(competition: Competition) -> None:
    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        before = Client(endpoint, query="seq=1")
        await before.until(lambda: b"retry:" in before.received)
        await stored(hide, competition)
        async with asyncio.timeout(SOON):
            await before.task
        after = Client(endpoint)
        await after.task
        assert after.status == 404

    watched(play)


def hide(competition: Competition) -> None:
    Competition.objects.filter(pk=competition.pk).update(visibility=Visibility.HIDDEN)


def test_when_the_house_is_full_the_next_is_told_when_to_try_again(competition: Competition) -> None:
    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        first, second = Client(endpoint), Client(endpoint)
        await first.frames(1)
        await second.frames(1)
        third = Client(endpoint)
        await third.task
        assert third.status == 503
        assert third.headers[b"retry-after"] == b"5"
        await first.leave()
        fourth = Client(endpoint)
        await fourth.frames(1)
        for client in (second, fourth):
            await client.leave()

    watched(play, limit=2)


def test_silence_is_broken_by_a_heartbeat(competition: Competition) -> None:
    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        client = Client(endpoint, query="seq=1")
        await client.until(lambda: client.received.count(b"\n:\n\n") >= 1)
        await client.leave()

    watched(play, heartbeat=0.05)


@pytest.mark.parametrize("said", ["seq=-1", "seq=1e3", "seq=99999999999999", "seq=%00", "seq=", "other=1"])
def test_a_position_that_means_nothing_is_told_where_the_board_stands(competition: Competition, said: str) -> None:
    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        client = Client(endpoint, query=said)
        (frame,) = await client.frames(1)
        assert (frame["seq"], frame["from"], frame["rows"]) == (1, 1, [])
        await client.leave()

    watched(play)


def test_nothing_is_written_here(competition: Competition) -> None:
    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        client = Client(endpoint, method="POST")
        await client.task
        assert client.status == 405

    watched(play)
