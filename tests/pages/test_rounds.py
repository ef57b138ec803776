"""Rounds, tables and one match: who sits where, the score, the state; and a dispute that stays at the desk."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import Stage, small_event, team_name
from tests.events.score_kit import by_kind, hand
from tests.pages.conftest import Visitor, computed, forfeit, path

pytestmark = pytest.mark.django_db


def test_every_round_of_the_plan_with_what_is_known_of_it(stage: Stage, visitor: Visitor) -> None:
    first, second, third = visitor.page(path(stage, "rounds/")).all("section", "round")
    assert "已交 4/4 桌 · 已核对" in first.text
    assert "已结束" in first.text
    assert f"{team_name(0)}34:8{team_name(3)}" in first.text
    assert f"{team_name(1)}27:8{team_name(2)}" in first.text
    assert "核对中 1" in second.text
    assert "还没开始" in third.text
    assert third.text.count("–") == 2
    assert all(name in third.text for name in map(team_name, range(4)))
    assert not third.all("a")


def test_one_round_table_by_table(stage: Stage, visitor: Visitor) -> None:
    page = visitor.page(path(stage, "rounds/1/"))
    lines = [line.text for table in page.all("table", "tables") for line in table.one("tbody").all("tr")]
    assert len(lines) == 4
    assert "25:0" in lines[0]
    assert "已核对" in lines[0]
    assert "待核对" in lines[2]
    assert "18:0" in lines[3]
    assert "弃权" in lines[3]
    assert "在打 1/5" not in page.text
    assert "核对中" in visitor.page(path(stage, "rounds/2/")).one("main").text


def test_seats_of_a_round_to_come_are_not_told(stage: Stage, visitor: Visitor) -> None:
    page = visitor.page(path(stage, "rounds/3/"))
    assert not [line for table in page.all("tbody") for line in table.all("tr")]
    assert "小明" not in page.one("main").text


def test_a_round_with_a_bye(visitor: Visitor) -> None:
    stage = computed(small_event(3, 1))
    assert "轮空" in visitor.page(path(stage, "rounds/")).text
    assert "本轮轮空" in visitor.page(path(stage, "rounds/1/")).text


def test_before_the_draw_there_are_no_rounds(visitor: Visitor) -> None:
    stage = computed(small_event(4, 2, drawn=False))
    assert visitor.get(path(stage, "rounds/")).status_code == 200
    assert visitor.get(path(stage, "rounds/1/")).status_code == 200


def test_one_match_hand_by_hand_with_its_entries(stage: Stage, visitor: Visitor) -> None:
    page = visitor.page(path(stage, f"tables/{stage.match(2).code}/"))
    hands, entries = page.all("table")
    assert [line.text for line in hands.one("tbody").all("tr")][:2] == ["1 南北 双下 505 : 0", "2 东西 上游+三游 035 : 3"]
    assert [cell.text for cell in hands.one("tfoot").all("td")][:2] == ["9", "8"]
    kinds = [line.one("b").text for line in entries.one("tbody").all("tr")]
    assert kinds == ["记一局"] * 5 + ["核对签字"]
    assert page.one("p", "result").text == "9:8"
    assert "000·四·(二)4" in page.one("aside", "margin").text


def test_a_dispute_is_under_review_and_the_other_report_stays_at_the_desk(stage: Stage, visitor: Visitor) -> None:
    page = visitor.page(path(stage, f"tables/{stage.match(1, 2).code}/"))
    assert page.one("p", "result").text == "3:0"
    assert "核对中" in page.one("tr", "reviewed").text
    assert "上游+下游" not in page.one("tr", "reviewed").text
    assert "争议" not in page.text
    assert [line.text[:1] for line in page.all("table")[0].one("tbody").all("tr")] == ["1", "2", "3", "4", "5"]


def test_a_forfeit_says_that_its_hands_do_not_count(stage: Stage, visitor: Visitor) -> None:
    hand(stage, by_kind(1), table=4, number=2)
    forfeit(stage, 4, "EW", number=2)
    page = visitor.page(path(computed(stage), f"tables/{stage.match(4, 2).code}/"))
    assert "已打的局不计" in page.text
    assert page.one("p", "result").text == "18:0"


def test_a_pair_that_forfeits_twice_is_annulled(stage: Stage, visitor: Visitor) -> None:
    forfeit(stage, 4, "NS", number=2)
    computed(stage)
    for number in (1, 2):
        page = visitor.page(path(stage, f"tables/{stage.match(4, number).code}/"))
        assert "这一场作废" in page.text
        assert page.one("p", "result").text == "不算"
    assert "作废" in visitor.page(path(stage, f"why/{stage.teams[2]}/")).all("table", "hands")[0].text


def test_a_correction_is_marked(stage: Stage, visitor: Visitor) -> None:
    assert "更正过" in visitor.page(path(stage, f"tables/{stage.match(1).code}/")).one("main").text


@pytest.mark.parametrize("rest", ["rounds/0/", "rounds/9/", "rounds/99999999999999999999/", "tables/r9-1v2-p1/", "tables/x/"])
def test_what_is_not_there_is_a_404(stage: Stage, visitor: Visitor, rest: str) -> None:
    assert visitor.get(path(stage, rest)).status_code == 404


def test_their_cost_does_not_grow_with_the_tables(visitor: Visitor) -> None:
    costs: dict[str, list[int]] = {}
    for pairs in (1, 4):
        stage = computed(small_event(4, pairs, code=f"hall{pairs}"))
        for rest in ("rounds/", "rounds/1/", f"tables/{stage.match().code}/", "ledger/"):
            with CaptureQueriesContext(connection) as captured:
                visitor.page(path(stage, rest))
            costs.setdefault(rest.split("/")[0] + str(rest.count("/")), []).append(len(captured))
    assert all(small == large <= 8 for small, large in costs.values()), costs


def test_a_table_at_play_says_of_how_many_hands(visitor: Visitor) -> None:
    stage = small_event()
    hand(stage, by_kind(1, "NS", "double_down"), table=1)
    page = visitor.page(path(computed(stage), f"tables/{stage.match(1).code}/"))
    assert page.one("header", "head").one("p", "meta").text == "在打 1/5"
