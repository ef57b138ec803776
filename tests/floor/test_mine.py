"""参赛码 and 我的桌 without a browser: a look burns nothing, the cookie reads and the token writes, and what each player is shown."""

import json
import logging
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.logs import without_people
from events.models import Book, Device, Match, PersonalCode, Player, Visibility
from events.pages.table import DEVICE_COOKIE
from events.services.devices import device_revoke
from events.services.personal_codes import personal_code_make
from events.services.publishing import visibility_set
from events.services.rounds import round_open
from events.standings import recompute
from tests.api.caller import Caller, table_path
from tests.cast import Stage, other_event, small_event
from tests.floor.three_event import three_event

pytestmark = pytest.mark.django_db

KINDS = ("double_down", "first_third", "first_fourth", "first_third", "double_down")


@pytest.fixture
def stage() -> Stage:
    return small_event()


def player_at(match: Match, side: str, place: int = 0) -> Player:
    return list(match.entrants()[side].players.order_by("order"))[place]


def secret_of(stage: Stage, player: Player) -> str:
    return personal_code_make(competition=stage.competition, player=player.pid, by=stage.organiser)


def paired(secret: str) -> tuple[Client, str]:
    """A phone and its token."""
    client = Client()
    page = client.post(f"/me/{secret}/").content.decode()
    token = re.search(r'data-token="([^"]+)"', page)
    assert token is not None, page
    return client, token.group(1)


def phone(stage: Stage, side: str, place: int = 0, table: int = 1) -> tuple[Client, Caller]:
    client, token = paired(secret_of(stage, player_at(stage.match(table=table), side, place)))
    return client, Caller(token=token)


def state(client: Client) -> dict[str, object]:
    found: dict[str, object] = json.loads(client.get("/table/state/").content)
    return found


def now(client: Client) -> str:
    return client.get("/me/?fragment=now").content.decode()


def record(caller: Caller, stage: Stage, number: int, *, table: int = 1) -> int:
    body = {"record": {"hand": number, "side": "NS", "kind": KINDS[number - 1]}}
    return int(caller.post(table_path(stage, table) + "hands/", body).status_code)


def test_a_look_at_the_badge_shows_who_and_burns_nothing(stage: Stage) -> None:
    player = player_at(stage.match(), "NS")
    secret = secret_of(stage, player)
    for _ in range(3):
        page = Client().get(f"/me/{secret}/")
        assert player.name in page.content.decode()
        assert "no-store" in page["Cache-Control"]
    assert not Device.objects.filter(player=player).exists()
    phones = [paired(secret) for _ in range(2)]  # several phones of one player
    assert Device.objects.filter(player=player, revoked_at=None).count() == 2
    assert phones[0][1] != phones[1][1]
    assert Client(enforce_csrf_checks=True).post(f"/me/{secret}/").status_code == 403


def test_void_and_forged_badges(stage: Stage) -> None:
    player = player_at(stage.match(), "NS")
    old = secret_of(stage, player)
    client, token = paired(old)
    new = secret_of(stage, player)
    for method in (Client().get, Client().post):
        assert method(f"/me/{old}/").status_code == 410
        for forged in (new[:-1], new + "x", "x" * 22, "%00", "state"):
            assert method(f"/me/{forged}/").status_code == 404, forged
    assert client.get("/me/?fragment=now").status_code == 401
    assert "停用" in client.get("/me/").content.decode()
    assert client.get("/table/state/").status_code == 401
    assert record(Caller(token=token), stage, 1) == 401
    assert PersonalCode.objects.filter(player=player, void_at=None).count() == 1


