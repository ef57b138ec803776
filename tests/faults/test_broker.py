"""R1, R2, R3: broker, worker and relay stopped, emptied or killed. No referee notices, and the board catches up by itself."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

import pytest
import redis

from events.processes.supervisor import ROOT
from tests.faults.burst import Ack, Burst, nothing_lost_nothing_doubled
from tests.faults.conftest import Ground
from tests.rig.process_tree import descendants

SEED = 417
CURRENT_SECONDS = 10.0
SLOWER_MS = 50.0


def p99(acks: Sequence[Ack]) -> float:
    """Milliseconds."""
    waits = sorted(ack.waited for ack in acks)
    return waits[int(len(waits) * 0.99)] * 1000


def broker_of(ground: Ground) -> redis.Redis:
    return redis.Redis.from_url(ground.rig.supervisor.redis_url)


def pause(ground: Ground, seconds: float) -> None:
    """The broker is there and does not answer."""
    pid = ground.rig.pid("broker")
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        time.sleep(seconds)
    finally:
        os.kill(pid, signal.SIGCONT)


def stop(ground: Ground, seconds: float) -> None:
    """The broker is gone for a while."""
    ground.rig.kill("broker")
    time.sleep(seconds)
    ground.rig.restart("broker")


def flush(ground: Ground, seconds: float) -> None:
    """The broker forgets everything, again and again."""
    with broker_of(ground) as client:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            client.flushall()
            time.sleep(0.1)


def burst_through(ground: Ground, trouble: Callable[[Ground, float], None], seconds: float) -> tuple[Burst, float, float]:
    """A burst, first in peace and then in trouble: with the p99 of each."""
    with Burst(ground.hall, ground.tables, seed=SEED) as burst:
        time.sleep(seconds)
        began = time.monotonic()
        trouble(ground, seconds)
        ended = time.monotonic()
    peace = [ack for ack in burst.acks if ack.at < began]
    during = [ack for ack in burst.acks if began <= ack.at - ack.waited and ack.at <= ended]
    assert len(peace) > 20
    assert len(during) > 20, f"somebody noticed: {len(peace)} entries in peace, {len(during)} in trouble"
    return burst, p99(peace), p99(during)


def unnoticed(ground: Ground, trouble: Callable[[Ground, float], None], seconds: float, capsys: pytest.CaptureFixture[str]) -> None:
    burst, peace, during = burst_through(ground, trouble, seconds)
    with capsys.disabled():
        print(f"\n{trouble.__name__}: {len(burst.acks)} entries, p99 {peace:.0f} ms in peace, {during:.0f} ms in trouble")
    assert not burst.refused, f"somebody noticed: {dict(burst.refused)}"
    assert {ack.tries for ack in burst.acks} == {1}
    # The promise is +50 ms; on a shared machine the spread of a p99 is larger than that, so what is asserted is generous.
    assert during <= 2 * peace + 4 * SLOWER_MS
    nothing_lost_nothing_doubled(ground.hall, burst.acks)
    ground.sound()


def test_broker_stopped_for_a_moment(light_ground: Ground, capsys: pytest.CaptureFixture[str]) -> None:
    """The light version, in every `make test`."""
    unnoticed(light_ground, stop, 2.0, capsys)


@pytest.mark.faults
@pytest.mark.parametrize("trouble", [stop, pause, flush])
def test_broker_in_trouble(sqlite_ground: Ground, trouble: Callable[[Ground, float], None], capsys: pytest.CaptureFixture[str]) -> None:
    unnoticed(sqlite_ground, trouble, 12.0, capsys)


def current_within(ground: Ground, seconds: float) -> float:
    """Seconds until the board holds everything that is in the ledger now. Fails after `seconds`."""
    began = time.monotonic()
    ground.board(seconds)
    return time.monotonic() - began


def one_more(ground: Ground, count: int) -> None:
    """A single entry, so that there is something to show."""
    code, table = ground.tables[-1]
    match = f"{ground.hall.path}/tables/{code}/"
    device = ground.hall.devices[table, "NS"]
    live = {hand["number"]: hand for hand in device.get(match).body["hands"] if hand["state"] == "live"}
    # A correction says something else than what stands.
    record = {"hand": 1, "side": "EW" if 1 in live and live[1]["points"]["NS"] else "NS", "kind": "double_down"}
    if 1 in live:
        device.deliver(f"{match}corrections/", {"supersedes": live[1]["hash"], "record": record}, key=f"one-more-{count:04d}")
    else:
        device.deliver(f"{match}hands/", {"record": record}, key=f"one-more-{count:04d}")


@pytest.mark.faults
def test_board_is_current_after_each_broker_restart(sqlite_ground: Ground, capsys: pytest.CaptureFixture[str]) -> None:
    """R2: ten restarts, idle and busy; the worker is not restarted by anybody, and is not deaf afterwards."""
    ground, chance = sqlite_ground, random.Random(SEED)
    worker = ground.rig.pid("worker")
    lags = []
    for count in range(10):
        if count % 2:
            with Burst(ground.hall, ground.tables[:6], limit=40, seed=SEED + count) as burst:
                stop(ground, chance.uniform(0.2, 5.0))
            assert not burst.refused
        else:
            ground.rig.kill("broker")
            one_more(ground, count)
            time.sleep(chance.uniform(0.2, 5.0))
            ground.rig.restart("broker")
        lags.append(current_within(ground, CURRENT_SECONDS))
    with capsys.disabled():
        print(f"\nboard current after the broker was back: {', '.join(f'{lag:.1f}' for lag in lags)} s")
    assert ground.rig.pid("worker") == worker
    made_by_worker_again(ground, 30.0)
    ground.sound()


def lose_the_broker_while_a_job_runs(ground: Ground, count: int) -> None:
    """The hands of the worker are held, so that it has a job in them for certain when the broker dies."""
    worker = ground.rig.pid("worker")
    assert worker is not None
    hands = [pid for pid, _born in descendants(worker)]
    assert hands
    for pid in hands:
        os.kill(pid, signal.SIGSTOP)
    try:
        one_more(ground, count)
        deadline = time.monotonic() + 4.0  # before the relay helps itself
        while not broker_of(ground).hlen("unacked"):
            assert time.monotonic() < deadline, "the worker was given no job"
            time.sleep(0.02)
        ground.rig.kill("broker")
    finally:
        for pid in hands:
            os.kill(pid, signal.SIGCONT)
    time.sleep(1.0)  # the job ends, and its acknowledgement goes nowhere
    ground.rig.restart("broker")


@pytest.mark.faults
def test_a_worker_whose_broker_died_under_a_job_listens_again(sqlite_ground: Ground) -> None:
    """R2, at the worst moment: nobody restarts the worker, and it takes jobs again."""
    ground = sqlite_ground
    ground.board()
    worker = ground.rig.pid("worker")
    lose_the_broker_while_a_job_runs(ground, 1)
    current_within(ground, CURRENT_SECONDS)
    made_by_worker_again(ground, 30.0)
    assert ground.rig.pid("worker") == worker
    ground.sound()


def made_by_worker_again(ground: Ground, seconds: float) -> None:
    """The worker takes jobs: sooner or later a snapshot is its own."""
    deadline = time.monotonic() + seconds
    for count in range(1000, 2000):
        one_more(ground, count)
        if ground.board()["made_by"] == "worker":
            return
        assert time.monotonic() < deadline, "the worker is deaf"
        time.sleep(0.5)


def kill_again_and_again(ground: Ground, names: Sequence[str], times: int, seed: int) -> Burst:
    chance = random.Random(seed)
    with Burst(ground.hall, ground.tables, seed=seed) as burst:
        for _ in range(times):
            time.sleep(chance.uniform(0.1, 0.8))
            name = chance.choice(names)
            ground.rig.kill(name)
            ground.rig.restart(name)
    assert not burst.refused
    return burst


def test_board_without_a_worker(light_ground: Ground) -> None:
    """The light version: the worker is dead and stays dead; the relay shows everything within ten seconds."""
    ground = light_ground
    ground.board()
    ground.rig.kill("worker")
    one_more(ground, 1)
    current_within(ground, CURRENT_SECONDS)
    assert ground.board()["made_by"] == "relay"
    ground.rig.restart("worker")
    made_by_worker_again(ground, 30.0)
    ground.sound()


@pytest.mark.faults
def test_worker_and_relay_killed_again_and_again(sqlite_ground: Ground) -> None:
    """R3."""
    ground = sqlite_ground
    burst = kill_again_and_again(ground, ["worker", "relay"], 15, SEED + 3)
    current_within(ground, 30.0)
    nothing_lost_nothing_doubled(ground.hall, burst.acks)
    made_by_worker_again(ground, 30.0)
    ground.sound()


@pytest.mark.faults
def test_two_relays_and_one_killed(sqlite_ground: Ground) -> None:
    """R3: a second relay beside the first does no harm, and carries on alone."""
    ground = sqlite_ground
    command = [sys.executable, str(ROOT / "manage.py"), "relay"]
    second = subprocess.Popen(command, env=ground.rig.environment(), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with Burst(ground.hall, ground.tables, seed=SEED + 4) as burst:
            time.sleep(4)
            ground.rig.kill("relay")
            time.sleep(2)
        current_within(ground, CURRENT_SECONDS)
        assert second.poll() is None
        assert ground.rig.pid("relay") is None
        nothing_lost_nothing_doubled(ground.hall, burst.acks)
        ground.sound()
    finally:
        second.kill()
        second.wait()
