"""The leaderboard of teams in two rooms: both rooms of every board, what is awaited, match points, places, the cross-table."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.models import Match
from events.services.matches import match_forfeit
from events.services.penalties import board_adjust
from tests.cast import team_name
from tests.pages.conftest import Visitor, computed, path
from tests.pages.document import Element
from tests.pages.halls import board, finished_rooms, play, rooms_hall

pytestmark = pytest.mark.django_db

MOST_QUERIES = 8


def lines(encounter: Element) -> list[list[str]]:
    """The boards of an encounter: trump, open room, closed room, net and match points as read."""
    rows = encounter.one("table", "bds").one("tbody").all("tr")
    return [[cell.text for cell in row.all("td")] for row in rows]


def test_both_rooms_of_a_board_the_net_and_the_match_points(visitor: Visitor) -> None:
    met = visitor.page(path(rooms_hall())).all("article", "encounter")[0]
    assert met.one("div", "facing-score").all("p")[1].text == "15:0"
    dealer, trump, opened, closed, net, points = lines(met)[0]
    assert (dealer, trump.split()[0]) == ("北", "♠︎黑桃")
    assert opened.startswith("60")
    assert f"{team_name(3)} 守" in opened
    assert closed.startswith("75")
    assert f"{team_name(0)} 守" in closed
    assert net.endswith("+15")
    assert points == "2 : 0"
    assert "光头" in lines(met)[2][2]
    assert lines(met)[2][5] == "10 : 0"


def test_a_room_that_is_missing_is_awaited_and_nothing_is_zero(visitor: Visitor) -> None:
    met, other = visitor.page(path(rooms_hall())).all("article", "encounter")
    assert lines(met)[3][3] == "等闭室"
    assert lines(met)[3][5] == "– : –"
    assert other.one("div", "facing-score").all("p")[1].text == "–"


def test_places_net_and_record_after_a_round(visitor: Visitor) -> None:
    stage = finished_rooms()
    page = visitor.page(path(stage))
    rows = page.one("table", "standings").one("tbody").all("tr")
    found = [{cell.get("data-f"): cell.text for cell in row if cell.get("data-f")} for row in rows]
    assert [row["rank"] for row in found] == ["1", "2", "3", "4"]
    assert [row["points"] for row in found] == ["31", "25", "12", "12"]
    assert [row["net"] for row in found] == ["+400", "+200", "−200", "−400"]
    assert [row["record"] for row in found] == ["1-0-0", "1-0-0", "0-0-1", "0-0-1"]
    assert "同分，净分 −200 > −400" in rows[2].text
    cross = {cell.get("data-cell"): cell.text for cell in page.one("table", "x").all("td") if cell.get("data-cell")}
    assert cross[f"{stage.teams[0]}:{stage.teams[3]}"] == "12"
    assert cross[f"{stage.teams[3]}:{stage.teams[0]}"] == "31"


def test_a_total_is_explained_down_to_the_rooms(visitor: Visitor) -> None:
    stage = finished_rooms()
    page = visitor.page(path(stage, f"why/{stage.teams[0]}/"))
    assert page.one("h1").text == "为什么是 12 分"
    assert page.one("div", "hero").one("div", "sum").text == f"121 轮之和=12第 1 轮 对{team_name(3)}"
    steps = [step.text for step in page.all("ol", "steps")[0].all("li")]
    assert any("换算 4 分" in step and "004·附" in step for step in steps)
    assert "净分" in page.one("ol", "keys").text
    row = visitor.page(path(stage, f"why/{stage.teams[0]}/?fragment=row"))
    assert row.one("div", "calc").one("div", "sum").text.startswith("12")


def test_the_round_and_the_match_pages_say_the_same(visitor: Visitor) -> None:
    stage = rooms_hall()
    met = visitor.page(path(stage, "rounds/1/")).all("article", "encounter")[0]
    assert lines(met)[0][5] == "2 : 0"
    page = visitor.page(path(stage, f"tables/{stage.match(1).code}/"))
    assert "开室" in page.one("p", "meta").text
    assert page.one("table", "bds").one("tbody").all("tr")[0].all("td")[-1].text == "60"
    assert "牌面 60 分" in page.all("ol", "steps")[0].text


def test_with_many_boards_each_encounter_is_one_line(visitor: Visitor) -> None:
    stage = rooms_hall(teams=24, code="many")
    page = visitor.page(path(stage))
    assert not page.all("article", "encounter")
    first = page.all("p", "encounter-line")[0]
    assert "已比 3/8 副" in first.text
    assert "第 4 副等闭室" in first.text
    assert visitor.get(first.one("a").get("href").split("#")[0]).status_code == 200


def test_withheld_results_are_not_told(visitor: Visitor) -> None:
    stage = rooms_hall()
    stage.competition.visibility = "official"
    stage.competition.save()
    for rest in ("", "rounds/1/"):
        assert not visitor.page(path(stage, rest)).all("article", "encounter")
    assert visitor.get(path(stage, f"why/{stage.teams[0]}/")).status_code == 404


def test_it_costs_the_same_however_many_teams(another: Callable[[], Visitor]) -> None:
    costs: dict[str, list[int]] = {}
    for teams in (2, 6):
        stage = rooms_hall(teams=teams, code=f"hall{teams}")
        for rest in ("", "rounds/", "rounds/1/", f"tables/{stage.match(1).code}/", f"why/{stage.teams[0]}/"):
            with CaptureQueriesContext(connection) as captured:
                another().page(path(stage, rest))
            costs.setdefault(rest.split("/")[0] + str(rest.count("/")), []).append(len(captured))
    assert all(small == large <= MOST_QUERIES for small, large in costs.values()), costs


def test_a_board_under_review_stands_still(visitor: Visitor) -> None:
    stage = rooms_hall()
    before = lines(visitor.page(path(stage)).all("article", "encounter")[0])[0]
    match = Match.objects.get(competition=stage.competition, round__number=1, table=1)
    play(stage, match.code, board(match.boards[0], 100, room=match.room))
    after = lines(visitor.page(path(computed(stage))).all("article", "encounter")[0])[0]
    assert "核对中" in after[2]
    assert (after[4], after[5]) == (before[4], before[5])


def test_a_board_that_was_adjusted_says_what_was_set(visitor: Visitor) -> None:
    stage = rooms_hall()
    match = Match.objects.get(competition=stage.competition, room="closed", encounter="r1-1v4")
    said: dict[str, Any] = {"board": 1, "ns": "40", "ew": "0", "unit": "net", "clauses": ["E80-24"], "reason": "迟到"}
    board_adjust(competition=stage.competition, match=match.code, **said, key="adjust-board-1", by=stage.chief)
    computed(stage)
    met = visitor.page(path(stage)).all("article", "encounter")[0]
    assert lines(met)[0][3].endswith("调整为 0:40")  # North-South in the closed room is the away team
    assert lines(met)[0][5].startswith("0 : 7")


def test_a_walkover_says_how_its_points_came_about(visitor: Visitor) -> None:
    stage = rooms_hall()
    match = Match.objects.get(competition=stage.competition, room="open", encounter="r1-1v4")
    match_forfeit(competition=stage.competition, match=match.code, sides=["EW"], reason="没到", key="forfeit-open", by=stage.chief)
    computed(stage)
    met = visitor.page(path(stage)).all("article", "encounter")[0]
    assert f"弃权：{team_name(0)} 每副记 5，8 副共 40" in met.text
    assert met.one("div", "facing-score").all("p")[1].text == "40:0"
