"""The table page of 斗地主 in a real Chromium: taps, which calls are grey and why, who signs, sizes, and no network."""

import pytest
from playwright.sync_api import Route, expect

from tests.floor.table_hall import FITS, PATIENCE, Hall, band, taps
from tests.floor.test_browser_table import SMALL, TINY
from tests.floor.three_event import hand
from tests.floor.three_hall import at, names, recorded, refused, save, tap, three_hall, three_rig

__all__ = ["three_hall", "three_rig"]  # fixtures

pytestmark = pytest.mark.browser


@at("health")
def test_taps_of_ordinary_doubled_and_passed_out_hands(three_hall: Hall) -> None:
    page = three_hall.device("1-1")
    who = names(page)
    expect(page.locator("[data-ask=first] .q")).to_be_visible()  # the face-up card of the first hand: nobody else knows
    save(page, "first:3", "bid:3", "out:3", "none")
    band(page, f"已记 第1局 {who['1']} −3  {who['2']} −3  {who['3']} +6")
    assert taps(page) == 5
    expect(page.locator("#at-hand")).to_have_text("第2局")
    expect(page.locator("[data-seat='1']")).to_contain_text("该叫了")  # it rotates
    save(page, "bid:3", "out:2", "none")
    band(page, "已记 第2局")
    assert taps(page) == 4
    tap(page, "bid:1", "bid:2", "bid:0", "out:3")
    expect(page.locator("#spring-name")).to_have_text("春天")
    expect(page.locator("[data-seat='3'].lord")).to_be_visible()
    save(page, "none")
    band(page, "已记 第3局")
    assert taps(page) == 6
    expect(page.locator("#spring-name")).to_have_text("春天/反春")
    tap(page, "bid:0", "bid:1", "bid:2", "out:1")
    expect(page.locator("#spring-name")).to_have_text("反春")
    tap(page, "none", "part:spring:yes")
    save(page)
    band(page, "已记 第4局")
    assert taps(page) == 7
    save(page, "allpass")
    band(page, f"还是 {who['1']} 先叫")
    assert taps(page) == 2
    rows = page.locator("#log-rows .row")
    expect(rows).to_have_count(5)
    expect(rows.nth(0)).to_contain_text("都不叫")
    expect(rows.nth(1)).to_contain_text("反春 输")
    expect(page.locator("#felt-note")).to_contain_text("三家合计 0 ✓")
    assert three_hall.entries("hand") == 5


@at("back")
def test_a_call_is_taken_back_and_one_that_is_too_low_is_grey(three_hall: Hall) -> None:
    page = three_hall.device("1-1", width=360, height=740)
    who = names(page)
    tap(page, "bid:2")
    expect(page.locator("#bid-title")).to_have_text(f"轮到 {who['2']} 叫")
    expect(page.locator("[data-seat='2'].turn")).to_be_visible()
    refused(page, "bid:2", "前面已叫 2 分，要叫得更高〔000·二·(二)〕")
    refused(page, "allpass", "已经有人叫了 2 分")
    tap(page, "bid:3")
    expect(page.locator("[data-ask=bid] .fold")).to_contain_text(f"{who['2']} 地主 3 分")
    page.locator("[data-do='back:1']").click()
    expect(page.locator("#bid-title")).to_have_text(f"轮到 {who['1']} 叫")
    tap(page, "open:first", "first:3")
    expect(page.locator("#bid-title")).to_have_text(f"轮到 {who['3']} 叫")
    tap(page, "bid:3", "out:3", "none")
    expect(page.locator("#pv-2")).to_contain_text("这局该另一位先叫", timeout=PATIENCE)
    page.locator("[data-do='part:bombs:0']").click()
    page.locator("#save").click(force=True)
    expect(page.locator("#slot-reason")).to_have_text("还差：炸弹")


@at("three")
def test_pass_outs_raise_the_least_call_and_three_of_them_are_fined(three_hall: Hall) -> None:
    page, second, third = three_hall.device("1-1"), three_hall.device("2-1"), three_hall.device("3-1", width=360, height=740)
    who = names(page)
    expect(page.locator("#at-hand")).to_have_text("第3局 · 已打 0/3")
    refused(page, "bid:1", f"前几次都没人叫，{who['3']} 先叫至少 2 分〔003·八·二〕")
    tap(page, "bid:0", "bid:0")
    refused(page, "bid:1", "前两家不叫，第三家至少叫 2 分〔003·八·二〕")
    tap(page, "bid:0")
    expect(page.locator("#trio")).to_contain_text("−4", timeout=PATIENCE)
    expect(page.locator("#pv-2")).to_contain_text("连续第 3 次都不叫")
    save(page)
    band(page, "已记 第3局")
    taps(page)
    for number, first in ((4, 0), (5, 0), (6, 0)):
        save(page, *(["first:1"] if first else []), "bid:3", "out:1", "none")
        band(page, f"已记 第{number}局")
    expect(second.locator("#five-title")).to_have_text("这些都对吗？只要核对一次", timeout=PATIENCE)
    expect(page.locator("#five-title")).to_have_text("打完了，等各家核对", timeout=PATIENCE)
    taps(second)
    second.locator("#yes").click()
    band(second, "已核对")
    assert taps(second) == 1
    expect(third.locator("[data-signed='2']").first).to_have_text("✓ 已签", timeout=PATIENCE)
    expect(third.locator("[data-signed='3']").first).to_have_text("还没签")
    third.locator("#yes").click()
    expect(page.locator("#five-title")).to_have_text("已核对", timeout=PATIENCE)
    assert (three_hall.entries("hand"), three_hall.entries("confirmation")) == (6, 2)


