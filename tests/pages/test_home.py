"""The list of events and an event's home: what runs, who leads, find my table."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.models import Visibility
from events.services.competitions import competition_close
from events.services.publishing import visibility_set
from tests.cast import Stage, small_event, team_name
from tests.events.score_kit import confirm, five
from tests.pages.conftest import Visitor, computed

pytestmark = pytest.mark.django_db


def home(stage: Stage, query: str = "") -> str:
    return f"/e/{stage.event.code}/" + (f"?q={query}" if query else "")


def test_who_leads_and_how_far_it_is(stage: Stage, visitor: Visitor) -> None:
    line = visitor.page(home(stage)).one("table", "now").one("tbody").text
    assert f"{team_name(0)} 34" in line
    assert f"{team_name(1)} 27" in line
    assert "第 2 轮，共 3 轮 · 已交 2/4 桌" in line
    assert "临时" in line


def test_nobody_leads_before_a_finished_round(drawn: Stage, visitor: Visitor) -> None:
    assert team_name(0) not in visitor.page(home(drawn)).one("table", "now").one("tbody").text


@pytest.mark.parametrize("query", ["冯", "冯一", "  冯一 ", "机加工", "签号1", "签号 1", "1"])
def test_a_table_is_found_by_name_team_or_draw_number(stage: Stage, visitor: Visitor, query: str) -> None:
    found = visitor.page(home(stage, query)).one("ul", "list").all("li")
    assert any("机加工车间 · 签号 1" in seat.text and "第 2 轮" in seat.text for seat in found)
    assert all(seat.one("a", "where").text.endswith("桌") for seat in found)


@pytest.mark.parametrize("query", ["没有这个人", "%00", "😀😀", "9" * 30, "'; DROP TABLE--", "签号", "%25", "x" * 10000])
def test_what_is_not_found_says_so(drawn: Stage, visitor: Visitor, query: str) -> None:
    page = visitor.page(home(drawn, query))
    assert "没有找到" in page.text


def test_a_pair_without_a_table_is_found_too(visitor: Visitor) -> None:
    stage = small_event(4, 2, drawn=False)
    assert "还没排桌" in visitor.page(home(stage, "小明")).text


def test_hidden_competitions_are_neither_listed_nor_searched(stage: Stage, visitor: Visitor) -> None:
    visibility_set(competition=stage.competition, visibility=Visibility.HIDDEN, by=stage.organiser)
    assert visitor.get(home(stage)).status_code == 404
    assert stage.event.name not in visitor.page("/").text
    page = visitor.signed_in(stage.users["referee"]).page(home(stage, "小明"))
    assert page.one("section", "found").all("li")


def test_official_results_are_listed(visitor: Visitor) -> None:
    stage = small_event(2, 1)
    confirm(stage, five(stage))
    assert "还没有正式公布的成绩" in visitor.page(home(computed(stage))).text
    competition_close(competition=stage.competition, by=stage.chief)
    assert "正式成绩 v1" in visitor.page(home(computed(stage))).text


def test_a_home_costs_the_same_for_one_competition_or_many_tables(visitor: Visitor) -> None:
    costs = []
    for teams in (2, 6):
        stage = computed(small_event(teams, 2, code=f"hall{teams}"))
        with CaptureQueriesContext(connection) as captured:
            visitor.page(home(stage, "小明"))
        costs.append(len(captured))
    assert costs[0] == costs[1] <= 12


def test_an_empty_house_and_an_unknown_event(visitor: Visitor) -> None:
    assert "还没有公开的赛事" in visitor.page("/").text
    assert visitor.get("/e/nowhere/").status_code == 404
