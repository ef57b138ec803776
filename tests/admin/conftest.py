"""The cast before the administration's door, with names that must never show to the wrong people."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.models import Event, Player, Team
from tests.cast import Cast, make_cast, make_user

# Every name of these events carries its event's code, so that a page which shows too much is seen to.
MARK = "牌"


@pytest.fixture
def cast(db: None) -> Cast:
    cast = make_cast(teams=2, pairs=1)
    for code, stage in cast.stages.items():
        Event.objects.filter(pk=stage.event.pk).update(name=f"{MARK}{code}赛事")
        stage.event.refresh_from_db()
        for team in Team.objects.filter(competition=stage.competition):
            Team.objects.filter(pk=team.pk).update(name=f"{MARK}{code}队{team.number}")
        Player.objects.filter(entrant__competition=stage.competition).update(name=f"{MARK}{code}人")
    return cast


@pytest.fixture
def sign_in() -> Callable[[User], Client]:
    def client_of(user: User) -> Client:
        client = Client(enforce_csrf_checks=False)
        client.force_login(user)
        return client

    return client_of


@pytest.fixture
def superuser(db: None) -> User:
    user = make_user("root", staff=True)
    user.is_superuser = True
    user.save()
    return user
