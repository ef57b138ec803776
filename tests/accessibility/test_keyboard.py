"""Everything by keyboard: each act is reached in order, focus is seen, nothing holds it, a sheet closes with Esc and gives focus back."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.accessibility.house import WIDE, House
from tests.accessibility.table_states import states

pytestmark = pytest.mark.browser

HALLS = ("gd",)
NUMBER = """
() => {
  const all = [...document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden]), [tabindex='0']")]
    .filter((one) => !one.disabled && one.tabIndex >= 0 && one.checkVisibility({visibilityProperty: true}) && !one.closest("[inert]"))
    .filter((one) => one.type !== "radio" || one.checked || !document.querySelector(`input[name="${one.name}"]:checked`));
  const groups = new Set();
  let number = 0;
  for (const one of all) {
    if (one.type === "radio") { if (groups.has(one.name)) continue; groups.add(one.name); }
    one.dataset.nth = number++;
  }
  return number;
}
"""
# Where a click was, Tab goes on from there.
FROM_THE_TOP = """
() => {
  const root = document.documentElement;
  root.tabIndex = -1;
  root.focus();
  root.removeAttribute("tabindex");
}
"""
FOCUSED = """
() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const style = getComputedStyle(one), box = one.getBoundingClientRect();
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  return {nth: one.dataset.nth === undefined ? null : Number(one.dataset.nth), seen: ring || style.boxShadow !== "none",
          what: (one.getAttribute("aria-label") || one.innerText || one.name || one.id || one.tagName).trim().slice(0, 24),
          shown: box.width > 0 && box.bottom > 0 && box.top < innerHeight};
}
"""
MOST = 400


def walked(page: Page) -> tuple[int, list[dict[str, Any]]]:
    """Tab through a page from its beginning until it is left; how many there are to reach, and what was met."""
    count = page.evaluate(NUMBER)
    page.evaluate(FROM_THE_TOP)
    met: list[dict[str, Any]] = []
    for _ in range(min(count + 5, MOST)):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUSED)
        if at is None or (met and at["nth"] is not None and at["nth"] == met[0]["nth"]):
            break
        met.append(at)
    return count, met


PAGES = {
    "/e/gd/guandan/": "",
    "/login/": "",
    "/e/gd/guandan/desk/": "chief_referee",
    "/e/gd/guandan/desk/tables/r1-1v4-p1/": "chief_referee",
    "/e/gd/guandan/setup/": "organiser",
    "/admin/events/match/": "referee",
}


@pytest.mark.parametrize("path", PAGES)
def test_every_act_is_reached_in_order_and_seen(house: House, path: str) -> None:
    page = house.page(house.session(PAGES[path], "gd"), size=WIDE)
    page.route("**/live/**", lambda route: route.abort())  # the page as it was answered; what a live part changes its own tests look at
    page.goto(house.rig.hall_url + path)
    count, met = walked(page)
    reached = [one["nth"] for one in met if one["nth"] is not None]
    assert set(range(min(count, MOST))) - set(reached) == set(), "not reached"
    assert reached == sorted(reached), "out of order"
    assert not [one["what"] for one in met if not one["seen"]], "focus not seen"
    assert not [one["what"] for one in met if not one["shown"]], "focus out of sight"
    page.close()


def test_the_skip_link_leads_past_the_bar(house: House) -> None:
    page = house.page(size=WIDE)
    page.goto(f"{house.rig.hall_url}/e/gd/guandan/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    page.close()


def test_the_language_is_chosen_by_keyboard(house: House) -> None:
    page = house.page(size=WIDE, language="zh-hans")
    page.goto(f"{house.rig.hall_url}/login/")
    page.locator(".tongues summary").focus()
    page.keyboard.press("Enter")
    page.locator(".tongues [value='zh-hant']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    page.close()


def test_the_table_page(house: House) -> None:
    page = house.device("gd", size=WIDE)
    for state in states(page):
        if page.locator("dialog[open]").count():
            continue  # what is behind an open sheet cannot be reached, on purpose
        count, met = walked(page)
        assert set(range(count)) - {one["nth"] for one in met} == set(), state
        assert not [one["what"] for one in met if not one["seen"]], state


def test_a_sheet_opens_and_closes_by_keyboard_and_gives_focus_back(house: House) -> None:
    page = house.device("gd", size=WIDE)
    page.locator("[data-do=ours]").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    keys = page.locator("[data-do^='sheet:']:visible")
    for place in range(keys.count()):
        key = keys.nth(place)
        key.focus()
        page.keyboard.press("Enter")
        sheet = page.locator("dialog[open]")
        expect(sheet).to_be_visible()
        for _ in range(12):
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement === document.body || document.activeElement.closest('dialog[open]') !== null")
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        expect(key).to_be_focused()


def test_control_a_key_that_cannot_be_reached_is_seen(house: House) -> None:
    page = house.page(size=WIDE)
    page.goto(f"{house.rig.hall_url}/login/")
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<a href=\"/\" id=late>x</a>')")
    page.evaluate("document.addEventListener('focusin', (event) => event.target.id === 'late' && event.target.blur())")
    count, met = walked(page)
    assert set(range(count)) - {one["nth"] for one in met} != set()
    page.close()
