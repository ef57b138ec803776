"""Clients that go on entering hands whatever happens to the service, and remember every answer: the oracle of the fault tests.

Each client owns some tables. It enters their hands one by one and then corrects them again and again, each time under a new key,
and repeats a request under its key until it is answered, as a tablet does. What was acknowledged must be in the ledger, once.
"""

import http.client
import itertools
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from events.plays.client import Answer, Caller, Unexpected
from events.plays.hall import Hall
from events.plays.kinds.guandan import KINDS, OTHER, by_kind, by_order, result_of

STUCK_SECONDS = 30.0


RESULTS = [(side, kind) for side in OTHER for kind in KINDS]


def scores(side: str, kind: str) -> dict[str, int]:
    """What the service answers as the points of such a hand under the printed rules (GD-08)."""
    return {side: dict(zip(KINDS, (5, 3, 1), strict=True))[kind], OTHER[side]: 0}


@dataclass(frozen=True, slots=True)
class Ack:
    """One request and its first answer. `waited`: seconds from the first try to the answer; `tries`: how often it was sent."""

    key: str
    path: str
    body: Any
    status: int
    answer: Any
    waited: float
    tries: int
    at: float

    @property
    def hash(self) -> str:
        return str(self.answer["entry"]["hash"])


@dataclass
class Client:
    """One tablet of table `table`, entering for the match `code`."""

    hall: Hall
    code: str
    table: int
    seed: int
    acks: list[Ack] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    fault: BaseException | None = None
    live: dict[int, str] = field(default_factory=dict)  # hand number -> hash of the record that a correction must name
    points: dict[int, Any] = field(default_factory=dict)  # hand number -> what it scores: a correction says something else

    def look(self) -> None:
        """What the table holds before the burst."""
        hands = self.hall.devices[self.table, "NS"].get(f"{self.hall.path}/tables/{self.code}/").body["hands"]
        self.live = {hand["number"]: hand["hash"] for hand in hands if hand["state"] == "live"}
        self.points = {hand["number"]: hand["points"] for hand in hands if hand["state"] == "live"}

    def run(self, stop: threading.Event, limit: int) -> None:
        try:
            for path, body, key in self._requests(limit):
                if stop.is_set():
                    return
                self.acks.append(self._until_answered(path, body, key, stop))
        except BaseException as fault:  # told to the test by Burst.end
            self.fault = fault

    def _requests(self, limit: int) -> Iterator[tuple[str, Any, str]]:
        """Five hands, then corrections of them without end; each supersedes the entry acknowledged before."""
        chance = random.Random(f"{self.seed} {self.code}")
        base = f"{self.hall.path}/tables/{self.code}"
        for count in itertools.count():
            if count >= limit:
                return
            number = count % 5 + 1
            side, kind = chance.choice([result for result in RESULTS if scores(*result) != self.points.get(number)])
            self.points[number] = scores(side, kind)
            record = by_kind(number, side, kind)
            if chance.random() < 0.5:
                record = by_order(number, *result_of(record))
            key = self.hall.key("burst", self.seed, self.code, count)
            if number not in self.live:
                yield f"{base}/hands/", {"record": record}, key
            else:
                yield f"{base}/corrections/", {"supersedes": self.live[number], "record": record}, key
            self.live[number] = self.acks[-1].hash

    def _until_answered(self, path: str, body: Any, key: str, stop: threading.Event) -> Ack:
        """Raises Unexpected for a refusal, and for a key that is stuck: not answered STUCK_SECONDS after the trouble is over."""
        device = self.hall.devices[self.table, "NS"]
        began = time.monotonic()
        deadline = float("inf")
        for tries in itertools.count(1):
            try:
                answer: Answer | None = device.send(path, body, key=key, expect=range(200, 600))
            except (OSError, http.client.HTTPException) as fault:
                answer = None
                self.refused[type(fault).__name__] += 1
            if answer is not None and answer.status < 300:
                now = time.monotonic()
                return Ack(key, path, body, answer.status, answer.body, now - began, tries, now)
            if answer is not None:
                self.refused[str(answer.status)] += 1
                if answer.status < 500:
                    raise Unexpected(f"{path} under {key}: {answer.status} {answer.text[:500]}")
            if deadline == float("inf") and stop.is_set():
                deadline = time.monotonic() + STUCK_SECONDS
            if time.monotonic() > deadline:
                raise Unexpected(f"stuck key {key}: {answer.text[:300] if answer else 'no answer'} after {STUCK_SECONDS:g} s")
            time.sleep(0.05)
        raise AssertionError


