"""The table pages of 炒地皮, 80分 and 五子棋 in a real Chromium: taps, what the table shows next, sizes, and no network."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.floor.table_games_hall import games_hall, games_rig
from tests.floor.table_hall import FITS, PATIENCE, Hall, band, taps
from tests.floor.test_browser_table import SMALL, TINY

__all__ = ["games_hall", "games_rig"]  # fixtures

pytestmark = pytest.mark.browser


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f"#asks [data-do='{key}']").first.click()


def previewed(page: Page, text: str) -> None:
    expect(page.locator("#slot")).to_contain_text(text, timeout=PATIENCE)


@pytest.mark.parametrize("games_hall", ["second"], indirect=True)
def test_an_ordinary_hand_of_chaodipi_and_one_without_network(games_hall: Hall) -> None:
    page = games_hall.device("NS-1")
    expect(page.locator("#at-hand")).to_have_text("第2副")
    expect(page.locator("#ladder [data-level='7'] [data-at=NS]")).to_be_visible()
    expect(page.locator("#ladder-said")).to_contain_text("东西 必打2")
    tap(page, "set:trump:H", "ten:points:70", "five:points", "set:last:declarers")
    previewed(page, "南北 7→8")
    previewed(page, "下副庄家 南")
    previewed(page, "离下一档(80)差5")
    row = page.locator("#bands-rows [aria-current]")
    expect(row).to_be_in_viewport()
    expect(row).to_have_text("60–79 南北升1 → 8庄南")
    expect(page.locator("#bands-rows [data-least='80']")).to_have_text("80–99 换庄庄西")
    expect(page.locator("#time-left")).to_have_text(re.compile(r"还剩 (2:00|1:5\d)"))
    expect(page.locator("#ladder [data-level='8'] [data-to=NS]")).to_be_visible()
    page.locator("#save").click()
    band(page, "已记 第2副 75 分，南北 打8、东西 打2，南北 台上")
    assert taps(page) == 5
    expect(page.locator("#log-rows [data-row='1-2']")).to_contain_text("7→8")
    page.route("**/hands/**", lambda route: route.abort())
    tap(page, "set:trump:NT", "ten:points:80", "set:last:defenders", "set:dig:pair", "set:kitty:10")
    page.locator("#save").click()
    expect(page.locator("#conn-text")).to_have_text("未上传 1")
    expect(page.locator("#at-hand")).to_have_text("第4副")
    expect(page.locator("[data-ask=dealer]")).to_be_visible()  # levels and deal are not known before the server has the third
    page.unroute("**/hands/**")
    expect(page.locator("[data-ask=dealer]")).to_be_hidden(timeout=PATIENCE)
    expect(page.locator("[data-dealer=E]")).to_be_visible()
    assert games_hall.entries("hand") == 3


@pytest.mark.parametrize("games_hall", ["climbed"], indirect=True)
def test_a_hooked_hand_and_a_confirmation_of_each_hand(games_hall: Hall) -> None:
    page, checker = games_hall.device("NS-1", width=360, height=740), games_hall.device("EW-1", width=360, height=740)
    tap(page, "set:trump:S", "ten:points:80", "five:points", "set:last:defenders", "set:dig:single", "set:kitty:10", "set:hook:main")
    previewed(page, "南北 J→2（钩）")
    previewed(page, "85 + 底10×2 = 105")
    page.locator("#save").click()
    band(page, "南北 打2、东西 打2，东西 台上")
    assert taps(page) == 8
    for number in (1, 2, 3):
        expect(checker.locator("#five-title")).to_have_text(f"第{number}副 对吗？", timeout=PATIENCE)
        expect(checker.locator("#slot-hint")).to_contain_text(f"第{number}副")  # not the thanks for the one before
        expect(checker.locator("#slot-hint")).to_be_visible()
        expect(checker.locator(f"#five-rows [data-row='1-{number}']")).to_be_in_viewport()
        if number < 3:
            checker.locator("#yes").click()
    assert taps(checker) == 2
    expect(page.locator("#log-rows [data-row='1-2']")).to_contain_text("已核对", timeout=PATIENCE)
    checker.locator("#no").click()
    checker.locator("[data-do='wrongrow:1-3']").click()
    expect(checker.locator("#sheet-called")).to_be_visible()
    assert games_hall.rig.rows("SELECT c.reason, c.hand_number FROM events_tablecall c ORDER BY c.id DESC LIMIT 1") == [("disagreement", 3)]
    assert games_hall.entries("confirmation") == 2


@pytest.mark.parametrize("games_hall", ["rooms"], indirect=True)
def test_boards_of_eighty_in_any_order_and_a_trump_that_is_fixed(games_hall: Hall) -> None:
    page, east = games_hall.device("NS-1"), games_hall.device("EW-1")
    expect(page.locator("#at-room")).to_have_text("开室")
    tap(page, "set:trump:S", "ten:points:60", "set:last:declarers")
    previewed(page, "防守方(东西) 实得 60")
    page.locator("#save").click()
    band(page, "已记 1号牌 防守方(东西) 60，请东核对")
    assert taps(page) == 4
    east.locator("#yes").click(timeout=PATIENCE)
    band(east, "已核对 1号牌")
    expect(page.locator("#at-hand")).to_have_text("2号牌 · 2/8")
    page.locator("#other-board").click()
    page.locator("[data-do='board:3']").click()
    page.locator("#sure-yes").click()
    expect(page.locator("#board-trump")).to_have_text("红桃（已定）")
    taps(page)
    tap(page, "ten:points:0", "set:last:declarers")
    previewed(page, "0 光头")
    page.locator("#save").click()
    band(page, "已记 3号牌")
    assert taps(page) == 3
    expect(page.locator("#at-hand")).to_have_text("2号牌 · 2/8")
    expect(page.locator("#felt-note")).to_have_text("已记 2 / 8 副", timeout=PATIENCE)


@pytest.mark.parametrize("games_hall", ["pairs"], indirect=True)
def test_a_board_of_eighty_in_pairs_on_a_phone(games_hall: Hall) -> None:
    page = games_hall.device("NS-1", width=360, height=740)
    page.locator("[data-do='set:trump:NT']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-do='ten:points:0']")).to_be_focused()  # the answered question is folded away under the key
    tap(page, "ten:points:60", "five:points", "set:last:defenders", "set:dig:pair", "set:kitty:10")
    previewed(page, "65 + 底10×4 = 105")
    page.locator("#save").click()
    band(page, "已记 1号牌")
    assert taps(page) == 7
    assert games_hall.entries("hand") == 1


@pytest.mark.parametrize("games_hall", ["stones"], indirect=True)
def test_a_match_of_gomoku_is_two_taps_a_game(games_hall: Hall) -> None:
    page, checker = games_hall.device("NS-1", width=360, height=740), games_hall.device("EW-1", width=360, height=740)
    page.locator("[data-do='sheet:moves']").click()
    page.locator("[data-do='stone:8:8']").click()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#moves-said")).to_have_text("已点 2 手，下一手黑")
    second = page.locator("[data-do='stone:8:9']")
    expect(second).to_have_class("point w")
    assert second.get_attribute("cy") == "7", "row 1 lies at the bottom, as in the drawing of the recorded game"
    page.keyboard.press("Escape")
    tap(page, "won:NS:NS")
    expect(page.locator("#slot")).to_have_attribute("data-show", "reason", timeout=PATIENCE)  # these moves show another result
    page.reload()
    page.evaluate("window.taps = 0")
    for number, score in ((1, "1 : 0"), (2, "2 : 0")):
        key = "won:NS:NS" if number == 1 else "won:NS:EW"
        tap(page, key)
        previewed(page, score)
        page.locator("#save").click()
        band(page, f"已记 第{number}局")
        assert taps(page) == 2
    expect(page.locator("#at-hand")).to_have_text("已下完")
    checker.locator("#yes").click(timeout=PATIENCE)
    band(checker, "已核对 2:0")
    assert (games_hall.entries("hand"), games_hall.entries("confirmation")) == (2, 1)


ORDER = {
    "climbed": ("set:trump:S", "ten:points:60", "set:last:declarers"),
    "rooms": ("set:trump:H", "ten:points:60", "set:last:defenders", "set:dig:pair", "set:kitty:10"),
    "stones": ("won:NS:NS",),
}


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize("games_hall", ["climbed", "rooms"], indirect=True)
def test_sizes_on_a_phone_and_a_footer_that_stays(games_hall: Hall, language: str) -> None:
    page = games_hall.device("NS-2" if language == "en" else "NS-3", width=360, height=740)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": games_hall.rig.hall_url}])
    for big in (False, True):
        page.goto(f"{games_hall.rig.hall_url}/table/")
        if big:
            page.locator("[data-size-switch] button").click()
        top = page.evaluate("document.getElementById('slot').getBoundingClientRect().top")
        for key in ORDER[games_hall.code]:
            if page.locator(f"#asks [data-do='{key}']").first.is_visible():
                tap(page, key)
            assert page.evaluate(FITS), key
            assert page.evaluate(SMALL, 96 if big else 48) == [], key
            assert not big or page.evaluate(TINY) == [], key
        if page.locator("#bands-unfold").count():
            expect(page.locator("#bands-rows")).to_be_hidden()
            page.locator("#bands-unfold").click()
            expect(page.locator("#bands-rows")).to_be_visible()
            assert page.evaluate(FITS)
            assert page.evaluate(SMALL, 96 if big else 48) == []
            assert not big or page.evaluate(TINY) == []
        assert page.evaluate("document.getElementById('slot').getBoundingClientRect().top") == top
