"""Plays a whole event: set up, every round from its opening to the last signature, the close, and the comparison with the worked table.

It enters hands, never winners. What it reads and writes goes through the REST API.
"""

import hashlib
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from events.plays.arrival import Confirming, MatchPlan, arrival
from events.plays.client import Unexpected
from events.plays.event_file import EventFile, HallActFile, resolved
from events.plays.hall import Hall, Place, set_up, sign_in
from events.plays.kinds import KINDS
from events.plays.kinds.protocol import rows_of
from events.plays.sitting import Sitting

CLIENTS = 6
BOARD_SECONDS = 30.0

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Played:
    """The final table by names, the results below it, what happened on the way, and how long it took."""

    event_code: str
    table: tuple[Mapping[str, Any], ...]
    results: Any
    counts: Counter[str]
    seconds: float

    @property
    def digest(self) -> str:
        """Of table and results, by names and draw numbers only: the same whatever the seed."""
        text = json.dumps([self.table, self.results], ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def play(event: EventFile, place: Place, *, event_code: str, seed: int, say: Say) -> Played:
    """The whole event. Raises Unexpected at the first answer that this play does not allow."""
    began = time.monotonic()
    plans = arrival(event, seed)
    hall = set_up(event, place, sign_in(place), event_code=event_code, seed=seed, say=say)
    course = Course(event, hall, plans, seed)
    try:
        for number in range(1, event.rounds + 1):
            course.play_round(number)
            say(f"第 {number}/{event.rounds} 轮打完")
        for sitting in course.late:
            sitting.confirm()
        # The live snapshot first, made by a worker or the relay; then the close, which keeps the bytes of a fold of its own.
        live = wait_for_board(hall, lambda board: board["seq"] >= head_of(hall))
        closed = hall.chief.deliver(f"{hall.path}/close/", {}, key=hall.key("close"), expect=(201,)).body
        board = wait_for_board(hall, lambda board: board["phase"] == "official")
        if not live["digest"] == board["digest"] == closed["standings"]:
            raise Unexpected("what was closed is not what the board showed")
    finally:
        hall.close()
    say(f"已公布，比赛记录 {closed['entry']['seq']} 条")
    kind = KINDS[event.kind]
    table = tuple(kind.placed(row, hall.named) for row in rows_of(board))
    return Played(event_code, table, kind.results(board, hall.named), course.counts, time.monotonic() - began)


@dataclass(slots=True)
class Course:
    """The rounds of a play. `late`: matches to be confirmed after the last round; `counts`: what happened so far."""

    event: EventFile
    hall: Hall
    plans: Mapping[str, MatchPlan]
    seed: int
    late: list[Sitting] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    played: list[Sitting] = field(default_factory=list)
    waiting: dict[int, list[Sitting]] = field(default_factory=dict)  # round beside which they are played -> tables opened before

    def play_round(self, number: int) -> None:
        """What officials fix before it, its opening, what is put right of earlier rounds, then its tables from several clients at once."""
        hall = self.hall
        for place, act in enumerate(self.event.acts):
            if act.round == number:
                self._act(act, hall.key("act", place))
        hall.set_up(f"rounds/{number}/open/", {"day": self.event.days[number]} if number in self.event.days else {})
        for sitting in self.played:
            if sitting.plan.later is not None and sitting.plan.later.round == number:
                sitting.put_right()
        sittings = self.waiting.pop(number, []) + self._sittings(number)
        random.Random(f"{self.seed} round {number}").shuffle(sittings)  # noqa: S311  arrival of a play, nothing secret
        with ThreadPoolExecutor(CLIENTS) as clients:
            for done in [clients.submit(sitting.play) for sitting in sittings]:
                done.result()
        self.played += sittings
        self.late += [sitting for sitting in sittings if sitting.plan.confirming is Confirming.LATE and sitting.plan.hands]

    def _act(self, act: HallActFile, key: str) -> None:
        """One act of an official about the competition, or the refusal of what must not be."""
        path, body = f"{self.hall.path}/{act.door}/", resolved(act.body, self.hall.pid)
        if not act.refused:
            self.hall.people[act.by].deliver(path, body, key=key, expect=(200, 201))
            self.counts[act.door.rpartition("/")[2]] += 1
            return
        answer = self.hall.people[act.by].send(path, body, key=key, expect=(409, 422))
        codes = [answer.code, *(problem["code"] for problem in answer.body.get("problems", ()))]
        if act.refused not in codes:
            raise Unexpected(f"{path}: to be refused as {act.refused}, and it was as {codes}")
        self.counts[f"refused_{act.refused}"] += 1

    def _sittings(self, number: int) -> list[Sitting]:
        """The tables of a round, but for those that are played beside a later one."""
        kind = KINDS[self.event.kind]
        tables = self.hall.organiser.get(f"{self.hall.path}/tables/?round={number}").body["results"]
        found = []
        for row in sorted(tables, key=lambda row: int(row["table"])):
            meeting = kind.meeting(row["match"])
            sitting = Sitting(self.hall, kind, self.plans[meeting], row["match"], row["table"], self.counts)
            later = self.event.matches[meeting].plays_in
            if later > number:
                self.waiting.setdefault(later, []).append(sitting)
            else:
                found.append(sitting)
        return found


def head_of(hall: Hall) -> int:
    """The seq of the last entry."""
    return int(hall.chief.get(f"{hall.path}/ledger/?limit=1").body["head"])


def wait_for_board(hall: Hall, shows: Callable[[Any], bool], seconds: float = BOARD_SECONDS) -> Any:
    """The published standings once they show what is wanted: they are computed by a worker, not by a request."""
    deadline = time.monotonic() + seconds
    while True:
        board = hall.organiser.get(f"{hall.path}/standings/").body
        if shows(board):
            return board
        if time.monotonic() > deadline:
            raise Unexpected(f"the board shows entry {board['seq']} after {seconds:g} s, and not what is wanted")
        time.sleep(0.05)


def differences(expected: tuple[Mapping[str, Any], ...], got: tuple[Mapping[str, Any], ...]) -> list[str]:
    """Line by line what differs between the worked table and the board."""
    if len(expected) != len(got):
        return [f"{len(expected)} places expected, {len(got)} on the board"]
    return [
        f"place {place}, {name}: expected {want[name]!r}, board {have.get(name)!r}"
        for place, (want, have) in enumerate(zip(expected, got, strict=True), start=1)
        for name in want
        if want[name] != have.get(name)
    ]
