"""The table page of 斗地主 where a rulebook has something of its own: rounds of bids, call or pass, forms, shown hands, beans, stacks."""

import pytest
from playwright.sync_api import expect

from tests.floor.table_hall import PATIENCE, Hall, band, taps
from tests.floor.three_hall import at, names, recorded, refused, save, tap, three_hall, three_rig

__all__ = ["three_hall", "three_rig"]  # fixtures

pytestmark = pytest.mark.browser


@at("ladder")
def test_a_hand_of_the_ladder_is_three_taps(three_hall: Hall) -> None:
    page = three_hall.device("1-1", width=360, height=740)
    who = names(page)
    assert page.locator("#asks [data-do=none], #asks [data-do='bid:0'], #asks [data-do=allpass]").count() == 0  # the third has to call
    page.locator("#call").click()
    expect(page.locator("#sheet-call")).to_be_visible()
    page.keyboard.press("Escape")
    taps(page)
    save(page, "claim:2:1", "out:3")
    band(page, f"已记 第1局 {who['1']} 输")
    assert taps(page) == 3
    assert recorded(three_hall, 1) == {"hand": 1, "first_bidder": 2, "bids": [0, 0, 1], "landlord": 1, "out": 3}


@at("forms")
def test_each_of_three_signs_the_form_of_his_own(three_hall: Hall) -> None:
    pages = {seat: three_hall.device(f"{seat}-1", width=360 if seat == "2" else 1280) for seat in "123"}
    for seat, page in pages.items():
        expect(page.locator("[data-form].own")).to_have_attribute("data-form", seat)
        expect(page.locator("[data-form='3']")).to_contain_text("地主 负")
        expect(page.locator("[data-form='2']")).to_contain_text("农民 胜")
        expect(page.locator("#forms-odd")).to_have_text("明牌翻的位置不对：请裁判定〔003·一·二1〕")
        expect(page.locator("#slot-hint")).to_contain_text(f"都对吗？ {names(page)['1']} 胜、{names(page)['2']} 胜、{names(page)['3']} 负")
        taps(page)
        page.locator("#yes").click()
        expect(page.locator(f"[data-form='{seat}'] [data-signed]")).to_have_text("✓ 已签", timeout=PATIENCE)
        assert taps(page) == 1
        if seat != "3":
            expect(page.locator("#five-title")).to_have_text("打完了，等各家核对")
    expect(pages["3"].locator("#five-title")).to_have_text("已核对", timeout=PATIENCE)
    assert three_hall.entries("confirmation") == 3


@at("decided")
def test_what_a_penalty_decided_before_any_hand_asks_for_no_signature(three_hall: Hall) -> None:
    page = three_hall.device("2-1", width=360, height=740)
    who = names(page)
    three_hall.act(
        "chief_referee",
        'from events.services.penalties import penalty_give; fine = {"code": "l4", "side": "2", "count": 1}; '
        'penalty_give(competition=competition, match="r1-t1", penalty=fine, key="decided-l4-1", by=by, reason="没有赶上")',
    )
    expect(page.locator("#calm-title")).to_have_text("本桌由裁判的判罚决定", timeout=PATIENCE)
    expect(page.locator("#calm-text")).to_have_text(f"没有记录要核对，不用签名。 {who['1']} 不计、{who['2']} 负、{who['3']} 不计")
    for hidden in ("#yes", "#no", "#save", "#five"):
        expect(page.locator(hidden)).to_be_hidden()


@at("ten")
def test_a_shown_hand_doubles_and_is_asked_only_where_the_rulebook_has_it(three_hall: Hall) -> None:
    page = three_hall.device("1-1")
    expect(page.locator("#at-hand")).to_have_text("第1局 · 已打 0/10")
    tap(page, "first:1", "bid:3", "out:1", "none", "part:shown:yes")
    expect(page.locator("[data-pv='1'] [data-part=points]")).to_have_text("+12", timeout=PATIENCE)
    expect(page.locator("[data-ask=dbl] [data-answer]")).to_have_text("明牌 ×2")
    page.locator("#save").click()
    band(page, "已记 第1局")
    page.locator("[data-do='fix:1']").first.click()
    expect(page.locator("#fixing-text")).to_contain_text("李国庆 3 分 明牌")
    expect(page.locator("[data-do='part:shown:yes']")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-do='part:shown:no']").click()
    expect(page.locator("[data-pv='1'] [data-part=points]")).to_have_text("+6", timeout=PATIENCE)
    page.locator("#save").click()
    band(page, "第1局 已更正为 李国庆 3 分")
    expect(page.locator("[data-seat='1'] [data-total]")).to_have_text("6", timeout=PATIENCE)
    assert (three_hall.entries("hand"), three_hall.entries("correction")) == (1, 1)


