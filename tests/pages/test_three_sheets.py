"""Match sheets, rounds, home and explanations of competitions at tables of three: hand by hand, and down to the clause."""

from collections.abc import Callable

import pytest

from events.models import Match
from events.services.arrivals import first_finished_state
from events.services.matches import match_forfeit
from events.services.penalties import penalty_give
from tests.cast import Stage, team_name
from tests.events.score_kit import new_key
from tests.pages.conftest import Visitor, computed, path
from tests.pages.document import Element
from tests.pages.halls import open_round, play
from tests.pages.three_halls import (
    bell,
    deals,
    dealt,
    drawn,
    final_hall,
    hall,
    health_hall,
    ladder_hall,
    repechage_hall,
    signed_for,
    stack_hall,
)

pytestmark = pytest.mark.django_db


def code(stage: Stage, table: int, number: int = 1) -> str:
    return Match.objects.get(competition=stage.competition, round__number=number, table=table).code


def sheet(visitor: Visitor, stage: Stage, table: int, number: int = 1) -> Element:
    return visitor.page(path(stage, f"tables/{code(stage, table, number)}/"))


def hands(page: Element, place: int = 0) -> list[Element]:
    rows = page.all("table", "hands3")[place].one("tbody").all("tr")
    return [row for row in rows if "how-row" not in row.classes]


def figures(row: Element) -> list[str]:
    return [cell.text for cell in row.all("td", "fig")]


def test_every_hand_with_its_calls_what_doubled_it_and_totals(visitor: Visitor) -> None:
    page = sheet(visitor, health_hall(), 1)
    rows = hands(page)
    assert [row.one("th").text for row in rows] == ["1", "2", "3", "4"]
    assert figures(rows[0]) == ["+12+12", "−6−6", "−6−6"]
    assert "炸弹 1 ×2" in rows[0].text
    assert rows[0].one("td", "bids").text == "①3"
    assert rows[1].one("td", "bids").text == "②2 ③不叫 ①不叫"
    assert rows[2].all("td")[0].text == "都不叫"
    assert [mark.text for mark in rows[3].all("span", "landlord")] == ["+2"]
    assert page.all("table", "hands3")[0].one("tfoot").text == "合计+13−11−2"
    steps = [step.text for step in page.all("ol", "steps")[0].all("li")]
    assert any("000·二·(八)" in step for step in steps)


def test_the_lines_are_drawn_for_both_widths_and_a_stack_has_its_bar(visitor: Visitor) -> None:
    assert len(sheet(visitor, health_hall(), 1).one("figure", "sheet-lines").all("svg")) == 2
    page = sheet(visitor, stack_hall(), 1)
    assert page.one("svg", "sbar").get("aria-label").endswith("合计 900")
    assert "900 出局" not in page.text
    assert page.all("table", "hands3")[0].one("tfoot").text.startswith("手里")


def level_hall() -> Stage:
    """Two level on top when the bell rang: extra hands, one of them played."""
    stage = hall("healthcup-doudizhu", teams=3, players=1)
    (match,) = drawn(stage)
    deals(stage, match, (1, 2, False))
    bell(stage, match, 1)
    play(stage, match, dealt(stage, 2, 2, (2, 1, True)))
    return computed(stage)


def test_extra_hands_stand_apart_and_enter_no_total(visitor: Visitor) -> None:
    stage = level_hall()
    page = sheet(visitor, stage, 1)
    assert len(page.all("table", "hands3")) == 2
    assert figures(hands(page, 1)[0]) == ["−1", "+2", "−1"]
    assert page.all("table", "hands3")[0].one("tfoot").text == "合计−4+2+2"
    assert "只排同分的先后" in page.text


def test_who_sits_at_the_refill_table_has_come_to_it(visitor: Visitor) -> None:
    stage = hall("doudizhu-refill", teams=8, players=1, overrides={"tally_rules.time.minutes": 30})
    first = drawn(stage)[0]
    deals(stage, first, (1, 3, True), (2, 1, True), (3, 1, False))
    bell(stage, first, 3)
    signed_for(stage, first)
    first_finished_state(competition=stage.competition, number=1, match=first, by=stage.chief, key=new_key())
    open_round(computed(stage), 2)
    rows = visitor.page(path(computed(stage))).one("table", "standings").one("tbody").all("tr")
    came = {row.one("a", "who").text: row.one("td", "st").text for row in rows}
    assert (came["赵小一"], came["冯小二"], came["朱小七"]) == ("初赛", "补位桌", "补位桌")
    why = visitor.page(path(stage, f"why/{stage.entrants[stage.teams[6]][0]}/"))
    assert "补位桌" in why.one("p", "way").text


def test_a_place_that_extra_hands_decided_says_so(visitor: Visitor) -> None:
    stage = level_hall()
    board = visitor.page(path(stage))
    assert [seat.one("dd").text for seat in board.one("article", "tbl").all("div", "trio-seat")] == ["−4", "+2加赛胜", "+2加赛负"]
    assert "+2 第 1 加赛胜" in board.one("table", "standings").text
    assert "第 1 加赛胜" in visitor.page(path(stage, f"why/{stage.entrants[stage.teams[1]][0]}/")).text


def test_who_is_level_is_said_on_the_board(visitor: Visitor) -> None:
    stage = hall("healthcup-doudizhu", teams=3, players=1)
    (match,) = drawn(stage)
    deals(stage, match, (1, 2, False))
    bell(stage, match, 1)
    card = visitor.page(path(computed(stage))).one("article", "tbl")
    assert "同分，还要分出先后" in card.text
    assert "加赛" in card.one("h3").text


