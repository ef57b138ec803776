"""Pairing by a scanned code: a GET burns nothing, the POST pairs once, and the page says what to do when it cannot."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from events.models import Device, PairingCode, Role
from events.pages.table import DEVICE_COOKIE
from events.services.devices import device_revoke, pairing_code_make
from tests.cast import Stage, other_event, small_event
from tests.pages.document import Element, parse

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return small_event()


def secret_for(stage: Stage, table: int, side: str) -> str:
    _code, secret = pairing_code_make(competition=stage.competition, table=table, side=side, by=stage.organiser)
    return secret


def test_looking_at_the_code_shows_the_place_and_burns_nothing(stage: Stage, client: Client) -> None:
    secret = secret_for(stage, 2, "EW")
    for _ in range(2):
        page = client.get(f"/pair/{secret}/").content.decode()
    assert stage.event.name in page
    assert "东西" in page
    assert "核对" in page
    assert PairingCode.objects.filter(used_at__isnull=True, table=2).count() == 1


def test_pairing_sets_a_cookie_scripts_cannot_read_and_shows_the_token_once(stage: Stage, client: Client) -> None:
    secret = secret_for(stage, 2, "NS")
    answer = client.post(f"/pair/{secret}/", {"label": "T-02"})
    device = Device.objects.get(label="T-02")
    assert (device.table, device.side, device.role) == (2, "NS", "scorer")
    cookie = answer.cookies[DEVICE_COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert 'data-token="' in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    again = client.post(f"/pair/{secret}/")
    assert again.status_code == 410
    assert 'data-token="' not in again.content.decode()
    assert Device.objects.filter(table=2, side="NS").count() == 1


def test_spent_unknown_and_expired_codes_say_what_to_do(stage: Stage, client: Client) -> None:
    assert "没有这个配对码" in client.get("/pair/nobody-made-this/").content.decode()
    secret = secret_for(stage, 3, "NS")
    PairingCode.objects.filter(table=3).update(expires_at=timezone.now() - timedelta(minutes=1))
    page = client.get(f"/pair/{secret}/")
    assert page.status_code == 410
    assert "过期" in page.content.decode()
    assert client.post(f"/pair/{secret}/").status_code == 410
    assert not Device.objects.filter(table=3).exists()


def test_a_label_too_long_is_refused_and_kept_for_another_try(stage: Stage, client: Client) -> None:
    secret = secret_for(stage, 2, "NS")
    answer = client.post(f"/pair/{secret}/", {"label": "长" * 80})
    assert answer.status_code == 422
    assert "长" * 60 in answer.content.decode()
    assert client.post(f"/pair/{secret}/", {"label": "短"}).status_code == 200


def test_the_form_of_a_stranger_site_is_refused(stage: Stage) -> None:
    secret = secret_for(stage, 2, "NS")
    assert Client(enforce_csrf_checks=True).post(f"/pair/{secret}/").status_code == 403


def test_a_revoked_device_is_told_to_ask_for_a_new_code(stage: Stage, client: Client) -> None:
    client.post(f"/pair/{secret_for(stage, 2, 'NS')}/", {"label": "T-02"})
    assert "点结果" in client.get("/table/").content.decode()
    device_revoke(event=stage.event, device=Device.objects.get(label="T-02").pid, by=stage.referee)
    assert "配对已经失效" in client.get("/table/").content.decode()
    assert client.get("/table/state/").status_code == 401


def test_the_cookie_reads_and_never_writes(stage: Stage, client: Client) -> None:
    client.post(f"/pair/{secret_for(stage, 2, 'NS')}/")
    api = client.get("/table/state/").json()["api"]
    answer = client.post(
        f"{api}hands/",
        data={"record": {"hand": 1, "side": "NS", "kind": "double_down"}},
        content_type="application/json",
        headers={"Idempotency-Key": "cookie-writes-1"},
    )
    assert answer.status_code in (401, 403)


def sheet(stage: Stage, first: int, last: int) -> Element:
    """The sheet of codes for a run of tables, both sides."""
    referee = Client()
    referee.force_login(stage.users[Role.REFEREE])
    sent = {"first": str(first), "last": str(last), "sides": ["NS", "EW"]}
    answer = referee.post(f"/e/{stage.event.code}/{stage.competition.code}/desk/codes/", sent)
    assert answer.status_code == 200
    return parse(answer.content.decode())


def test_a_sheet_names_who_sits_there_and_warns_of_tables_that_are_not_in_the_round(stage: Stage) -> None:
    page = sheet(stage, 4, 5)
    seated, other = page.all("article", "qr")[0], page.all("article", "qr")[2]
    match = stage.match(4)
    assert match.ns.team.name in seated.text
    assert "/" in seated.one("p", "who").text
    assert "没有这一桌" in other.text
    warning = page.one("p", "told").text
    assert "5" in warning
    assert "4" not in warning
    assert PairingCode.objects.filter(table=5).count() == 2, "made all the same"
    assert "data-print" in page.one("button", type="button").attributes
    assert not sheet(stage, 1, 4).all("p", "told")


def test_before_a_round_is_open_codes_are_made_without_a_word() -> None:
    page = sheet(small_event(code="early", opened=0), 1, 2)
    assert not page.all("p", "told")
    assert not page.all("p", "who")


def test_two_at_a_board_have_no_compass(client: Client) -> None:
    """甲方 and the player's name, on the sheet and on the page a code opens."""
    stage = other_event("healthcup-gomoku", teams=2, code="two")
    page = sheet(stage, 1, 1)
    assert not [word for word in ("南北", "东西") if word in page.one("div", "cards").text]
    assert "甲方" in page.all("article", "qr")[0].text
    player = stage.match().ns.players.get().name
    assert player in page.all("article", "qr")[0].text
    offer = client.get(f"/pair/{secret_for(stage, 1, 'EW')}/").content.decode()
    assert "乙方" in offer
    assert "五局" not in offer
