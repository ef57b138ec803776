"""Boards of tables of three in a real Chromium: drawn anew by frames, the countdown by the server's clock, no sideways scroll."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from playwright.sync_api import Page, Route, expect

from tests.cast import Stage
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
from tests.pages.three_halls import beans_hall, deals, health_hall, ladder_hall, repechage_hall, ten_hall

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (360, 768, 1280)


def test_a_card_is_drawn_anew_when_a_frame_says_so(house: House, page_of: Callable[[], Page]) -> None:  # noqa: F811
    stage = beans_hall()
    page = page_of()
    house.stream = []
    page.goto(HOUSE + path(stage))
    expect(page.locator("article.tbl dd").nth(3)).to_have_text("12")
    standing, asked = seq(stage), house.fragments()
    deals(stage, stage.match(2).code, (3, 3, True), (1, 2, True))
    computed(stage)
    house.stream = [frame(seq=seq(stage), **{"from": standing}, redraw=True)]
    until(page, lambda: house.fragments() > asked)
    expect(page.locator("article.tbl dd").nth(3)).to_have_text("16")


def test_the_time_left_goes_by_the_servers_clock(house: House, page_of: Callable[[], Page]) -> None:  # noqa: F811
    stage = health_hall()
    page = page_of()
    told = page.locator("time[data-until]")
    ends = datetime.now(UTC) + timedelta(minutes=30)

    def ask(route: Route) -> None:
        if route.request.method == "HEAD":
            now = datetime.fromtimestamp(float(told.first.get_attribute("data-until") or ends.timestamp()), UTC) - timedelta(seconds=400)
            route.fulfill(status=200, headers={"Date": format_datetime(now, usegmt=True)})
        else:
            route.fallback()

    page.route("**/e/**", ask)
    page.goto(HOUSE + path(stage))
    expect(told).to_contain_text("剩 6:")


def test_a_server_that_says_no_time_leaves_the_end_standing(house: House, page_of: Callable[[], Page]) -> None:  # noqa: F811
    stage = health_hall()
    page = page_of()
    page.goto(HOUSE + path(stage))
    expect(page.locator("time[data-until]")).to_contain_text("打到 ")


def test_a_line_opens_by_keyboard(house: House, page_of: Callable[[], Page]) -> None:  # noqa: F811
    stage = ten_hall()
    page = page_of()
    page.goto(HOUSE + path(stage))
    toggle = page.locator("table.cut a.tog").first
    toggle.focus()
    page.keyboard.press("Enter")
    expect(toggle).to_have_attribute("aria-expanded", "true")
    expect(page.locator("tr.how article.leg")).to_have_count(1)


def test_a_tree_of_stages_fits_a_phone_in_english(house: House, page_of: Callable[[], Page]) -> None:  # noqa: F811
    stage = repechage_hall()
    page = page_of()
    house.client.cookies["django_language"] = "en"
    page.goto(HOUSE + path(stage))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("table.standings .drop:visible").count() == 0
    expect(page.locator("table.standings .drop-in:visible").first).to_have_text("Semifinal")


@pytest.mark.parametrize("made", [health_hall, ten_hall, beans_hall, repechage_hall, ladder_hall])
def test_nothing_scrolls_sideways(made: Callable[[], Stage], house: House, page_of: Callable[[], Page]) -> None:  # noqa: F811
    stage = made()
    page = page_of()
    for rest in ("", "rounds/", "rounds/1/", f"tables/{stage.match(1).code}/", f"why/{stage.entrants[stage.teams[0]][0]}/"):
        for size in ("normal", "big"):
            house.client.cookies["size"] = size
            page.goto(HOUSE + path(stage, rest))
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (rest, size, width)
