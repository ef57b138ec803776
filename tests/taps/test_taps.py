"""How many taps an ordinary hand costs, saving and the way from 我的桌 included.

Every game, on the table's tablet, on a player's own phone, in a referee's hands, and each of them in 字大: one table of numbers with the
limit beside it; it fails where a limit is exceeded. Clicks are counted in the page: what is no key, link or button is no tap.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.floor.table_hall import PATIENCE
from tests.rig.rig import Rig

pytestmark = pytest.mark.browser

WAYS = ("tablet", "tablet-big", "phone", "phone-big", "referee", "referee-big")


@dataclass(frozen=True)
class Game:
    """`keys` are the answers of an ordinary hand in their order; `most` taps with 保存, None where it is only reported."""

    code: str
    seed: str
    scorer: str
    keys: tuple[str, ...]
    most: int | None


GAMES = (
    Game("guandan", 'small_event(2, 6, code="guandan")', "NS", ("pick:NS:first_third",), 4),
    Game("doudizhu", 'three_event(code="doudizhu", players=18)', "1", ("first:1", "bid:1", "bid:2", "bid:0", "out:2", "none"), 8),
    Game(
        "chaodipi",
        'other_event("healthcup-chaodipi", 16, code="chaodipi")',
        "NS",
        ("set:dealer:S", "set:trump:H", "ten:points:80", "five:points", "set:last:defenders", "set:dig:pair", "set:kitty:10"),
        10,
    ),
    Game(
        "eighty",
        'other_event("hefei-eighty-pairs", 12, code="eighty")',
        "NS",
        ("set:trump:S", "ten:points:60", "five:points", "set:last:declarers"),
        None,
    ),
    Game("gomoku", 'other_event("healthcup-gomoku", 16, code="gomoku")', "NS", ("won:NS:NS",), None),
)

SEED = """
import json
from events.models import Match
from events.services.devices import pairing_code_make
from events.services.logins import login_link_make
from events.services.personal_codes import personal_code_make
from tests.cast import other_event, small_event
from tests.floor.three_event import three_event

def told(stage, scorer):
    tables = []
    for match in Match.objects.filter(competition=stage.competition, round__number=1).order_by("table"):
        player = match.entrants()[scorer].players.order_by("order")[0]
        tables.append({
            "code": match.code,
            "pair": pairing_code_make(competition=stage.competition, table=match.table, side=scorer, by=stage.organiser)[1],
            "badge": personal_code_make(competition=stage.competition, player=player.pid, by=stage.organiser),
            "login": login_link_make(user=stage.users["referee"]),
        })
    return {"place": "/e/%s/%s/" % (stage.event.code, stage.competition.code), "tables": tables}

print(json.dumps({GAMES}))
"""
COUNT = """
addEventListener('click', (e) => {
  if (e.isTrusted && e.target.closest('button, a, summary')) sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
}, true)
"""

Seeded = tuple[Rig, dict[str, dict[str, object]]]


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seeded]:
    made = ", ".join(f'"{game.code}": told({game.seed}, "{game.scorer}")' for game in GAMES)
    with Rig(tmp_path_factory.mktemp("taps"), "sqlite") as rig:
        done = rig.manage("shell", "-v", "0", "-c", SEED.replace("{GAMES}", "{" + made + "}"))
        assert done.returncode == 0, done.stderr
        yield rig, json.loads(done.stdout.strip().splitlines()[-1])


def taps(page: Page) -> int:
    return int(page.evaluate("Number(sessionStorage.taps || 0)"))


def at_the_keys(context: BrowserContext, rig: Rig, place: str, table: dict[str, str], way: str) -> Page:
    """The page that the way leads to, before its first tap that counts: 我的桌 for a player's phone, else the table page."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(COUNT)
    if way.endswith("-big"):
        context.add_cookies([{"name": "size", "value": "big", "url": rig.hall_url}])
    if way.startswith("phone"):
        page.goto(f"{rig.hall_url}/me/{table['badge']}/")
        page.locator("form .btn.pri").click()
        page.wait_for_url("**/me/")
    elif way.startswith("referee"):
        page.goto(f"{rig.hall_url}/login/{table['login']}/")
        page.locator("main form button").click()
        page.wait_for_url(lambda address: "/login/" not in address)
        page.goto(f"{rig.hall_url}{place}desk/tables/{table['code']}/entry/")
    else:
        page.goto(f"{rig.hall_url}/pair/{table['pair']}/")
        page.locator("form .btn.pri").click()
        page.wait_for_url("**/table/")
    assert (page.locator("html").get_attribute("data-size") == "big") == way.endswith("-big")
    page.evaluate("sessionStorage.taps = 0")
    return page


def hand(page: Page, game: Game) -> None:
    """One ordinary hand: every answer that the page asks for, in its order, and 保存."""
    for key in game.keys:
        page.locator(f"[data-do='{key}']:visible").first.click()
    expect(page.locator("#save")).not_to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
    page.locator("#save").click()
    expect(page.locator("#slot-band")).to_contain_text("已记", timeout=PATIENCE)


def test_an_ordinary_hand_stays_within_its_taps(seeded: Seeded, browser: Browser) -> None:
    rig, events = seeded
    lines, exceeded = [], []
    for game in GAMES:
        place, tables = str(events[game.code]["place"]), events[game.code]["tables"]
        for way, table in zip(WAYS, tables, strict=False):  # type: ignore[call-overload]
            size = {"width": 360, "height": 740} if way.startswith("phone") else {"width": 768, "height": 1024}
            if way.startswith("tablet"):
                size = {"width": 1280, "height": 800}
            context = browser.new_context(viewport=size, locale="zh-CN")  # type: ignore[arg-type]
            page = at_the_keys(context, rig, place, table, way)
            if way.startswith("phone"):
                page.locator("#go").click()
            way_there = taps(page)
            page.locator("[data-do=ours]").click()
            once = taps(page) - way_there
            hand(page, game)
            ordinary = taps(page) - once - way_there
            context.close()
            most = "" if game.most is None else str(game.most)
            lines.append(f"{game.code:10}{way:14}{ordinary:>6}{way_there:>8}{once:>14}{most:>8}")
            if game.most is not None and ordinary + way_there > game.most:
                exceeded.append(lines[-1])
    table_of_taps = "\n".join([f"{'game':10}{'way':14}{'hand':>6}{'there':>8}{'once a round':>14}{'most':>8}", *lines])
    print(table_of_taps)
    assert not exceeded, table_of_taps


def test_control_one_tap_more_is_counted(seeded: Seeded, browser: Browser) -> None:
    rig, events = seeded
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="zh-CN")
    table = events["guandan"]["tables"][-1]  # type: ignore[index]
    page = at_the_keys(context, rig, str(events["guandan"]["place"]), table, "tablet")
    page.locator("[data-do=ours]").click()
    for _ in range(2):  # chosen, and unchosen again
        page.locator("[data-do='pick:NS:double_down']").click()
    page.locator(".seal").click()  # no key
    assert taps(page) == 3
    context.close()
