"""裁判台 of the games judged as a whole: what a tile says, what waits for a signature, what blocks, and the list before the next round."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from events import clock, ledger
from events.models import HandRecord, LedgerEntry, Match, Role
from events.selectors.desk import Desk, desk_of
from events.services.hands import hand_record, hand_void
from events.services.matches import match_confirm, match_forfeit
from tests.cast import Stage, other_event
from tests.events.score_kit import new_key
from tests.pages.conftest import computed
from tests.pages.document import Element, parse
from tests.pages.halls import board, climbed, game, open_round, play

pytestmark = pytest.mark.django_db


def page(stage: Stage, role: str = Role.CHIEF_REFEREE, more: str = "") -> Element:
    client = Client()
    client.force_login(stage.users[role])
    answer = client.get(f"/e/{stage.event.code}/{stage.competition.code}/desk/{more}")
    assert answer.status_code == 200
    return parse(answer.content.decode())


def desk(stage: Stage) -> Desk:
    return desk_of(competition=stage.competition)


def kinds(found: Desk) -> list[tuple[str, int]]:
    return [(item.kind, item.table) for item in found.todo if item.kind != "device_lost"]


def sign(stage: Stage, table: int = 1, number: int | None = None) -> None:
    """The referee who entered nothing here signs for the other side."""
    live = HandRecord.objects.filter(match=stage.match(table), state="live")
    covers = list((live if number is None else live.filter(number=number)).values_list("hash", flat=True))
    match_confirm(competition=stage.competition, match=stage.match(table).code, covers=covers, key=new_key(), by=stage.chief, reason="离场")


def test_levels_and_who_deals_stand_on_the_tile() -> None:
    stage = other_event("healthcup-chaodipi", teams=4)
    play(stage, stage.match().code, climbed(1, "N", 60))
    tile = page(stage).one("a", id="tile-1")
    assert tile.one("span", "pr").text == "3 : 2"
    names = tile.one("span", "tm").text
    ns, ew = (entrant.number for entrant in (stage.match().ns, stage.match().ew))
    assert names.startswith(f"{ns} ")
    assert 0 < names.index("庄") < names.index(f"{ew} "), "beside the side that has the deal"


def test_games_won_and_single_players_stand_on_the_tile() -> None:
    stage = other_event("healthcup-gomoku", teams=2)
    play(stage, stage.match().code, game(1, "A", "B"))
    shown = page(stage)
    assert shown.one("a", id="tile-1").one("span", "pr").text == "0 : 1"
    assert "/" not in shown.one("a", id="tile-1").one("span", "tm").text
    assert "南北" not in shown.one("section", id="hall").text


def test_boards_done_stand_on_the_tile_and_late_signatures_are_asked_for() -> None:
    stage = other_event("hefei-eighty-teams", teams=2, entrants=2)
    match = stage.match()
    first, second = match.boards[:2]
    play(stage, match.code, board(first, 60, room=match.room), board(second, 20, room=match.room))
    assert kinds(desk(stage)) == [], "a board is not signed the moment it is entered"
    HandRecord.objects.filter(number=first).update(entered_at=clock.now() - timedelta(minutes=6))
    (item,) = desk(stage).todo
    assert (item.kind, item.minutes, item.detail["unsigned"], item.detail["done"]) == ("unconfirmed", 6, (first,), False)
    shown = page(stage)
    assert shown.one("a", id="tile-1").one("span", "pr").text.startswith("2/8")
    assert f"{first} 号牌" in shown.one("ul", "todo").text
    sign(stage, 1, first)
    assert kinds(desk(stage)) == []


def test_a_finding_is_to_do_until_it_is_settled() -> None:
    stage = other_event("healthcup-chaodipi", teams=2)
    replies = play(stage, stage.match().code, climbed(1, "N", 60), climbed(2, "E", 0))
    assert kinds(desk(stage)) == [("finding", 1)]
    assert desk(stage).checklist.to_check == (1,)
    shown = page(stage)
    assert stage.match().code in shown.one("ul", "todo").one("a").get("href")
    assert "待查" in shown.one("a", id="tile-1").text
    wrong = replies[1].body["entry"]["hash"]
    hand_void(competition=stage.competition, match=stage.match().code, supersedes=wrong, reason="记错", key=new_key(), by=stage.chief)
    assert kinds(desk(stage)) == []


def test_a_bracket_waits_for_results_then_for_its_champion() -> None:
    stage = other_event("healthcup-gomoku", teams=3)
    found = desk(computed(stage)).checklist
    (blocked,) = [row for row in found.blocked if row.code == "results_missing"]
    assert [(place.round, place.table) for place in blocked.places] == [(1, 1)]
    assert (found.next_round, found.over, found.ties, len(found.byes)) == (None, False, None, 1)
    assert "上面打叉的办完再来" in page(stage, more="open/").text
    play(stage, stage.match().code, game(1, "A", "A"), game(2, "B", "A"))
    found = desk(computed(stage)).checklist
    assert (found.not_handed_in, found.unconfirmed, found.next_round, found.next_tables, found.blocked) == ((), (1,), 2, 1, ())
    sign(stage)
    open_round(stage, 2)
    found = desk(computed(stage)).checklist
    assert (found.round, found.not_handed_in, found.over, found.byes) == (2, (1,), False, ())
    final = stage.match(1, number=2).code
    match_forfeit(competition=stage.competition, match=final, sides=["EW"], key=new_key(), reason="退赛", by=stage.chief)
    found = desk(computed(stage)).checklist
    assert (found.over, found.open_items, found.next_round) == (True, 0, None)


def test_a_bracket_whose_people_changed_names_the_table() -> None:
    """Let stand or not, until it is ruled: here the result behind an opened match is written past the service that would follow it."""
    stage = other_event("healthcup-gomoku", teams=4)
    for table in (1, 2):
        play(stage, stage.match(table).code, game(1, "A", "A"), game(2, "B", "A"))
        sign(stage, table)
    open_round(stage, 2)
    state = computed(stage)
    assert desk(state).checklist.blocked == ()
    _turn_round(stage)
    found = desk(computed(stage))
    (blocked,) = found.checklist.blocked
    assert (blocked.code, [(place.round, place.table) for place in blocked.places]) == ("bracket_differs", [(2, 1)])
    assert [item.kind for item in found.todo if item.urgency == 0] == ["bracket_differs"]
    assert "对不上" in page(stage).one("ul", "chk").text


def _turn_round(stage: Stage) -> None:
    """The loser of table 1 in round 1 wins by an entry that nothing followed: as the book of an older version might hold it."""
    with ledger.locked(stage.competition) as book:
        ledger.append(book, kind="forfeit", body={"sides": ["NS"]}, by=stage.chief, match=stage.match(1).code)


def test_a_walkover_and_rooms_count_as_handed_in_when_the_encounter_is_forfeited() -> None:
    stage = other_event("hefei-eighty-teams", teams=2, entrants=2)
    match_forfeit(competition=stage.competition, match=stage.match(1).code, sides=["EW"], key=new_key(), reason="没来", by=stage.chief)
    found = desk(computed(stage))
    assert [tile.state for tile in found.tiles] == ["forfeited", "forfeited"]
    assert found.checklist.not_handed_in == ()


def test_who_sits_out_is_named() -> None:
    stage = other_event("hefei-eighty-pairs", teams=5)
    found = desk(computed(stage)).checklist
    assert len(found.byes) == 1
    assert "/" in found.byes[0]
    assert "第1轮轮空" in page(stage).one("ul", "chk").text


@pytest.mark.parametrize("rulebook", ["healthcup-chaodipi", "hefei-eighty-teams", "healthcup-gomoku", "hefei-eighty-pairs"])
def test_the_desk_costs_the_same_for_any_number_of_tables(rulebook: str, django_assert_max_num_queries: Callable[..., Any]) -> None:
    stage = other_event(rulebook, teams=6, entrants=2 if rulebook == "hefei-eighty-teams" else 1)
    with django_assert_max_num_queries(18):
        desk_of(competition=stage.competition)


def test_a_desk_whose_numbers_are_not_computed_yet_is_no_error() -> None:
    stage = other_event("healthcup-gomoku", teams=4)
    assert desk(stage).checklist.next_round is None
    assert LedgerEntry.objects.filter(kind="round_opened").count() == 1
    hand_record(competition=stage.competition, match=stage.match().code, record=game(1, "A", "A"), key=new_key(), by=stage.referee)
    assert Match.objects.filter(hands_live=1).count() == 1
    assert page(stage).one("a", id="tile-1").one("span", "pr").text == "1 : 0"


@pytest.mark.parametrize("rulebook", ["hefei-eighty-teams", "hefei-eighty-pairs"])
def test_an_official_records_and_corrects_a_board_at_the_desk(rulebook: str) -> None:
    """The form asks neither for the room nor for the pairs: both follow from the table."""
    stage = other_event(rulebook, teams=6, entrants=2 if rulebook == "hefei-eighty-teams" else 1)
    match = stage.match()
    client = Client()
    client.force_login(stage.users[Role.REFEREE])
    case = f"/e/{stage.event.code}/{stage.competition.code}/desk/tables/{match.code}/"
    typed = {"board": str(match.boards[0]), "trump": "H", "table_points": "60", "last_trick": "declarers", "dig": "none", "key": new_key()}
    assert client.post(f"{case}record/", typed).status_code == 302
    live = HandRecord.objects.get(match=match, state="live")
    changed = {**typed, "table_points": "75", "supersedes": live.hash, "reason": "看错", "key": new_key()}
    assert client.post(f"{case}correct/", changed).status_code == 302
    live = HandRecord.objects.get(match=match, state="live")
    assert (live.by, live.record["table_points"]) == ("correction", 75)
    if rulebook == "hefei-eighty-pairs":
        state = computed(stage).competition.snapshot.body
        assert live.record["ns"] != live.record["ew"]
        assert f'"entrant":"{match.ns.pid}","number":{live.record["ns"]}' in state
