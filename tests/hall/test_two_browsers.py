"""From the organiser's codes to the spectator's board: two devices, one table, and a leaderboard that nobody reloads.

The service runs as `make run` starts it, with its real worker; the pages are opened under a name that is no secure context.
"""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.rig.rig import Rig

pytestmark = pytest.mark.browser

PATIENCE = 15_000  # milliseconds, for a busy machine
CATCH_UP = 10_000  # what the relay promises when there is no worker
BOARD = "/e/sample/guandan/"
NOBODY_YET, FOUR_OF_FIVE = 13, 14  # tables of the rehearsal event's running round


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with Rig(tmp_path_factory.mktemp("hall"), "sqlite") as rig:
        made = rig.manage("load_sample")
        assert made.returncode == 0, made.stderr
        yield rig


@pytest.fixture
def hall(running: Rig, browser: Browser) -> Iterator["Hall"]:
    opened = Hall(running, browser)
    yield opened
    for context in opened.contexts:
        context.close()


class Hall:
    """The browsers of one test."""

    def __init__(self, rig: Rig, browser: Browser) -> None:
        self.rig = rig
        self.browser = browser
        self.contexts: list[BrowserContext] = []

    def page(self, width: int = 1280, height: int = 800) -> Page:
        context = self.browser.new_context(viewport={"width": width, "height": height}, locale="zh-CN")
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return context.new_page()

    def codes(self, table: int) -> list[str]:
        """The organiser signs in by a one-time link and makes the table's two codes: addresses, North-South first."""
        made = self.rig.manage("login_link", "organiser", "--base-url", self.rig.hall_url)
        link = re.search(r"/login/[A-Za-z0-9_-]+/", made.stdout)
        assert link, made.stdout + made.stderr
        desk = self.page()
        desk.goto(self.rig.hall_url + link.group())
        desk.locator("main form button").click()
        desk.wait_for_url(lambda address: "/login/" not in address)
        desk.goto(f"{self.rig.hall_url}{BOARD}desk/devices/")
        desk.locator("input[name=first]").fill(str(table))
        desk.locator("input[name=last]").fill(str(table))
        desk.locator("form:has(input[name=first]) button").click()
        found = list(dict.fromkeys(re.findall(r"/pair/[A-Za-z0-9_-]+/", desk.content())))
        assert len(found) == 2, found
        return found

    def device(self, code: str, width: int, height: int) -> Page:
        page = self.page(width, height)
        page.goto(self.rig.hall_url + code)
        page.locator("form .btn.pri").click()
        page.wait_for_url("**/table/")
        page.locator("[data-do=ours]").click()
        return page

    def spectator(self) -> Page:
        """The leaderboard, with a mark that a reload would wipe off."""
        page = self.page()
        page.goto(self.rig.hall_url + BOARD)
        page.evaluate("window.opened = 'once'")
        return page

    def made_by(self) -> tuple[int, int, str]:
        """Head of the book, seq of the snapshot, and who made it."""
        query = (
            "SELECT b.seq, s.seq, s.made_by FROM events_snapshot s JOIN events_book b ON b.competition_id = s.competition_id "
            "JOIN events_competition c ON c.id = b.competition_id WHERE c.code = 'guandan'"
        )
        head, seq, maker = self.rig.rows(query)[0]
        return int(head), int(seq), str(maker)


def tick(board: Page, table: int) -> Locator:
    return board.locator(".ticks .tick").nth(table - 1)


def record(scorer: Page, pick: str, number: int) -> None:
    scorer.locator(f"[data-do='pick:{pick}']").click()
    scorer.locator("#save").click()
    expect(scorer.locator("#slot-band")).to_contain_text(f"已记 第{number}局", timeout=PATIENCE)


def points_of(row: Locator) -> int:
    return int((row.locator("[data-f=current]").text_content() or "").lstrip("+"))


def seen_seq(board: Page) -> int:
    return int(board.locator("[data-asof]").text_content() or "0")


def test_five_hands_and_a_confirmation_move_the_board_in_the_other_window(hall: Hall) -> None:
    codes = hall.codes(NOBODY_YET)
    scorer, checker, board = hall.device(codes[0], 1280, 800), hall.device(codes[1], 360, 740), hall.spectator()
    assert not scorer.evaluate("isSecureContext")
    team = scorer.locator(".team .ns, .team span").first.inner_text().split()[0]
    row = board.locator("tr[data-team]").filter(has_text=team).first
    expect(row).to_be_visible()
    before = points_of(row)

    for number, pick in enumerate(("NS:double_down", "EW:first_third", "NS:first_fourth", "NS:first_third", "NS:double_down"), 1):
        record(scorer, pick, number)
    expect(row.locator("[data-f=current]")).to_have_text(f"+{before + 14}", timeout=PATIENCE)
    expect(tick(board, NOBODY_YET)).to_have_class(re.compile("handed_in"), timeout=PATIENCE)

    checker.locator("#yes").click()
    expect(checker.locator("#slot-band")).to_contain_text("已核对 14:3", timeout=PATIENCE)
    expect(tick(board, NOBODY_YET)).to_have_class(re.compile("confirmed"), timeout=PATIENCE)
    assert board.evaluate("window.opened") == "once"

    head, seq, maker = hall.made_by()
    assert seq == head == seen_seq(board)
    assert maker == "worker", "the board was not computed by the worker"


def test_without_a_worker_the_relay_brings_the_board_up_within_ten_seconds(hall: Hall) -> None:
    code = hall.codes(FOUR_OF_FIVE)[0]
    scorer, board = hall.device(code, 360, 740), hall.spectator()
    hall.rig.kill("worker")
    try:
        began = time.monotonic()
        record(scorer, "EW:first_third", 5)
        expect(tick(board, FOUR_OF_FIVE)).to_have_class(re.compile("handed_in"), timeout=CATCH_UP)
        took = time.monotonic() - began
        head, seq, maker = hall.made_by()
        assert (seq, maker) == (head, "relay")
        assert took < CATCH_UP / 1000
        assert board.evaluate("window.opened") == "once"
    finally:
        hall.rig.restart("worker")
