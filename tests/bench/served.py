"""What the service costs over HTTP, beside bare views on the same server: one hand, the same hand late in an event, an unchanged poll."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from events.plays.client import Caller
from events.plays.hall import Hall, set_up, sign_in
from events.plays.kinds import read_event
from events.plays.player import head_of, wait_for_board
from events.plays.service import place_of
from events.processes.supervisor import ROOT
from tests.bench.figures import Timing, joined, show, timed, timed_together
from tests.bench.models import CREATE_TABLE
from tests.rig.rig import Rig

RULEBOOK = "healthcup-guandan"
ROUNDS = 7
LANES = 8
BLOCKS = 5
LATE = 20_000

Call = Callable[[], object]


class Floor:
    """A running service with all rounds open, and an endless supply of requests to it."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        people = sign_in(place := place_of(RULEBOOK, rig.supervisor))
        self.hall: Hall = set_up(read_event(RULEBOOK), place, people, event_code="bench", seed=1, say=lambda line: None)
        matches: list[tuple[str, int]] = []
        for number in range(1, ROUNDS + 1):
            self.hall.set_up(f"rounds/{number}/open/", {"force": True, "reason": "bench"})
            rows = self.hall.organiser.get(f"{self.hall.path}/tables/?round={number}").body["results"]
            matches += [(row["match"], row["table"]) for row in rows]
        self._slots = [(code, table, hand) for hand in range(1, 6) for code, table in matches]
        self._bare = Caller(place.base_url, run_id=place.run_id)
        self._count = 0

    def hands(self, count: int) -> list[Call]:
        """Posts of one hand each, to empty slots."""
        taken, self._slots = self._slots[:count], self._slots[count:]
        if len(taken) < count:
            raise ValueError("not enough empty slots for this measurement")
        return [self._hand(*slot) for slot in taken]

    def _hand(self, code: str, table: int, hand: int) -> Call:
        device, path = self.hall.devices[table, "NS"], f"{self.hall.path}/tables/{code}/hands/"
        body = {"record": {"hand": hand, "order": ["N", "E", "S", "W"]}}
        key = self.hall.key("bench", code, hand)
        return lambda: device.send(path, body, key=key, expect=(201,))

    def rows(self, count: int) -> list[Call]:
        """Inserts of one row each by the bare peer."""
        return [self._row() for _ in range(count)]

    def _row(self) -> Call:
        self._count += 1
        text = '{"hand":1,"order":["N","E","S","W"]}'
        body: dict[str, Any] = {"key": f"bench-{self._count:012d}", "match": "r1-1v8-p1", "number": 1, "body": text}
        return lambda: self._bare.send("/bench/rows/", body, expect=(201,))

    def settle(self) -> None:
        """Wait until the worker has computed what was entered, so that it is not measured too."""
        head = head_of(self.hall)
        wait_for_board(self.hall, lambda board: bool(board["seq"] >= head), 120)

    def polls(self, count: int) -> Iterator[list[Call]]:
        """First the product's unchanged polls, then the view that looks at nothing."""
        path = f"{self.hall.path}/standings/"
        self.settle()
        etag = self._bare.get(path).headers["etag"]
        yield [lambda: self._bare.get(path, (304,), {"If-None-Match": etag})] * count
        yield [lambda: self._bare.get("/bench/unchanged/", (304,))] * count


def in_turns(ours: Callable[[int], Timing], peer: Callable[[int], Timing], each: int) -> tuple[Timing, Timing]:
    mine, theirs = [], []
    for _ in range(BLOCKS):
        mine.append(ours(each))
        theirs.append(peer(each))
    return joined(mine), joined(theirs)


def lanes(calls: list[Call]) -> list[list[Call]]:
    return [calls[start::LANES] for start in range(LANES)]


def hand_cost(floor: Floor, database: str) -> Timing:
    """One hand against one bare row, alone and eight at a time. Returns the timing of a hand alone, early in the event."""
    timed(floor.hands(16) + floor.rows(16))  # the first requests load code
    early, row = in_turns(lambda count: timed(floor.hands(count)), lambda count: timed(floor.rows(count)), 40)
    peer = "bare DRF insert of one row, same server"
    show(f"hand_post_c1_{database}", early.median_ms, "ms", peer, row.median_ms)
    together, rows = in_turns(
        lambda count: timed_together(lanes(floor.hands(count))), lambda count: timed_together(lanes(floor.rows(count))), 32
    )
    show(f"hand_post_c8_{database}", 1000 / together.rate, "ms/hand", peer, 1000 / rows.rate)
    show(f"hand_post_c8_rate_{database}", together.rate, "hands/s", peer, rows.rate, higher_is_better=True)
    return early


def request_cost(floor: Floor, database: str) -> None:
    """The request by itself: what publishes afterwards (relay, worker) stopped, which else takes its share of the same cores."""
    floor.settle()
    for name in ("relay", "worker"):
        floor.rig.kill(name)
    alone, row = in_turns(lambda count: timed(floor.hands(count)), lambda count: timed(floor.rows(count)), 16)
    show(f"hand_request_alone_c1_{database}", alone.median_ms, "ms", "bare DRF insert of one row, same server", row.median_ms)
    for name in ("relay", "worker"):
        floor.rig.restart(name)


def late_hand_cost(floor: Floor, early: Timing, database: str) -> None:
    """The same hand when the event's book holds LATE entries more. Bar: it costs the same."""
    command = [sys.executable, "-m", "tests.bench.fill", floor.hall.event_code, str(LATE)]
    subprocess.run(command, env=floor.rig.environment(), cwd=ROOT, check=True)
    floor.settle()
    timed(floor.rows(16))
    late = timed(floor.hands(60))
    show(f"hand_post_at_{LATE}_entries_{database}", late.median_ms, "ms", "the same at 100 to 400 entries", early.median_ms)


def poll_cost(floor: Floor, database: str) -> None:
    ours, nothing = (timed(calls) for calls in floor.polls(300))
    show(f"poll_304_{database}", ours.median_ms, "ms", "a Django view that answers 304 at once", nothing.median_ms)
    show(f"poll_304_p99_{database}", ours.percentile_ms(0.99), "ms", "a Django view that answers 304 at once", nothing.percentile_ms(0.99))


def measure(rig: Rig, database: str) -> None:
    rig.rows(CREATE_TABLE[database])
    floor = Floor(rig)
    early = hand_cost(floor, database)
    request_cost(floor, database)
    late_hand_cost(floor, early, database)
    poll_cost(floor, database)
    verified = rig.manage("verify", floor.hall.event_code)
    if verified.returncode:
        raise RuntimeError(verified.stdout + verified.stderr)


def rig_in(folder: Path, **more: Any) -> Rig:
    return Rig(folder, env={"DJANGO_SETTINGS_MODULE": "tests.bench.settings"}, **more)
