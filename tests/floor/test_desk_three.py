"""The desk of tables of three: a tile with three names and totals, their time, what keeps the next round; codes and devices by seat."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from events import clock
from events.models import Device, HandRecord, Match, Role, Round
from events.selectors.desk import Desk, desk_of
from events.selectors.tables import match_of_device, table_rows
from events.services.hands import hand_record
from events.services.matches import match_confirm, table_call
from events.services.table_clock import table_clock_set
from events.standings import recompute
from events.wording.sides import device_name, place_name
from tests.cast import Stage
from tests.floor.three_event import hand, three_event
from tests.pages.document import parse

pytestmark = pytest.mark.django_db
OPENED = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


@pytest.fixture
def stage(db: None) -> Stage:
    return three_event()


def referee(stage: Stage) -> Client:
    client = Client()
    client.force_login(stage.users[Role.REFEREE])
    return client


def record(stage: Stage, match: Match, *records: dict[str, Any]) -> None:
    for one in records:
        hand_record(
            competition=stage.competition,
            match=match.code,
            record=one,
            key=f"record-{match.code}-{one['hand']}",
            by=stage.device(match.table, "1"),
        )
    recompute(stage.competition.pk, "relay")


def after(stage: Stage, minutes: float) -> Desk:
    """The desk so many minutes after the round was opened."""
    Round.objects.filter(competition=stage.competition).update(opened_at=OPENED)
    with clock.injected(lambda: OPENED + timedelta(minutes=minutes)):
        return desk_of(competition=stage.competition)


def test_a_tile_names_all_three_with_what_they_have(stage: Stage) -> None:
    record(stage, stage.match(), hand(1))
    page = parse(referee(stage).get("/e/hall/doudizhu/desk/").content.decode())
    tile = page.one("a", id="tile-1").text
    names = [entrant.players.get().name for entrant in stage.match().entrants().values()]
    assert all(name in tile for name in names)
    assert re.search(r"1 局", tile)
    assert "−3" in tile
    assert "6" in tile


def test_a_table_past_its_minutes_wants_the_bell_and_stopped_time_is_given_back(stage: Stage) -> None:
    assert not [item for item in after(stage, 29.5).todo if item.kind == "time_limit"]
    (first, _second) = [item for item in after(stage, 33).todo if item.kind == "time_limit"]
    assert (first.detail["over"], first.detail["allowed"], first.urgency) == (3, 30, 0)
    common: dict[str, Any] = {"competition": stage.competition, "match": stage.match().code, "by": stage.referee}
    with clock.injected(lambda: OPENED + timedelta(minutes=20)):
        table_clock_set(**common, act="paused", key="clock-stops-1")
    stood = after(stage, 40)
    assert [item.table for item in stood.todo if item.kind == "time_limit"] == [2], "a stopped clock runs no further"
    assert next(tile for tile in stood.tiles if tile.row.match.table == 1).paused
    with clock.injected(lambda: OPENED + timedelta(minutes=40)):
        table_clock_set(**common, act="resumed", key="clock-goes-on")
        table_clock_set(**common, act="extra", minutes=5, key="clock-extra-1")
    assert [item.table for item in after(stage, 54).todo if item.kind == "time_limit"] == [2]
    late = {item.table: item.detail["over"] for item in after(stage, 56).todo if item.kind == "time_limit"}
    assert late[1] == 1
    page = parse(referee(stage).get("/e/hall/doudizhu/desk/").content.decode())
    assert "记下算到第几局" in page.text


def test_a_table_is_done_only_when_every_seat_that_signs_has(db: None) -> None:
    stage = three_event("doudizhu-single-hand")
    match = stage.match()
    record(stage, match, hand(1))
    covers = [HandRecord.objects.get().hash]
    for seat, state in (("2", "unconfirmed"), ("3", "confirmed")):
        match_confirm(competition=stage.competition, match=match.code, covers=covers, key=f"signs-seat-{seat}", by=stage.device(1, seat))
        tile = next(tile for tile in desk_of(competition=stage.competition).tiles if tile.row.match.table == 1)
        assert tile.state == state


def test_a_call_from_any_seat_is_the_tables(stage: Stage) -> None:
    table_call(competition=stage.competition, match=stage.match().code, reason="wrong_play", by=stage.device(1, "3"))
    (call,) = [item for item in desk_of(competition=stage.competition).todo if item.kind == "call"]
    assert call.table == 1


def test_the_sheet_of_codes_is_by_seat_with_the_name_of_who_sits_there(stage: Stage) -> None:
    client = referee(stage)
    form = parse(client.get("/e/hall/doudizhu/desk/devices/").content.decode())
    assert [box.get("value") for box in form.all("input", name="sides")] == ["1", "2", "3"]
    page = client.post("/e/hall/doudizhu/desk/codes/", {"first": "1", "last": "2", "sides": ["1", "2", "3"]}).content.decode()
    assert page.count('class="qr ') == 6
    assert "2号位" in page
    assert all(entrant.players.get().name in page for entrant in stage.match(table=2).entrants().values())
    assert client.post("/e/hall/doudizhu/desk/codes/", {"first": "1", "sides": ["NS"]}).status_code == 302
    stage.device(1, "3")
    listed = parse(client.get("/e/hall/doudizhu/desk/devices/").content.decode()).text
    assert "3号位" in listed
    assert Device.objects.get(side="3").role == "checker"


def test_the_next_round_waits_for_its_draw_and_says_its_stage(stage: Stage) -> None:
    record(stage, stage.match(table=1), hand(1))
    record(stage, stage.match(table=2), hand(1))
    desk = desk_of(competition=stage.competition)
    assert desk.checklist.not_handed_in == (1, 2)
    assert desk.checklist.next_round is None
    assert desk.checklist.stage == "preliminary"
    assert desk.checklist.ties is None


def test_in_the_last_round_nothing_is_said_of_a_next_one(db: None) -> None:
    stage = three_event("doudizhu-single-hand", players=3)
    recompute(stage.competition.pk, "relay")
    checklist = desk_of(competition=stage.competition).checklist
    assert checklist.last
    assert checklist.not_handed_in == (1,)
    assert not checklist.blocked
    page = referee(stage).get("/e/hall/doudizhu/desk/").content.decode()
    assert "排不出下一轮" not in page
    more = three_event("doudizhu-single-hand", players=9, code="more").competition
    recompute(more.pk, "relay")
    earlier = desk_of(competition=more).checklist
    assert [blocked.code for blocked in earlier.blocked] == ["results_missing"]


def test_a_device_that_nobody_named_is_called_by_its_place_in_the_readers_language() -> None:
    assert device_name("1桌 3号位", 1, "3", "doudizhu") == "1桌 3号位"
    assert device_name("王老师的平板", 1, "3", "doudizhu") == "王老师的平板"
    with override("en"):
        assert device_name("1桌 3号位", 1, "3", "doudizhu") == place_name(1, "3", "doudizhu") != "1桌 3号位"


def test_rounds_side_by_side_are_both_in_the_hall(stage: Stage) -> None:
    """A table for those left over plays beside the round it belongs to."""
    second = Round.objects.create(competition=stage.competition, number=2, stage="refill")
    first = stage.match(table=1)
    Match.objects.create(
        competition=stage.competition,
        round=second,
        code="r2-t3",
        encounter="r2-t3",
        pair=1,
        table=3,
        ns=first.ns,
        ew=first.ew,
        third=first.third,
    )
    assert [row.match.table for row in table_rows(competition=stage.competition)] == [1, 2, 3]
    for table in (1, 3):
        found = match_of_device(actor=stage.device(table, "1"))
        assert found is not None
        assert found.table == table
    second.stage = "final"
    second.save()
    assert [row.match.table for row in table_rows(competition=stage.competition)] == [3]
    assert match_of_device(actor=stage.device(1, "1")) is None
