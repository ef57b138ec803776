"""A table past its time is a reminder to a referee, by the minutes of its rulebook, and changes no result by itself."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from events import clock
from events.models import HandRecord, LedgerEntry, Match, Role, Round
from events.selectors.desk import Desk, Todo, desk_of
from events.services.penalties import time_up_state
from tests.cast import Stage, other_event
from tests.pages.document import parse
from tests.pages.halls import board, climbed, play

pytestmark = pytest.mark.django_db
OPENED = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


def after(stage: Stage, minutes: float) -> Desk:
    """The desk so many minutes after the round was opened."""
    Round.objects.filter(competition=stage.competition).update(opened_at=OPENED)
    with clock.injected(lambda: OPENED + timedelta(minutes=minutes)):
        return desk_of(competition=stage.competition)


def late(desk: Desk) -> list[Todo]:
    return [item for item in desk.todo if item.kind == "time_limit"]


def test_a_game_has_its_minutes_and_the_bell_ends_the_reminder() -> None:
    stage = other_event("healthcup-chaodipi", teams=2)
    assert late(after(stage, 119.9)) == []
    before = Match.objects.get().shown
    (item,) = late(after(stage, 125))
    assert (item.minutes, item.detail["over"], item.detail["allowed"], item.urgency) == (5, 5, 120, 0)
    assert Match.objects.get().shown == before, "nothing but an official's word ends a game"
    assert not LedgerEntry.objects.filter(kind="time_up").exists()
    play(stage, stage.match().code, climbed(1, "N", 60))
    bell: dict[str, Any] = {"game": 1, "last_hand": 2, "lot": "", "reason": "铃响", "key": "bell-rings-1"}
    time_up_state(competition=stage.competition, match=stage.match().code, by=stage.chief, **bell)
    assert late(after(stage, 126)) == []


def test_a_later_game_counts_from_its_own_first_record() -> None:
    stage = other_event("healthcup-chaodipi", teams=2, overrides={"format_rules.final_to_win": 2})
    for number in range(1, 5):
        play(stage, stage.match().code, climbed(number, "NS"[(number - 1) % 2], 0))
    assert stage.match().shown["game"] == 2
    assert late(after(stage, 500)) == [], "not begun as far as anybody knows"
    play(stage, stage.match().code, climbed(1, "N", 60, game=2))
    HandRecord.objects.filter(game=2).update(entered_at=OPENED + timedelta(minutes=200))
    assert late(after(stage, 310)) == []
    (item,) = late(after(stage, 330))
    assert item.detail["over"] == 10


@pytest.mark.parametrize(("boards", "allowed"), [(8, 90), (2, 24)])
def test_boards_have_a_session_and_after_the_grace_somebody_decides(boards: int, allowed: int) -> None:
    stage = other_event("hefei-eighty-teams", teams=2, entrants=2)
    Match.objects.update(boards=list(range(1, boards + 1)))
    assert late(after(stage, allowed)) == []
    watched = late(after(stage, allowed + 9))
    assert {(item.detail["over"], item.detail["decides"], item.urgency) for item in watched} == {(9, False, 1)}
    decided = late(after(stage, allowed + 10))
    assert [(item.detail["boards"], item.detail["decides"], item.urgency) for item in decided] == [(boards, True, 0)] * 2
    Match.objects.update(done=True)
    assert late(after(stage, allowed + 10)) == []


def test_games_without_a_limit_remind_nobody() -> None:
    stage = other_event("healthcup-gomoku", teams=2)
    assert late(after(stage, 5000)) == []


def test_the_reminder_is_said_in_words_with_a_way_to_the_table() -> None:
    stage = other_event("hefei-eighty-teams", teams=2, entrants=2)
    play(stage, stage.match().code, board(1, 60, room=stage.match().room))
    Round.objects.update(opened_at=OPENED)
    client = Client()
    client.force_login(stage.users[Role.REFEREE])
    with clock.injected(lambda: OPENED + timedelta(minutes=101)):
        page = parse(client.get("/e/hall/eighty/desk/").content.decode())
    items = [item for item in page.one("ul", "todo").all("li", "u0") if "超了 11 分" in item.text]
    assert len(items) == 2
    assert "裁判长" in items[0].text
    assert stage.match().code in items[0].one("a").get("href")
    assert "超时 11 分" in page.one("a", id="tile-1").text
