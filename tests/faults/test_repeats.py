"""D2 and D5 at length: thousands of repeated requests, and two tablets with different results at the same moment."""

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from events.plays.client import Answer
from tests.faults.burst import Ack, Burst, ledger_rows, nothing_lost_nothing_doubled
from tests.faults.conftest import Ground

SEED = 5


def repeat_everything(ground: Ground, entries: int, repeats: int) -> None:
    """Enter, then repeat requests picked at random from eight clients: no row more, each answer the first one, the board untouched."""
    with Burst(ground.hall, ground.tables, clients=8, limit=entries // 8, seed=SEED) as burst:
        burst.join()
    acks = burst.acks
    nothing_lost_nothing_doubled(ground.hall, acks)
    before, board = ledger_rows(ground.hall), ground.board()
    picked = random.Random(SEED).choices(acks, k=repeats)
    devices = {code: ground.hall.devices[table, "NS"] for code, table in ground.tables}

    def again(ack: Ack) -> Answer:
        return devices[ack.path.split("/tables/")[1].partition("/")[0]].send(ack.path, ack.body, key=ack.key, expect=range(200, 600))

    with ThreadPoolExecutor(8) as clients:
        for ack, answer in zip(picked, clients.map(again, picked), strict=True):
            assert answer.replayed
            assert (answer.status, answer.body) == (ack.status, ack.answer)
    assert ledger_rows(ground.hall) == before
    assert ground.board()["digest"] == board["digest"]
    ground.sound()


def test_hundreds_of_repeats(light_ground: Ground) -> None:
    """The light version, in every `make test`."""
    repeat_everything(light_ground, 200, 500)


@pytest.mark.faults
def test_thousands_of_repeats(sqlite_ground: Ground) -> None:
    repeat_everything(sqlite_ground, 800, 2000)


@pytest.mark.faults
def test_thousands_of_repeats_on_postgres(postgres_ground: Ground) -> None:
    repeat_everything(postgres_ground, 800, 2000)


def at_once(*calls: Callable[[], Answer]) -> list[Answer]:
    """All calls let go at the same moment."""
    gate = threading.Barrier(len(calls))

    def let_go(call: Callable[[], Answer]) -> Answer:
        gate.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(let_go, calls))


def pairs_of_tablets(ground: Ground, rounds: int, most: int) -> None:
    """D5: for each slot, the scorer and a referee enter different results at the same moment; one lives, the other is kept."""
    for number in range(2, rounds + 1):
        ground.open_round(number)
    slots = [(code, table, hand) for hand in range(1, 6) for code, table in ground.tables][:most]
    assert len(slots) == most
    for code, table, hand in slots:
        path = f"{ground.hall.path}/tables/{code}/hands/"
        tablets: list[tuple[Any, str]] = [(ground.hall.devices[table, "NS"], "NS"), (ground.hall.referee, "EW")]

        def enter(caller: Any, side: str, path: str = path, code: str = code, hand: int = hand) -> Callable[[], Answer]:
            body = {"record": {"hand": hand, "side": side, "kind": "first_third"}}
            return lambda: caller.deliver(path, body, key=ground.hall.key("pair", code, hand, side))

        answers = at_once(*(enter(caller, side) for caller, side in tablets))
        assert sorted(answer.status for answer in answers) == [201, 202], f"{code} hand {hand}: {[answer.status for answer in answers]}"
        told = next(answer.body for answer in answers if answer.status == 202)
        stored = next(answer.body for answer in answers if answer.status == 201)
        assert told["live"]["hash"] == stored["entry"]["hash"]
        assert told["kept"]["hash"] != told["live"]["hash"]
    rows = ledger_rows(ground.hall)
    assert len([row for row in rows if row["kind"] == "hand"]) == 2 * most, "a result was overwritten or dropped"
    states = [
        hand["state"] for code, _ in ground.tables for hand in ground.hall.chief.get(f"{ground.hall.path}/tables/{code}/").body["hands"]
    ]
    assert (states.count("live"), states.count("conflict")) == (most, most)
    reviewed = sum(row["under_review"] for row in ground.board()["rounds"])
    assert reviewed > 0, "the board does not say that results are under review"
    ground.sound()


def test_two_tablets_at_once(light_ground: Ground) -> None:
    """The light version, in every `make test`."""
    pairs_of_tablets(light_ground, 1, 50)


@pytest.mark.faults
def test_two_tablets_at_once_two_hundred_times(sqlite_ground: Ground) -> None:
    pairs_of_tablets(sqlite_ground, 3, 200)


@pytest.mark.faults
def test_two_tablets_at_once_on_postgres(postgres_ground: Ground) -> None:
    pairs_of_tablets(postgres_ground, 3, 200)
