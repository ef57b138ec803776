"""The roads that need no server: a file, QR codes, another address. Each ends with the item stored once and the tablet's queue empty."""

import io
import json
import random
import re
import string

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.weather.proxy import Proxy
from tests.weather.weather_hall import PATIENCE, Floor, emptied, floor, hall, held, pair, running, save, table, tables, unsent

__all__ = ["floor", "hall", "running", "table", "tables"]  # fixtures

pytestmark = pytest.mark.browser

PICKS = ("NS:double_down", "EW:first_third", "NS:first_fourth")
LETTERS = string.ascii_letters + string.digits + "-_/:#.、桌"
# Lengths at which a version, its length field or its number of blocks changes, and the most there can be.
LENGTHS = (1, 17, 18, 106, 107, 154, 230, 231, 271, 367, 858, 1003, 1400, 2000, 2953)


def seen(picture: bytes) -> list[str]:
    """What an independent reader finds in a picture."""
    return [code.text for code in zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))]


def official(floor: Floor, address: str) -> Page:
    """A referee's phone, signed in by a one-time link through the good network."""
    made = floor.hall.rig.manage("login_link", f"{floor.hall.code}-referee", "--base-url", floor.hall.rig.hall_url)
    link = re.search(r"/login/[A-Za-z0-9_-]+/", made.stdout)
    assert link, made.stdout + made.stderr
    page = floor.context(width=360, height=740).new_page()
    page.goto(address + link.group())
    page.locator("main form button").click()
    page.wait_for_url(lambda url: "/login/" not in url)
    return page


def received(page: Page) -> str:
    """The six digits, once they are there."""
    shown = page.locator("#arrive-receipt")
    expect(shown).to_have_text(re.compile(r"^\d{6}$"), timeout=PATIENCE)
    return shown.inner_text()


def stuck(floor: Floor, table: int, count: int = 3) -> Page:
    """A tablet with so many hands that its network does not let through."""
    page = floor.tablet(table)
    floor.proxy.cut()
    for pick in PICKS[:count]:
        save(page, pick)
    unsent(page, count)
    page.locator("#conn").click()
    return page


def test_the_codes_are_read_by_a_reader_of_somebody_else(floor: Floor, table: int) -> None:
    page = floor.tablet(table)
    chance = random.Random(20)
    page.set_viewport_size({"width": 900, "height": 900})
    for length in LENGTHS:
        text = ""
        while len(text.encode()) < length:
            text += chance.choice(LETTERS if length - len(text.encode()) >= 3 else LETTERS[:60])
        drawn = "(text) => { const svg = Mingpai.qr.draw(text, 'test'); svg.style.width = '860px'; document.body.replaceChildren(svg); }"
        page.evaluate(drawn, text)
        assert seen(page.screenshot()) == [text], length
    assert page.evaluate("Mingpai.qr.encode('x'.repeat(2954))") is None


def test_a_referee_scans_and_takes_in_and_the_tablet_finds_repeats(floor: Floor, table: int) -> None:
    page = stuck(floor, table)
    page.locator("[data-unsent=qr]").click()
    (address,) = seen(page.screenshot())
    assert address.startswith(f"{floor.proxy.url}/take-in/#")
    token = page.evaluate("localStorage.getItem('mingpai.token.' + Mingpai.state.device.pid)")
    assert token
    assert token not in address
    phone = official(floor, floor.hall.rig.hall_url)
    phone.goto(address.replace(floor.proxy.url, floor.hall.rig.hall_url))
    expect(phone.locator(".taken li")).to_have_count(3, timeout=PATIENCE)
    expect(phone.locator(".taken")).to_contain_text("第1局 南北 双下")
    assert floor.hall.written(table) == 0
    phone.locator("button[value=take]").click()
    expect(phone.locator(".taken .stored")).to_have_count(3)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    floor.proxy.mend()
    page.locator("[data-unsent=back]:visible").click()
    emptied(page)
    assert floor.hall.written(table) == 3


@pytest.mark.faults
def test_a_phone_that_is_not_signed_in_keeps_what_it_scanned(floor: Floor, table: int) -> None:
    page = stuck(floor, table, 1)
    page.locator("[data-unsent=qr]").click()
    (address,) = seen(page.screenshot())
    phone = floor.context(width=360, height=740).new_page()
    phone.goto(address.replace(floor.proxy.url, floor.hall.rig.hall_url))
    expect(phone.locator("main")).to_contain_text("要以裁判的身份收")
    assert "#" not in phone.url
    made = floor.hall.rig.manage("login_link", f"{floor.hall.code}-referee", "--base-url", floor.hall.rig.hall_url)
    link = re.search(r"/login/[A-Za-z0-9_-]+/", made.stdout)
    assert link
    phone.goto(floor.hall.rig.hall_url + link.group())
    phone.locator("main form button").click()
    phone.wait_for_url(lambda url: "/login/" not in url)
    phone.goto(f"{floor.hall.rig.hall_url}/take-in/")
    expect(phone.locator(".taken li")).to_have_count(1, timeout=PATIENCE)


