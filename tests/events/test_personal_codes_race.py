"""Phones that pair by one badge at the same moment, and a badge that is renewed while they do."""

import threading
from collections.abc import Callable

import pytest

from events import actors
from events.models import Device, PersonalCode
from events.refusals import NotFound
from events.services.personal_codes import personal_code_make, personal_device_pair
from tests.cast import small_event
from tests.events.test_concurrency import together

pytestmark = pytest.mark.django_db(transaction=True)


def test_phones_of_one_badge_pair_at_once_and_none_outlives_its_renewal() -> None:
    stage = small_event()
    player = stage.match().ns.players.order_by("order")[0]
    old = personal_code_make(competition=stage.competition, player=player.pid, by=stage.organiser)
    tokens: list[str] = []
    late: list[str] = []
    renewed: list[str] = []
    gate = threading.Barrier(7)

    def phone() -> None:
        gate.wait(60)
        try:
            tokens.append(personal_device_pair(secret=old).token)
        except NotFound:
            late.append("the badge is void")

    def desk() -> None:
        gate.wait(60)
        renewed.append(personal_code_make(competition=stage.competition, player=player.pid, by=stage.organiser))

    phones: list[Callable[[], None]] = [phone] * 6
    together(*phones, desk)
    assert len(tokens) + len(late) == 6
    assert not [token for token in tokens if actors.for_token(token=token) is not None]
    assert not Device.objects.filter(player=player, revoked_at=None).exists()
    assert PersonalCode.objects.filter(player=player, void_at=None).count() == 1
    fresh = [personal_device_pair(secret=renewed[0]).token for _ in range(2)]
    assert all(actors.for_token(token=token) is not None for token in fresh)


def test_two_who_renew_one_badge_leave_one_in_force() -> None:
    stage = small_event()
    player = stage.match().ns.players.order_by("order")[0].pid
    made: list[str] = []

    def renew() -> None:
        made.append(personal_code_make(competition=stage.competition, player=player, by=stage.organiser))

    works: list[Callable[[], None]] = [renew] * 4
    together(*works)
    valid = []
    for secret in made:
        try:
            valid.append(personal_device_pair(secret=secret))
        except NotFound:
            continue
    assert len(made) == 4
    assert len(valid) == 1
