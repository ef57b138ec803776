"""The table page in a real Chromium over plain HTTP: taps, keyboard, sizes, and an outbox that neither loses nor doubles."""

import pytest
from playwright.sync_api import Route, expect

from tests.floor.table_hall import FITS, PATIENCE, Hall, band, hall, places, running, save, taps
from tests.rig.browser import HALL

__all__ = ["hall", "places", "running"]  # fixtures

pytestmark = pytest.mark.browser


def test_taps_of_every_way_to_enter_a_hand(hall: Hall) -> None:
    page = hall.device("NS-1")
    assert not page.evaluate("isSecureContext")
    save(page, "NS:double_down")
    band(page, "已记 第1局 南北双下 +5，本桌 5:0")
    assert taps(page) == 2
    page.locator("[data-do='mode:order']").click()
    taps(page)  # the way of entering stays chosen
    for seat in ("E", "W"):
        page.locator(f"[data-do='seat:{seat}']").click()
    page.locator("#save").click()
    band(page, "已记 第2局 东西双下 +5，本桌 5:5")
    assert taps(page) == 3
    for seat in ("N", "E", "W"):
        page.locator(f"[data-do='seat:{seat}']").click()
    page.locator("#save").click()
    band(page, "已记 第3局 南北上游+下游 +1，本桌 6:5")
    assert taps(page) == 4


def test_a_slip_is_six_taps_and_the_other_side_confirms_with_one(hall: Hall) -> None:
    page, checker = hall.device("NS-1"), hall.device("EW-1", width=360, height=740)
    page.locator("[data-do='mode:slip']").click()
    taps(page)
    for number, pick in enumerate(("NS:double_down", "EW:first_third", "NS:first_fourth", "NS:first_third", "EW:double_down"), 1):
        page.locator(f"[data-do='slip:{number}:{pick}']").click()
    expect(page.locator("#pv-number")).to_have_text("9:8")
    page.locator("#save").click()
    band(page, "本桌 9:8")
    assert taps(page) == 6
    expect(checker.locator("#five-ns")).to_have_text("9", timeout=PATIENCE)
    taps(checker)
    checker.locator("#yes").click()
    band(checker, "已核对 9:8")
    assert taps(checker) == 1
    expect(page.locator("#five-title")).to_have_text("已核对", timeout=PATIENCE)
    assert (hall.entries("hand"), hall.entries("confirmation")) == (5, 1)


def test_a_wrong_row_calls_the_referee_with_that_row(hall: Hall) -> None:
    page, checker = hall.device("NS-1"), hall.device("EW-1", width=360, height=740)
    for number in range(1, 6):
        save(page, "NS:first_third")
        band(page, f"已记 第{number}局")
    checker.locator("#no").click()
    checker.locator("[data-do='wrongrow:4']").click()
    expect(checker.locator("#sheet-called")).to_be_visible()
    assert hall.rig.rows("SELECT c.reason, c.hand_number FROM events_tablecall c ORDER BY c.id DESC LIMIT 1") == [("disagreement", 4)]


def test_what_was_saved_without_network_survives_a_reload_and_is_sent_once(hall: Hall) -> None:
    page = hall.device("NS-1")
    page.route("**/hands/", lambda route: route.abort())
    save(page, "NS:double_down")
    expect(page.locator("#conn-text")).to_have_text("未上传 1")
    page.reload()
    expect(page.locator("#conn-text")).to_have_text("未上传 1")
    expect(page.locator("#log-rows [data-row='1']")).to_contain_text("未上传")
    expect(page.locator("#at-hand")).to_have_text("第2局/5")
    assert hall.entries("hand") == 0
    page.unroute("**/hands/")
    expect(page.locator("#conn-text")).to_have_text("已连接", timeout=PATIENCE)
    assert hall.entries("hand") == 1


