"""Standings: the snapshot's numbers with names joined, an ETag over the bytes, and polls that cost next to nothing."""

import hashlib
import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events import standings as service
from events.api import standings as door
from events.models import Snapshot
from events.services.teams import team_rename
from tests.api.caller import RECORD, ROOT, Caller, competition_path, device, table_path
from tests.cast import Stage, small_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def computed(stage: Stage) -> Stage:
    """One hand in, and the snapshot of it made."""
    assert device(stage).post(table_path(stage) + "hands/", {"record": RECORD}).status_code == 201
    service.recompute(stage.competition.pk, "worker")
    return stage


@pytest.fixture(autouse=True)
def _empty_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "_kept", door._Kept(door.MOST_KEPT))


def standings(stage: Stage, caller: Caller | None = None, **headers: str) -> Any:
    return (caller or Caller()).get(competition_path(stage) + "standings/", **headers)


def test_the_snapshots_numbers_with_names(computed: Stage) -> None:
    shown = standings(computed).json()
    state = json.loads(Snapshot.objects.get(competition=computed.competition).body)
    assert shown["seq"] == state["seq"]
    assert shown["made_by"] == "worker"
    assert [{name: value for name, value in row.items() if name != "name"} for row in shown["standings"]] == state["standings"]
    assert {row["name"] for row in shown["standings"]} == {"机加工车间", "总装车间", "质检科", "后勤队"}
    assert shown["rounds"] == state["rounds"]
    assert shown["encounters"] == state["encounters"]


def test_before_the_first_computation(stage: Stage) -> None:
    shown = standings(stage).json()
    assert (shown["seq"], shown["standings"], shown["phase"]) == (0, [], "before")


def test_the_etag_is_of_the_bytes_served(computed: Stage) -> None:
    first = standings(computed)
    assert first["ETag"] == f'"{hashlib.sha256(first.content).hexdigest()[:32]}"'
    assert {"Accept-Language", "Cookie", "Authorization"} <= {name.strip() for name in first["Vary"].split(",")}
    again = standings(computed, If_None_Match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert standings(computed, If_None_Match=f'"x", W/{first["ETag"]}').status_code == 304
    assert standings(computed, If_None_Match='"something-else"').status_code == 200


def test_it_changes_with_a_name_and_with_a_snapshot(computed: Stage) -> None:
    seen = [standings(computed)["ETag"]]
    team_rename(competition=computed.competition, team=computed.teams[0], name="新名字", by=computed.organiser)
    renamed = standings(computed, If_None_Match=seen[-1])
    assert renamed.status_code == 200
    assert "新名字" in renamed.content.decode()
    seen.append(renamed["ETag"])
    assert device(computed).post(table_path(computed) + "hands/", {"record": {**RECORD, "hand": 2}}).status_code == 201
    assert standings(computed, If_None_Match=seen[-1]).status_code == 304  # the board says what it was computed from
    service.recompute(computed.competition.pk, "worker")
    assert standings(computed, If_None_Match=seen[-1]).status_code == 200


def test_every_process_gives_the_same_etag(computed: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    first = standings(computed)
    monkeypatch.setattr(door, "_kept", door._Kept(1))  # another process, its memory empty
    assert standings(computed)["ETag"] == first["ETag"]
    assert standings(computed, If_None_Match=first["ETag"]).status_code == 304


def test_queries(computed: Stage) -> None:
    caller = Caller()
    with CaptureQueriesContext(
        connection,
    ) as fresh:
        first = standings(computed, caller)
    with CaptureQueriesContext(connection) as unchanged:
        assert standings(computed, caller, If_None_Match=first["ETag"]).status_code == 304
    assert len(fresh) <= 6, [query["sql"] for query in fresh.captured_queries]
    assert len(unchanged) <= 4, [query["sql"] for query in unchanged.captured_queries]


def test_an_unchanged_poll_builds_no_body(computed: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    first = standings(computed)

    def built(*_given: object, **_named: object) -> bytes:
        raise AssertionError("built a body")

    monkeypatch.setattr(door, "_rendered", built)
    with CaptureQueriesContext(connection) as queries:
        assert standings(computed, If_None_Match=first["ETag"]).status_code == 304
    assert not any('"body"' in query["sql"] for query in queries.captured_queries), "reads the snapshot's body"


def test_the_memory_is_bounded() -> None:
    kept = door._Kept(2)
    for number in range(5):
        kept.put((number,), str(number), b"")
    assert [kept.get((number,)) is not None for number in range(5)] == [False, False, False, True, True]


def test_once_closed_the_closed_bytes_are_shown(db: None) -> None:
    """Also when the snapshot later says something else: the official version is never recomputed over."""
    done = small_event(2, 1, code="done")
    covers = []
    for number in range(1, 6):
        answer = device(done).post(table_path(done) + "hands/", {"record": {**RECORD, "hand": number}})
        covers.append(answer.json()["entry"]["hash"])
    assert device(done, 1, "EW").post(table_path(done) + "confirmations/", {"covers": covers}).status_code == 201
    closing = Caller(user=done.users["chief_referee"]).post(competition_path(done) + "close/").json()
    service.recompute(done.competition.pk, "worker")
    Snapshot.objects.filter(competition=done.competition).update(body=Snapshot.objects.get().body.replace('"points":25', '"points":24'))
    shown = standings(done).json()
    assert (shown["phase"], shown["version"], shown["digest"]) == ("official", 1, closing["standings"])
    assert [row["points"] for row in shown["standings"]] == [25, 0]


def test_head(computed: Stage) -> None:
    answer = Caller().client.head(ROOT + competition_path(computed) + "standings/")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer["ETag"] == standings(computed)["ETag"]