@at("beans")
def test_beans_change_hands_and_always_add_up(three_hall: Hall) -> None:
    page = three_hall.device("1-1", width=360, height=740)
    who = names(page)
    save(page, "landlord:1", "out:1", "usual")
    band(page, f"已记 第1局 {who['1']} +2  {who['2']} −1  {who['3']} −1")
    assert taps(page) == 4
    assert recorded(three_hall, 1) == {"hand": 1, "landlord": 1, "out": 1, "transfers": {"1": 2, "2": -1, "3": -1}}
    expect(page.locator("[data-seat='1'] [data-total]")).to_have_text("17", timeout=PATIENCE)
    tap(page, "landlord:3", "out:3", "pay:1:3")
    page.locator("#save").click(force=True)
    expect(page.locator("#slot-reason")).to_have_text(f"还差：{who['2']} 的豆")
    tap(page, "more")
    refused(page, "pay:2:15", f"{who['2']} 只付得起 14 颗")
    tap(page, "pay:2:14")
    expect(page.locator("#pv-2")).to_contain_text("三家合计 45 ✓", timeout=PATIENCE)
    expect(page.locator("#pv-2")).to_contain_text(f"{who['2']} 输光")
    page.locator("#save").click()
    expect(page.locator("#five-title")).to_have_text("打完了，等各家核对", timeout=PATIENCE)
    assert recorded(three_hall, 2) == {"hand": 2, "landlord": 3, "out": 3, "transfers": {"1": -3, "2": -14, "3": 17}}


@at("stack")
def test_stacks_start_with_what_everybody_brings_and_the_table_ends_with_a_bust(three_hall: Hall) -> None:
    page = three_hall.device("1-1")
    who = names(page)
    expect(page.locator("[data-seat='2']")).to_contain_text("筹码 300")
    save(page, "first:1", "bid:10", "bid:30", "out:1", "none", "part:bombs:2")
    band(page, f"{who['2']} −240")
    assert taps(page) == 7
    expect(page.locator("#felt-note")).to_contain_text("三家合计 900 ✓", timeout=PATIENCE)
    tap(page, "bid:0", "bid:0")
    refused(page, "bid:10", "前两家不叫，第三家至少叫 20 分〔003·三·二〕")
    tap(page, "bid:20", "out:1", "none")
    tap(page, "part:bombs:1")
    expect(page.locator("[data-pv='2'] [data-part=total]")).to_have_text("筹码 20", timeout=PATIENCE)
    tap(page, "part:bombs:3")
    expect(page.locator("#pv-2")).to_contain_text(f"{who['2']} 输光", timeout=PATIENCE)
    page.locator("#save").click()
    expect(page.locator("[data-seat='2'] [data-tag=bust]")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#five-title")).to_have_text("打完了，等各家核对", timeout=PATIENCE)


@at("circles")
def test_the_auction_goes_round_until_two_pass(three_hall: Hall) -> None:
    page = three_hall.device("1-1")
    who = names(page)
    expect(page.locator("#bid-title")).to_have_text(f"轮到 {who['1']} 叫")
    tap(page, "bid:0", "bid:0", "bid:0")
    expect(page.locator("#bid-title")).to_have_text(f"轮到 {who['1']} 叫")  # once more
    tap(page, "bid:1", "bid:2", "bid:0")
    expect(page.locator("[data-seat='1'] button.say")).to_contain_text("不叫 · 1 分")
    tap(page, "bid:0")
    expect(page.locator("[data-ask=bid] [data-answer]")).to_have_text(f"{who['2']} 地主 2 分")
    assert page.locator("#spring-name").count() == 0  # not in this rulebook
    save(page, "out:2", "none")
    band(page, "已记 第1局")
    assert three_hall.entries("hand") == 1
