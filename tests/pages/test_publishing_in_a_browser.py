"""The countdown of a notice and the frozen board in a real Chromium, at the widths of phones, tablets and halls."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from events import clock
from events.services.competitions import competition_close
from events.services.keyed import new_key
from events.services.publishing import board_freeze, visibility_set
from events.services.rounds import round_open
from tests.cast import Stage
from tests.events.score_kit import confirm, five
from tests.pages.conftest import computed, path
from tests.pages.test_board_in_a_browser import HOUSE, House, _pages_between_turns, house, page_of  # noqa: F401 - fixtures

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTHS = (360, 768, 1280)


@pytest.fixture
def finished(drawn: Stage) -> Stage:
    for table in range(1, 5):
        confirm(drawn, five(drawn, table=table), table=table)
    return computed(drawn)


def notice(stage: Stage, **ahead: int) -> Stage:
    until = clock.now() + timedelta(**ahead)
    visibility_set(competition=stage.competition, visibility="notice", notice_until=until, by=stage.chief)
    return computed(stage)


def closed(stage: Stage) -> Stage:
    for number in (2, 3):
        round_open(competition=stage.competition, number=number, by=stage.organiser)
        for table in range(1, 5):
            confirm(stage, five(stage, table=table, number=number), table=table, number=number)
    competition_close(competition=stage.competition, by=stage.chief, key=new_key())
    return computed(stage)


def frozen(stage: Stage) -> Stage:
    board_freeze(competition=stage.competition, round=1, key=new_key(), by=stage.chief)
    return computed(stage)


def test_the_countdown_runs_on_without_a_network(finished: Stage, house: House, page_of: Callable[[], Page]) -> None:  # noqa: F811
    notice(finished, minutes=90)
    page = page_of()
    page.clock.install()
    page.goto(HOUSE + path(finished))
    house.broken = True
    left = page.locator("[data-left]")
    expect(left).to_be_visible()
    page.clock.run_for(1000)
    first = left.inner_text()
    assert first.startswith("1:")
    page.clock.run_for(60_000)
    assert left.inner_text() != first
    page.clock.fast_forward(90 * 60_000)
    page.clock.run_for(2000)
    expect(page.locator("[data-over]")).to_be_visible()
    expect(page.locator("[data-running]")).to_be_hidden()
    expect(page.get_by_text("公示期满，等裁判长确认。")).to_be_visible()


def test_a_wrong_clock_of_the_phone_changes_nothing(finished: Stage, page_of: Callable[[], Page]) -> None:  # noqa: F811
    notice(finished, minutes=90)
    page = page_of()
    page.clock.install(time=clock.now() + timedelta(days=400))
    page.goto(HOUSE + path(finished))
    expect(page.locator("[data-left]")).to_have_text(re.compile(r"^1:(2\d|30):\d\d$"))


@pytest.fixture
def without_script(browser: Browser, house: House) -> Iterator[Page]:  # noqa: F811
    context = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    context.route("**/*", house.answer)
    yield context.new_page()
    context.close()


def test_without_a_script_the_time_is_text(finished: Stage, without_script: Page) -> None:
    notice(finished, minutes=90)
    without_script.goto(HOUSE + path(finished))
    expect(without_script.locator(".note-line.notice b").first).to_contain_text("公示至")
    expect(without_script.locator("[data-left-line]")).to_be_hidden()
    without_script.get_by_text("对成绩有异议怎么办").click()
    expect(without_script.get_by_text("向裁判长申诉")).to_be_visible()


@pytest.mark.parametrize(
    "make", [frozen, lambda stage: notice(stage, minutes=90), lambda stage: notice(stage, days=3), closed, lambda stage: stage]
)
@pytest.mark.parametrize("width", WIDTHS)
def test_no_state_makes_a_page_wider_than_its_window(
    finished: Stage,
    house: House,  # noqa: F811
    page_of: Callable[[], Page],  # noqa: F811
    make: Callable[[Stage], Stage],
    width: int,
    tmp_path: Path,
) -> None:
    stage = make(finished)
    house.client.force_login(stage.users["chief_referee"])
    page = page_of()
    page.set_viewport_size({"width": width, "height": 800})
    for size in ("", "big"):
        if size:
            house.client.cookies["size"] = size
        for rest in ("", "rounds/1/", "desk/publish/"):
            page.goto(HOUSE + path(stage, rest))
            expect(page.locator("[data-live]" if not rest else "main")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (rest, size)
            page.screenshot(path=tmp_path / f"{width}{size}{rest.replace('/', '')}.png")
