"""The stream of a whole running service: a hand saved over HTTP is on the board of a stranger, with Redis and without."""

import json
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from tests.live.sse import Stream
from tests.rig.postgres import PostgresCluster
from tests.rig.rig import Rig

BOARD = "/live/hall/guandan"
MAKE_EVENT = """
import json
from tests.cast import small_event
stage = small_event()
for table in (1, 2):
    stage.device(table, "NS")
print(json.dumps([[stage.match(table).code, stage.devices[table, "NS"].token] for table in (1, 2)]))
"""

CAUGHT_UP = "SELECT 1 FROM events_snapshot s JOIN events_book b USING (competition_id) WHERE s.seq = b.seq"


@dataclass
class Hall:
    """A running service with an event, and two tables whose scorers have not saved anything yet."""

    rig: Rig
    tables: list[tuple[str, str]]

    def __post_init__(self) -> None:
        self.saved = count(1)

    def save(self) -> int:
        """The next hand of the two tables; gives its seq."""
        number = next(self.saved)
        match, token = self.tables[(number - 1) // 5]
        record = {"hand": (number - 1) % 5 + 1, "side": "NS", "kind": "double_down"}
        path = f"/api/v1/events/hall/competitions/guandan/tables/{match}/hands/"
        answer = self.rig.post(path, {"record": record}, key=secrets.token_hex(16), token=token)
        assert answer.status == 201, answer.text
        return int(answer.json()["entry"]["seq"])

    def stream(self, **more: Any) -> Stream:
        return Stream(self.rig.port, BOARD, **more)


def until_caught_up(rig: Rig, seconds: float = 15.0) -> None:
    """The board shows what was set up; a viewer who comes before that is rightly told to reload when it does."""
    ends = time.monotonic() + seconds
    while not rig.rows(CAUGHT_UP):
        assert time.monotonic() < ends, "no board of what was set up"
        time.sleep(0.05)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def hall(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    cluster: PostgresCluster | None = request.getfixturevalue("postgres_cluster") if request.param == "postgres" else None
    with Rig(tmp_path_factory.mktemp("hall"), request.param, cluster=cluster) as rig:
        made = rig.manage("shell", "-v", "0", "-c", MAKE_EVENT)
        assert made.returncode == 0, made.stderr
        until_caught_up(rig)
        yield Hall(rig, [(match, token) for match, token in json.loads(made.stdout)])


def test_a_saved_hand_reaches_a_watching_stranger(hall: Hall) -> None:
    with hall.stream() as stream:
        assert stream.status == 200
        assert stream.response.headers["X-Mingpai-Run"] == hall.rig.run_id
        first = stream.frame()
        assert first["rows"] == []
        seq = hall.save()
        frames = stream.until_seq(seq)
        # The round's first hand changes who plays whom in no way, so it comes as a frame and not as a reload.
        assert frames[-1]["rows"][0][5] == 5
        assert not any("reload" in frame for frame in frames)
    assert hall.rig.rows("SELECT made_by FROM events_snapshot") == [("worker",)]


def test_a_frame_says_nothing_of_people(hall: Hall) -> None:
    (team,) = hall.rig.rows("SELECT name FROM events_team ORDER BY id LIMIT 1")[0]
    with hall.stream() as stream:
        stream.frame()
        seq = hall.save()
        assert team not in json.dumps(stream.until_seq(seq), ensure_ascii=False)


def test_after_a_break_the_browser_says_what_it_had_and_is_told_to_fetch(hall: Hall) -> None:
    with hall.stream() as stream:
        had = stream.frame()["seq"]
    seq = hall.save()
    with hall.stream() as stream:  # the board has caught up
        stream.until_seq(seq)
    with hall.stream(last=str(had)) as stream:
        assert stream.frame() == {"seq": seq, "reload": True}


def test_frames_come_without_redis(hall: Hall) -> None:
    with hall.stream() as stream:
        stream.frame()
        hall.rig.kill("broker")
        seq = hall.save()
        assert stream.until_seq(seq)[-1]["rows"]
    assert hall.rig.rows("SELECT made_by FROM events_snapshot") == [("relay",)]


def test_and_sooner_again_when_redis_is_back(hall: Hall) -> None:
    hall.rig.restart("broker")
    with hall.stream(patience=30) as stream:
        stream.frame()
        for _ in range(4):  # the worker needs a moment to find its broker again
            stream.until_seq(hall.save())
            if hall.rig.rows("SELECT made_by FROM events_snapshot") == [("worker",)]:
                return
    raise AssertionError("the worker did not come back")


def test_a_hidden_competition_is_not_there(hall: Hall) -> None:
    with hall.stream() as stream:
        stream.frame()
        hall.rig.rows("UPDATE events_competition SET visibility = 'hidden'")
        with pytest.raises(EOFError):
            stream.frame()
    with hall.stream() as stream:
        assert stream.status == 404
    hall.rig.rows("UPDATE events_competition SET visibility = 'provisional'")
