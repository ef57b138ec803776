"""A hall to be shaken: the whole service with an event set up, tables open and tablets paired."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from events.plays.hall import Hall, set_up, sign_in
from events.plays.kinds import read_event
from events.plays.player import head_of, wait_for_board
from events.plays.service import place_of
from tests.rig.postgres import PostgresCluster
from tests.rig.rig import Rig
from tests.settings import RUN_DIR

RULEBOOK = "healthcup-guandan"


@dataclass
class Ground:
    """A running service, its event, and the open tables as (match code, table number)."""

    rig: Rig
    hall: Hall
    tables: list[tuple[str, int]]

    def open_round(self, number: int) -> list[tuple[str, int]]:
        """Opened although the round before is not finished; the tables it adds."""
        self.hall.set_up(f"rounds/{number}/open/", {"force": True, "reason": "试验"})
        rows = self.hall.organiser.get(f"{self.hall.path}/tables/?round={number}").body["results"]
        added = [(row["match"], row["table"]) for row in rows]
        self.tables += added
        return added

    def board(self, seconds: float = 30.0) -> dict[str, Any]:
        """The board once it shows everything entered so far."""
        head = head_of(self.hall)
        board: dict[str, Any] = wait_for_board(self.hall, lambda board: bool(board["seq"] >= head), seconds)
        return board

    def sound(self) -> None:
        """D6 and T1: the board equals the full recomputation byte for byte, and the chain holds."""
        self.board()
        done = self.rig.manage("verify", self.hall.event_code)
        assert done.returncode == 0, done.stdout + done.stderr


def ground(rig: Rig) -> Ground:
    """An event of its own in a running service, with round 1 open."""
    people = sign_in(place := place_of(RULEBOOK, rig.supervisor))
    code = f"fault-{secrets.token_hex(4)}"
    made = Ground(rig, set_up(read_event(RULEBOOK), place, people, event_code=code, seed=1, say=lambda line: None), [])
    made.open_round(1)
    return made


@pytest.fixture(scope="session")
def light_rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """One service for the light versions of these tests; each has an event of its own in it and leaves all processes running."""
    with Rig(tmp_path_factory.mktemp("light"), "sqlite") as rig:
        yield rig


@pytest.fixture
def light_ground(light_rig: Rig) -> Iterator[Ground]:
    made = ground(light_rig)
    yield made
    made.hall.close()


@pytest.fixture
def sqlite_ground(rig_sqlite: Rig) -> Iterator[Ground]:
    made = ground(rig_sqlite)
    yield made
    made.hall.close()


@pytest.fixture
def postgres_ground(rig_postgres: Rig) -> Iterator[Ground]:
    made = ground(rig_postgres)
    yield made
    made.hall.close()


@pytest.fixture
def own_postgres() -> Iterator[PostgresCluster]:
    """A PostgreSQL that a test may kill. In the run's folder, whose way is open to the user it runs as."""
    cluster = PostgresCluster(RUN_DIR / f"pg-{secrets.token_hex(4)}")
    cluster.start()
    yield cluster
    cluster.stop()


@pytest.fixture
def killable_ground(own_postgres: PostgresCluster, tmp_path: Path) -> Iterator[tuple[Ground, PostgresCluster]]:
    """The service on a PostgreSQL of its own."""
    with Rig(tmp_path, "postgres", cluster=own_postgres) as rig:
        made = ground(rig)
        yield made, own_postgres
        made.hall.close()
