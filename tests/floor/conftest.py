"""A hall of four teams with round 1 open, and browsers of its people."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from events.models import Match
from events.services.hands import hand_record
from tests.cast import Stage, small_event

KINDS = ("NS:double_down", "EW:first_third", "NS:first_fourth", "NS:first_third", "EW:double_down")


@pytest.fixture
def stage(db: None) -> Stage:
    return small_event()


@pytest.fixture
def as_role(stage: Stage) -> Callable[[str], Client]:
    """A browser in which somebody of this role is signed in."""

    def signed_in(role: str) -> Client:
        client = Client()
        client.force_login(stage.users[role])
        return client

    return signed_in


@pytest.fixture
def played(stage: Stage) -> Match:
    """Table 1 with five hands, entered by North-South, not confirmed: 9 to 8."""
    for number, kind in enumerate(KINDS, 1):
        side, name = kind.split(":")
        hand_record(
            competition=stage.competition,
            match=stage.match().code,
            record={"hand": number, "side": side, "kind": name},
            key=f"played-hand-{number}",
            by=stage.scorer(),
        )
    return stage.match()


def field(page: str, form: str, name: str) -> list[str]:
    """The values of the hidden fields `name` in the form that posts to `form`."""
    wanted = re.search(rf'<form[^>]*action="[^"]*/{form}/".*?</form>', page, re.S)
    assert wanted is not None, f"no form {form}"
    return re.findall(rf'name="{name}" value="([^"]*)"', wanted.group())
