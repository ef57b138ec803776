"""No state is told by colour alone: whatever carries a state's class has a word, and the two sides have different shapes."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.accessibility.house import WIDE, House

pytestmark = pytest.mark.browser

HALLS = ("gd", "health")
STATES = ("under_review", "handed_in", "confirmed", "forfeited", "open", "alert", "wait", "ok", "conflict", "silent", "late", "off", "live")
WORDS = """
(states) => [...document.querySelectorAll(states.map((one) => `main .${one}`).join(","))]
  .filter((one) => one.tagName !== "DETAILS" && one.checkVisibility({visibilityProperty: true}) && one.getClientRects().length)
  .map((one) => {
    const said = (of) => [of.getAttribute("aria-label"), of.getAttribute("title"), of.textContent].filter(Boolean).join(" ");
    const near = one.hasAttribute("aria-hidden") || !said(one).trim() ? one.parentElement : one;
    return {classes: one.className, said: said(near).trim().slice(0, 40)};
  })
"""
SHAPES = """
() => Object.fromEntries(["ns", "ew"].map((side) => {
  const one = document.querySelector(`.sh.${side}`);
  if (!one) return [side, null];
  const style = getComputedStyle(one);
  return [side, ["clipPath", "borderRadius", "transform", "borderTopWidth", "borderBottomWidth", "borderLeftWidth", "width", "height"]
    .map((name) => style[name]).join("|")];
}))
"""
WORD = re.compile(r"[㐀-鿿A-Za-z]")


def wordless(page: Page) -> list[dict[str, Any]]:
    return [one for one in page.evaluate(WORDS, list(STATES)) if not WORD.search(one["said"])]


PAGES = (
    "/e/gd/guandan/",
    "/e/gd/guandan/rounds/1/",
    "/e/gd/guandan/desk/",
    "/e/gd/guandan/desk/tables/r1-1v4-p1/",
    "/e/health/other/",
    "/e/health/other/desk/",
)


@pytest.mark.parametrize("path", PAGES)
def test_each_state_has_its_word(house: House, path: str) -> None:
    page = house.page(house.session("chief_referee", "gd" if "gd" in path else "health"), size=WIDE)
    page.goto(house.rig.hall_url + path)
    assert wordless(page) == []
    page.close()


def test_the_sides_have_different_shapes_and_their_words(house: House) -> None:
    page = house.device("gd", size=WIDE)
    page.locator("[data-do=ours]").click()
    shapes = page.evaluate(SHAPES)
    assert shapes["ns"] != shapes["ew"]
    assert shapes["ns"] is not None
    text = page.locator("#app").inner_text()
    assert "南北" in text
    assert "东西" in text


def test_control_a_bare_dot_is_seen(house: House) -> None:
    page = house.page(size=WIDE)
    page.goto(f"{house.rig.hall_url}/e/gd/guandan/")
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<p><i class=alert>●</i></p>')")
    assert [one["classes"] for one in wordless(page)] == ["alert"]
    page.close()