class Burst:
    """Several clients at once, in threads. `with Burst(hall, matches) as burst:` starts them and, at the end, stops and checks them."""

    def __init__(self, hall: Hall, tables: list[tuple[str, int]], *, clients: int = 6, limit: int = 10**9, seed: int = 1) -> None:
        """`tables`: (match code, table number), one for each client; each client makes at most `limit` requests."""
        self.hall = hall
        self.clients = [Client(hall, code, table, seed) for code, table in tables[:clients]]
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=client.run, args=(self._stop, limit), daemon=True) for client in self.clients]

    def __enter__(self) -> "Burst":
        for client in self.clients:
            client.look()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self.end(wait=kind is None)

    def end(self, *, wait: bool = True) -> None:
        """Let every running request come to its answer. Raises what stopped a client."""
        self._stop.set()
        for thread in self._threads:
            thread.join(STUCK_SECONDS + 40 if wait else 1)
        for client in self.clients:
            if wait and client.fault is not None:
                raise client.fault

    def next_ack(self, seconds: float = 60.0) -> float:
        """Wait until something that was sent from now on is acknowledged; the seconds it took. The service works again."""
        began = time.monotonic()
        while not any(ack.at > began for client in self.clients for ack in client.acks[-1:]):
            if time.monotonic() > began + seconds or not any(thread.is_alive() for thread in self._threads):
                raise Unexpected(f"nothing was acknowledged for {seconds:g} s: {[client.fault for client in self.clients]}")
            time.sleep(0.02)
        return time.monotonic() - began

    def join(self) -> None:
        """Wait until each client has made its `limit` of requests."""
        for thread in self._threads:
            thread.join()

    @property
    def acks(self) -> list[Ack]:
        return [ack for client in self.clients for ack in list(client.acks)]

    @property
    def refused(self) -> Counter[str]:
        """What was answered, or not, on the way to the acknowledgements: exceptions by name, statuses."""
        return sum((client.refused for client in self.clients), Counter())


def ledger_rows(hall: Hall) -> list[dict[str, Any]]:
    """The whole ledger of the hall's competition, by its pages."""
    rows: list[dict[str, Any]] = []
    after = 0
    while True:
        page = hall.chief.get(f"{hall.path}/ledger/?after={after}&limit=500").body
        rows += page["results"]
        if page["next_after"] is None:
            return rows
        after = page["next_after"]


def nothing_lost_nothing_doubled(hall: Hall, acks: list[Ack]) -> None:
    """D1 and D2: every acknowledged entry is in the ledger, once, and nothing else was entered."""
    entered = [row["hash"] for row in ledger_rows(hall) if row["kind"] in ("hand", "correction")]
    told = {ack.hash: ack.key for ack in acks}
    lost = [key for digest, key in told.items() if digest not in set(entered)]
    assert not lost, f"{len(lost)} acknowledged entries are lost or rewritten, first {lost[0]}"
    assert len(told) == len(acks), "two keys were answered with one entry"
    assert len(entered) == len(told), f"{len(entered) - len(told)} entries that nobody was told of"


def replayed_alike(hall: Hall, acks: list[Ack], device_of: dict[str, Caller]) -> None:
    """D2: each of these requests again gets its first answer, marked as a replay."""
    for ack in acks:
        answer = device_of[ack.path.split("/tables/")[1].partition("/")[0]].send(ack.path, ack.body, key=ack.key)
        assert (answer.status, answer.body) == (ack.status, ack.answer), f"{ack.key}: another answer the second time"
        assert answer.replayed
