"""The leaderboard of stages ranked over all tables: the cut with who is tied on it hatched, the red line, play-offs to come, prizes."""

from typing import Any

import pytest

from events.selectors.published import Phase
from tests.pages.conftest import Visitor, path
from tests.pages.document import Element
from tests.pages.three_halls import ten_hall
from tests.pages.three_pages import board_html, board_page
from tests.pages.three_states import cut_state, entrant

pytestmark = pytest.mark.django_db


def lines(page: Element) -> list[Element]:
    return page.one("table", "cut").one("tbody").all("tr")


def test_equals_across_the_line_are_hatched_on_both_sides_of_it() -> None:
    rows = lines(board_page("cut", cut_state()))
    assert [row.classes & {"zone", "cutline"} for row in rows] == [set(), set(), {"zone"}, {"cutline"}, {"zone"}, *[set()] * 5]
    assert rows[3].text == "晋级 3 人"
    told = [row.all("td")[-2].text for row in rows if "cutline" not in row.classes]
    assert told == ["晋级", "晋级", "并列第 3", "并列第 3", "最佳未晋级", "", "", "", ""]
    assert [row.one("td", "rank").text for row in rows if "cutline" not in row.classes][:5] == ["1", "2", "3", "3", "5"]


def test_while_the_stage_is_played_its_ranks_say_how_it_stands() -> None:
    state = cut_state()
    for row in state["cut"]["rows"]:
        row["status"] = "open"
    state["cut"] |= {"tied": []}
    page = board_page("cut", state)
    told = [row.all("td")[-2].text for row in lines(page) if "cutline" not in row.classes]
    assert told == ["晋级", "晋级", "并列第 3", "并列第 3", "最佳未晋级", "", "", "", ""]
    assert "若打完仍同分，他们与最佳未晋级的陆建平加赛" in page.text
    assert "若就此结束" in page.text


def test_nothing_stands_before_a_hand_is_played() -> None:
    state = cut_state()
    for row in state["cut"]["rows"]:
        row |= {"status": "open", "played": 0, "points": 0, "rank": 1}
    rows = lines(board_page("cut", state))
    assert not [row for row in rows if "zone" in row.classes]
    assert not [row for row in rows if "cutline" not in row.classes and row.all("td")[-2].text]


def test_a_tie_that_is_to_be_played_off_says_with_whom() -> None:
    state = cut_state()
    state["cut"]["wanted"] = "play_off"
    page = board_page("cut", state)
    assert "他们与最佳未晋级的陆建平加赛，胜者晋级。" in page.text
    assert "若就此结束" not in page.text
    state["cut"]["wanted"] = "lot"
    assert "由抽签定谁晋级。" in board_page("cut", state).text


def test_a_cut_that_stands_says_so() -> None:
    state = cut_state(tied=False)
    state["cut"] |= {"final": True, "byes": [entrant(9)]}
    page = board_page("cut", state)
    told = [row.all("td")[-2].text for row in lines(page) if "cutline" not in row.classes]
    assert told == ["晋级"] * 3 + ["出局"] * 6
    assert "戴维国 轮空晋级" in page.text
    assert "若就此结束" not in page.text


def test_everybody_stands_in_one_of_the_two_tables() -> None:
    state = cut_state()
    state["standings"] += [{**state["standings"][0], "entrant": entrant(9), "team": "t000000000009", "status": "out", "rank": 10}]
    page = board_page("cut", state)
    told = [row.get("data-team") for row in page.all("tr") if row.get("data-team")]
    assert sorted(told) == sorted(row["entrant"] for row in state["standings"])


def awarded() -> dict[str, Any]:
    state = cut_state(tied=False)
    award = {"award": "rank_2", "cash": 1000, "goods": "", "clause": "F9-02", "final": True}
    state["awards"] = [
        {**award, "entrant": entrant(7), "award": "rank_1", "cash": 1500},
        {**award, "entrant": entrant(0)},
        {**award, "entrant": entrant(1)},
    ]
    return state


def test_prizes_name_who_is_entitled_and_are_not_final_before_the_close() -> None:
    page = board_page("cut", awarded())
    first, second = page.one("table", "prizes").one("tbody").all("tr")
    assert first.text.startswith("冠军003·九·二 侯永强 中医院未定")
    assert "1500" in first.text
    assert "顾立群、秦晓岚" in second.text
    assert "正式成绩公布以前不算定" in page.text
    closed = board_page("cut", awarded(), phase=Phase.OFFICIAL)
    assert "未定" not in closed.text
    assert "不算定" not in closed.text


def test_a_prize_that_nobody_has_set_is_said() -> None:
    state = cut_state()
    state["plan"]["blocked"] = [{"code": "awards_unset", "values": {"rank": 1}}]
    assert "冠军的奖金，组委会还没有定。" in board_page("cut", state).text


def test_no_prize_no_section() -> None:
    assert not board_page("cut", cut_state()).all("table", "prizes")


def test_a_page_has_no_inline_style_and_its_ids_once() -> None:
    html = board_html("cut", cut_state())
    assert "style=" not in html
    page = board_page("cut", cut_state())
    ids = [element.get("id") for element in page if element.get("id")]
    assert len(ids) == len(set(ids))


def test_tables_of_ten_hands(visitor: Visitor) -> None:
    page = visitor.page(path(ten_hall()))
    assert "每桌 10 局" in page.one("header", "head").text
    assert "10/10 局" in page.text
    assert "6/10 局" in page.text
    assert "取前 9" in page.text
