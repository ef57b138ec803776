"""The leaderboard in a real Chromium: frames patch it, words come from the server, polling takes over, and nothing needs it.

The pages are the product's own, rendered from the test's database; the stream is played by the test, frame by frame, because
what is tested here is the script. The whole service with its worker is tested elsewhere.
"""

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connections
from django.test import Client
from playwright.sync_api import Browser, Page, Route, expect

from events.services.teams import team_rename
from tests.cast import Stage, team_name
from tests.events.score_kit import five
from tests.pages.conftest import computed, forfeit, path
from tests.rig.browser import HALL

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STATIC = Path(__file__).resolve().parents[2] / "static"
HOUSE = f"http://{HALL}"
KEPT = {"ETag", "Content-Security-Policy", "Content-Type", "Location"}
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@dataclass
class House:
    """Answers the browser: pages from the product, static files from disk, the stream as the test says."""

    stream: list[str] | None = None  # None: there is no stream here
    client: Client = field(default_factory=Client)
    asked: list[str] = field(default_factory=list)
    broken: bool = False

    def answer(self, route: Route) -> None:
        url = urlsplit(route.request.url)
        self.asked.append(url.path + (f"?{url.query}" if url.query else ""))
        if url.path.startswith("/live/"):
            if self.stream is None:
                route.fulfill(status=404)
            else:
                body, self.stream = "retry: 50\n\n" + "".join(self.stream), []
                route.fulfill(status=200, content_type="text/event-stream", body=body)
        elif self.broken:
            route.abort()
        elif url.path.startswith("/static/"):
            file = STATIC / url.path.removeprefix("/static/")
            route.fulfill(status=200, content_type=TYPES[file.suffix], body=file.read_bytes())
        else:
            self._page(route, self.asked[-1])

    def _page(self, route: Route, address: str) -> None:
        headers = {name: value for name, value in route.request.headers.items() if name == "if-none-match"}
        if route.request.method == "POST":
            fields = dict(pair.split("=") for pair in (route.request.post_data or "").split("&") if "=" in pair)
            response = self.client.post(address, fields)
        else:
            response = self.client.get(address, headers=headers)
        connections.close_all()  # the browser's turns run in a context of their own, with a connection of their own
        kept = {
            name: value
            for name, value in response.headers.items()
            if name in {"ETag", "Content-Security-Policy", "Content-Type", "Location"}
        }
        route.fulfill(status=response.status_code, headers=kept, body=response.content)

    def fragments(self) -> int:
        return sum("fragment=board" in address for address in self.asked)


def frame(**data: Any) -> str:
    return f"event: frame\nid: {data['seq']}\ndata: {json.dumps({'rows': [], 'cells': [], 'tables': [], 'closed': False} | data)}\n\n"


@pytest.fixture(scope="module", autouse=True)
def _pages_between_turns() -> Iterator[None]:
    """Playwright keeps an event loop in this thread; the pages are rendered between its turns, in this thread alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
def page_of(house: House, browser: Browser) -> Iterator[Callable[[], Page]]:
    """Opens the one page of a test, once its event is made; fails it for an error in the page's scripts."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.route("**/*", house.answer)
    problems: list[str] = []

    def opened() -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if "Content Security Policy" in message.text else None)
        return page

    yield opened
    context.close()
    assert not problems


@pytest.fixture
def page(stage: Stage, page_of: Callable[[], Page]) -> Page:
    return page_of()


def seq(stage: Stage) -> int:
    return int(stage.competition.snapshot.seq)


