"""Tables of a running hall behind a network that a test can spoil, and the tablets at them, each a browser of its own."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.rig.rig import Rig
from tests.weather.proxy import Proxy

PATIENCE = 20_000  # milliseconds, on a busy machine
TABLES = 20
PICKS = [f"{side}:{kind}" for side in ("NS", "EW") for kind in ("double_down", "first_third", "first_fourth")]
SEED = """
import json
from tests.cast import small_event
from events.services.devices import pairing_code_make

stage = small_event({teams}, {pairs}, code={code!r})
make = lambda table: pairing_code_make(competition=stage.competition, table=table, side="NS", by=stage.organiser)[1]
print(json.dumps([[make(table) for copy in (1, 2, 3)] for table in range(1, {tables} + 1)]))
"""
ACT = """
from events import actors
from events.models import Competition, Device
from events.services.devices import device_revoke, pairing_code_make
from events.services.matches import table_close, table_reopen
from events.services.rounds import round_open
from django.contrib.auth.models import User
competition = Competition.objects.select_related("event").get(event__code={code!r})
by = actors.for_user(user=User.objects.get(username={user!r}), event=competition.event)
{act}
"""
# Everything of the outbox that this browser keeps in its database, as it lies there.
HELD = """() => new Promise((resolve, reject) => {
  const asked = indexedDB.open('mingpai', 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore('outbox', { keyPath: 'id' });
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const all = asked.result.transaction('outbox').objectStore('outbox').getAll();
    all.onsuccess = () => { asked.result.close(); resolve(all.result); };
  };
})"""


@dataclass
class Hall:
    """An event of a running service, and the codes of its tables (three for the scorer of each)."""

    rig: Rig
    code: str
    codes: list[list[str]]

    def act(self, role: str, act: str) -> str:
        """Something an official does meanwhile; what it prints."""
        done = self.rig.manage("shell", "-v", "0", "-c", ACT.format(code=self.code, user=f"{self.code}-{role}", act=act))
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def count(self, what: str, *values: Any, table: str = "events_handrecord") -> int:
        """Rows of `table` about this event's matches or book for which `what` holds."""
        joins = {
            "events_handrecord": "JOIN events_match m ON m.id = x.match_id JOIN events_competition c ON c.id = m.competition_id",
            "events_answer": "JOIN events_book b ON b.id = x.book_id JOIN events_competition c ON c.id = b.competition_id",
            "events_ledgerentry": "JOIN events_book b ON b.id = x.book_id JOIN events_competition c ON c.id = b.competition_id",
        }[table]
        query = f"SELECT COUNT(*) FROM {table} x {joins} JOIN events_event e ON e.id = c.event_id WHERE e.code = %s AND {what}"
        return int(self.rig.rows(query, self.code, *values)[0][0])

    def live(self) -> int:
        return self.count("x.state = 'live'")

    def written(self, table: int) -> int:
        """Records of this table, in whatever state: each hand once, if nothing was doubled."""
        return self.count('m."table" = %s', table)

    def shut(self, table: int, *, again: bool = True) -> None:
        """A referee locks the table, or opens it again."""
        act = "table_close" if again else "table_reopen"
        self.act(
            "referee", f"{act}(competition=competition, match=competition.matches.get(table={table}).code, by=by, key='{act}-{table}')"
        )

    def revoke(self, table: int) -> None:
        """Every device of the table is a stranger from now on."""
        each = f"for device in Device.objects.filter(competition=competition, table={table}):"
        self.act("organiser", f"{each}\n    device_revoke(event=competition.event, device=device.pid, by=by)")

    def sound(self) -> None:
        """The chain holds, and everything shown equals a recomputation byte for byte."""
        done = self.rig.manage("verify", self.code)
        assert done.returncode == 0, done.stdout + done.stderr


@dataclass
class Floor:
    """The browsers of one test."""

    hall: Hall
    browser: Browser
    proxy: Proxy
    contexts: list[BrowserContext] = field(default_factory=list)

    def context(self, *, width: int = 1280, height: int = 800, **more: Any) -> BrowserContext:
        context = self.browser.new_context(viewport={"width": width, "height": height}, locale="zh-CN", **more)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return context

    def tablet(self, table: int, *, copy: int = 0, init: str = "", url: str = "", **size: int) -> Page:
        """A new browser, paired as the scorer of this table through the bad network."""
        context = self.context(**size)
        if init:
            context.add_init_script(init)
        page = context.new_page()
        pair(page, f"{url or self.proxy.url}/pair/{self.hall.codes[table - 1][copy]}/")
        return page


def pair(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("form .btn.pri").click()
    page.wait_for_url("**/table/")
    ours = page.locator("[data-do=ours]")
    expect(ours).to_be_visible()
    ours.click()


def save(page: Page, pick: str = "NS:double_down") -> None:
    """One hand by taps, as people make them."""
    page.locator(f"[data-do='pick:{pick}']").click()
    page.locator("#save").click()


def held(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(HELD)
    return found


def unsent(page: Page, count: int) -> None:
    """The header says so."""
    expect(page.locator("#conn-text")).to_contain_text(f"未上传 {count}" if count else "已连接", timeout=PATIENCE)


def emptied(page: Page) -> None:
    """Nothing waits any more, on the page and in its storage."""
    unsent(page, 0)
    assert held(page) == []
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('mingpai.outbox.')).length") == 0


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with Rig(tmp_path_factory.mktemp("weather"), "sqlite") as rig:
        yield rig


def made_hall(rig: Rig, code: str, *, teams: int = 2, pairs: int = TABLES) -> Hall:
    tables = teams // 2 * pairs
    made = rig.manage("shell", "-v", "0", "-c", SEED.format(teams=teams, pairs=pairs, code=code, tables=tables))
    assert made.returncode == 0, made.stderr
    return Hall(rig, code, json.loads(made.stdout.strip().splitlines()[-1]))


@pytest.fixture(scope="module")
def hall(running: Rig) -> Hall:
    return made_hall(running, "weather")


@pytest.fixture(scope="module")
def tables() -> Callable[[], int]:
    """Tables at which nobody has sat yet."""
    free = iter(range(1, TABLES + 1))
    return lambda: next(free)


@pytest.fixture
def table(tables: Callable[[], int]) -> int:
    return tables()


@pytest.fixture
def floor(hall: Hall, browser: Browser) -> Iterator[Floor]:
    with Proxy(hall.rig.port) as proxy:
        opened = Floor(hall, browser, proxy)
        yield opened
        for context in opened.contexts:
            context.close()
