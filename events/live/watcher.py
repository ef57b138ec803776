"""One per process: looks for new snapshots of the competitions somebody watches, and hands each viewer what changed.

Looks every quarter of a second, in one thread with one database connection, whatever the number of viewers; a wake-up
over Redis makes it look at once. Redis is never needed. Reads Competition and Snapshot, and Freeze where the public's board
stands still; writes nothing.
"""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

import redis.asyncio
from django.db import DatabaseError, InterfaceError, connection
from redis.exceptions import RedisError

from events.live.frames import Board, Change, board_of, change
from events.models import Competition, Freeze, Snapshot, Visibility
from events.wakeups import SNAPSHOT

log = logging.getLogger("mingpai.live")

INTERVAL = 0.25  # seconds between looks
GAP = 0.03  # seconds between looks when wake-ups come in a burst
KEEP = 60.0  # seconds a board stays in memory after its last viewer left
RECONNECT = 1.0  # seconds between tries to reach Redis

Result = TypeVar("Result")


class Viewer:
    """One open stream: at most one pending change, however slow the other end is."""

    def __init__(self, seq: int) -> None:
        self.seq = seq
        self.gone = False  # the competition is no longer public
        self._pending: Change | None = None
        self._wake = asyncio.Event()

    def offer(self, new: Change) -> None:
        if new.seq <= self.seq and not new.reload:
            return  # its page is newer than this
        self._pending = new if self._pending is None else new.after(self._pending)
        self._wake.set()

    def dismiss(self) -> None:
        self.gone = True
        self._wake.set()

    async def next(self, patience: float) -> Change | None:
        """The next change, merged with what came meanwhile; None after `patience` seconds or when dismissed."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._wake.wait()
        self._wake.clear()
        pending, self._pending = self._pending, None
        if pending is None:
            return None
        found = pending.since(self.seq)
        self.seq = found.seq
        return found


@dataclass
class Watched:
    """A competition with viewers, and its board as last seen."""

    competition_id: int
    board: Board
    viewers: set[Viewer] = field(default_factory=set)
    left_at: float = 0.0


@dataclass(frozen=True)
class _Seen:
    competition_id: int
    hidden: bool
    board: Board | None  # None: as before


class Watcher:
    """`start()` and `stop()` from the event loop; `watch`, `leave` for each viewer."""

    def __init__(self, redis_url: str = "", interval: float = INTERVAL) -> None:
        self._redis_url = redis_url
        self._interval = interval
        self._watched: dict[int, Watched] = {}
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-reader")
        self._tasks: list[asyncio.Task[None]] = []
        self._wake = asyncio.Event()
        self._somebody = asyncio.Event()

    @property
    def viewers(self) -> int:
        return sum(len(watched.viewers) for watched in self._watched.values())

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._look_on())]
        if self._redis_url:
            self._tasks.append(asyncio.create_task(self._listen()))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for watched in self._watched.values():
            for viewer in watched.viewers:
                viewer.dismiss()
        await self._read(_close)
        self._reader.shutdown()

    async def watch(self, event: str, code: str, seq: int | None) -> tuple[Viewer, Board] | None:
        """A viewer whose page stands at `seq`; None when there is no such public competition. Raises DatabaseError."""
        competition_id = await self._read(lambda: _public_id(event, code))
        if competition_id is None:
            return None
        watched = self._watched.get(competition_id)
        if watched is None:
            seen = await self._read(lambda: _look([(competition_id, None)]))
            if not seen or seen[0].hidden or seen[0].board is None:
                return None
            # Somebody else may have come while we read; what is known already is newer.
            watched = self._watched.setdefault(competition_id, Watched(competition_id, seen[0].board))
        viewer = Viewer(watched.board.seq if seq is None else seq)
        watched.viewers.add(viewer)
        self._somebody.set()
        if viewer.seq > watched.board.seq:
            self._wake.set()
        return viewer, watched.board

    def leave(self, viewer: Viewer) -> None:
        for watched in self._watched.values():
            if viewer in watched.viewers:
                watched.viewers.discard(viewer)
                watched.left_at = time.monotonic()

    async def _look_on(self) -> None:
        while True:
            await self._somebody.wait()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._interval):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self._look_once()
            except (DatabaseError, InterfaceError) as error:
                log.warning("database: %s", type(error).__name__)
                await asyncio.sleep(1.0)
            await asyncio.sleep(GAP)

    async def _look_once(self) -> None:
        self._forget()
        known = [(watched.competition_id, watched.board) for watched in self._watched.values()]
        for seen in await self._read(lambda: _look(known)):
            watched = self._watched[seen.competition_id]
            if seen.hidden:
                for viewer in watched.viewers:
                    viewer.dismiss()
                del self._watched[seen.competition_id]
            elif seen.board is not None:
                news = change(watched.board, seen.board)
                watched.board = seen.board
                for viewer in watched.viewers:
                    viewer.offer(news)

    def _forget(self) -> None:
        now = time.monotonic()
        for key in [key for key, watched in self._watched.items() if not watched.viewers and now - watched.left_at > KEEP]:
            del self._watched[key]
        if not self._watched:
            self._somebody.clear()

    async def _listen(self) -> None:
        """Wake-ups from Redis, for as long as there is one; back by itself when it comes back."""
        while True:
            try:
                async with (
                    redis.asyncio.Redis.from_url(self._redis_url, socket_connect_timeout=2) as client,
                    client.pubsub() as subscription,
                ):
                    await subscription.subscribe(SNAPSHOT)
                    self._wake.set()  # what was said while nobody listened
                    async for _ in subscription.listen():
                        self._wake.set()
            except (RedisError, OSError) as error:
                log.info("redis: %s", type(error).__name__)
            await asyncio.sleep(RECONNECT)

    async def _read(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._reader, lambda: _with_connection(work))


def _with_connection(work: Callable[[], Result]) -> Result:
    """After a fault the connection is thrown away, so that a database that was restarted is found again."""
    try:
        return work()
    except (DatabaseError, InterfaceError):
        connection.close()
        raise


def _close() -> None:
    # Looked up in the reader's thread: `connection` is another object in each.
    connection.close()


def _public_id(event: str, code: str) -> int | None:
    public = Competition.objects.exclude(visibility=Visibility.HIDDEN)
    return public.filter(event__code=event, code=code).values_list("pk", flat=True).first()


def _look(known: Iterable[tuple[int, Board | None]]) -> list[_Seen]:
    """What is new: one query for all, and one more for the bodies that changed."""
    boards = dict(known)
    rows = Competition.objects.filter(pk__in=boards).values_list("pk", "visibility", "frozen_seq", "shown_version", "snapshot__seq")
    found = []
    for competition_id, visibility, frozen_seq, told, seq in rows:
        before = boards[competition_id]
        if visibility == Visibility.HIDDEN:
            found.append(_Seen(competition_id, hidden=True, board=None))
            continue
        shown = visibility != Visibility.OFFICIAL
        now = (seq or 0) if frozen_seq is None else frozen_seq
        if before is not None and (before.seq, before.shown, before.told) == (now, shown, told):
            continue
        found.append(_Seen(competition_id, hidden=False, board=_board(competition_id, frozen_seq, shown=shown, told=told)))
    return found


def _board(competition_id: int, frozen_seq: int | None, *, shown: bool, told: int) -> Board:
    """The board as the public sees it: the snapshot, or the bytes it stands still at."""
    row: tuple[int | None, str] | None
    if frozen_seq is None:
        row = Snapshot.objects.filter(competition_id=competition_id).values_list("seq", "body").first()
    else:
        standing = Freeze.objects.filter(competition_id=competition_id, seq=frozen_seq).order_by("-id")
        row = standing.values_list("seq", "body").first()
    seq, body = row if row is not None else (0, "")
    state: dict[str, Any] = json.loads(body) if body else {}
    return board_of(seq or 0, state, shown=shown, told=told)