def test_an_answer_lost_on_the_way_is_asked_for_again_not_stored_again(hall: Hall) -> None:
    page = hall.device("NS-1")
    lost: list[int] = []
    keys: list[str] = []

    def stored_then_lost(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if not lost:
            lost.append(route.fetch(url=route.request.url.replace(HALL, "127.0.0.1")).status)
            route.abort()
        else:
            route.continue_()

    page.route("**/hands/", stored_then_lost)
    save(page, "EW:first_third")
    expect(page.locator("#conn-text")).to_have_text("已连接", timeout=PATIENCE)
    assert lost == [201]
    assert len(keys) > 1
    assert len(set(keys)) == 1  # another key would have been an echo: one entry too, but by luck
    assert hall.entries("hand") == 1
    expect(page.locator("#log-rows [data-row='1']")).to_contain_text("东西 上游+三游")


def test_a_page_of_another_network_is_no_answer(hall: Hall) -> None:
    page = hall.device("NS-1")
    page.route("**/hands/", lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>请登录 Wi-Fi</h1>"))
    save(page, "NS:double_down")
    expect(page.locator("#conn-text")).to_have_text("未上传 1")
    page.unroute("**/hands/")
    expect(page.locator("#conn-text")).to_have_text("已连接", timeout=PATIENCE)
    assert hall.entries("hand") == 1


def test_a_refused_item_stays_until_somebody_has_read_it(hall: Hall) -> None:
    page = hall.device("NS-1")
    page.route("**/table/state/", lambda route: route.abort())  # the page does not know yet
    hall.act(
        "referee",
        f'table_close(competition=competition, match=competition.matches.get(table={hall.table}).code, key="shut-the-table", by=by)',
    )
    save(page, "NS:double_down")
    expect(page.locator("#flag")).to_have_text("✕ 没采用 1", timeout=PATIENCE)
    page.unroute("**/table/state/")
    page.reload()
    page.locator("#flag").click()
    expect(page.locator("#refused-list")).to_contain_text("第1局 南北 双下")
    page.locator("[data-do=dismiss]").click()
    expect(page.locator("#flag")).to_be_hidden()
    page.reload()
    expect(page.locator("#notice")).to_contain_text("锁定")
    expect(page.locator("#flag")).to_be_hidden()
    assert hall.entries("hand") == 0


def test_two_devices_of_one_side_an_echo_and_a_conflict(hall: Hall) -> None:
    first, second = hall.device("NS-1"), hall.device("NS-2")
    for page in (first, second):
        page.route("**/table/state/", lambda route: route.abort())  # neither sees the other's
    save(first, "NS:double_down")
    band(first, "已记 第1局")
    save(second, "NS:double_down")
    band(second, "结果一样")
    save(first, "NS:first_third")
    band(first, "已记 第2局")
    save(second, "EW:first_third")
    band(second, "核对中：别处记的是 南北 上游+三游，您记的是 东西 上游+三游")
    second.unroute("**/table/state/")
    expect(second.locator("#log-rows [data-row='2']")).to_contain_text("另有记录：东西 上游+三游", timeout=PATIENCE)
    assert hall.entries("hand") == 3


def test_correct_and_take_back(hall: Hall) -> None:
    page = hall.device("NS-1")
    save(page, "NS:double_down")
    band(page, "已记 第1局")
    save(page, "EW:first_third")
    band(page, "已记 第2局")
    expect(page.locator("#log-rows [data-row='1'] .undo")).to_be_hidden()  # only the newest is taken back
    page.locator("[data-do='fix:1']").click()
    save(page, "NS:first_third")
    band(page, "第1局 已更正为 南北上游+三游 +3，本桌 3:3")
    page.locator("#log [data-do='undo:2']").click()
    page.locator("[data-do=undone]").click()
    band(page, "第2局 已撤回")
    expect(page.locator("#at-hand")).to_have_text("第2局/5")
    assert (hall.entries("correction"), hall.entries("void")) == (1, 1)


@pytest.mark.parametrize("hall", ["moving"], indirect=True)
def test_the_page_moves_to_the_next_round_by_itself(hall: Hall) -> None:
    page = hall.device("NS-1")
    expect(page.locator("#at-round")).to_have_text("第1轮")
    hall.act("organiser", 'round_open(competition=competition, number=2, by=by, force=True, reason="试", key="open-round-2")')
    expect(page.locator("#at-round")).to_have_text("第2轮", timeout=PATIENCE)
    expect(page.locator("#sheet-first")).to_be_visible()


def test_the_keyboard_alone_is_enough_and_a_poll_keeps_the_focus(hall: Hall) -> None:
    page = hall.device("NS-1")
    page.locator("[data-do='pick:NS:first_third']").focus()
    page.keyboard.press("Enter")
    with page.expect_response("**/table/state/"):
        pass
    assert page.evaluate("document.activeElement.dataset.do") == "pick:NS:first_third"
    page.locator("#save").focus()
    page.keyboard.press("Enter")
    band(page, "已记 第1局 南北上游+三游 +3")
    page.locator("#call").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sheet-call")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet-call")).to_be_hidden()


def test_a_grey_key_answers_with_its_reason(hall: Hall) -> None:
    page = hall.device("NS-1")
    page.locator("#save").click(force=True)
    expect(page.locator("#slot-reason")).to_contain_text("先点一个结果")


SMALL = """(least) => [...document.querySelectorAll('button')]
  .filter((key) => key.offsetParent && !key.closest('.tabs, .bar') && !key.matches('.how, .fold'))
  .map((key) => [key.textContent.trim(), key.getBoundingClientRect().height]).filter((one) => one[1] < least)"""
TINY = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const said = walk.currentNode.textContent.trim();
    const holder = walk.currentNode.parentElement;
    const size = parseFloat(getComputedStyle(holder).fontSize);
    if (said && holder.offsetParent && !holder.closest('.seal') && size < 22) found.push([said, size]);
  }
  return found;
}"""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 1024), (1280, 800)])
def test_sizes(hall: Hall, width: int, height: int) -> None:
    page = hall.device("NS-1", width=width, height=height)
    save(page, "NS:double_down")
    band(page, "已记 第1局")
    for mode in ("kind", "order", "slip"):
        page.locator(f"[data-do='mode:{mode}']").click()
        assert page.evaluate(FITS), mode
        assert page.evaluate(SMALL, 48) == [], mode
    page.locator("[data-size-switch] button").click()
    for mode in ("kind", "order", "slip"):
        page.locator(f"[data-do='mode:{mode}']").click()
        assert page.evaluate(FITS), mode
        assert page.evaluate(SMALL, 96) == [], mode
        assert page.evaluate(TINY) == [], mode


def test_without_scripts_the_page_asks_for_paper_and_promises_nothing(hall: Hall) -> None:
    cookies = hall.device("NS-1").context.cookies()
    context = hall.browser.new_context(java_script_enabled=False)
    context.add_cookies(cookies)  # type: ignore[arg-type]
    page = context.new_page()
    hall.pages.append(page)
    page.goto(f"{hall.rig.hall_url}/table/")
    expect(page.locator("noscript")).to_be_visible()
    assert "纸质报告单" in page.content()
    expect(page.locator("#save")).to_be_hidden()
    expect(page.locator("#conn")).to_be_hidden()
