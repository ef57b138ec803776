"""The leaderboard of players on the move, and that of a tree of stages with its way back."""

import pytest

from tests.pages.conftest import Visitor, path
from tests.pages.document import Element
from tests.pages.three_halls import repechage_hall, travelling_hall
from tests.pages.three_pages import board_page
from tests.pages.three_states import travelling_state

pytestmark = pytest.mark.django_db


def rows(page: Element) -> list[Element]:
    return page.one("table", "standings").one("tbody").all("tr")


def test_totals_over_finished_rounds_with_the_running_one_in_grey(visitor: Visitor) -> None:
    page = visitor.page(path(travelling_hall()))
    first = rows(page)[0]
    assert first.one("td", "big").text == "+8"
    cells = [cell for cell in first.all("td") if "only-l" in cell.classes][:2]
    assert [(cell.text, "half" in cell.classes) for cell in cells] == [("+8", False), ("−2", True)]
    assert "名次按已结束的前 1 轮" in page.one("header", "head").text


def test_equals_share_a_rank_and_places_move() -> None:
    lines = rows(board_page("travelling", travelling_state()))
    assert [line.one("td", "rank").text for line in lines] == ["1", "2", "3", "4", "5并列", "5并列", "7", "8", "9"]
    assert "升 8 位" in lines[0].text
    assert "降 8 位" in lines[8].text


def test_who_moves_where_and_boards_met_again(visitor: Visitor) -> None:
    page = visitor.page(path(travelling_hall()))
    assert "1号位不动，记分。" in page.one("ul", "moves").text
    assert "每轮重新发牌。" in page.one("ul", "moves").text
    assert "会再打同一副牌" not in page.text
    again = board_page("travelling", travelling_state())
    assert "牌由3号位带走。" in again.text
    assert "第 2 轮 1 桌 陆建平（牌号 3）" in again.text


def test_a_total_is_explained_by_its_rounds(visitor: Visitor) -> None:
    stage = travelling_hall()
    key = rows(visitor.page(path(stage)))[0].get("data-team")
    page = visitor.page(path(stage, f"why/{key}/"))
    assert page.one("h1").text == "为什么是 +8 分"
    assert page.one("div", "hero").text.startswith("+81 轮之和=+8")
    assert "为什么" in page.one("section", id="before").text
    parts = page.all("article", "leg")
    assert len(parts) == 2
    assert len(parts[0].one("ol", "own-hands").all("li")) == 3


def test_the_tree_says_where_every_place_leads(visitor: Visitor) -> None:
    page = visitor.page(path(repechage_hall()))
    nodes = page.one("ol", "tree").all("li", "node")
    assert [node.one("h3").one("b").text for node in nodes] == ["初赛", "复赛", "复活赛", "最后的对决", "决赛"]
    assert ["back" in node.classes for node in nodes] == [False, False, True, True, False]
    assert [way.text for way in nodes[0].one("ul", "ways-on").all("li")] == ["第 1 → 复赛", "第 2 → 复活赛", "第 3 → 出局"]
    assert len(nodes[0].one("ul", "node-tables").all("li")) == 6
    assert "进行中" in nodes[1].text
    assert nodes[3].text.count("待定") == 1
    assert page.one("h1").text == "复赛"
