"""What is saved on a tablet is kept there until the server has it, whatever becomes of the network, the page and the browser's storage."""

import re

import pytest
from playwright.sync_api import Dialog, Route, expect

from tests.rig.browser import HALL
from tests.weather.weather_hall import PATIENCE, Floor, emptied, floor, hall, held, pair, running, save, table, tables, unsent

__all__ = ["floor", "hall", "running", "table", "tables"]  # fixtures

pytestmark = pytest.mark.browser

NO_DATABASE = "Object.defineProperty(window, 'indexedDB', { value: undefined });"
DEAD_DATABASE = "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };"
SILENT_DATABASE = "IDBFactory.prototype.open = () => ({});"
NO_STORAGE = """
Storage.prototype.setItem = function (name, value) {
  if (name.startsWith('mingpai.outbox.')) throw new DOMException('full', 'QuotaExceededError');
  localStorage[name] = value;
};
"""
# The page's clock, until somebody says that it is today.
EIGHT_DAYS_AGO = """
if (!localStorage.getItem('test.today')) {
  const now = Date.now;
  Date.now = () => now() - 8 * 24 * 3600 * 1000;
}
"""
# What had been written when each request for a hand left the page.
WATCH = """
window.order = [];
const plain = window.fetch;
window.fetch = function (url) {
  if (/hands|uploads/.test(String(url)) && !/preview/.test(String(url))) window.order.push('posted');
  return plain.apply(this, arguments);
};
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function () {
  this.transaction.addEventListener('complete', () => window.order.push('kept'));
  return put.apply(this, arguments);
};
"""


def test_an_item_is_in_the_database_before_it_is_posted(floor: Floor, table: int) -> None:
    page = floor.tablet(table, init=WATCH)
    assert not page.evaluate("isSecureContext")
    save(page)
    expect(page.locator("#slot-band")).to_contain_text("已记 第1局")
    assert page.evaluate("window.order")[:2] == ["kept", "posted"]
    emptied(page)


def test_a_cut_network_keeps_everything_and_nobody_can_miss_it(floor: Floor, table: int) -> None:
    page = floor.tablet(table)
    floor.proxy.cut()
    for pick in ("NS:double_down", "EW:first_third", "NS:first_fourth"):
        save(page, pick)
    unsent(page, 3)
    expect(page.locator("body")).to_have_class(re.compile("has-unsent"), timeout=PATIENCE)
    assert page.title().startswith("(未上传 3)")
    assert [item["state"] for item in held(page)] == ["queued"] * 3
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.evaluate("setTimeout(() => location.reload(), 0)")
    page.wait_for_timeout(1000)
    assert asked == ["beforeunload"]
    floor.proxy.mend()
    emptied(page)
    assert not page.title().startswith("(")
    assert floor.hall.written(table) == 3


def test_a_reload_in_the_middle_and_a_slow_network(floor: Floor, table: int) -> None:
    page = floor.tablet(table)
    floor.proxy.delay = 1.0
    for pick in ("NS:double_down", "EW:first_third"):
        save(page, pick)
    page.reload()
    save(page, "NS:first_third")
    page.reload()
    emptied(page)
    assert floor.hall.written(table) == 3


def test_a_flapping_network_and_answers_lost_on_the_way(floor: Floor, table: int) -> None:
    page = floor.tablet(table)
    floor.proxy.share_lost = 0.5
    floor.proxy.flap(on=0.4, off=0.4)
    for pick in ("NS:double_down", "EW:first_third", "NS:first_fourth", "NS:first_third", "EW:double_down"):
        save(page, pick)
    page.wait_for_timeout(3000)  # several times up and down
    floor.proxy.steady()
    floor.proxy.share_lost = 0.0
    emptied(page)
    assert floor.hall.written(table) == 5


