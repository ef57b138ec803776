"""D1, D2, D4: web process and PostgreSQL are killed with -9 under clients that retry; nothing acknowledged is lost, doubled or stuck."""

import random
import time

import pytest

from events.plays.client import Caller
from tests.faults.burst import Burst, nothing_lost_nothing_doubled, replayed_alike
from tests.faults.conftest import Ground
from tests.rig.postgres import PostgresCluster

SEED = 20260


def kill_web(ground: Ground, kills: int, seed: int) -> Burst:
    """`kills` times at a random moment; the burst, ended and answered."""
    chance = random.Random(seed)
    with Burst(ground.hall, ground.tables, seed=seed) as burst:
        for _ in range(kills):
            time.sleep(chance.uniform(0.1, 0.9))
            ground.rig.kill("web")
            ground.rig.restart("web")
            burst.next_ack()
    return burst


def hold(ground: Ground, burst: Burst, kills: int) -> None:
    """What must be true after any fault."""
    acks = burst.acks
    assert len(acks) > 5 * kills, "too little was entered to prove anything"
    assert any(ack.tries > 1 for ack in acks), "no request was ever interrupted"
    nothing_lost_nothing_doubled(ground.hall, acks)
    interrupted = [ack for ack in acks if ack.tries > 1]
    replayed_alike(ground.hall, [*interrupted[:200], *random.Random(SEED).sample(acks, min(200, len(acks)))], device_of(ground))
    ground.sound()


def device_of(ground: Ground) -> dict[str, Caller]:
    return {code: ground.hall.devices[table, "NS"] for code, table in ground.tables}


def test_web_killed_a_few_times(light_ground: Ground) -> None:
    """The light version, in every `make test`."""
    hold(light_ground, kill_web(light_ground, 3, SEED), 3)


@pytest.mark.faults
def test_web_killed_many_times(sqlite_ground: Ground) -> None:
    hold(sqlite_ground, kill_web(sqlite_ground, 25, SEED + 1), 25)


@pytest.mark.faults
def test_web_killed_many_times_on_postgres(postgres_ground: Ground) -> None:
    hold(postgres_ground, kill_web(postgres_ground, 10, SEED + 2), 10)


@pytest.mark.faults
def test_postgres_killed(killable_ground: tuple[Ground, PostgresCluster]) -> None:
    """R5 too: while the database is away the answer is 503, not 500, and work goes on by itself when it is back."""
    ground, cluster = killable_ground
    chance = random.Random(SEED + 3)
    back: list[float] = []
    with Burst(ground.hall, ground.tables, seed=SEED + 3) as burst:
        for _ in range(10):
            time.sleep(chance.uniform(0.3, 1.0))
            cluster.kill()
            time.sleep(chance.uniform(0.0, 0.5))
            cluster.start()
            back.append(burst.next_ack())
    assert max(back) <= 5.0, f"first acknowledgement after restart: {max(back):.1f} s"
    wrong = {what: count for what, count in burst.refused.items() if what.isdigit() and what != "503"}
    assert not wrong, f"answered while the database was away: {wrong}"
    assert burst.refused["503"] > 0
    hold(ground, burst, 10)
