"""Sees to it that every book's snapshot catches up, with workers or without.

Dirty means `Book.seq > Snapshot.seq`: nothing else is remembered, so nothing can be lost. With a broker one job a
competition is in flight; a job that brings nothing is sent again, and a snapshot that stands still for `LAG` seconds is
computed here. Without a broker everything is computed here, at once.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from celery import current_app
from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections
from django.db.models import F, Q

from events import standings
from events.models import Book
from events.refusals import Busy

log = logging.getLogger("mingpai.relay")

PAUSE = 0.1  # seconds between looks
LAG = 5.0  # seconds without progress after which the relay computes
RECOVERY = 1.0  # seconds to leave a database alone that did not answer
AGAIN = 2.0  # seconds after which a job that brought nothing is sent again
TASK = "competition_recompute"


@dataclass(frozen=True, slots=True)
class Dirty:
    """A competition whose snapshot is behind: the book's seq and the snapshot's."""

    competition_id: int
    head: int
    snapshot: int


def dirty() -> list[Dirty]:
    """One query, whatever the number of books."""
    behind = (
        Book.objects.filter(Q(competition__snapshot__isnull=True) | Q(seq__gt=F("competition__snapshot__seq")))
        .order_by("competition_id")
        .values_list("competition_id", "seq", "competition__snapshot__seq")
    )
    return [Dirty(competition, head, snapshot or 0) for competition, head, snapshot in behind]


class Sender:
    """Hands jobs to the broker from a thread of its own: a broker that hangs must not hold up the relay.

    Competitions wait in a set, so that a broker that was away for long finds one job for each of them, not thousands.
    """

    def __init__(self, send: Callable[[int], None] | None = None) -> None:
        self._send = send or _send
        self._waiting: set[int] = set()
        self._changed = threading.Condition()
        threading.Thread(target=self._work, name="relay-sender", daemon=True).start()

    def put(self, competition_id: int) -> None:
        with self._changed:
            self._waiting.add(competition_id)
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._waiting:
                    self._changed.wait()
                competition_id = self._waiting.pop()
            try:
                self._send(competition_id)
            except Exception as error:  # any broker, any fault: the job is derived again from the database
                log.warning("broker: %s", type(error).__name__)


def _send(competition_id: int) -> None:
    current_app.signature(TASK, args=(competition_id,)).apply_async(retry=False, ignore_result=True)


@dataclass(slots=True)
class _Watched:
    """What the relay knows of one dirty competition: where its snapshot stood since when, and which head was sent when."""

    snapshot: int
    since: float
    sent_head: int = -1
    sent_at: float = 0.0
    rest_until: float = 0.0


class Relay:
    """`step()` looks once; `run(stop)` goes on until told otherwise, whatever the database or the broker do."""

    def __init__(
        self,
        *,
        sender: Sender | None = None,
        recompute: Callable[[int, str], int] = standings.recompute,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sender = sender if sender is not None else (Sender() if settings.REDIS_URL else None)
        self._recompute = recompute
        self._clock = clock
        self._watched: dict[int, _Watched] = {}

    def step(self) -> None:
        now = self._clock()
        found = dirty()
        self._watched = {item.competition_id: self._watch(item, now) for item in found}
        for item in found:
            watched = self._watched[item.competition_id]
            if now < watched.rest_until:
                continue
            if self._sender is None or now - watched.since >= LAG:
                self._compute(item, watched)
            elif watched.sent_head <= item.snapshot or now - watched.sent_at >= AGAIN:
                self._sender.put(item.competition_id)
                watched.sent_head, watched.sent_at = item.head, now

    def run(self, stop: threading.Event) -> None:
        while not stop.wait(PAUSE):
            try:
                self.step()
            except (DatabaseError, InterfaceError) as error:
                log.warning("database: %s", type(error).__name__)
                close_old_connections()
                stop.wait(RECOVERY)

    def _watch(self, item: Dirty, now: float) -> _Watched:
        watched = self._watched.get(item.competition_id)
        if watched is None or watched.snapshot != item.snapshot:
            return _Watched(
                snapshot=item.snapshot,
                since=now,
                sent_head=watched.sent_head if watched else -1,
                sent_at=watched.sent_at if watched else 0.0,
            )
        return watched

    def _compute(self, item: Dirty, watched: _Watched) -> None:
        """One competition that cannot be computed must not hold up the others, nor fill the log."""
        try:
            self._recompute(item.competition_id, "relay")
        except (DatabaseError, InterfaceError):
            raise
        except (Busy, standings.Overtaken):
            return  # the next look tries again
        except Exception:
            log.exception("competition %s cannot be computed", item.competition_id)
            watched.rest_until = self._clock() + LAG
