"""A small event half played, and a visitor: what the tests of the pages start from."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.services.matches import match_forfeit
from events.services.rounds import round_open
from events.standings import recompute
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, confirm, correct, five, hand, new_key
from tests.pages.document import Element, parse

SWEEP = (("NS", "double_down"),) * 5
SHUT_OUT = (("EW", "first_fourth"),) * 5


@dataclass
class Visitor:
    """Somebody with a browser: cookies kept, redirects not followed."""

    client: Client = field(default_factory=Client)

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def page(self, path: str, status: int = 200) -> Element:
        response = self.get(path)
        assert response.status_code == status, (path, response.status_code)
        return parse(response.content.decode())

    def speaks(self, language: str) -> "Visitor":
        self.client.cookies["django_language"] = language
        return self

    def big(self) -> "Visitor":
        self.client.cookies["size"] = "big"
        return self

    def signed_in(self, user: User) -> "Visitor":
        self.client.force_login(user)
        return self


@pytest.fixture
def visitor() -> Visitor:
    return Visitor()


@pytest.fixture
def another() -> Callable[[], Visitor]:
    return Visitor


def computed(stage: Stage) -> Stage:
    """The snapshot brought up to the head of the book, as the worker does."""
    recompute(stage.competition.pk, "worker")
    stage.competition.refresh_from_db()
    return stage


def path(stage: Stage, rest: str = "") -> str:
    return f"/e/{stage.event.code}/{stage.competition.code}/{rest}"


@pytest.fixture
def drawn(db: None) -> Stage:
    """Four teams of two pairs, draws made, round 1 open, nothing played."""
    return computed(small_event())


@pytest.fixture
def stage(db: None) -> Stage:
    """Round 1 finished (table 1 corrected once, table 4 forfeited), round 2 running with a dispute at table 1.

    Round 1 by the Berger table: team 1 meets 4 at tables 1 and 2, team 2 meets 3 at tables 3 and 4.
    """
    stage = small_event()
    wrong = hand(stage, by_kind(1, "EW", "first_fourth"), table=1)
    correct(stage, wrong.body["entry"]["hash"], by_kind(1, "NS", "double_down"), table=1)
    hashes = [hand(stage, by_kind(n, "NS", "double_down"), table=1).body["entry"]["hash"] for n in range(2, 6)]
    live = stage.match(1).hands.get(number=1, state="live").hash
    confirm(stage, [live, *hashes], table=1)
    confirm(stage, five(stage, table=2), table=2)
    five(stage, table=3)
    forfeit(stage, 4, "EW")
    round_open(competition=stage.competition, number=2, by=stage.organiser)
    hand(stage, by_kind(1, "NS", "first_third"), table=1, number=2)
    hand(stage, by_kind(1, "EW", "first_fourth"), table=1, number=2, by=stage.referee)
    confirm(stage, five(stage, table=2, number=2), table=2, number=2)
    five(stage, table=3, number=2, rows=SHUT_OUT)
    return computed(stage)


def forfeit(stage: Stage, table: int, side: str, number: int = 1) -> None:
    match_forfeit(
        competition=stage.competition, match=stage.match(table, number).code, sides=[side], key=new_key(), reason="没有到场", by=stage.chief
    )
