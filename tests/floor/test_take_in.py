"""The desk takes in what a tablet could not send: as a file, as text, as the address in a QR code; without JavaScript."""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from events.models import HandRecord, LedgerEntry
from events.services.hands import hand_record
from events.services.uploads import items_upload
from tests.cast import Stage

pytestmark = pytest.mark.django_db
AT = 1_764_493_200_123  # milliseconds
PLACE = "e/{event}/{competition}/desk/take-in/"


def record(number: int, side: str = "NS") -> dict[str, Any]:
    return {"hand": number, "side": side, "kind": "double_down"}


def written(stage: Stage, *records: dict[str, Any]) -> list[dict[str, Any]]:
    place = f"{stage.event.code}/{stage.competition.code}"
    return [
        {
            "place": place,
            "table": 1,
            "key": f"tablet-key-{one.get('hand')}",
            "match": stage.match().code,
            "kind": "hand",
            "body": {"record": one},
            "device_time": "2026-11-30T09:15:00.000Z",
        }
        for one in records
    ]


def as_file(items: list[dict[str, Any]]) -> str:
    return json.dumps({"mingpai": 1, "items": items})


def as_address(items: list[dict[str, Any]]) -> str:
    rows = [[item["key"], item["match"], "h", item["body"], AT, "d0123456789ab", "1"] for item in items]
    packed = base64.urlsafe_b64encode(json.dumps({"v": 1, "s": [{"p": items[0]["place"], "i": rows}]}).encode()).decode().rstrip("=")
    return f"http://hall.test:8000/take-in/#{packed}"


def live(stage: Stage) -> int:
    return HandRecord.objects.filter(match=stage.match(), state="live").count()


@pytest.mark.parametrize("form", [as_file, as_address])
@pytest.mark.parametrize("short", [True, False])
def test_shown_first_then_taken_in_and_the_tablet_finds_a_repeat(
    stage: Stage, as_role: Callable[[str], Client], form: Callable[[list[dict[str, Any]]], str], short: bool
) -> None:
    referee, text = as_role("referee"), form(written(stage, record(1), record(2), {"hand": 9}))
    address = "/take-in/" if short else "/" + PLACE.format(event=stage.event.code, competition=stage.competition.code)
    shown = referee.post(address, {"text": text, "step": "show"})
    assert shown.status_code == 200
    assert (live(stage), shown.content.decode().count('<p class="res">')) == (0, 3)
    assert "1桌" in shown.content.decode()
    taken = referee.post(address, {"text": text, "step": "take"}).content.decode()
    assert (taken.count("收下了"), taken.count("✕ 没采用"), live(stage)) == (2, 1, 2)
    assert LedgerEntry.objects.filter(kind="hand", device_time="").count() == 0
    again = items_upload(
        competition=stage.competition,
        items=[{name: item[name] for name in ("key", "match", "kind", "body")} for item in written(stage, record(1), record(2))],
        by=stage.scorer(),
    )
    assert [(reply.status, reply.replayed) for reply in again] == [(201, True), (201, True)]
    assert (live(stage), LedgerEntry.objects.filter(kind="hand").count()) == (2, 2)
    assert referee.post(address, {"text": text, "step": "take"}).content.decode().count("早就有了") == 2


def test_a_file_is_taken_as_it_is(stage: Stage, as_role: Callable[[str], Client]) -> None:
    sent = SimpleUploadedFile("mingpai.json", b"\xef\xbb\xbf" + as_file(written(stage, record(1))).encode(), "application/json")
    page = as_role("chief_referee").post("/take-in/", {"file": sent, "step": "show", "text": ""})
    assert page.status_code == 200
    assert "双下" in page.content.decode()


def test_what_differs_from_the_table_is_kept_beside_it(stage: Stage, as_role: Callable[[str], Client]) -> None:
    hand_record(competition=stage.competition, match=stage.match().code, record=record(1), key="at-the-table", by=stage.scorer())
    text = as_file(written(stage, record(1, "EW")))
    assert "等裁定" in as_role("referee").post("/take-in/", {"text": text, "step": "take"}).content.decode()
    assert HandRecord.objects.filter(match=stage.match(), state="conflict").count() == 1


@pytest.mark.parametrize("role", ["organiser", "auditor"])
def test_nobody_else_takes_anything_in(stage: Stage, as_role: Callable[[str], Client], role: str) -> None:
    text = as_file(written(stage, record(1)))
    for client in (as_role(role), Client()):
        page = client.post("/take-in/", {"text": text, "step": "take"})
        assert page.status_code == 200
        assert "没有动" in page.content.decode()
    assert as_role(role).get("/" + PLACE.format(event=stage.event.code, competition=stage.competition.code)).status_code == 403
    assert live(stage) == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "什么都不是",
        "{}",
        "[]",
        '{"mingpai": 1}',
        '{"mingpai": 1, "items": [1]}',
        '{"mingpai": 1, "items": [{"place": 3}]}',
        '{"mingpai": 2, "items": []}',
        '{"v": 1, "s": [{"p": "a/b", "i": [["k"]]}]}',
        '{"v": 1, "s": [{"p": "a/b", "i": [["k", "m", ["h"], {}, 1]]}]}',
        '{"v": 1, "s": [{"p": "a/b", "i": [["k", "m", "h", {}, 1e400]]}]}',
        '{"v": 1, "s": [{"p": "a/b", "i": [["k", "m", "h", {}, 99999999999999999]]}]}',
        '{"v": 1, "s": {"p": 1}}',
        "[" * 100_000,
        "http://hall.test/take-in/#" + "A" * 500,
        "http://hall.test/take-in/#é",
    ],
)
def test_what_is_no_such_text_is_told_and_changes_nothing(stage: Stage, as_role: Callable[[str], Client], text: str) -> None:
    page = as_role("referee").post("/take-in/", {"text": text, "step": "take"})
    assert page.status_code == 422
    assert "读不懂这份内容" in page.content.decode()


def test_odd_items_are_refused_one_by_one(stage: Stage, as_role: Callable[[str], Client]) -> None:
    items = written(stage, record(1))
    items += [
        {**items[0], "key": 5},
        {**items[0], "kind": {}},
        {**items[0], "match": "../x"},
        {**items[0], "body": []},
        {"place": items[0]["place"]},
    ]
    items += [{**items[0], "place": "no/where"}, {**items[0], "key": "too-deep-1", "body": {"record": {"hand": [[[[]]]]}}}]
    page = as_role("referee").post("/take-in/", {"text": as_file(items), "step": "take"}).content.decode()
    assert (page.count("收下了"), page.count("✕ 没采用"), page.count("没有动"), live(stage)) == (1, 6, 1, 1)


def test_the_ways_in_stand_open(stage: Stage, as_role: Callable[[str], Client], client: Client) -> None:
    assert "工作人员登录" in client.get("/take-in/").content.decode()
    assert client.get("/arrive/").status_code == 200
    worker = client.get("/service-worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert b"addEventListener('fetch'" in worker.content
    devices = as_role("referee").get(f"/e/{stage.event.code}/{stage.competition.code}/desk/devices/").content.decode()
    assert PLACE.format(event=stage.event.code, competition=stage.competition.code) in devices
