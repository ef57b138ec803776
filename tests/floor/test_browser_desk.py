"""The referee's desk in a real Chromium: fresh without a reload, a ruling in one press, nothing wider than a phone."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.rig.rig import Rig

pytestmark = pytest.mark.browser

PATIENCE = 15_000  # milliseconds: the desk asks every three seconds
SEED = """
import json
from tests.cast import small_event
from events.services.logins import login_link_make
stage = small_event(2, 2, code="desk")
stage.device(2, "NS")
print(json.dumps({"login": login_link_make(user=stage.users["chief_referee"]), "match": stage.match(2).code,
                  "tokens": [stage.devices[1, "NS"].token, stage.devices[2, "NS"].token], "first": stage.match(1).code}))
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with Rig(tmp_path_factory.mktemp("desk"), "sqlite") as rig:
        yield rig


@pytest.fixture
def chief(browser: Browser) -> Iterator[Page]:
    page = browser.new_context(viewport={"width": 1280, "height": 900}, locale="zh-CN").new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    page.context.close()


def test_an_afternoon_at_the_desk(running: Rig, chief: Page) -> None:
    made = running.manage("shell", "-v", "0", "-c", SEED)
    assert made.returncode == 0, made.stderr
    seed = json.loads(made.stdout.strip().splitlines()[-1])
    chief.goto(f"{running.hall_url}/login/{seed['login']}/")
    chief.locator("main button").click()
    chief.goto(f"{running.hall_url}/e/desk/guandan/desk/")
    expect(chief.locator("#pulse")).to_have_text("已连接")
    expect(chief.locator("#tile-2 .pr")).to_have_text("0/5")
    chief.locator("#tile-2").focus()

    def hand(kind: str, key: str) -> int:
        table = f"/api/v1/events/desk/competitions/guandan/tables/{seed['match']}/hands/"
        record = {"hand": 1, "side": "NS", "kind": kind}
        return running.post(table, {"record": record}, key=key, token=seed["tokens"][1]).status

    assert hand("double_down", "desk-hand-1") == 201
    expect(chief.locator("#tile-2 .pr")).to_have_text("1/5", timeout=PATIENCE)
    assert chief.evaluate("document.activeElement.id") == "tile-2"  # the swap kept the focus
    assert hand("first_third", "desk-hand-2") == 202
    expect(chief.locator(".todo li.u0")).to_contain_text("争议", timeout=PATIENCE)

    for width in (360, 768, 1280):
        chief.set_viewport_size({"width": width, "height": 900})
        assert chief.evaluate("document.documentElement.scrollWidth") <= width
    chief.locator("#tile-2").click()
    expect(chief.locator(".contenders .one")).to_have_count(2)
    for width in (360, 768, 1280):
        chief.set_viewport_size({"width": width, "height": 900})
        assert chief.evaluate("document.documentElement.scrollWidth") <= width
    table = f"/api/v1/events/desk/competitions/guandan/tables/{seed['match']}/hands/"
    second = {"hand": 2, "side": "EW", "kind": "double_down"}
    assert running.post(table, {"record": second}, key="desk-hand-3", token=seed["tokens"][1]).status == 201
    expect(chief.locator("#hands tbody tr").nth(1)).to_contain_text("双下", timeout=PATIENCE)  # nothing was typed: it follows
    chief.get_by_label("理由").first.fill("问过双方，看过余牌")
    third = {"hand": 3, "side": "EW", "kind": "double_down"}
    assert running.post(table, {"record": third}, key="desk-hand-4", token=seed["tokens"][1]).status == 201
    expect(chief.locator("#news")).to_be_visible(timeout=PATIENCE)  # something was typed: it says so and keeps it
    chief.locator(".case input[name=clauses]").first.check()
    chief.locator("button[name=uphold]").nth(1).click()
    expect(chief.locator(".messages")).to_contain_text("已裁定")
    expect(chief.locator("#hands tbody tr").first).to_contain_text("上游+三游")
    assert running.rows("SELECT COUNT(*) FROM events_ledgerentry WHERE kind = %s", "ruling") == [(1,)]


def test_the_desk_says_when_it_has_lost_the_server(running: Rig, chief: Page) -> None:
    made = running.manage("shell", "-v", "0", "-c", SEED.replace('code="desk"', 'code="lost"'))
    assert made.returncode == 0, made.stderr
    chief.goto(f"{running.hall_url}/login/{json.loads(made.stdout.strip().splitlines()[-1])['login']}/")
    chief.locator("main button").click()
    chief.goto(f"{running.hall_url}/e/lost/guandan/desk/")
    expect(chief.locator("#pulse")).to_have_text("已连接")
    chief.route("**/desk/live/", lambda route: route.abort())
    expect(chief.locator("#pulse")).to_have_text("没连上，数字可能旧了", timeout=PATIENCE)
    chief.unroute("**/desk/live/")
    expect(chief.locator("#pulse")).to_have_text("已连接", timeout=PATIENCE)


PAIRS = """
import json
from tests.cast import other_event
from events.services.logins import login_link_make
stage = other_event("hefei-eighty-pairs", teams=4, entrants=2, code="pairs")
print(json.dumps({"login": login_link_make(user=stage.users["chief_referee"])}))
"""


def test_trumps_are_fixed_at_any_width_and_codes_are_printed(running: Rig, chief: Page) -> None:
    made = running.manage("shell", "-v", "0", "-c", PAIRS)
    assert made.returncode == 0, made.stderr
    chief.goto(f"{running.hall_url}/login/{json.loads(made.stdout.strip().splitlines()[-1])['login']}/")
    chief.locator("main button").click()
    chief.goto(f"{running.hall_url}/e/pairs/eighty/desk/")
    expect(chief.locator("#tile-1 .pr")).to_have_text("0/2 副")
    chief.get_by_role("link", name="牌副与将牌").click()
    chief.get_by_label("2 号牌的将牌", exact=True).select_option("H")
    chief.get_by_role("button", name="保存改过的").click()
    expect(chief.locator(".messages")).to_contain_text("已定 1 副的将牌")
    for width in (360, 768, 1280):
        chief.set_viewport_size({"width": width, "height": 900})
        for page in ("", "boards/", "open/", "devices/"):
            chief.goto(f"{running.hall_url}/e/pairs/eighty/desk/{page}")
            assert chief.evaluate("document.documentElement.scrollWidth") <= width, (page, width)
    expect(chief.get_by_role("button", name="打印")).to_have_count(0)
    chief.get_by_label("到几桌").fill("5")
    chief.get_by_role("button", name="做二维码").click()
    expect(chief.locator(".told")).to_contain_text("5")
    chief.evaluate("window.print = () => { window.printed = true; }")
    chief.get_by_role("button", name="打印").click()
    assert chief.evaluate("window.printed") is True
