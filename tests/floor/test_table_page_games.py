"""The table page of the other games as the server makes it: what each is given, the match as the rules see it, and English."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from events import clock
from events.models import HandRecord, Round
from events.pages.table import DEVICE_COOKIE
from events.pages.table_games import GAMES
from events.services.boards import board_trump_set
from events.services.draws import draw_make
from events.services.hands import hand_record
from events.services.matches import match_confirm
from events.services.penalties import penalty_give, time_up_state
from events.services.rounds import round_open
from scoring import games
from tests.cast import Stage, other_event

pytestmark = pytest.mark.django_db

CHINESE = re.compile(r"[一-鿿]")


def climbing(**overrides: Any) -> Stage:
    return other_event("healthcup-chaodipi", 4, overrides=overrides)


def rooms() -> Stage:
    stage = other_event("hefei-eighty-teams", 4, 2, opened=0)
    for team in stage.teams:
        draw_make(competition=stage.competition, draw="pairs", team=team, order=stage.entrants[team], by=stage.organiser)
    round_open(competition=stage.competition, number=1, by=stage.organiser)
    return stage


def pairs() -> Stage:
    return other_event("hefei-eighty-pairs", 6, code="pairs")


def stones() -> Stage:
    return other_event("healthcup-gomoku", 4)


def device_client(stage: Stage, side: str = "NS", table: int = 1) -> Client:
    stage.device(table, side)
    client = Client()
    client.cookies[DEVICE_COOKIE] = stage.devices[table, side].cookie
    return client


def state_of(stage: Stage, side: str = "NS", table: int = 1) -> dict[str, Any]:
    state: dict[str, Any] = device_client(stage, side, table).get("/table/state/").json()
    return state


def given(page: str) -> dict[str, Any]:
    found = re.search(r'id="given" type="application/json">(.*?)</script>', page, re.S)
    assert found is not None
    loaded: dict[str, Any] = json.loads(found.group(1))
    return loaded


def hand(number: int, declarer: str = "S", **changes: Any) -> dict[str, Any]:
    record = {"game": 1, "hand": number, "declarer": declarer, "trump": "S", "buried_by": declarer, "table_points": 85}
    return {**record, "kitty_points": 10, "last_trick": "defenders", "dig": "single", "hook": "none"} | changes


def board(number: int, **changes: Any) -> dict[str, Any]:
    record = {"board": number, "room": "open", "trump": "H", "table_points": 65, "kitty_points": 10}
    return {**record, "last_trick": "defenders", "dig": "pair"} | changes


def enter(stage: Stage, record: dict[str, Any], key: str = "entered-once") -> dict[str, Any]:
    reply = hand_record(competition=stage.competition, match=stage.match().code, record=record, key=key, by=stage.scorer())
    assert reply.status == 201
    return dict(reply.body)


def test_every_game_has_a_table_page() -> None:
    assert set(GAMES) == set(games.GAMES)


@pytest.mark.parametrize("made", [climbing, rooms, pairs, stones])
def test_nothing_inline_runs_and_english_is_complete(made: Any) -> None:
    stage = made()
    client = device_client(stage)
    answer = client.get("/table/")
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    page = answer.content.decode()
    assert not re.search(r"<[^>]+\sstyle=|\son[a-z]+=|<style", page)
    assert all("src=" in tag or "application/json" in tag for tag in re.findall(r"<script[^>]*>", page))
    assert "纸质记录单" in page
    client.cookies["django_language"] = "en"
    english = client.get("/table/").content.decode()
    words = re.findall(r'data-word="([^"]+)"[^>]*>([^<]*)<', english)
    assert len(words) > 90
    assert not [word for word in words if CHINESE.search(word[1])]
    keys = re.findall(r'<button type="button"[^>]*data-do="(?:set|ten|won|other)[^>]*>(.*?)</button>', english, re.S)
    assert keys
    assert not [key for key in keys if CHINESE.search(key)]


def test_keys_and_their_numbers_come_from_the_rulebook() -> None:
    changed = {"game_rules.must_play.levels": ["2", "A"], "game_rules.dig.pair": 6, "game_rules.no_call": "play_without_trump"}
    page = device_client(climbing(**changed)).get("/table/").content.decode()
    assert re.findall(r'class="lv must" data-level="([^"]+)"', page) == ["2", "A"]
    assert "×6" in page
    assert 'data-do="set:trump:none"' in page
    assert given(page)["digs"]["pair"] == 6


def test_the_kitty_is_always_asked_where_it_may_count_undug() -> None:
    stage = other_event("hefei-eighty-pairs", 6, overrides={"game_rules.rest_of_points.kitty": "single"})
    assert given(device_client(stage).get("/table/").content.decode())["kitty_always"]
    plain = given(device_client(pairs()).get("/table/").content.decode())
    assert (plain["kitty_always"], plain["by_room"], plain["most"]) == (False, False, 200)


def test_a_climbed_match_shows_levels_deal_and_what_each_hand_moved(django_assert_max_num_queries: Any) -> None:
    stage = climbing()
    state = state_of(stage)
    assert (state["unit"], state["match"]["shown"]["dealer"], state["match"]["hands"]) == ("hand", "", [])
    enter(stage, hand(1))
    client = device_client(stage)
    match = client.get("/table/state/").json()["match"]
    assert (match["shown"]["deal"], match["shown"]["dealer"], match["shown"]["next_hand"]) == ("EW", "E", 2)
    (row,) = match["hands"]
    assert (row["D"], row["before"]["levels"], row["after"]["deal"]) == (105, {"NS": "2", "EW": "2"}, "EW")
    assert "trace" not in row
    with django_assert_max_num_queries(9):
        second = client.get("/table/state/")
    assert client.get("/table/state/", headers={"If-None-Match": second["ETag"]}).status_code == 304


def test_each_row_of_the_table_of_climbs_says_what_it_would_do_and_who_would_deal() -> None:
    rows = [
        {"least": 0, "most": 79, "declarers": 1, "defenders": 0, "swaps": False, "clause": "CDP-11"},
        {"least": 80, "most": "open", "declarers": 0, "defenders": 0, "swaps": True, "clause": "CDP-16"},
    ]
    stage = climbing(**{"game_rules.bands": rows})
    page = device_client(stage).get("/table/").content.decode()
    assert re.findall(r'data-least="(\d+)"><span class="range">([^<]+)<', page) == [("0", "0–79"), ("80", "80 起")]
    assert [(row["least"], row["most"]) for row in given(page)["bands"]] == [(0, 79), (80, None)]
    before = state_of(stage)["match"]["shown"]["bands"]
    assert [(row["levels"], row["deal"], row["dealer"]) for row in before] == [(None, None, "")] * 2
    enter(stage, hand(1))
    bands = state_of(stage)["match"]["shown"]["bands"]
    assert [(row["levels"]["EW"], row["deal"], row["dealer"]) for row in bands] == [("3", "EW", "W"), ("2", "NS", "N")]


def minutes_left(stage: Stage, minutes: float) -> Any:
    """What the tables are told so many minutes after the round was opened."""
    opened = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
    Round.objects.filter(competition=stage.competition).update(opened_at=opened)
    with clock.injected(lambda: opened + timedelta(minutes=minutes)):
        return state_of(stage)["match"]["minutes_left"]


def test_the_time_left_is_the_servers_and_ends_with_the_bell() -> None:
    stage = climbing(**{"game_rules.time.minutes": 100})
    assert [minutes_left(stage, played) for played in (0, 36.9, 100, 103.5)] == [100, 64, 0, -3]
    enter(stage, hand(1))
    bell: dict[str, Any] = {"game": 1, "last_hand": 2, "lot": "", "reason": "铃响", "key": "bell-rings-1"}
    time_up_state(competition=stage.competition, match=stage.match().code, by=stage.chief, **bell)
    assert minutes_left(stage, 104) is None
    assert minutes_left(pairs(), 10) == 14  # two boards of twelve minutes
    assert minutes_left(other_event("healthcup-gomoku", 4, code="stones"), 10) is None


def test_games_won_stand_beside_the_levels_and_a_later_game_has_its_own_time() -> None:
    stage = other_event("healthcup-chaodipi", 2, overrides={"format_rules.final_to_win": 2})
    shutout: dict[str, Any] = {"table_points": 0, "kitty_points": 0, "last_trick": "declarers", "dig": "none"}
    for number in range(1, 5):
        enter(stage, hand(number, "SN"[(number - 1) % 2], **shutout), key=f"entered-{number}")
    shown = state_of(stage)["match"]["shown"]
    assert (shown["game"], shown["to_win"], shown["wins"]) == (2, 2, {"NS": 1, "EW": 0})
    assert [(one["winner"], one["reason"]) for one in shown["games"]] == [("NS", "passed_A")]
    assert minutes_left(stage, 300) is None, "not begun as far as anybody knows"
    enter(stage, hand(1, game=2, **shutout), key="second-game")
    opened = Round.objects.get().opened_at
    HandRecord.objects.filter(game=2).update(entered_at=opened + timedelta(minutes=290))
    assert minutes_left(stage, 300) == 110


def test_where_each_hand_is_confirmed_a_row_says_so() -> None:
    stage = climbing(**{"confirmation.unit": "hand"})
    first = enter(stage, hand(1))["entry"]["hash"]
    enter(stage, hand(2, "E"), key="entered-twice")
    match_confirm(competition=stage.competition, match=stage.match().code, covers=[first], key="first-is-right", by=stage.checker())
    state = state_of(stage, "EW")
    assert state["unit"] == "hand"
    assert [row["confirmed"] for row in state["match"]["hands"]] == [True, False]
    assert not state["match"]["confirmed"]


def test_two_results_and_a_fine_are_told_with_the_hand_they_are_about() -> None:
    stage = climbing()
    enter(stage, hand(1))
    other = hand(1, table_points=70, dig="none", last_trick="declarers", kitty_points=0)
    contested = hand_record(competition=stage.competition, match=stage.match().code, record=other, key="another-one", by=stage.referee)
    assert contested.status == 202
    penalty = {"code": "failed_throw", "side": "NS", "count": 2}
    penalty_give(competition=stage.competition, match=stage.match().code, penalty=penalty, number=1, key="fine-of-one", by=stage.chief)
    match = state_of(stage)["match"]
    (row,) = match["hands"]
    assert (row["earned"], row["D"], row["under_review"]) == (105, 125, True)
    assert [rival["table_points"] for rival in row["rivals"]] == [70]
    assert [(fine["number"], fine["side"], fine["amount"]) for fine in match["shown"]["penalties"]] == [(1, "NS", 20)]


def test_a_trump_fixed_meanwhile_is_seen_without_an_entry_of_the_match() -> None:
    stage = rooms()
    enter(stage, board(1))
    before = state_of(stage)["match"]
    first = {"board": 1, "dealer": "N", "rank": "2", "trump": "H", "declarers": "NS", "done": True, "D": 105}
    assert before["shown"]["boards"][0] == first
    assert not before["hands"][0]["findings"]
    board_trump_set(competition=stage.competition, board=1, mode="A", rank="2", trump="S", by=stage.chief, key="trump-of-one")
    after = state_of(stage)["match"]
    assert after["version"] == before["version"]
    assert [fault["code"] for fault in after["hands"][0]["findings"]] == ["trump_differs"]


def test_where_a_board_is_played_is_told_the_page() -> None:
    state = state_of(rooms())["match"]
    assert (state["room"], len(state["boards"])) == ("open", 8)
    paired = state_of(pairs())["match"]
    assert paired["room"] == ""
    assert sorted(paired["numbers"].values()) == [1, 4]
    assert [row["board"] for row in paired["shown"]["boards"]] == paired["boards"]


def test_a_decided_match_of_gomoku_is_done() -> None:
    stage = stones()
    for number, black in ((1, "A"), (2, "B")):
        enter(stage, {"game": number, "black": black, "winner": "A", "reason": "five"}, key=f"entered-{number}")
    match = state_of(stage)["match"]
    assert (match["done"], match["winner"], match["shown"]["next_game"]) == (True, "NS", None)
    assert [len(match[side]["players"]) for side in ("NS", "EW")] == [1, 1]


def test_two_who_sit_at_a_board_have_no_points_of_the_compass() -> None:
    page = device_client(stones(), "NS", 1).get("/table/").content.decode()
    assert "甲方" in page
    assert "南北" not in page
