"""A table of a running hall and the devices paired with it, for the browser tests of the table page."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.rig.rig import Rig

PATIENCE = 15_000  # milliseconds: four times the page's own poll, on a slow machine
FITS = "document.documentElement.scrollWidth <= innerWidth"
COUNT_TAPS = "addEventListener('click', (e) => { if (e.target.closest('[data-do]')) window.taps = (window.taps || 0) + 1; }, true)"

TABLES = 15
SEED = """
import json
from tests.cast import small_event
from events.services.devices import pairing_code_make

def codes(stage, table):
    make = lambda side: pairing_code_make(competition=stage.competition, table=table, side=side, by=stage.organiser)[1]
    return {"%s-%d" % (side, copy): make(side) for side in ("NS", "EW") for copy in (1, 2)}

wide, moving = small_event(2, TABLES, code="wide"), small_event(4, 1, code="moving")
print(json.dumps([["wide", table, codes(wide, table)] for table in range(1, TABLES + 1)] + [["moving", 1, codes(moving, 1)]]))
"""
ACT = """
from events import actors
from events.models import Competition, Event
from events.services.matches import table_close
from events.services.rounds import round_open
from django.contrib.auth.models import User
competition = Competition.objects.select_related("event").get(event__code={code!r})
by = actors.for_user(user=User.objects.get(username={user!r}), event=competition.event)
{act}
"""


@dataclass
class Hall:
    """One table on the running service, nobody has sat at it yet, and the devices paired with it."""

    rig: Rig
    browser: Browser
    code: str
    table: int
    secrets: dict[str, str]
    pages: list[Page] = field(default_factory=list)

    def device(self, place: str, *, width: int = 1280, height: int = 800) -> Page:
        """A device of its own, paired by the code `place` ("NS-1"), past the first question."""
        page = self.browser.new_context(viewport={"width": width, "height": height}, locale="zh-CN").new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(COUNT_TAPS)
        self.pages.append(page)
        page.goto(f"{self.rig.hall_url}/pair/{self.secrets[place]}/")
        assert page.evaluate(FITS), "the offer of a pairing code"
        page.locator("form .btn.pri").click()
        page.wait_for_url("**/table/")
        page.locator("[data-do=ours]").click()
        page.evaluate("window.taps = 0")
        return page

    def act(self, role: str, act: str) -> None:
        """Something an official does meanwhile."""
        done = self.rig.manage("shell", "-v", "0", "-c", ACT.format(code=self.code, user=f"{self.code}-{role}", act=act))
        assert done.returncode == 0, done.stderr

    def entries(self, kind: str) -> int:
        """Entries of this kind in the ledger about this table's match."""
        query = (
            "SELECT COUNT(*) FROM events_ledgerentry l JOIN events_book b ON l.book_id = b.id "
            "JOIN events_competition c ON b.competition_id = c.id JOIN events_event e ON c.event_id = e.id "
            'JOIN events_match m ON m.competition_id = c.id AND m.code = l."match" WHERE l.kind = %s AND e.code = %s AND m."table" = %s'
        )
        return int(self.rig.rows(query, kind, self.code, self.table)[0][0])


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with Rig(tmp_path_factory.mktemp("floor"), "sqlite") as rig:
        yield rig


@pytest.fixture(scope="module")
def places(running: Rig) -> dict[str, list[tuple[int, dict[str, str]]]]:
    """Tables nobody has used yet, by event: `wide` has one match a table, `moving` a second round to move to."""
    made = running.manage("shell", "-v", "0", "-c", SEED.replace("TABLES", str(TABLES)))
    assert made.returncode == 0, made.stderr
    free: dict[str, list[tuple[int, dict[str, str]]]] = {}
    for code, table, secrets in json.loads(made.stdout.strip().splitlines()[-1]):
        free.setdefault(code, []).append((table, secrets))
    return free


@pytest.fixture
def hall(
    running: Rig, browser: Browser, places: dict[str, list[tuple[int, dict[str, str]]]], request: pytest.FixtureRequest
) -> Iterator[Hall]:
    code = getattr(request, "param", "wide")
    table, secrets = places[code].pop(0)
    opened = Hall(running, browser, code, table, secrets)
    yield opened
    for page in opened.pages:
        page.context.close()


def save(page: Page, pick: str) -> None:
    page.locator(f"[data-do='pick:{pick}']").click()
    page.locator("#save").click()


def band(page: Page, text: str) -> None:
    expect(page.locator("#slot-band")).to_contain_text(text, timeout=PATIENCE)


def taps(page: Page) -> int:
    return int(page.evaluate("const n = window.taps; window.taps = 0; n"))
