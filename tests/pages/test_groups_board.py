"""The leaderboard of groups of three: cards with totals, lines and stacks, the last hand in words, who goes on, the champion."""

import re
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.models import Match
from events.services.hands import hand_record
from events.services.table_clock import table_clock_set
from tests.cast import Stage, team_name
from tests.events.score_kit import new_key
from tests.pages.conftest import Visitor, computed, path
from tests.pages.document import Element
from tests.pages.halls import hall
from tests.pages.three_halls import beans_hall, dealt, final_hall, health_hall, stack_hall

pytestmark = pytest.mark.django_db

MOST_QUERIES = 9


def cards(page: Element) -> list[Element]:
    return page.all("article", "tbl")


def totals(card: Element) -> list[str]:
    return [seat.one("dd").text for seat in card.all("div", "trio-seat")]


def test_a_card_a_table_with_three_totals_the_lead_and_the_last_hand(visitor: Visitor) -> None:
    page = visitor.page(path(health_hall()))
    assert page.one("h1").text == "初赛"
    one, two, three = cards(page)
    assert totals(one) == ["+13", "−11", "−2"]
    assert ["ahead" in seat.classes for seat in one.all("div", "trio-seat")] == [True, False, False]
    assert "代确认" in one.one("h3").text
    assert one.all("p")[-1].text.endswith("叫 1，没有翻倍，地主胜：−1 / −1 / +2")
    assert "炸弹 2、春天 ×8，地主胜：−24 / −24 / +48" in two.text
    assert "待三家核对" in two.one("h3").text
    assert "反春 ×2，地主败：−4 / +2 / +2" in three.text
    assert three.one("h3").text.endswith("先叫")
    assert "三家合计总是 0" in page.text


def test_lines_of_running_totals_end_in_their_seats(visitor: Visitor) -> None:
    drawing = cards(visitor.page(path(health_hall())))[0].one("svg", "ways")
    assert drawing.get("role") == "img"
    assert "+13" in drawing.get("aria-label")
    lines = {line.text: line for line in drawing.all("text")}
    assert set(lines) == {"1", "2", "3"}
    assert "ahead" in lines["1"].classes
    heights = sorted(float(line.get("y")) for line in lines.values())
    assert all(below - above >= 14 for above, below in pairwise(heights))
    assert all(len(line.get("points").split()) == 5 for line in drawing.all("polyline"))


def test_who_goes_on_is_still_in_and_who_is_out_shares_a_rank(visitor: Visitor) -> None:
    lines = visitor.page(path(health_hall())).one("table", "standings").one("tbody").all("tr")
    places = [line.one("td", "rank").text for line in lines]
    assert places == ["在赛"] * 5 + ["4并列"] * 4
    assert "初赛 +13 第 1" in lines[0].text


def test_the_final_gives_a_champion(visitor: Visitor) -> None:
    page = visitor.page(path(final_hall()))
    assert team_name(0) in page.one("p", "champion").text
    lines = page.one("table", "standings").one("tbody").all("tr")
    assert [line.one("td", "rank").text for line in lines[:3]] == ["1", "2", "3"]
    assert "初赛 +12 第 1 → 决赛 +6 第 1" in lines[0].text
    assert page.one("h1").text == "决赛"


def test_stacks_are_parts_of_what_all_hold(visitor: Visitor) -> None:
    one, two, three = cards(visitor.page(path(stack_hall())))
    assert totals(one) == ["900", "0出局", "0出局"]
    assert "900 + 0 + 0 = 900" in one.text
    assert totals(two) == ["300", "240", "360"]
    bar = two.one("svg", "sbar")
    assert bar.get("aria-label").endswith("合计 900")
    widths = [float(part.get("width").removesuffix("%")) for part in bar.all("rect")]
    assert sum(widths) == pytest.approx(100, abs=0.1)
    assert [round(width) for width in widths] == [33, 27, 40]
    low = [part for part in bar.all("rect") if "low" in part.classes]
    assert [part.get("fill") for part in low] == ["url(#hatch)"]
    assert "末位 " in two.text
    assert totals(three) == ["300", "300", "300"]
    assert "末位" not in three.text


def test_beans_add_up_too_and_nobody_bid(visitor: Visitor) -> None:
    one, _two = cards(visitor.page(path(beans_hall())))
    assert "20 + 11 + 14 = 45" in one.text
    assert "叫" not in one.text
    assert "当地主，地主败：+1 / −2 / +1" in one.text


def test_the_time_of_a_table_is_told_without_a_script(visitor: Visitor) -> None:
    stage = health_hall()
    told = [card.all("time") for card in cards(visitor.page(path(stage)))]
    assert [len(found) for found in told] == [0, 0, 1]
    assert re.fullmatch(r"打到 \d\d:\d\d", told[2][0].text)
    assert told[2][0].get("data-until").isdigit()
    match = Match.objects.get(competition=stage.competition, table=3).code
    table_clock_set(competition=stage.competition, match=match, act="paused", key=new_key(), by=stage.referee, reason="核牌")
    page = visitor.page(path(computed(stage)))
    assert not page.all("time")
    assert "停表" in cards(page)[2].text


def test_a_hand_under_review_tells_no_figures(visitor: Visitor) -> None:
    stage = health_hall()
    match = Match.objects.get(competition=stage.competition, table=3).code
    other = dealt(stage, 2, 2, (1, 2, True))
    hand_record(competition=stage.competition, match=match, record=other, key=new_key(), by=stage.chief)
    card = cards(visitor.page(path(computed(stage))))[2]
    assert "核对中" in card.one("h3").text
    assert card.all("p")[-1].text == "第 2 局 ◐ 核对中".replace("◐ ", "")
    assert totals(card) == ["−7", "+8", "−1"]


def test_before_the_draw(visitor: Visitor) -> None:
    stage = computed(hall("healthcup-doudizhu", teams=4, players=1))
    page = visitor.page(path(stage))
    assert "4 人报名 · 还没抽签" in page.one("header", "head").text
    assert not cards(page)
    assert "等抽签排桌" in page.text
    assert len(page.one("table", "standings").one("tbody").all("tr")) == 4


def test_it_costs_the_same_however_many_tables(visitor: Visitor) -> None:
    costs = []
    for made in (beans_hall, stack_hall):
        stage: Stage = made()
        with CaptureQueriesContext(connection) as captured:
            visitor.page(path(stage))
        costs.append(len(captured))
    assert costs[0] == costs[1] <= MOST_QUERIES