@pytest.mark.faults
def test_many_items_make_several_codes_and_each_stands_for_itself(floor: Floor, table: int) -> None:
    page = stuck(floor, table)
    page.evaluate(
        """() => {
        const items = Mingpai.unsent.items();
        const more = (_one, i) => Object.assign({}, items[i % 3], { key: items[i % 3].key.slice(0, 30) + String(100000 + i) });
        Mingpai.unsent.items = () => Array.from({ length: 20 }, more);
    }"""
    )
    page.locator("[data-unsent=qr]").click()
    keys: list[str] = []
    pages = int(re.findall(r"\d+", page.locator("#unsent-qr-page").inner_text())[1])
    assert pages > 1
    for number in range(1, pages + 1):
        expect(page.locator("#unsent-qr-page")).to_have_text(f"第 {number} 张，共 {pages} 张")
        (address,) = seen(page.screenshot())
        items = page.evaluate("(text) => Mingpai.payload.unpack(text, '/api/v1/events/')", address.partition("#")[2])
        keys += [item["key"] for item in items]
        if number < pages:
            page.locator("#unsent-qr-next").click()
    assert len(set(keys)) == 20


def test_the_file_is_saved_and_taken_in_without_a_script(floor: Floor, table: int) -> None:
    page = stuck(floor, table)
    page.locator("[data-unsent=file]").click()
    with page.expect_download() as saving:
        page.locator("#unsent-file-save").click()
    text = saving.value.path().read_text(encoding="utf-8")
    assert saving.value.suggested_filename.endswith(".json")
    assert page.locator("#unsent-file-text").input_value() == text
    assert len(json.loads(text)["items"]) == 3
    page.locator("[data-unsent=select]").click()
    assert page.evaluate("window.getSelection().toString().length || document.activeElement.selectionEnd") >= len(text) - 1
    phone = official(floor, floor.hall.rig.hall_url)
    desk = floor.context(java_script_enabled=False, storage_state=phone.context.storage_state()).new_page()
    desk.goto(f"{floor.hall.rig.hall_url}/e/{floor.hall.code}/guandan/desk/take-in/")
    desk.locator("input[type=file]").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": text.encode()})
    desk.locator("button[value=show]").click()
    desk.locator("button[value=take]").click()
    expect(desk.locator(".taken .stored")).to_have_count(3)
    floor.proxy.mend()
    page.locator("[data-unsent=back]:visible").click()
    emptied(page)
    assert floor.hall.written(table) == 3


def test_at_a_new_address_the_items_arrive_under_their_keys(floor: Floor, table: int) -> None:
    page = stuck(floor, table)
    keys = sorted(item["key"] for item in held(page))
    with Proxy(floor.hall.rig.port) as proxy:
        moved = f"127.0.0.1:{proxy.port}"  # another host: another port of the same one would share its cookies
        page.locator("[data-unsent=move]").click()
        page.locator("#unsent-address").fill(moved)
        page.locator("[data-unsent=go]").click()
        page.wait_for_url(f"http://{moved}/arrive/**")
        expect(page.locator("#arrive-rows li")).to_have_count(3)
        expect(page.locator("#arrive-rows .said").first).to_have_text("第几副 1 · 哪一方 南北 · 双下")
        page.locator("#arrive-take").click()
        received(page)
        assert sorted(item["key"] for item in held(page)) == keys
        pair(page, f"http://{moved}/pair/{floor.hall.codes[table - 1][1]}/")
        emptied(page)
        assert floor.hall.written(table) == 3
        floor.proxy.mend()
        page.goto(f"{floor.proxy.url}/table/")
        emptied(page)  # the old page sends them too, and finds repeats
        assert floor.hall.written(table) == 3


@pytest.mark.faults
def test_the_old_page_believes_only_the_digits_of_the_new_one(floor: Floor, table: int) -> None:
    page = stuck(floor, table, 2)
    with Proxy(floor.hall.rig.port) as moved:
        page.locator("[data-unsent=move]").click()
        page.locator("#unsent-address").fill(moved.url)
        page.locator("[data-unsent=go]").click()
        page.wait_for_url(f"{moved.url}/arrive/**")
        page.locator("#arrive-take").click()
        receipt = received(page)
    floor.proxy.mend()
    page.route("**/uploads/", lambda route: route.abort())
    page.route("**/hands/", lambda route: route.abort())
    page.goto(f"{floor.proxy.url}/table/")
    unsent(page, 2)
    page.locator("#conn").click()
    page.locator("[data-unsent=move]").click()
    page.locator("#unsent-receipt").fill(f"{(int(receipt) + 1) % 1000000:06d}")
    page.locator("[data-unsent=arrived]").click()
    expect(page.locator("#unsent-move-said")).to_contain_text("对不上")
    unsent(page, 2)
    page.locator("#unsent-receipt").fill(receipt)
    page.locator("[data-unsent=arrived]").click()
    expect(page.locator("#unsent-move-said")).to_contain_text("对上了")
    unsent(page, 0)
    assert [item["state"] for item in held(page)] == ["over", "over"]


@pytest.mark.parametrize("fragment", ["", "#x", "#eyJ2IjoxfQ", "#" + "A" * 4000])
def test_an_address_that_brings_nothing_says_so(floor: Floor, fragment: str) -> None:
    page = floor.context().new_page()
    page.goto(f"{floor.proxy.url}/arrive/{fragment}")
    expect(page.locator("#arrive-wrong")).to_be_visible()
    expect(page.locator("#arrive-offer")).to_be_hidden()
