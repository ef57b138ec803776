"""Where a browser allows it (HTTPS, or the machine itself) the table page opens without a network, with its queue."""

import pytest
from playwright.sync_api import expect

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