@at("single")
def test_a_tie_is_followed_by_extra_hands_that_are_said_to_be_so(three_hall: Hall) -> None:
    page, second = three_hall.device("1-1"), three_hall.device("2-1")
    who = names(page)
    save(page, "first:1", "bid:2", "bid:0", "bid:0", "out:3", "none")
    expect(page.locator("#phase-note")).to_have_text(f"加赛：只给并列的 {who['2']}、{who['3']} 分先后，不计入合计", timeout=PATIENCE)
    expect(page.locator("#at-hand")).to_have_text("第2局 · 加赛 1/1")
    before = page.locator("[data-seat='2'] [data-total]").inner_text()
    page.route("**/hands/**", lambda route: route.abort())
    tap(page, "bid:3", "out:2", "none")
    expect(page.locator("#pv-2")).to_have_text("没连上，先记在这台设备上", timeout=PATIENCE)
    page.locator("#save").click()
    expect(page.locator("#conn-text")).to_have_text("未上传 1")
    page.unroute("**/hands/**")
    expect(page.locator("#five-title")).to_have_text("打完了，等各家核对", timeout=PATIENCE)
    assert page.locator("[data-seat='2'] [data-total]").inner_text() == before
    expect(second.locator("#sum-title")).to_have_text(f"三家合计 0 ✓ · 加赛后 {who['2']} 第 1、{who['3']} 第 2", timeout=PATIENCE)
    second.locator("#no").click()
    second.locator("[data-do='wrongrow:2']").click()
    expect(second.locator("#sheet-called")).to_be_visible()
    assert three_hall.rig.rows("SELECT c.reason, c.hand_number FROM events_tablecall c ORDER BY c.id DESC LIMIT 1") == [("disagreement", 2)]


@at("way")
def test_calls_tapped_while_the_last_hand_is_on_its_way_stay(three_hall: Hall) -> None:
    page = three_hall.device("1-1")
    held: list[Route] = []
    page.route("**/hands/", lambda route: held.append(route))
    save(page, "bid:3", "out:3", "none")
    expect(page.locator("#conn-text")).to_have_text("未上传 1")
    tap(page, "bid:1", "bid:2")  # who bids first next came with the preview
    held[0].continue_()
    expect(page.locator("#conn-text")).to_have_text("已连接", timeout=PATIENCE)
    expect(page.locator("#log-rows [data-row='3']")).to_contain_text("+6")
    expect(page.locator("[data-seat='1'] button.say")).to_contain_text("1 分")
    expect(page.locator("[data-seat='2'] button.say")).to_contain_text("2 分")
    assert recorded(three_hall, 3) == hand(3, 3)


@at("two")
def test_two_results_for_one_hand_are_both_kept_and_told(three_hall: Hall) -> None:
    page, other = three_hall.device("1-1"), three_hall.device("1-2")
    expect(page.locator("#at-hand")).to_have_text("第2局")
    other.route("**/table/state/", lambda route: route.abort())  # the other tablet does not know yet
    save(page, "bid:3", "out:2", "none")
    band(page, "已记 第2局")
    save(other, "bid:0", "bid:2", "bid:0", "out:1", "none")
    band(other, "第2局 核对中：别处记的是 吴美兰 3 分，您记的是 赵长河 2 分 输")
    expect(page.locator("#log-rows [data-row='2']")).to_contain_text("另有记录：赵长河 2 分 输", timeout=PATIENCE)
    expect(page.locator("#notice")).to_contain_text("第2局 核对中")
    assert three_hall.entries("hand") == 3


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 1024), (1280, 800)])
@at("sizes")
def test_sizes_and_a_footer_that_stays(three_hall: Hall, language: str, width: int, height: int) -> None:
    copy = (360, 768, 1280).index(width) + (4 if language == "en" else 1)
    page = three_hall.device(f"1-{copy}", width=width, height=height)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": three_hall.rig.hall_url}])
    for big in (False, True):
        page.goto(f"{three_hall.rig.hall_url}/table/")
        if big:
            page.locator("[data-size-switch] button").click()
        top = page.evaluate("document.getElementById('slot').getBoundingClientRect().top")
        for key in ("", "bid:1", "bid:3", "out:1", "none", "more"):
            if key and page.locator(f"#asks [data-do='{key}']:visible").count():
                tap(page, key)
            assert page.evaluate(FITS), key
            assert page.evaluate(SMALL, 96 if big else 48) == [], key
            assert not big or page.evaluate(TINY) == [], key
        assert page.evaluate("document.getElementById('slot').getBoundingClientRect().top") == top
