"""Pairing by a scanned code: a GET burns nothing, the POST pairs once, and the page says what to do when it cannot."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from events.models import Device, PairingCode
from events.pages.table import DEVICE_COOKIE
from events.services.devices import device_revoke, pairing_code_make
from tests.cast import Stage, small_event

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
