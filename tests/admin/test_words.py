"""What the administration's pages say in words: sides, points, the hall's time, and how a new event is asked for."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.models import Event, HandRecord
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(db: None) -> Stage:
    stage = small_event(2, 1)
    hand(stage, by_kind(1, "NS", "first_fourth"), table=1)
    return stage


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_sides_and_points_are_words(stage: Stage, sign_in: Callable[[User], Client]) -> None:
    client = sign_in(stage.users["referee"])
    record = HandRecord.objects.get()
    for address in ("handrecord/", f"handrecord/{record.pk}/change/", f"match/{record.match_id}/change/"):
        shown = text(client, f"/admin/events/{address}")
        assert "南北 1 : 东西 0" in shown, address
        assert "'NS'" not in shown, address


@pytest.mark.parametrize(("zone", "hour"), [("Asia/Shanghai", "20:30"), ("Asia/Urumqi", "18:30")])
def test_times_are_the_halls(stage: Stage, sign_in: Callable[[User], Client], zone: str, hour: str) -> None:
    Event.objects.update(time_zone=zone)
    HandRecord.objects.update(entered_at="2026-04-18T12:30:00Z")
    assert hour in text(sign_in(stage.users["referee"]), "/admin/events/handrecord/")


def test_a_broken_zone_is_no_error(stage: Stage, sign_in: Callable[[User], Client]) -> None:
    Event.objects.update(time_zone="../nowhere")
    HandRecord.objects.update(entered_at="2026-04-18T12:30:00Z")
    assert "20:30" in text(sign_in(stage.users["referee"]), "/admin/events/handrecord/")


def test_the_form_of_a_new_event_says_what_a_code_is(stage: Stage, sign_in: Callable[[User], Client]) -> None:
    client = sign_in(stage.users["organiser"])
    shown = text(client, "/admin/events/event/add/")
    assert "新建赛事" in shown
    assert "小写字母、数字和短横线" in shown
    sent = {"name": "春季", "code": "春季", "time_zone": "Asia/Shanghai", "officials_required": "1"}
    answer = client.post("/admin/events/event/add/", sent).content.decode()
    assert "代号只能用小写字母" in answer
    assert "slug" not in re.sub(r"<[^>]+>", "", answer)
