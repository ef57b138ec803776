"""A badge pairs a few phones, not any number: whoever copies one neither fills the event with phones nor acts as many people."""

import pytest
from django.test import Client

from events import actors
from events.models import Device, Player
from events.pages.table import DEVICE_COOKIE
from events.refusals import StateRefusal
from events.selectors.devices import pids_of_player
from events.services.personal_codes import MOST_PAIRED, MOST_PHONES, personal_code_make, personal_device_pair
from tests.cast import Stage, small_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return small_event()


@pytest.fixture
def player(stage: Stage) -> Player:
    return Player.objects.filter(entrant=stage.match().ns)[0]


def badge(stage: Stage, player: Player) -> str:
    return personal_code_make(competition=stage.competition, player=player.pid, by=stage.organiser)


def test_a_sixth_phone_ends_the_oldest(stage: Stage, player: Player) -> None:
    secret = badge(stage, player)
    phones = [personal_device_pair(secret=secret) for _ in range(MOST_PHONES + 1)]
    live = [actors.for_token(token=phone.token) is not None for phone in phones]
    assert live == [False, True, True, True, True, True]
    ended = Client()
    ended.cookies[DEVICE_COOKIE] = phones[0].cookie
    page = ended.get("/me/").content.decode()
    assert "这部手机已经停用" in page
    assert "还没上传的局还在这部手机上" in page


def test_a_badge_that_paired_too_many_is_renewed(stage: Stage, player: Player) -> None:
    secret = badge(stage, player)
    phones = [personal_device_pair(secret=secret) for _ in range(MOST_PAIRED)]
    with pytest.raises(StateRefusal) as refused:
        personal_device_pair(secret=secret)
    assert refused.value.code == "badge_used_up"
    reply = Client().post(f"/me/{secret}/")
    assert reply.status_code == 409
    assert "这个参赛码配过的手机太多了" in reply.content.decode()
    assert actors.for_token(token=phones[-1].token) is not None
    assert len(pids_of_player(player=player)) == Device.objects.filter(player=player).count() == MOST_PAIRED
    assert personal_device_pair(secret=badge(stage, player)).device.player_id == player.pk


def test_another_players_badge_is_counted_by_itself(stage: Stage, player: Player) -> None:
    mate = Player.objects.filter(entrant=stage.match().ns)[1]
    secrets = {one.pk: badge(stage, one) for one in (player, mate)}
    mine = personal_device_pair(secret=secrets[player.pk])
    for _ in range(MOST_PHONES + 1):
        personal_device_pair(secret=secrets[mate.pk])
    assert actors.for_token(token=mine.token) is not None