def line(page: Page, team: str) -> Any:
    return page.locator(f'tr[data-team="{team}"]')


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Lets the browser work until it holds, ten seconds at most."""
    deadline = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < deadline
        page.wait_for_timeout(20)


def test_a_frame_moves_numbers_lines_ticks_and_cells(stage: Stage, house: House, page: Page) -> None:
    one, two = stage.teams[:2]
    house.stream = [
        frame(
            seq=seq(stage) + 1,
            **{"from": seq(stage)},
            rows=[[two, 1, False, 40, 7, 12, 2, 2], [one, 2, False, 34, 6, 5, 1, 2]],
            cells=[[one, two, 5, 12, 1]],
            tables=[[stage.match(4, 2).code, "handed_in"], [stage.match(1, 2).code, "open"]],
        )
    ]
    page.goto(HOUSE + path(stage))
    expect(line(page, two).locator('[data-f="points"]')).to_have_text("40")
    expect(line(page, two).locator('[data-f="current"]')).to_have_text("+12")
    assert [row.get_attribute("data-team") for row in page.locator("tr[data-team]").all()][:2] == [two, one]
    expect(page.locator(f'[data-match="{stage.match(4, 2).code}"]')).to_have_class("tick handed_in")
    expect(page.locator("[data-handed]")).to_have_text("3")
    expect(page.locator("[data-at]")).to_have_text(re.compile(r"^\d\d:\d\d:\d\d$"))
    expect(page.locator("[data-review]")).to_be_hidden()
    expect(page.locator(f'[data-cell="{one}:{two}"]')).to_contain_text("5")
    expect(page.locator(f'[data-total="{two}"]')).to_have_text("40")
    assert "changed" in (line(page, two).locator('[data-f="points"]').get_attribute("class") or "")


def test_a_changed_rank_brings_the_words_from_the_server(stage: Stage, house: House, page: Page) -> None:
    one = stage.teams[0]
    house.stream = [frame(seq=seq(stage), **{"from": seq(stage)}, rows=[[one, 1, False, 99, 6, 0, 0, 2]])]
    page.goto(HOUSE + path(stage))
    # The server still says 34: its parts replace what the frame had put there.
    expect(line(page, one).locator('[data-f="points"]')).to_have_text("34")
    page.wait_for_function("() => performance.getEntriesByType('resource').some(entry => entry.name.includes('fragment=board'))")
    expect(line(page, one).locator('[data-f="points"]')).to_have_text("34")


def test_reload_and_a_gap_fetch_the_parts(stage: Stage, house: House, page: Page) -> None:
    house.stream = [frame(seq=seq(stage), **{"from": seq(stage)})]
    page.goto(HOUSE + path(stage))
    until(page, lambda: house.stream == [])  # the frame that brings nothing new has been fetched
    assert house.fragments() == 0
    five(stage, table=4, number=2)
    computed(stage)
    house.stream = [frame(seq=seq(stage), reload=True)]
    until(page, lambda: house.fragments() >= 1)
    house.stream = [frame(seq=seq(stage) + 9, **{"from": seq(stage) + 5})]
    until(page, lambda: house.fragments() >= 2)
    expect(page.locator("[data-handed]")).to_have_text("3")
    expect(page.locator("[data-asof]")).to_have_text(str(seq(stage)))


def test_without_a_stream_it_polls_and_an_unchanged_poll_is_a_304(stage: Stage, house: House, page: Page) -> None:
    answers: list[int] = []
    page.on("response", lambda response: answers.append(response.status) if "fragment=board" in response.url else None)
    page.clock.install()
    page.goto(HOUSE + path(stage))
    expect(page.locator("[data-live]")).to_have_text("已连接")
    page.clock.run_for(5_100)
    until(page, lambda: len(answers) > 1)
    assert answers[:2] == [200, 304]
    forfeit(stage, 4, "NS", number=2)
    computed(stage)
    page.clock.run_for(5_100)
    expect(page.locator(f'[data-match="{stage.match(4, 2).code}"]')).to_have_class("tick annulled")


def test_without_a_network_it_says_so(stage: Stage, house: House, page: Page) -> None:
    page.clock.install()
    page.goto(HOUSE + path(stage))
    expect(page.locator("[data-live]")).to_have_text("已连接")
    house.broken = True
    page.clock.run_for(5_100)
    expect(page.locator("[data-live]")).to_have_text("断线重连")
    house.broken = False
    page.clock.run_for(5_100)
    expect(page.locator("[data-live]")).to_have_text("已连接")


def test_a_line_opens_how_it_came_about_and_keeps_it_through_a_change(stage: Stage, house: House, page: Page) -> None:
    one = stage.teams[0]
    house.stream = [frame(seq=seq(stage), **{"from": seq(stage)})]
    page.goto(HOUSE + path(stage))
    line(page, one).locator(".rank").click()
    expect(page.locator(f"#calc-{one} .sum")).to_contain_text("34")
    expect(line(page, one).locator("[data-how]")).to_have_attribute("aria-expanded", "true")
    line(page, one).locator("[data-how]").focus()
    house.stream = [frame(seq=seq(stage), reload=True)]
    expect(page.locator("[data-part=body]")).to_be_visible()
    page.wait_for_function("() => performance.getEntriesByType('resource').some(entry => entry.name.includes('fragment=board'))")
    expect(page.locator(f"#calc-{one} .sum")).to_contain_text("34")
    assert page.evaluate("() => document.activeElement.id") == f"how-{one}"
    page.keyboard.press("Enter")
    expect(page.locator(f"#calc-{one}")).to_have_count(0)


def test_the_team_at_the_foot_follows(stage: Stage, house: House, page: Page) -> None:
    one = stage.teams[0]
    house.client.post(path(stage, "mine/"), {"team": one})
    house.stream = [frame(seq=seq(stage) + 1, **{"from": seq(stage)}, rows=[[one, 4, False, 7, 6, 0, 0, 2]])]
    page.goto(HOUSE + path(stage))
    expect(page.locator('[data-m="points"]')).to_have_text("7")
    expect(page.locator('[data-m="rank"]')).to_have_text("4")
    assert team_name(0) in page.locator("[data-mine]").inner_text()


def test_before_a_finished_round_frames_and_parts_come_without_places(drawn: Stage, house: House, page_of: Callable[[], Page]) -> None:
    page, one = page_of(), drawn.teams[0]
    house.client.post(path(drawn, "mine/"), {"team": one})
    house.stream = [frame(seq=seq(drawn) + 1, **{"from": seq(drawn)}, rows=[[one, 1, True, 0, 0, 5, 0, 2]])]
    page.goto(HOUSE + path(drawn))
    expect(line(page, one).locator('[data-f="current"]')).to_have_text("+5")
    expect(page.locator('[data-m="rank"]')).to_have_text("–")
    five(drawn, table=1)
    computed(drawn)
    house.stream = [frame(seq=seq(drawn), reload=True)]
    expect(page.locator("[data-handed]")).to_have_text("1")
    expect(page.locator('[data-m="rank"]')).to_have_text("–")


def test_large_type_changes_at_once_and_is_kept(stage: Stage, house: House, page: Page) -> None:
    page.goto(HOUSE + path(stage, "rules/"))
    page.get_by_role("button", name="字大").click()
    expect(page.locator("html")).to_have_attribute("data-size", "big")
    expect(page.get_by_role("button", name="字大")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => performance.getEntriesByType('resource').some(entry => entry.name.endsWith('/size/'))")
    assert house.client.cookies["size"].value == "big"
    page.goto(HOUSE + path(stage, "rounds/"))
    expect(page.locator("html")).to_have_attribute("data-size", "big")


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_page_scrolls_sideways_and_nothing_is_small(stage: Stage, house: House, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    team_rename(competition=stage.competition, team=stage.teams[1], name="W" * 60, by=stage.organiser)
    rest = ("", f"why/{stage.teams[0]}/", "rounds/", "rounds/2/", f"tables/{stage.match(1, 2).code}/", "ledger/", "rules/")
    addresses = [path(stage, part) for part in rest] + ["/", f"/e/{stage.event.code}/?q=小明", "/login/"]
    for language in ("zh-hans", "en"):
        for size in ("normal", "big"):
            house.client.cookies["django_language"], house.client.cookies["size"] = language, size
            for address in addresses:
                answer = page.goto(HOUSE + address)
                assert answer is not None
                assert answer.status == 200, address
                found = page.evaluate(MEASURE)
                assert found == {"over": 0, "small": [], "pale": []}, (address, language, size)


# How far the page is wider than the window; text below 13 px; text below 4.5:1 on what it stands on.
MEASURE = """() => {
  const light = (colour) => {
    const linear = (v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = colour.match(/[\\d.]+/g).map((v) => linear(Number(v) / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/rgba\\(.*, 0\\)|transparent/.test(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const small = new Set(), pale = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement, text = texts.currentNode.textContent.trim();
    if (!text || element.closest(".vh, .skip, script, option, [hidden]") || !element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    if (parseFloat(style.fontSize) < 13) small.add(text);
    const [one, two] = [light(style.color), light(ground(element))].sort((a, b) => b - a);
    if ((one + 0.05) / (two + 0.05) < 4.5) pale.add(text);
  }
  const page = document.documentElement;
  return { over: page.scrollWidth - page.clientWidth, small: [...small], pale: [...pale] };
}"""