def test_the_cookie_is_kept_from_scripts_and_reads_alone(stage: Stage) -> None:
    client = Client()
    answer = client.post(f"/me/{secret_of(stage, player_at(stage.match(), 'NS'))}/")
    cookie = answer.cookies[DEVICE_COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    body = {"record": {"hand": 1, "side": "NS", "kind": "double_down"}}
    sent = client.post(
        f"/api/v1/{table_path(stage)}hands/", body, content_type="application/json", headers={"Idempotency-Key": "by-cookie-1"}
    )
    assert sent.status_code == 401
    assert state(client)["device"]["side"] == "NS"  # type: ignore[index]


def test_two_phones_enter_and_confirm_and_each_is_told_what_is_his_to_do(stage: Stage) -> None:
    (ours, scorer), (theirs, checker) = phone(stage, "NS"), phone(stage, "EW", 1)
    assert "开始记分" in now(ours)
    assert "等开始" in now(theirs)
    assert "坐南" in now(ours)
    assert "坐西" in now(theirs)
    for number in range(1, 6):
        assert record(scorer, stage, number) == 201
    assert "接着记分" not in now(ours)
    assert "等对方核对" in now(ours)
    assert "去核对" in now(theirs)
    assert record(checker, stage, 1) == 403
    covers = [hand["hash"] for hand in state(theirs)["match"]["hands"]]  # type: ignore[index]
    assert scorer.post(table_path(stage) + "confirmations/", {"covers": covers}).status_code == 403
    assert checker.post(table_path(stage) + "confirmations/", {"covers": covers}).status_code == 201
    for client in (ours, theirs):
        assert "已核对" in now(client)
    recompute(stage.competition.pk, made_by="test")
    assert re.search(r"<span class=\"pt\">\d+ : \d+<", now(ours))


def test_at_another_table_and_after_a_move_nothing_is_taken(stage: Stage) -> None:
    client, scorer = phone(stage, "NS")
    refused = scorer.post(table_path(stage, 2) + "hands/", {"record": {"hand": 1, "side": "NS", "kind": "double_down"}})
    assert (refused.status_code, refused.json()["code"]) == (403, "moved_on")
    assert record(scorer, stage, 1) == 201
    before = state(client)["match"]["code"]  # type: ignore[index]
    round_open(competition=stage.competition, number=2, by=stage.organiser, force=True, reason="测试")
    assert state(client)["match"]["code"] != before  # type: ignore[index]
    late = scorer.post(f"{table_path(stage)}hands/", {"record": {"hand": 2, "side": "NS", "kind": "first_third"}})
    assert (late.status_code, late.json()["code"]) == (403, "moved_on")
    assert "原来那一桌" in json.dumps(late.json(), ensure_ascii=False)


def test_who_sits_out_is_told_and_writes_nothing() -> None:
    stage = small_event(3, 1)  # three teams: one has a bye
    sitting = set(Match.objects.filter(competition=stage.competition).values_list("ns_id", flat=True))
    sitting |= set(Match.objects.filter(competition=stage.competition).values_list("ew_id", flat=True))
    player = Player.objects.filter(entrant__competition=stage.competition).exclude(entrant_id__in=sitting).order_by("pk")[0]
    recompute(stage.competition.pk, made_by="test")
    client, token = paired(secret_of(stage, player))
    assert "本轮轮空" in now(client)
    assert client.get("/table/").status_code == 302
    assert state(client) == {}
    refused = Caller(token=token).post(table_path(stage) + "hands/", {"record": {"hand": 1, "side": "NS", "kind": "double_down"}})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_seated")


def test_a_revoked_phone_is_a_stranger_at_once(stage: Stage) -> None:
    client, scorer = phone(stage, "NS")
    device_revoke(event=stage.event, device=Device.objects.get(player__isnull=False).pid, by=stage.referee)
    assert record(scorer, stage, 1) == 401
    assert client.get("/me/?fragment=now").status_code == 401


def test_results_that_the_public_may_not_see_are_not_shown(stage: Stage) -> None:
    client, scorer = phone(stage, "NS")
    for number in range(1, 6):
        record(scorer, stage, number)
    recompute(stage.competition.pk, made_by="test")
    assert "/tables/" in now(client)
    visibility_set(competition=stage.competition, visibility=Visibility.HIDDEN, by=stage.organiser)
    page = now(client)
    assert "成绩公布以后在这里看" in page
    assert "/tables/" not in page
    assert "1</b><span>桌" in page  # where he sits he sees all the same


def test_every_game_has_its_page() -> None:
    for rulebook, teams, sides in (
        ("healthcup-chaodipi", 4, ("NS", "EW")),
        ("hefei-eighty-pairs", 6, ("NS", "EW")),
        ("healthcup-gomoku", 4, ("NS", "EW")),
    ):
        stage = other_event(rulebook, teams, code=rulebook.removeprefix("healthcup-"))
        for side in sides:
            client, _caller = phone(stage, side)
            assert client.get("/me/").status_code == 200, rulebook
            assert client.get("/table/").status_code == 200, rulebook
    stage = three_event(code="three")
    for side in ("1", "2", "3"):
        client, _caller = phone(stage, side)
        assert f"{side}号位" in now(client)
        assert client.get("/table/").status_code == 200


def test_the_moving_part_has_an_etag_and_a_bounded_number_of_queries(stage: Stage) -> None:
    client, _caller = phone(stage, "NS")
    now(client)
    with CaptureQueriesContext(connection) as queries:
        first = client.get("/me/?fragment=now")
    assert len(queries) <= 30, [query["sql"][:90] for query in queries]
    assert client.get("/me/?fragment=now", headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_a_sheet_of_badges_shows_each_secret_once_and_leaves_whoever_has_one(stage: Stage) -> None:
    organiser = Client()
    organiser.force_login(stage.users["organiser"])
    place = f"/e/{stage.event.code}/{stage.competition.code}/setup/badges/"
    assert organiser.get(place).status_code == 200
    sheet = organiser.post(place + "sheet/", {"of": stage.teams[0]}).content.decode()
    secrets = set(re.findall(r"/me/([A-Za-z0-9_-]{22})/", sheet))
    assert len(secrets) == 4
    assert sheet.count('<img src="/qr/') == 4
    assert "<script" not in re.sub(r'<script src="[^"]+" defer></script>', "", sheet)
    assert organiser.get(re.search(r'src="(/qr/[^"]+)"', sheet).group(1)).status_code == 200  # type: ignore[union-attr]
    everybody = organiser.post(place + "sheet/").content.decode()
    assert not secrets & set(re.findall(r"/me/([A-Za-z0-9_-]{22})/", everybody))
    assert all(Client().get(f"/me/{secret}/").status_code == 200 for secret in secrets)
    renewed = organiser.post(place + "sheet/", {"of": stage.teams[0], "renew": "yes"})
    assert all(Client().get(f"/me/{secret}/").status_code == 410 for secret in secrets)
    assert "no-store" in renewed["Cache-Control"]
    assert organiser.post(place + "sheet/").status_code == 302  # everybody has one
    for role, status in (("referee", 403), ("auditor", 403), ("chief_referee", 200)):
        client = Client()
        client.force_login(stage.users[role])
        assert client.get(place).status_code == status, role


def test_the_desk_sees_whose_phone_it_is_and_where_he_sits(stage: Stage) -> None:
    phone(stage, "NS")
    name = player_at(stage.match(), "NS").name
    referee = Client()
    referee.force_login(stage.users["referee"])
    page = referee.get(f"/e/{stage.event.code}/{stage.competition.code}/desk/devices/").content.decode()
    assert f"参赛码 {name}" in page
    assert referee.get(f"/e/{stage.event.code}/{stage.competition.code}/desk/").status_code == 200
    device = Device.objects.get(player__isnull=False)
    assert referee.post(f"/e/{stage.event.code}/{stage.competition.code}/desk/devices/{device.pid}/revoke/").status_code == 302
    tablet = Device.objects.get(table=1, side="NS")
    place = f"/e/{stage.event.code}/{stage.competition.code}/desk/devices/{tablet.pid}/label/"
    assert referee.post(place, {"label": "志愿者小王"}).status_code == 302
    assert referee.post(place, {"label": "长" * 80}).status_code == 422
    assert "志愿者小王" in referee.get(f"/e/{stage.event.code}/{stage.competition.code}/desk/devices/").content.decode()


def test_a_device_is_put_away_after_the_end_and_what_is_unsent_goes_first(stage: Stage) -> None:
    client, scorer = phone(stage, "NS")
    device = Device.objects.get(player__isnull=False)
    assert client.post("/table/leave/").status_code == 409
    Book.objects.filter(competition=stage.competition).update(closed=True)
    client.get("/me/?fragment=now", headers={"X-Unsent": "2"})
    staying = client.post("/table/leave/")
    assert staying.status_code == 409
    assert "还有 2 条没有上传" in staying.content.decode()
    client.get("/me/?fragment=now", headers={"X-Unsent": "0"})
    left = client.post("/table/leave/")
    assert left.status_code == 200
    assert device.pid in left.content.decode()  # for the script to forget the token
    assert client.cookies[DEVICE_COOKIE].value == ""
    assert record(scorer, stage, 1) == 401
    assert Client(enforce_csrf_checks=True).post("/table/leave/").status_code == 403
    assert Client().post("/table/leave/").status_code == 302


def test_no_log_line_tells_a_secret(caplog: pytest.LogCaptureFixture) -> None:
    for path in ("/me/AAAAAAAAAAAAAAAAAAAAAA/", "/qr/eyJzIjoi.abc/", "/pair/AAAAAAAAAAAAAAAAAAAAAA/"):
        told = without_people(f'GET {path} HTTP/1.1" 500')
        assert "AAAA" not in told
        assert "eyJ" not in told
        assert "…" in told
    assert logging.getLevelName(caplog.handler.level) is not None


def test_no_name_enters_the_ledger(stage: Stage) -> None:
    _client, scorer = phone(stage, "NS")
    record(scorer, stage, 1)
    entry = stage.competition.book.entries.get(kind="hand")
    player = player_at(stage.match(), "NS")
    assert (entry.actor, entry.role) == (Device.objects.get(player=player).pid, "scorer")
    assert player.name not in f"{entry.body}{entry.actor}{entry.device}"


def test_the_api_makes_a_code_and_tells_of_it(stage: Stage) -> None:
    organiser = Caller(user=stage.users["organiser"])
    player = player_at(stage.match(), "NS").pid
    path = f"events/{stage.event.code}/competitions/{stage.competition.code}/players/{player}/code/"
    assert organiser.get(path).json() == {"player": player, "made_at": None, "devices": 0}
    made = organiser.post(path)
    assert made.status_code == 201
    paired(made.json()["secret"])
    told = organiser.get(path).json()
    assert told["devices"] == 1
    assert "secret" not in told
    assert Caller(user=stage.users["referee"]).post(path).status_code == 403
    devices = organiser.get(f"events/{stage.event.code}/devices/").json()["results"]
    assert {device["player"] for device in devices} == {None, player}
