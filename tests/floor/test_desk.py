"""裁判台: who may see it, what it says of each table, and a poll that costs a 304."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from events import clock
from events.models import Match, Role
from events.selectors.desk import desk_of
from events.services.hands import hand_record
from events.services.matches import match_confirm, match_forfeit, table_call
from tests.cast import Stage, small_event

DESK = "/e/hall/guandan/desk/"


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.CHIEF_REFEREE, Role.REFEREE, Role.AUDITOR])
def test_officials_see_the_desk(as_role: Callable[[str], Client], role: str) -> None:
    page = as_role(role).get(DESK)
    assert page.status_code == 200
    assert "待办" in page.content.decode()


def test_nobody_else_does(stage: Stage, as_role: Callable[[str], Client]) -> None:
    other = small_event(code="other")
    for client, path in ((Client(), DESK), (as_role(Role.CHIEF_REFEREE), "/e/other/guandan/desk/"), (as_role(Role.SCORER), DESK)):
        for more in ("", "live/", "open/", "devices/", f"tables/{stage.match().code}/"):
            assert client.get(path + more).status_code == 403, path + more
    assert other.event.code == "other"


def test_a_hidden_competition_is_not_there_for_strangers(stage: Stage) -> None:
    type(stage.competition).objects.filter(pk=stage.competition.pk).update(visibility="hidden")
    assert Client().get(DESK).status_code == 404


def test_tiles_and_todo_follow_what_happens_at_the_tables(stage: Stage, played: Match) -> None:
    table_call(competition=stage.competition, match=stage.match(2).code, reason="wrong_play", by=stage.referee, hand_number=2)
    record = {"hand": 1, "side": "NS", "kind": "double_down"}
    other = {"hand": 1, "side": "EW", "kind": "double_down"}
    hand_record(competition=stage.competition, match=stage.match(3).code, record=record, key="first-here", by=stage.scorer(3))
    hand_record(competition=stage.competition, match=stage.match(3).code, record=other, key="second-here", by=stage.referee)
    match_forfeit(competition=stage.competition, match=stage.match(4).code, sides=["EW"], key="gone-home-1", reason="", by=stage.chief)
    desk = desk_of(competition=stage.competition)
    assert {tile.row.match.table: tile.state for tile in desk.tiles} == {1: "unconfirmed", 2: "call", 3: "review", 4: "forfeited"}
    assert [(item.kind, item.table) for item in desk.todo if item.kind != "device_lost"] == [
        ("call", 2),
        ("review", 3),
        ("unconfirmed", 1),
    ]
    assert (desk.checklist.not_handed_in, desk.checklist.unconfirmed, desk.checklist.under_review) == ((2, 3), (1,), (3,))
    assert desk.checklist.next_round == 2


def test_a_table_without_news_becomes_silent_and_a_quiet_device_lost(stage: Stage) -> None:
    later = datetime.now(UTC) + timedelta(minutes=20)
    with clock.injected(lambda: later):
        desk = desk_of(competition=stage.competition)
    assert {tile.state for tile in desk.tiles} == {"silent"}
    assert {item.kind for item in desk.todo} == {"silent", "device_lost"}
    assert all(row.silent for row in desk.devices)
    assert {tile.lost for tile in desk.tiles if tile.row.match.table == 1} == {20}


def test_a_confirmed_table_wants_nobody(stage: Stage, played: Match) -> None:
    covers = list(played.hands.values_list("hash", flat=True))
    match_confirm(competition=stage.competition, match=played.code, covers=covers, key="all-right-1", by=stage.checker())
    desk = desk_of(competition=stage.competition)
    assert desk.tiles[0].state == "confirmed"
    assert not [item for item in desk.todo if item.table == 1 and item.kind == "unconfirmed"]


def test_an_unchanged_desk_is_a_304_and_a_change_is_not(stage: Stage, as_role: Callable[[str], Client]) -> None:
    referee = as_role(Role.REFEREE)
    at = datetime(2026, 5, 1, 8, 0, tzinfo=UTC)
    with clock.injected(lambda: at):
        first = referee.get(DESK + "live/")
        assert 'id="hall"' in first.content.decode()
        assert referee.get(DESK + "live/", headers={"If-None-Match": first["ETag"]}).status_code == 304
        table_call(competition=stage.competition, match=stage.match(2).code, reason="unwell", by=stage.referee)
        assert referee.get(DESK + "live/", headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_the_desk_costs_the_same_for_any_number_of_tables(stage: Stage, django_assert_max_num_queries: Callable[..., object]) -> None:
    with django_assert_max_num_queries(17):  # type: ignore[attr-defined]
        desk_of(competition=stage.competition)


def test_the_next_round_opens_from_the_desk_and_says_what_is_missing(stage: Stage, as_role: Callable[[str], Client]) -> None:
    chief, organiser = as_role(Role.CHIEF_REFEREE), as_role(Role.ORGANISER)
    page = chief.get(DESK + "open/").content.decode()
    assert "公布第2轮" in page
    refused = chief.post(DESK + "open/", {"round": "2", "key": "open-round-2a"})
    assert refused.status_code == 409
    assert "没有做成" in refused.content.decode() or "told" in refused.content.decode()
    unsaid = organiser.post(DESK + "open/", {"round": "2", "key": "open-round-2b", "force": "yes", "reason": ""})
    assert unsaid.status_code == 422
    done = organiser.post(DESK + "open/", {"round": "2", "key": "open-round-2b", "force": "yes", "reason": "两桌请假"})
    assert done.status_code == 302
    assert stage.match(1, number=2).round.number == 2
    again = organiser.post(DESK + "open/", {"round": "2", "key": "open-round-2b", "force": "yes", "reason": "两桌请假"})
    assert again.status_code == 302
    assert stage.competition.rounds.count() == 2


def test_a_round_is_locked_and_unlocked(stage: Stage, as_role: Callable[[str], Client]) -> None:
    chief = as_role(Role.CHIEF_REFEREE)
    assert chief.post(DESK + "rounds/1/lock/", {"key": "lock-round-1"}).status_code == 302
    assert stage.match().round.state == "locked"
    assert chief.post(DESK + "rounds/1/unlock/", {"key": "unlock-round-1"}).status_code == 302
    assert stage.match().round.state == "open"
    assert as_role(Role.REFEREE).post(DESK + "rounds/1/lock/", {"key": "lock-round-2"}).status_code == 403
