"""The administration of tables of three: all three seats shown and searched, a seat forfeits, records and entries in words."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.models import HandRecord, Match
from events.services.hands import hand_record
from events.services.penalties import penalty_give, time_up_state
from events.services.table_clock import table_clock_set
from tests.cast import Stage
from tests.floor.three_event import hand, three_event

pytestmark = pytest.mark.django_db
SignIn = Callable[[User], Client]


@pytest.fixture
def stage(db: None) -> Stage:
    stage = three_event()
    record = {**hand(1, 1, (1, 0, 3), bombs=2), "rocket": True}
    hand_record(competition=stage.competition, match=stage.match().code, record=record, key="first-hand-1", by=stage.device(1, "1"))
    return stage


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_all_three_seats_are_shown_and_found(stage: Stage, sign_in: SignIn) -> None:
    client, match = sign_in(stage.users["referee"]), stage.match()
    assert match.third is not None
    third = match.third.players.get().name
    assert third in text(client, f"/admin/events/match/{match.pk}/change/")
    found = text(client, f"/admin/events/match/?q={third}")
    assert "1 对阵" in found or third in found
    assert "−24 : −24 : 48" in found, "the totals of all three"


def test_a_record_and_its_points_are_words(stage: Stage, sign_in: SignIn) -> None:
    client, row = sign_in(stage.users["referee"]), HandRecord.objects.get()
    for address in ("handrecord/", f"handrecord/{row.pk}/change/"):
        shown = text(client, f"/admin/events/{address}")
        assert "叫牌 1、不叫、3 · 地主 3号位" in shown
        assert "火箭 出了" in shown
    assert "1号位" in text(client, f"/admin/events/handrecord/{row.pk}/change/"), "who recorded it"


def test_a_seat_forfeits_and_two_sided_words_still_do(stage: Stage, sign_in: SignIn) -> None:
    client, match = sign_in(stage.users["chief_referee"]), stage.match(table=2)
    sent = {"action": "forfeit_third", "_selected_action": match.pk, "reason": "没有来"}
    client.post("/admin/events/match/", sent)
    assert Match.objects.get(pk=match.pk).forfeited_by == "3"
    assert "3号位" in text(client, f"/admin/events/match/{match.pk}/change/")


def test_the_history_says_what_officials_stated(stage: Stage, sign_in: SignIn) -> None:
    match = stage.match().code
    time_up_state(competition=stage.competition, match=match, game=1, last_hand=1, key="bell-rings-1", reason="铃响", by=stage.referee)
    table_clock_set(competition=stage.competition, match=match, act="extra", minutes=4, key="clock-extra-1", by=stage.referee)
    shown = text(sign_in(stage.users["referee"]), f"/admin/events/match/{stage.match().pk}/history/")
    assert "算到第1局" in shown
    assert "补时 4 分" in shown


def test_a_penalty_names_the_seat(db: None, sign_in: SignIn) -> None:
    stage = three_event("doudizhu-ten-hands", players=10)
    penalty_give(
        competition=stage.competition,
        match=stage.match().code,
        penalty={"code": "slow_play", "side": "2", "count": 2},
        number=1,
        key="warned-twice",
        by=stage.referee,
    )
    assert "2号位 打得太慢 × 2" in text(sign_in(stage.users["referee"]), f"/admin/events/match/{stage.match().pk}/history/")


def test_a_draw_of_tables_says_its_round(stage: Stage, sign_in: SignIn) -> None:
    assert "各桌分组" in text(sign_in(stage.users["organiser"]), "/admin/events/draw/")
