"""有争议，先停牌 in a real browser: raised in three taps, followed to the ruling, appealed once, and nothing is kept offline."""

import pytest
from playwright.sync_api import expect

from tests.floor.table_hall import FITS, PATIENCE, Hall, band, hall, places, running, save, taps

__all__ = ["hall", "places", "running"]
pytestmark = pytest.mark.browser

RULE = """
from events.services.disputes import dispute_rule, dispute_take
from events.models import Dispute
dispute = Dispute.objects.get(match__table={table}, match__competition=competition)
"""
TAKE = RULE + "dispute_take(competition=competition, dispute=dispute.pid, key='take-{table}-0001', by=by)"
DECIDE = RULE + (
    "dispute_rule(competition=competition, dispute=dispute.pid, key='rule-{table}-0001', by=by, outcome='changed', "
    "record=dict(hand=1, side='EW', kind='first_third'), clauses=['GD-08'], reason='看了牌')"
)
FINAL = """
from events.services.disputes import appeal_rule
from events.models import Dispute
dispute = Dispute.objects.get(match__table={table}, match__competition=competition)
ruling = dict(outcome='upheld', clauses=['GD-08'], reason='复查')
appeal_rule(competition=competition, dispute=dispute.pid, key='final-{table}-0001', by=by, **ruling)
"""


def test_a_table_raises_follows_and_appeals(hall: Hall) -> None:
    scorer, checker = hall.device("NS-1"), hall.device("EW-1", width=360, height=740)
    save(scorer, "NS:double_down")
    band(scorer, "已记")
    expect(checker.locator("li.row:visible").first).to_be_visible(timeout=PATIENCE)
    taps(checker)
    checker.locator("#call").click()
    checker.locator("[data-do=dispute]").click()
    checker.locator("[data-do='subject:result']").click()
    checker.locator("#disputed-rows [data-do='disputed:1']").click()
    assert taps(checker) == 4  # 叫裁判, then three
    for page in (scorer, checker):
        expect(page.locator("#dispute")).to_be_visible(timeout=PATIENCE)
        expect(page.locator("#dispute-title")).to_contain_text("成绩不对")
        expect(page.locator("#dispute-text")).to_contain_text("已报告裁判")
        assert page.evaluate(FITS)
    expect(scorer.locator("#log-rows li").first).to_contain_text("核对中", timeout=PATIENCE)
    save(scorer, "EW:first_fourth")  # the others go on
    band(scorer, "已记")
    hall.act("referee", TAKE.format(table=hall.table))
    expect(checker.locator("#dispute-text")).to_contain_text("裁判在处理", timeout=PATIENCE)
    expect(checker.locator("#appeal")).to_be_hidden()
    hall.act("chief_referee", DECIDE.format(table=hall.table))
    expect(checker.locator("#dispute-text")).to_contain_text("改判", timeout=PATIENCE)
    expect(checker.locator("#dispute-text")).to_contain_text("〔")
    scorer.locator("#appeal").click()
    scorer.locator("[data-do=appealed]").click()
    expect(scorer.locator("#dispute-text")).to_contain_text("等裁判长裁决", timeout=PATIENCE)
    hall.act("chief_referee", FINAL.format(table=hall.table))
    expect(scorer.locator("#dispute-text")).to_contain_text("终裁", timeout=PATIENCE)
    expect(scorer.locator("#appeal")).to_be_hidden()
    assert [hall.entries(kind) for kind in ("dispute", "dispute_taken", "dispute_ruled", "appeal")] == [1, 1, 2, 1]


def test_when_it_was_noticed_may_be_said_and_costs_nobody_else_a_tap(hall: Hall) -> None:
    scorer, checker = hall.device("NS-1"), hall.device("EW-1", width=360, height=740)
    save(scorer, "NS:double_down")
    band(scorer, "已记")
    expect(checker.locator("li.row:visible").first).to_be_visible(timeout=PATIENCE)
    checker.locator("#call").click()
    checker.locator("[data-do=dispute]").click()
    checker.locator("[data-do='subject:result']").click()
    expect(checker.locator("#disputed-noticed")).to_be_hidden()
    checker.locator("#sheet-disputed [data-do=close]").click()
    checker.locator("#call").click()
    checker.locator("[data-do=dispute]").click()
    checker.locator("[data-do='subject:revoke']").click()
    expect(checker.locator("#disputed-rows [data-do='disputed:1']")).to_be_visible()  # the hand is asked at once, as ever
    checker.locator("[data-do=noticed]").click()
    expect(checker.locator("#noticed-trick")).to_have_text("第 1 圈")
    for _ in range(3):
        checker.locator("[data-do='trick:1']").click()
    checker.locator("[data-do='trick:-1']").click()
    assert checker.evaluate(FITS)
    checker.locator("[data-do='after:trick_ended']").click()
    expect(checker.locator("#noticed-said")).to_have_text("第 3 圈，这一圈已收")
    checker.locator("#disputed-rows [data-do='disputed:1']").click()
    expect(checker.locator("#dispute")).to_be_visible(timeout=PATIENCE)
    hall.act("referee", RULE.format(table=hall.table) + "assert dispute.noticed == dict(trick=3, after='trick_ended'), dispute.noticed")


def test_offline_it_says_so_and_keeps_nothing(hall: Hall) -> None:
    checker = hall.device("EW-1")
    checker.context.set_offline(True)
    checker.locator("#call").click()
    checker.locator("[data-do=dispute]").click()
    expect(checker.locator("#dispute-offline")).to_be_visible(timeout=PATIENCE)
    checker.locator("[data-do='subject:behaviour']").click()
    checker.locator("#sheet-disputed [data-do='disputed:']").click()
    expect(checker.locator("#slot-reason")).to_contain_text("什么也没有存下", timeout=PATIENCE)
    checker.context.set_offline(False)
    expect(checker.locator("#conn-text")).to_have_text("已连接", timeout=PATIENCE)
    checker.wait_for_timeout(1000)  # whatever were kept would have been sent with the first answer
    assert hall.entries("dispute") == 0
