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
from dataclasses import dataclass
from typing import Any

from events.plays.arrival import Confirming, MatchPlan, arrival
from events.plays.client import Unexpected
from events.plays.event_file import EventFile
from events.plays.hall import Hall, Place, set_up, sign_in
from events.plays.sitting import Sitting

CLIENTS = 6
BOARD_SECONDS = 30.0

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Played:
    """The final table by names, every encounter's result, what happened on the way, and how long it took."""

    event_code: str
    table: tuple[Mapping[str, Any], ...]
    encounters: Mapping[str, Any]
    counts: Counter[str]
    seconds: float

    @property
    def digest(self) -> str:
        """Of table and encounters, by names and draw numbers only: the same whatever the seed."""
        text = json.dumps([self.table, self.encounters], ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def play(event: EventFile, place: Place, *, event_code: str, seed: int, say: Say) -> Played:
    """The whole event. Raises Unexpected at the first answer that this play does not allow."""
    began = time.monotonic()
    plans = arrival(event, seed)
    hall = set_up(event, place, sign_in(place), event_code=event_code, seed=seed, say=say)
    counts: Counter[str] = Counter()
    late: list[Sitting] = []
    try:
        rounds = len(event.teams) - 1
        for number in range(1, rounds + 1):
            late += play_round(hall, plans, number, seed, counts)
            say(f"第 {number}/{rounds} 轮打完")
        for sitting in late:
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
    return Played(event_code, table_of(board), encounters_of(board), counts, time.monotonic() - began)


def play_round(hall: Hall, plans: Mapping[str, MatchPlan], number: int, seed: int, counts: Counter[str]) -> list[Sitting]:
    """Open round `number` and play its tables from several clients at once. Returns the matches to be confirmed later."""
    hall.set_up(f"rounds/{number}/open/", {})
    tables = hall.organiser.get(f"{hall.path}/tables/?round={number}").body["results"]
    sittings = [
        Sitting(hall, plans[row["match"].partition("-")[2]], row["match"], row["table"], counts)
        for row in sorted(tables, key=lambda row: row["table"])
    ]
    random.Random(f"{seed} round {number}").shuffle(sittings)  # noqa: S311  arrival of a play, nothing secret
    with ThreadPoolExecutor(CLIENTS) as clients:
        for done in [clients.submit(sitting.play) for sitting in sittings]:
            done.result()
    return [sitting for sitting in sittings if sitting.plan.confirming is Confirming.LATE and not sitting.plan.forfeited_by]


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


def table_of(board: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """The board's final table in the form of standings.json."""
    numbers = {row["team"]: row["number"] for row in board["teams"]}
    return tuple(
        {
            "rank": row["rank"],
            "team": row["name"],
            "number": numbers[row["team"]],
            "shared": row["shared"],
            "points": row["points"],
            "double_downs": row["double_downs"],
            "split_by": row["split_by"],
            "rounds": [line["points"] for line in sorted(row["rounds"], key=lambda line: line["round"])],
        }
        for row in board["standings"]
    )


def encounters_of(board: Mapping[str, Any]) -> dict[str, Any]:
    """Points and double-downs of every encounter, by its id, which is made of draw numbers."""
    return {
        row["encounter"]: [row[side][end] for side in ("points", "double_downs") for end in ("low", "high")] for row in board["encounters"]
    }


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
