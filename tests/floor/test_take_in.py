"""The desk takes in what a tablet could not send: as a file, as text, as the address in a QR code; without JavaScript."""

import base64
import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.models import HandRecord, LedgerEntry
from events.services.hands import hand_record
from events.services.uploads import items_upload
from tests.cast import Stage
from tests.events.score_kit import confirm, five

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
    page = as_role(role).post("/take-in/", {"text": text, "step": "take"})
    assert page.status_code == 200
    assert "没有动" in page.content.decode()
    assert as_role(role).get("/" + PLACE.format(event=stage.event.code, competition=stage.competition.code)).status_code == 403
    assert live(stage) == 0


def test_a_stranger_is_asked_to_sign_in_and_nothing_is_looked_up(
    stage: Stage, django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    items = [{**written(stage, record(1))[0], "place": f"e{n}/c{n}"} for n in range(1000)]
    with django_assert_num_queries(0):
        page = Client().post("/take-in/", {"text": as_file(items), "step": "take"})
    assert page.status_code == 403
    assert "要以裁判的身份收" in page.content.decode()


def test_many_places_are_one_look_and_too_many_are_none(
    stage: Stage, as_role: Callable[[str], Client], django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    referee, (item,) = as_role("referee"), written(stage, record(1))
    places = [f"e{n}/c{n}" for n in range(20)]
    with django_assert_max_num_queries(6):
        assert referee.post("/take-in/", {"text": as_file([{**item, "place": one} for one in places]), "step": "take"}).status_code == 200
    page = referee.post("/take-in/", {"text": as_file([{**item, "place": one} for one in [*places, "e/c"]]), "step": "take"})
    assert page.status_code == 422
    assert "最多有 20 个项目" in page.content.decode()


def change(stage: Stage, kind: str, supersedes: str, **body: Any) -> str:
    (item,) = written(stage, record(1, "EW"))
    told = {"supersedes": supersedes, **body} | ({"record": record(1, "EW")} if kind == "correction" else {})
    return as_file([{**item, "kind": kind, "body": told, "key": f"change-{kind}-{len(body)}"}])


@pytest.mark.parametrize("kind", ["correction", "void"])
@pytest.mark.parametrize("role", ["chief_referee", "referee"])
def test_a_signed_hand_is_not_changed_in_the_name_of_who_takes_in(
    stage: Stage, as_role: Callable[[str], Client], kind: str, role: str
) -> None:
    hashes = five(stage)
    first = stage.match().hands.get(number=1)
    looked = as_role(role).post("/take-in/", {"text": change(stage, kind, first.hash), "step": "show"}).content.decode()
    assert "现在记的" in looked
    assert "已签字" not in looked
    confirm(stage, hashes)
    client, before = as_role(role), LedgerEntry.objects.count()
    for body in ({}, {"reason": "平板补传"}, {"let_stand": True}):
        text = change(stage, kind, first.hash, **body)
        shown = client.post("/take-in/", {"text": text, "step": "show"}).content.decode()
        assert "已签字" in shown
        assert ("不能自带理由" in shown) == bool(body)
        taken = client.post("/take-in/", {"text": text, "step": "take"}).content.decode()
        assert "✕ 没采用" in taken
        assert ("不能自带理由" if body else "收进来也不能改") in taken
    assert LedgerEntry.objects.count() == before
    assert stage.match().confirmed_hash


@pytest.mark.parametrize("kind", ["correction", "void"])
def test_a_change_shows_what_stands_there_now(stage: Stage, as_role: Callable[[str], Client], kind: str) -> None:
    five(stage)
    first = stage.match().hands.get(number=1)
    referee, text = as_role("referee"), change(stage, kind, first.hash)
    shown = referee.post("/take-in/", {"text": text, "step": "show"}).content.decode()
    assert re.search("现在记的：\\S.*?→ " + ("撤掉" if kind == "void" else ".*双下"), shown)
    assert "收下了" in referee.post("/take-in/", {"text": text, "step": "take"}).content.decode()
    other = change(stage, kind, first.hash).replace("change-", "again-")
    assert "已经不在了" in referee.post("/take-in/", {"text": other, "step": "show"}).content.decode()


def test_odd_claims_of_a_clock_are_refused_and_stored_ones_are_drawn(stage: Stage, as_role: Callable[[str], Client]) -> None:
    referee = as_role("chief_referee")
    odd = ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59", "2999-13-01T00:00Z"]
    for n, claim in enumerate(odd):
        (item,) = written(stage, record(1))
        text = as_file([{**item, "key": f"odd-clock-{n}", "device_time": claim}])
        for step in ("show", "take"):
            assert referee.post("/take-in/", {"text": text, "step": step}).status_code == 200
    assert live(stage) == 0
    for n, claim in enumerate(odd, 1):
        hand_record(
            competition=stage.competition,
            match=stage.match().code,
            record=record(n),
            key=f"stored-{n:04}",
            by=stage.scorer(),
            device_time=claim,
        )
    assert LedgerEntry.objects.filter(device_time=odd[0]).exists()
    place = f"/e/{stage.event.code}/{stage.competition.code}/"
    for path in ("desk/", "ledger/", f"desk/tables/{stage.match().code}/"):
        assert referee.get(place + path).status_code == 200, path


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(st.characters(exclude_categories=()), max_size=12),
    st.sampled_from(
        ["hand", "correction", "void", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00", "key-abcdefgh", "0" * 64, "\ud800"]
    ),
)
NAMES = st.sampled_from(["hand", "side", "kind", "order", "record", "supersedes", "device_time", "reason", "let_stand", "\ud800", "x"])
ANY = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4), max_leaves=12)
NASTY = ["\ud800", "h\ud800/x", "\x00/\x00", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00", 10**400, 1e308, "x" * 5000]
DEEP = st.sampled_from([19, 100, 500, 900]).map(lambda depth: json.loads("[" * depth + "]" * depth))
ODD = st.one_of(st.sampled_from(NASTY), ANY, DEEP, st.fixed_dictionaries({"hand": st.sampled_from(NASTY), "x": DEEP}))


@st.composite
def odd_texts(draw: st.DrawFn, item: dict[str, Any]) -> str:
    """A file with a sound item and others, of which one field, one part of the body, or all, may be anything."""
    items: list[Any] = [item]
    for n in range(draw(st.integers(1, 3))):
        field = draw(st.sampled_from(["place", "key", "match", "kind", "body", "record", "device_time", "supersedes", "all"]))
        odd = {**item, "key": f"odd-key-{n}", "kind": draw(st.sampled_from(["hand", "correction", "void"]))}
        value = draw(ODD)
        if field in ("record", "supersedes"):
            odd["body"] = {"record": record(1), "supersedes": "0" * 64, field: value} if odd["kind"] == "correction" else {field: value}
        else:
            odd[field] = value
        items.append(value if field == "all" else odd)
    return json.dumps(draw(st.sampled_from([{"mingpai": 1, "items": items}, {"mingpai": 1, "items": items[1:]}, {"v": 1, "s": items}])))


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_any_json_at_all_is_answered(stage: Stage, as_role: Callable[[str], Client], data: st.DataObject) -> None:
    """Whatever is written in it the page answers, and what it took in is one of the hands."""
    (item,) = written(stage, record(1))
    text = data.draw(odd_texts(item))
    client = as_role("referee")
    for step in ("show", "take"):
        assert client.post("/take-in/", {"text": text, "step": step}).status_code in (200, 422)
    assert live(stage) <= 1


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