def test_a_hand_after_a_gap_is_not_counted_yet(visitor: Visitor) -> None:
    stage = health_hall()
    play(stage, code(stage, 3), dealt(stage, 5, 2, (1, 1, True)))
    page = sheet(visitor, computed(stage), 3)
    assert "前面缺局，先不算" in hands(page)[-1].text
    assert figures(hands(page)[-1]) == ["–", "–", "–"]
    assert "缺第 3 局" in page.one("header", "head").text


def test_a_fine_stands_under_its_hand_and_in_the_total(visitor: Visitor) -> None:
    stage = hall("doudizhu-refill", teams=3, players=1, overrides={"tally_rules.time.minutes": 40})
    (match,) = drawn(stage)
    deals(stage, match, (1, 2, True))
    penalty_give(
        competition=stage.competition,
        match=match,
        game=1,
        number=1,
        penalty={"code": "dropped_card", "side": "1", "count": 1},
        key=new_key(),
        by=stage.chief,
        reason="掉了一张",
    )
    page = sheet(visitor, computed(stage), 1)
    assert "牌掉到地上，罚 2" in page.one("p", "fine").text
    foot = page.all("table", "hands3")[0].one("tfoot").all("tr")
    assert foot[0].text == "各局之后+4−2−2"
    assert foot[1].text == "合计扣了罚分+2−2−2"


def test_a_forfeited_table_is_said(visitor: Visitor) -> None:
    stage = health_hall()
    match_forfeit(competition=stage.competition, match=code(stage, 3), sides=["2"], key=new_key(), reason="没有到场", by=stage.chief)
    page = sheet(visitor, computed(stage), 3)
    assert "弃权" in page.one("header", "head").text
    assert [seat.text for seat in page.all("div", "away")] != []


def test_a_game_of_the_ladder_says_who_won_and_how(visitor: Visitor) -> None:
    page = sheet(visitor, ladder_hall(), 1)
    rows = page.all("table")[0].one("tbody").all("tr")
    assert [row.all("td")[-1].text for row in rows] == ["胜", "负", "负"]
    assert [row.all("td")[1].text for row in rows] == ["地主", "农民", "农民"]
    assert "003·一·六" in page.text


def test_rounds_name_their_stage_and_every_table(visitor: Visitor) -> None:
    stage = repechage_hall()
    first, second, third, *_ = visitor.page(path(stage, "rounds/")).all("section", "round")
    assert "初赛 · 已交 6/6 桌" in first.text
    assert len(first.one("ul", "trios").all("li")) == 6
    assert "复赛" in second.text
    assert "复活赛 · 还没开始" in third.text
    page = visitor.page(path(stage, "rounds/2/"))
    assert page.one("h1").text == "复赛"
    lines = page.one("table", "tables").one("tbody").all("tr")
    assert len(lines) == 2
    assert "+2" in lines[0].text
    assert "限时 20 分钟" in lines[0].text


def test_a_player_is_found_with_the_other_two(visitor: Visitor) -> None:
    health_hall("found")
    found = visitor.page("/e/found/?q=签号 3").one("section", "found").all("li")
    assert len(found) == 1
    assert "3号位" in found[0].text
    assert "对赵小一、冯小二" in found[0].text


def now(visitor: Visitor, event: str) -> str:
    return visitor.page(f"/e/{event}/").one("table", "now").one("tbody").all("tr")[-1].text


def test_the_home_says_who_leads_each_table_or_won(visitor: Visitor) -> None:
    health_hall("run")
    assert "1 桌 赵小一 +13" in now(visitor, "run")
    final_hall("won")
    assert f"赵小一冠军 · {team_name(0)}" in now(visitor, "won")
    ladder_hall("steps")
    assert "赵小一 1 级" in now(visitor, "steps")


def test_withheld_results_do_not_lead(visitor: Visitor) -> None:
    for made, event in ((health_hall, "run"), (final_hall, "won"), (ladder_hall, "steps")):
        stage = made(event)
        stage.competition.visibility = "official"
        stage.competition.save()
        text = now(visitor, event)
        assert "+" not in text
        assert "冠军" not in text
        assert "级" not in text
        assert "+13" not in visitor.page(path(stage, "rounds/1/")).text


def test_a_way_is_explained_hand_by_hand(visitor: Visitor) -> None:
    stage = final_hall()
    page = visitor.page(path(stage, f"why/{stage.entrants[stage.teams[0]][0]}/"))
    assert page.one("h1").text == "怎么拿到冠军"
    first, last = page.all("article", "leg")
    assert "晋级" in first.one("h2").text
    assert "+12" in first.one("p", "leg-line").text
    assert [line.text for line in last.one("ol", "own-hands").all("li")] == ["1 地主 +6", "2 都不叫 0", "3 农民 −2", "4 地主 +2"]
    assert page.one("aside", "margin").all("p", "clause")
    row = visitor.page(path(stage, f"why/{stage.entrants[stage.teams[0]][0]}/?fragment=row"))
    assert len(row.one("div", "calc").all("article", "leg")) == 2
    assert visitor.get(path(stage, "why/e000000000000/")).status_code == 404


def test_my_player_is_kept_at_the_foot(another: Callable[[], Visitor]) -> None:
    stage = final_hall()
    visitor = another()
    entrant = stage.entrants[stage.teams[0]][0]
    visitor.client.post(path(stage, "mine/"), {"team": entrant})
    mine = visitor.page(path(stage)).one("aside", "mine")
    assert mine.get("data-mine") == entrant
    assert mine.one("span", "big").text == "+6"
