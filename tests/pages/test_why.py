"""怎么算的: the sum, the hands, the clauses, and why one team stands before another."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import Stage, team_name
from tests.events.score_kit import by_kind, five, hand
from tests.pages.conftest import Visitor, computed, forfeit, path
from tests.pages.document import Element

pytestmark = pytest.mark.django_db


def why(stage: Stage, visitor: Visitor, team: int = 0) -> Element:
    return visitor.page(path(stage, f"why/{stage.teams[team]}/"))


def test_the_sum_is_made_of_the_rounds_that_count(stage: Stage, visitor: Visitor) -> None:
    page = why(stage, visitor)
    assert page.one("h1").text == "为什么是 34 分"
    total = page.one("div", "sum").text
    assert total.startswith("341 轮之和=34第 1 轮 对后勤队")
    tables = page.all("table", "hands")
    assert tables[0].one("caption").text == "第 1 轮对后勤队"
    assert "进行中，未计入" in tables[1].one("caption").text
    assert [cell.text for cell in tables[0].one("tfoot").all("td")][:2] == ["34", "8"]


def test_every_hand_is_there_with_its_clause(stage: Stage, visitor: Visitor) -> None:
    page = why(stage, visitor)
    first, second = page.all("table", "hands")[0].one("tbody").all("tr")
    assert [cell.text for cell in first.all("td")] == ["5*", "5", "5", "5", "5", "25", "0", "5"]
    assert [cell.text for cell in second.all("td")] == ["5", "0", "1", "3", "0", "9", "8", "1"]
    assert len(first.all("span", "double")) == 5
    cited = {link.text for link in page.one("aside", "margin").all("a", "cl")}
    assert {"000·四·(二)4", "000·第二个四"} <= cited


def test_forfeits_say_so_and_hands_under_review_stand_out(stage: Stage, visitor: Visitor) -> None:
    assert "对方弃权" in why(stage, visitor, 1).all("table", "hands")[0].text
    assert "本方弃权" in why(stage, visitor, 2).all("table", "hands")[0].text
    teams = [team for team in range(4) if why(stage, visitor, team).all("td", "reviewed")]
    assert len(teams) == 2


def test_what_touched_it_is_listed_with_its_entry(stage: Stage, visitor: Visitor) -> None:
    touched = why(stage, visitor).one("ul", "touching").text
    assert "第 1 轮 1 桌" in touched
    assert "第 1 局 更正（记分" in touched
    assert "弃权（裁判长" in why(stage, visitor, 1).one("ul", "touching").text


def test_the_keys_in_order_the_deciding_one_and_the_unused(stage: Stage, visitor: Visitor) -> None:
    page = why(stage, visitor)
    assert page.one(id="before").one("h2").text == f"为什么{team_name(0)}在{team_name(1)}前面"
    keys = page.one("ol", "keys").all("li")
    assert [key.get("class") for key in keys] == ["decided", "unused", "unused"]
    assert "34 > 27" in keys[0].text
    shared = why(stage, visitor, 3)
    assert shared.one(id="before").one("h2").text == f"为什么{team_name(2)}和{team_name(3)}并列"
    assert [key.get("class") for key in shared.one("ol", "keys").all("li")] == ["equal", "equal", "unknown"]


def test_double_downs_decide_between_equal_totals(drawn: Stage, visitor: Visitor) -> None:
    five(drawn, table=1, rows=(("NS", "double_down"), *(("EW", "first_fourth"),) * 3, ("EW", "first_third")))
    five(drawn, table=2, rows=(("NS", "first_third"),) * 3 + (("NS", "double_down"), ("EW", "double_down")))
    five(drawn, table=3, rows=(("NS", "first_third"),) * 5)
    five(drawn, table=4, rows=(("NS", "first_fourth"),) * 4 + (("EW", "first_third"),))
    page = why(computed(drawn), visitor)
    keys = page.one("ol", "keys").all("li")
    assert [key.get("class") for key in keys] == ["equal", "decided", "unused"]
    assert f"2 > 0，{team_name(0)}在前" in keys[1].text
    assert page.one("table", "downs")


def test_before_a_finished_round_there_is_nothing_to_add_up(drawn: Stage, visitor: Visitor) -> None:
    hand(drawn, by_kind(1))
    page = why(computed(drawn), visitor)
    assert "还没有打完一轮" in page.text
    assert "进行中，未计入" in page.one("table", "hands").text
    assert not page.all("ol", "keys")


def test_a_forfeit_in_the_running_round_is_told_at_once(drawn: Stage, visitor: Visitor) -> None:
    forfeit(drawn, 1, "NS")
    assert "本方弃权" in why(computed(drawn), visitor).text


def test_it_names_the_entries_it_rests_on(stage: Stage, visitor: Visitor) -> None:
    text = why(stage, visitor).text
    assert f"比赛记录第 {stage.competition.snapshot.seq} 条" in text
    assert "条：第 " in text
    assert "4 桌，" in text


def test_a_row_of_the_board_opens_the_same(stage: Stage, visitor: Visitor) -> None:
    fragment = visitor.page(path(stage, f"why/{stage.teams[0]}/?fragment=row"))
    assert not fragment.all("html")
    assert fragment.one("div", "calc").one("div", "sum").text.startswith("341 轮之和")
    assert fragment.all("table", "hands")


@pytest.mark.parametrize("team", ["t000000000000", "x", "1"])
def test_a_team_that_is_not_there_is_a_404(stage: Stage, visitor: Visitor, team: str) -> None:
    assert visitor.get(path(stage, f"why/{team}/")).status_code == 404


def test_its_cost_does_not_grow_with_what_was_played(stage: Stage, visitor: Visitor) -> None:
    with CaptureQueriesContext(connection) as before:
        why(stage, visitor)
    five(stage, table=4, number=2)
    computed(stage)
    with CaptureQueriesContext(connection) as after:
        why(stage, visitor)
    assert len(after) == len(before) <= 10
