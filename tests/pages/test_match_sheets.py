"""One match of each new way of counting: what was played, what it moved, and the steps with their clauses."""

import pytest

from events.models import Match
from events.services.hands import hand_record
from events.services.penalties import penalty_give
from tests.cast import Stage
from tests.events.score_kit import new_key
from tests.pages.conftest import Visitor, computed, path
from tests.pages.halls import FIVE, chaodipi_hall, climbed, game, gomoku_hall, play

pytestmark = pytest.mark.django_db


def second(stage: Stage) -> str:
    return Match.objects.get(competition=stage.competition, round__number=1, table=2).code


def test_a_climb_hand_by_hand(visitor: Visitor) -> None:
    stage = chaodipi_hall()
    page = visitor.page(path(stage, f"tables/{second(stage)}/"))
    levels = [cell.text for cell in page.one("dl", "stand").all("dd", "lv")]
    assert levels == ["3台上", "5"]
    assert "第 7 副 · 庄家 南" in page.one("dl", "stand").text
    assert "若现在到时" in page.one("dl", "stand").text
    rows = [row for row in page.all("table")[0].one("tbody").all("tr") if "how-row" not in row.classes]
    assert [row.one("th").text for row in rows] == ["6", "5", "4", "3", "2", "1"]
    results = [row.all("td")[-1].text for row in rows]
    assert results[0].endswith("2→3 · 留庄")
    assert results[1] == "级数不变 · 换庄"
    assert "正J抠底" in results[3]
    assert results[3].endswith("→ 2")
    assert [row.all("td")[2].text for row in rows] == ["60", "95", "35", "105", "0", "10"]
    assert "单张抠底" in rows[3].text
    steps = " ".join(step.text for step in page.all("ol", "steps")[3].all("li"))
    assert "台面 85 + 底牌 10 × 2 = 105" in steps
    assert "退到 2" in steps
    assert "000·一·(二)2" in steps


def test_the_climb_is_drawn_for_both_widths(visitor: Visitor) -> None:
    stage = chaodipi_hall()
    drawings = visitor.page(path(stage, f"tables/{second(stage)}/")).one("figure", "climb").all("svg")
    assert len(drawings) == 2
    for drawing in drawings:
        assert "级数走势" in drawing.get("aria-label")
        assert len(drawing.all("rect")) == 6
        assert {text.text for text in drawing.all("text", "must")} == {"2", "J"}


def test_a_fine_stands_under_its_hand(visitor: Visitor) -> None:
    stage = chaodipi_hall()
    penalty_give(
        competition=stage.competition,
        match=second(stage),
        game=1,
        number=6,
        penalty={"code": "failed_throw", "side": "EW", "count": 2},
        key=new_key(),
        by=stage.chief,
        reason="甩三张不成",
    )
    page = visitor.page(path(computed(stage), f"tables/{second(stage)}/"))
    fine = page.one("p", "fine").text
    assert "甩牌不成 ×2，罚 20" in fine
    assert "000·一·(四)2" in fine
    assert "判罚" in page.text


def test_a_hand_after_a_gap_is_not_counted_yet(visitor: Visitor) -> None:
    stage = chaodipi_hall()
    play(stage, second(stage), climbed(9, "S", 40))
    page = visitor.page(path(computed(stage), f"tables/{second(stage)}/"))
    assert "前面缺副，先不算" in page.all("table")[0].text
    assert "缺第 7 副" in page.one("dl", "stand").text


def test_games_with_their_colours_and_the_board_of_the_moves(visitor: Visitor) -> None:
    stage = gomoku_hall()
    code = stage.match(1).code
    page = visitor.page(path(stage, f"tables/{code}/"))
    assert page.one("p", "result").text == "2:1"
    rows = page.all("table")[0].one("tbody").all("tr")
    assert ["五连" in row.text for row in rows] == [True, True, False]
    assert "对方认输" in rows[2].text
    drawing = page.one("figure", "goban")
    assert len(drawing.all("circle", "black")) == 5
    assert len(drawing.all("circle", "white")) == len(FIVE) - 5
    assert len(drawing.all("circle", "five")) == 5
    assert "共 9 手" in drawing.one("svg").get("aria-label")


def test_a_game_under_review_draws_no_board(visitor: Visitor) -> None:
    stage = gomoku_hall()
    code = stage.match(1).code
    hand_record(competition=stage.competition, match=code, record=game(1, "A", "B"), key=new_key(), by=stage.chief)
    page = visitor.page(path(computed(stage), f"tables/{code}/"))
    assert "核对中" in page.all("table")[0].text
    assert not page.all("figure", "goban")


def test_the_ledger_speaks_of_hands_where_hands_are_dealt(visitor: Visitor) -> None:
    assert "记一副 第 1 轮 2 桌 第 6 副" in visitor.page(path(chaodipi_hall(), "ledger/")).text
    assert "记一局 第 1 轮 2 桌 第 1 局" in visitor.page(path(gomoku_hall(code="five"), "ledger/")).text