def test_a_captive_portal_takes_nothing(floor: Floor, table: int) -> None:
    page = floor.tablet(table)
    floor.proxy.portal = True
    save(page)
    unsent(page, 1)
    page.locator("#conn").click()
    page.locator("#unsent-retry").click()
    page.wait_for_timeout(2500)
    unsent(page, 1)
    assert len(held(page)) == 1
    floor.proxy.portal = False
    emptied(page)
    assert floor.hall.written(table) == 1


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(NO_DATABASE, id="missing"),
        pytest.param(DEAD_DATABASE, id="refusing"),
        pytest.param(SILENT_DATABASE, id="silent", marks=pytest.mark.faults),
    ],
)
def test_without_a_database_local_storage_keeps_it(floor: Floor, table: int, broken: str) -> None:
    page = floor.tablet(table, init=broken)
    floor.proxy.cut()
    save(page)
    unsent(page, 1)
    floor.proxy.mend()
    page.route("**/hands/", lambda route: route.abort())
    page.reload()
    unsent(page, 1)
    expect(page.locator("body")).not_to_have_class(re.compile("has-volatile"))
    page.unroute("**/hands/")
    unsent(page, 0)
    assert floor.hall.written(table) == 1


def test_without_any_storage_the_page_says_so_loudly(floor: Floor, table: int) -> None:
    page = floor.tablet(table, init=NO_DATABASE + NO_STORAGE)
    floor.proxy.cut()
    save(page)
    expect(page.locator("body")).to_have_class(re.compile("has-volatile"), timeout=PATIENCE)
    expect(page.locator("#notice")).to_contain_text("不要关掉或刷新这一页")
    floor.proxy.mend()
    unsent(page, 0)
    assert floor.hall.written(table) == 1


def test_what_an_older_page_left_is_moved_over_and_sent_under_its_key(floor: Floor, table: int) -> None:
    page = floor.tablet(table)
    page.route("**/hands/", lambda route: route.abort())
    place, api = page.evaluate("[document.body.dataset.place, Mingpai.state.api]")
    code = page.evaluate("Mingpai.state.match.code")
    old = {
        "key": "00000000-0000-4000-8000-000000000001",
        "at": 1764493200000,
        "place": place,
        "url": f"{api}hands/",
        "body": {"record": {"hand": 1, "side": "NS", "kind": "double_down"}},
        "about": {"what": "hand", "match": code, "table": table, "hand": 1, "side": "NS", "kind": "double_down"},
        "state": "queued",
        "tries": 3,
    }
    name = f"mingpai.outbox.{old['at']:015d}.{old['key']}"
    page.evaluate("([name, item]) => localStorage.setItem(name, JSON.stringify(item))", [name, old])
    page.reload()
    unsent(page, 1)
    assert [item["key"] for item in held(page)] == [old["key"]]
    assert page.evaluate("(name) => localStorage.getItem(name)", name) is None
    page.unroute("**/hands/")
    emptied(page)
    assert floor.hall.count("x.key = %s", old["key"], table="events_ledgerentry") == 1


def test_what_was_saved_eight_days_ago_still_goes_out_under_its_key(floor: Floor, table: int) -> None:
    page = floor.tablet(table, init=EIGHT_DAYS_AGO)
    floor.proxy.cut()
    save(page)
    unsent(page, 1)
    kept = held(page)[0]
    page.evaluate("localStorage.setItem('test.today', 'yes')")
    page.close()
    again = floor.contexts[0].new_page()
    floor.proxy.mend()
    again.goto(f"{floor.proxy.url}/table/")
    emptied(again)
    assert again.evaluate("Date.now()") - kept["at"] > 8 * 24 * 3600 * 1000
    assert floor.hall.count("x.key = %s", kept["key"], table="events_ledgerentry") == 1
    assert floor.hall.written(table) == 1


def test_two_tabs_neither_double_nor_lose(floor: Floor, table: int) -> None:
    page = floor.tablet(table)
    other = page.context.new_page()
    other.goto(f"{floor.proxy.url}/table/")
    floor.proxy.cut()
    save(page, "NS:double_down")
    unsent(other, 1)
    save(other, "EW:first_third")
    unsent(page, 2)
    floor.proxy.mend()
    emptied(page)
    emptied(other)
    assert floor.hall.written(table) == 2


