"""The leaderboard of a knock-out: the bracket with what stands at its tables, byes, the champion, places that are shared."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.models import Match
from events.services.matches import match_forfeit
from events.services.penalties import time_up_state
from tests.cast import team_name
from tests.events.score_kit import new_key
from tests.pages.conftest import Visitor, computed, path
from tests.pages.document import Element
from tests.pages.halls import chaodipi_hall, climbed, draw, gomoku_hall, hall, open_round, play, won_gomoku

pytestmark = pytest.mark.django_db

MOST_QUERIES = 8


def ties(page: Element, stage: int) -> list[list[str]]:
    """The lines of a stage's matches: both sides and the note, as read."""
    return [[line.text for line in tie.all("p")] for tie in page.one(id=f"stage-{stage}").all("li", "tie")]


def test_levels_the_deal_and_how_a_match_was_won(visitor: Visitor) -> None:
    stage = chaodipi_hall()
    page = visitor.page(path(stage))
    assert page.one("h1").text == "淘汰赛"
    first = ties(page, 1)
    assert first[0][1] == "轮空"
    assert first[1][0].endswith("过A")
    assert first[1][2] == "第 2 场 · 1 桌 · 打过A"
    assert "台上 3" in first[3][0]
    assert first[3][1].endswith("5")
    running = page.one(id="stage-1").all("li", "running")
    assert [tie.one("a", "tie-name", href=tie.all("a", "tie-name")[0].get("href")).text for tie in running] != []
    assert len(running) == 1


def test_later_rounds_name_who_is_known_and_say_whose_winner_is_missing(visitor: Visitor) -> None:
    page = visitor.page(path(gomoku_hall()))
    second, third = ties(page, 2), ties(page, 3)
    assert team_name(0) in second[0][0]
    assert team_name(3) in second[0][1]
    assert second[1][1] == "第 4 场胜者"
    assert [third[0][0], third[0][1]] == ["第 1 场胜者", "第 2 场胜者"]


def test_games_won_stand_at_the_names(visitor: Visitor) -> None:
    first = ties(visitor.page(path(gomoku_hall())), 1)
    assert (first[1][0][-1], first[1][1][-1]) == ("2", "1")
    assert (first[3][0][-1], first[3][1][-1]) == ("0", "1")
    assert first[3][2] == "第 4 场 · 2 桌 · 第 2 局"


def test_who_is_still_in_has_no_place_and_who_is_out_has(visitor: Visitor) -> None:
    page = visitor.page(path(gomoku_hall()))
    places = [line.one("td", "rank").text for line in page.one("table", "standings").one("tbody").all("tr")]
    assert places == ["在赛"] * 5 + ["5"]


def test_a_champion_and_shared_thirds(visitor: Visitor) -> None:
    stage = won_gomoku()
    page = visitor.page(path(stage))
    assert team_name(0) in page.one("p", "champion").text
    lines = page.one("table", "standings").one("tbody").all("tr")
    assert [line.one("td", "rank").text for line in lines] == ["1", "2", "3并列", "3并列"]
    assert "first" in lines[0].classes
    assert not page.all("li", "running")


def test_before_the_draw(visitor: Visitor) -> None:
    stage = computed(hall("healthcup-gomoku", teams=3, players=1))
    page = visitor.page(path(stage))
    assert "还没抽签" in page.one("header", "head").text
    assert not page.all("div", "bracket")
    assert len(page.one("table", "standings").one("tbody").all("tr")) == 3


def test_a_forfeit_is_said(visitor: Visitor) -> None:
    stage = draw(hall("healthcup-chaodipi", teams=2))
    (match,) = open_round(stage)
    match_forfeit(competition=stage.competition, match=match, sides=["EW"], key=new_key(), reason="没有到场", by=stage.chief)
    page = visitor.page(path(computed(stage)))
    assert "弃权" in ties(page, 1)[0][2]
    assert team_name(0) in page.one("p", "champion").text


def test_mine_is_an_entrant_here(visitor: Visitor) -> None:
    stage = gomoku_hall()
    entrant = stage.entrants[stage.teams[3]][0]
    visitor.client.post(path(stage, "mine/"), {"team": entrant})
    mine = visitor.page(path(stage)).one("aside", "mine")
    assert mine.get("data-mine") == entrant
    assert team_name(3) in mine.text


def test_a_way_through_the_bracket_is_explained(visitor: Visitor) -> None:
    stage = gomoku_hall()
    entrant = stage.entrants[stage.teams[3]][0]
    page = visitor.page(path(stage, f"why/{entrant}/"))
    legs = page.all("article", "leg")
    assert legs[0].one("h2").text.split()[:2] == ["8", "强"]
    assert "2:1" in legs[0].text
    assert "先胜 2 局" in legs[0].text
    assert "还没开始" in legs[1].text
    row = visitor.page(path(stage, f"why/{entrant}/?fragment=row"))
    assert len(row.one("div", "calc").all("article", "leg")) == 2
    assert visitor.get(path(stage, "why/e000000000000/")).status_code == 404


def test_it_costs_the_same_however_many_entrants(another: Callable[[], Visitor]) -> None:
    costs: dict[str, list[int]] = {}
    for entrants in (2, 9):
        stage = draw(hall("healthcup-gomoku", teams=entrants, players=1, code=f"hall{entrants}"))
        first, *_ = open_round(stage)
        play(stage, first, {"game": 1, "black": "A", "winner": "A", "reason": "five"})
        computed(stage)
        entrant = Match.objects.get(competition=stage.competition, code=first).ns.pid
        for rest in ("", "rounds/", "rounds/1/", f"tables/{first}/", f"why/{entrant}/"):
            with CaptureQueriesContext(connection) as captured:
                another().page(path(stage, rest))
            costs.setdefault(rest.split("/")[0] + str(rest.count("/")), []).append(len(captured))
    assert all(small == large <= MOST_QUERIES for small, large in costs.values()), costs


def test_a_match_decided_at_equal_levels_says_by_what(db: None) -> None:
    """Both at 2 when the bell rings: the side that holds the deal has won, and the bracket says so."""
    stage = draw(hall("healthcup-chaodipi", teams=3))
    match, *_ = open_round(stage)
    play(stage, match, climbed(1, "N", 85))
    time_up_state(competition=stage.competition, match=match, game=1, last_hand=1, key="bell-at-two", by=stage.chief)
    computed(stage)
    page = Client().get(f"/e/{stage.event.code}/{stage.competition.code}/").content.decode()
    assert "时间到，级数一样，有庄" in page
    assert "时间到，领先" not in page
