"""The leaderboard of the promotion ladder: the ten best with their cells, wins of the day, prizes, lots below the top, today's tables."""

import pytest

from events.services.penalties import penalty_give
from tests.events.score_kit import new_key
from tests.pages.conftest import Visitor, computed, path
from tests.pages.document import Element
from tests.pages.halls import play
from tests.pages.three_halls import dealt, ladder_hall
from tests.pages.three_pages import board_page, why_html
from tests.pages.three_states import entrant, ladder_state

pytestmark = pytest.mark.django_db


def best(page: Element) -> list[Element]:
    return page.all("table", "ladder")[0].one("tbody").all("tr")


def test_ten_best_with_sixteen_cells_and_prizes_tall() -> None:
    page = board_page("ladder", ladder_state())
    rows = best(page)
    assert len(rows) == 10
    cells = rows[0].all("span", "steps16")[0].all("i")
    assert len(cells) == 16
    assert sum("on" in cell.classes for cell in cells) == 13
    assert [place for place, cell in enumerate(cells, start=1) if "p" in cell.classes] == [6, 10, 13, 16]
    assert rows[0].one("td", "big").text == "13/16"
    assert [row.all("td")[3].text for row in rows] == ["金奖", "银奖", "银奖", *["铜奖"] * 5, "", ""]
    assert "高格有奖：6 铜奖、10 银奖、13 金奖、16 冠军" in page.text


def test_wins_of_the_day_and_who_is_done_for_it() -> None:
    rows = best(board_page("ladder", ladder_state()))
    today = [row.one("td", "today").text for row in rows]
    assert today[0].startswith("2/3")
    assert today[1].startswith("3/3今日已满")
    assert sum("今日已满" in text for text in today) == 2


def test_levels_that_are_equal_share_a_rank_and_all_others_follow() -> None:
    page = board_page("ladder", ladder_state())
    assert [row.one("td", "rank").text for row in best(page)][6:9] == ["7并列", "7并列", "9"]
    others = page.all("table", "ladder")[1].one("tbody").all("tr")
    assert len(others) == 8
    assert {row.one("td", "rank").text for row in others[3:]} == {"14并列"}
    assert len(page.all("tr", data_team=entrant(9))) == 1


def test_prizes_add_up_a_person_and_say_who() -> None:
    prizes = board_page("ladder", ladder_state()).one("table", "prizes").one("tbody").all("tr")
    assert [line.all("b")[0].text for line in prizes] == ["金奖 13 级", "银奖 10 级", "铜奖 6 级"]
    assert "10000" in prizes[0].text
    assert "戴维国、莫小琴、覃勇" in prizes[1].text


def test_tables_of_one_hand_say_who_won_and_who_is_out() -> None:
    page = board_page("ladder", ladder_state())
    one, two, three = page.all("article", "tbl")
    assert [seat.one("dd").text for seat in one.all("div", "trio-seat")] == ["胜", "负", "负"]
    assert "当地主，地主胜" in one.text
    assert not one.all("svg")
    assert "取消资格" in two.text
    assert [seat.one("dd").text for seat in three.all("div", "trio-seat")] == ["–", "–", "–"]


def test_the_lot_says_who_plays_for_the_title_first() -> None:
    state = ladder_state()
    state["ladder"] |= {"at_lot_level": [entrant(9), entrant(10)], "lot": []}
    assert "等抽签" in board_page("ladder", state).text
    state["ladder"]["lot"] = [entrant(10), entrant(9)]
    page = board_page("ladder", state)
    assert [line.text.split()[0] for line in page.one("ol", "numbered").all("li")] == ["莫小琴", "戴维国"]


def test_a_champion_or_a_prize_that_is_kept() -> None:
    state = ladder_state()
    state["ladder"] |= {"champion": entrant(9), "prize": "won"}
    state["awards"].insert(0, {"entrant": entrant(9), "award": "level_16", "cash": 0, "goods": "car", "clause": "", "final": False})
    page = board_page("ladder", state)
    assert "戴维国" in page.one("p", "champion").text
    assert "轿车一辆" in page.one("table", "prizes").text
    state["ladder"] |= {"champion": None, "prize": "kept"}
    assert "冠军奖由组委会保留" in board_page("ladder", state).text


def test_how_a_level_was_reached() -> None:
    html = why_html("ladder", ladder_state(), entrant(9))
    assert "怎么升到 13 级" in html
    assert "金奖" in html
    assert "10000 元" in html
    out = why_html("ladder", ladder_state(), entrant(13))
    assert "取消资格，成绩作废" in out
    assert "出声，影响公正" in out


def test_a_session_as_it_is_played(visitor: Visitor) -> None:
    page = visitor.page(path(ladder_hall()))
    assert "每人每天至多升 3 级" in page.one("header", "head").text
    assert best(page)[0].one("td", "big").text == "1/16"
    assert len(page.all("article", "tbl")) == 2
    home = visitor.page("/e/ladder/").one("table", "now").text
    assert "第 1 场 · 已交 1/2 桌" in home
    assert "轮" not in home


def test_a_table_that_a_penalty_decided_was_not_forfeited(visitor: Visitor) -> None:
    stage = ladder_hall()
    penalty = {"code": "l4", "side": "2", "count": 1}
    match = stage.match(2).code
    penalty_give(competition=stage.competition, match=match, penalty=penalty, key=new_key(), by=stage.chief, reason="没有赶上")
    card = visitor.page(path(computed(stage))).all("article", "tbl")[1]
    assert "判罚决定" in card.text
    assert "弃权" not in card.text
    sheet = visitor.page(path(stage, f"tables/{match}/")).text
    assert "由判罚决定：没有记录，不用签名。" in sheet
    assert "弃权" not in sheet
    why = visitor.page(path(stage, f"why/{stage.entrants[stage.teams[4]][0]}/")).text
    assert "判罚决定" in why


def test_a_face_up_card_in_the_wrong_place_is_told_with_its_clause(visitor: Visitor) -> None:
    stage = ladder_hall()
    play(stage, stage.match(2).code, dealt(stage, 1, 1, (2, 1, False)) | {"face_up": 5})
    text = visitor.page(path(computed(stage), f"tables/{stage.match(2).code}/")).text
    assert "明牌在第 5 张" in text
    assert "003·一·二1" in text