def test_a_refused_hand_stays_until_somebody_removes_it_expressly(floor: Floor, table: int) -> None:
    page = floor.tablet(table)
    floor.proxy.cut()
    save(page)
    save(page, "EW:first_third")
    floor.hall.shut(table)
    floor.proxy.mend()
    expect(page.locator("#flag")).to_contain_text("没采用 2", timeout=PATIENCE)
    page.locator("#conn").click()
    expect(page.locator("#unsent-refused")).to_contain_text("桌已锁")
    expect(page.locator("#unsent-refused")).to_contain_text("table_closed")
    page.locator("#unsent-refused [data-act=away]").first.click()
    expect(page.locator("#unsent-laid-title")).to_have_text("已收起 1")
    page.reload()
    page.locator("#conn").click()
    page.locator("#unsent-laid-title").click()
    expect(page.locator("#unsent-laid [data-part=why]")).to_contain_text("桌已锁")
    remove = page.locator("#unsent-laid [data-act=remove]")
    remove.click()
    expect(remove).to_have_text("再点一次，真的删掉")
    assert len(held(page)) == 2
    remove.click()
    expect(page.locator("#unsent-laid-part")).to_be_hidden()
    floor.hall.shut(table, again=False)
    page.locator("#unsent-refused [data-act=again]").click()
    emptied(page)
    assert floor.hall.written(table) == 1


def test_one_item_that_the_server_stumbles_over_does_not_hold_up_the_others(floor: Floor, table: int) -> None:
    page = floor.tablet(table)
    floor.proxy.cut()
    for pick in ("NS:double_down", "EW:first_third", "NS:first_fourth"):
        save(page, pick)
    poisoned = held(page)[0]["key"]

    def stumble(route: Route) -> None:
        if route.request.headers.get("idempotency-key", poisoned) == poisoned:
            route.fulfill(status=500, body="broken")
        else:
            route.continue_()

    page.route("**/uploads/", stumble)
    page.route("**/hands/", stumble)
    floor.proxy.mend()
    unsent(page, 1)
    assert [item["key"] for item in held(page)] == [poisoned]
    page.unroute("**/uploads/")
    page.unroute("**/hands/")
    emptied(page)


def test_a_revoked_device_keeps_what_it_holds_until_it_is_paired_anew(floor: Floor, table: int) -> None:
    page = floor.tablet(table)
    floor.proxy.cut()
    save(page)
    floor.hall.revoke(table)
    floor.proxy.mend()
    expect(page.locator("#conn-text")).to_have_text("要重新配对", timeout=PATIENCE)
    assert len(held(page)) == 1
    page.goto(f"{floor.proxy.url}/table/")
    band = page.locator("#unsent-band")
    expect(band).to_have_text("未上传 1")
    band.click()
    expect(page.locator("#unsent-rows")).to_contain_text("第1局")
    page.locator("[data-unsent=qr]").click()
    expect(page.locator("#unsent-qr-code svg")).to_be_visible()
    pair(page, f"{floor.proxy.url}/pair/{floor.hall.codes[table - 1][1]}/")
    emptied(page)
    assert floor.hall.written(table) == 1


@pytest.mark.faults
def test_the_server_is_killed_and_comes_back(floor: Floor, table: int) -> None:
    page = floor.tablet(table)
    floor.proxy.share_lost = 1.0
    save(page)
    floor.hall.rig.kill("web")
    save(page, "EW:first_third")
    unsent(page, 2)
    page.close()  # as a tablet that is switched off
    floor.proxy.share_lost = 0.0
    floor.hall.rig.restart("web")
    again = floor.contexts[0].new_page()
    again.goto(f"{floor.proxy.url}/table/")
    emptied(again)
    assert floor.hall.written(table) == 2
    assert HALL in again.url
