"""Where a browser allows it (HTTPS, or the machine itself) the table page opens without a network, with its queue."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.weather.weather_hall import PATIENCE, Floor, emptied, floor, hall, held, running, save, table, tables, unsent

__all__ = ["floor", "hall", "running", "table", "tables"]  # fixtures

pytestmark = pytest.mark.browser

KEPT = "caches.open('mingpai-shell-1').then((shell) => shell.keys()).then((keys) => keys.map((key) => new URL(key.url).pathname))"


def test_a_reload_without_a_network_opens_the_page_with_its_queue(floor: Floor, table: int) -> None:
    page = floor.tablet(table, url=f"http://127.0.0.1:{floor.proxy.port}")
    assert page.evaluate("isSecureContext")
    page.wait_for_function("document.documentElement.dataset.shell === 'kept'", timeout=PATIENCE)
    floor.proxy.cut()
    save(page)
    unsent(page, 1)
    page.reload()
    unsent(page, 1)
    save(page, "EW:first_third")
    assert len(held(page)) == 2
    kept = page.evaluate(KEPT)
    assert "/table/" in kept
    assert [path for path in kept if path != "/table/" and not path.startswith("/static/")] == []
    floor.proxy.mend()
    emptied(page)
    assert floor.hall.written(table) == 2


def test_on_plain_http_the_page_works_without(floor: Floor, table: int) -> None:
    page = floor.tablet(table)
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    save(page)
    expect(page.locator("#slot-band")).to_contain_text("已记 第1局")


def kept_of(page: Page) -> str:
    """Whose page this browser keeps; "" for none."""
    found: str = page.evaluate(
        "caches.open('mingpai-shell-1').then((shell) => shell.match('/table/')).then((kept) => (kept ? kept.headers.get('X-Device') : ''))"
    )
    return found


def test_the_page_kept_is_one_devices_and_goes_with_it(floor: Floor, tables: Callable[[], int]) -> None:
    """Paired anew, the page of before is forgotten before the new one is asked for; revoked, nothing is kept at all."""
    first, second = tables(), tables()
    url = f"http://127.0.0.1:{floor.proxy.port}"
    page = floor.tablet(first, url=url)
    page.wait_for_function("document.documentElement.dataset.shell === 'kept'", timeout=PATIENCE)
    was = kept_of(page)
    assert was == page.evaluate("Mingpai.state.device.pid")
    held_up = page.context
    held_up.route("**/table/", lambda route: route.abort())  # the new page does not come; the old one must not come for it
    page.goto(f"{url}/pair/{floor.hall.codes[second - 1][0]}/")
    page.locator("form .btn.pri").click()
    page.wait_for_function("!document.getElementById('forgetful') || location.pathname !== '/table/'", timeout=PATIENCE)
    other = held_up.new_page()
    other.goto(f"{url}/arrive/")
    other.wait_for_function(
        "caches.open('mingpai-shell-1').then((shell) => shell.match('/table/')).then((kept) => !kept)", timeout=PATIENCE
    )
    held_up.unroute("**/table/")
    other.goto(f"{url}/table/")
    expect(other.locator("body")).to_have_attribute("data-place", re.compile(f"/{second}$"))
    other.wait_for_function("caches.open('mingpai-shell-1').then((shell) => shell.match('/table/')).then(Boolean)", timeout=PATIENCE)
    assert kept_of(other) not in ("", was)
    floor.hall.revoke(second)
    other.wait_for_function(
        "caches.open('mingpai-shell-1').then((shell) => shell.match('/table/')).then((kept) => !kept)", timeout=PATIENCE
    )
