"""Brackets, encounters and pairs in a real Chromium: drawn anew when a frame says so, opened by keyboard, no sideways scroll."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.cast import Stage
from tests.pages import halls
from tests.pages.conftest import computed, path
from tests.pages.test_board_in_a_browser import (  # noqa: F401 - fixtures of that file
    HOUSE,
    House,
    _pages_between_turns,
    frame,
    house,
    page_of,
    seq,
    until,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (360, 768, 1280)


def test_a_bracket_is_drawn_anew_when_a_frame_says_so(house: House, page_of: Callable[[], Page]) -> None:  # noqa: F811
    stage = halls.chaodipi_hall()
    page = page_of()
    house.stream = []
    page.goto(HOUSE + path(stage))
    expect(page.locator("li.running .tie-fig").first).to_have_text("3")
    standing, asked = seq(stage), house.fragments()
    halls.play(stage, stage.match(2).code, halls.climbed(7, "S", 20))
    computed(stage)
    house.stream = [frame(seq=seq(stage), **{"from": standing}, redraw=True)]
    until(page, lambda: house.fragments() > asked)
    expect(page.locator("li.running .tie-fig").first).to_have_text("6")


def test_a_line_opens_by_keyboard_and_stays_open(house: House, page_of: Callable[[], Page]) -> None:  # noqa: F811
    stage = halls.gomoku_hall()
    page = page_of()
    page.goto(HOUSE + path(stage))
    entrant = stage.entrants[stage.teams[3]][0]
    toggle = page.locator(f"#how-{entrant}")
    toggle.focus()
    page.keyboard.press("Enter")
    expect(toggle).to_have_attribute("aria-expanded", "true")
    expect(page.locator(f"#calc-{entrant} article.leg")).to_have_count(2)


@pytest.mark.parametrize("made", [halls.chaodipi_hall, halls.rooms_hall, halls.pairs_hall])
def test_nothing_scrolls_sideways(made: Callable[[], Stage], house: House, page_of: Callable[[], Page]) -> None:  # noqa: F811
    stage = made()
    page = page_of()
    for rest in ("", "rounds/", "rounds/1/", f"tables/{stage.match(1).code}/", "rules/"):
        for size in ("normal", "big"):
            house.client.cookies["size"] = size
            page.goto(HOUSE + path(stage, rest))
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (rest, size, width)


def test_a_rounds_anchor_leads_into_the_bracket_on_a_phone(house: House, page_of: Callable[[], Page]) -> None:  # noqa: F811
    stage = halls.gomoku_hall()
    page = page_of()
    page.goto(HOUSE + path(stage))
    page.get_by_role("link", name="决赛", exact=True).click()
    expect(page).to_have_url(HOUSE + path(stage) + "#stage-3")
    expect(page.locator("#stage-3")).to_be_in_viewport()
