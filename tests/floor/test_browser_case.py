"""A case in a real Chromium: the effect shown in place, the picker narrowed while typing, and both without JavaScript; nothing too wide."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.rig.rig import Rig

pytestmark = pytest.mark.browser

PATIENCE = 15_000  # milliseconds
FITS = "document.documentElement.scrollWidth <= innerWidth"
SEED = """
import json
from tests.cast import small_event, other_event
from tests.events.score_kit import five, confirm, hand, by_kind, new_key
from events.services.hands import hand_record
from events.services.logins import login_link_make
from events.standings import recompute
g = small_event(4, 2, code="g")
confirm(g, five(g))
g.scorer(2)
hand(g, by_kind(1), table=2)
hand(g, by_kind(1, "EW"), table=2, by=g.referee)
recompute(g.competition.pk, "worker")
c = other_event("healthcup-chaodipi", 4, code="c")
record = {"game": 1, "hand": 1, "declarer": "N", "trump": "S", "buried_by": "N", "table_points": 60, "kitty_points": 0,
          "last_trick": "declarers", "dig": "none", "hook": "none"}
hand_record(competition=c.competition, match=c.match().code, record=record, key=new_key(), by=c.referee)
login = lambda stage: [login_link_make(user=stage.users["chief_referee"]) for _ in range(2)]
d = small_event(4, 2, code="d")
hand(d, by_kind(1))
hand(d, by_kind(1, "EW"), by=d.referee)
recompute(d.competition.pk, "worker")
print(json.dumps({"d": login(d), "g": login(g), "c": login(c), "tables": [g.match(1).code, g.match(2).code, c.match().code]}))
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Rig, dict[str, list[str]]]]:
    with Rig(tmp_path_factory.mktemp("case"), "sqlite") as rig:
        made = rig.manage("shell", "-v", "0", "-c", SEED)
        assert made.returncode == 0, made.stderr
        yield rig, json.loads(made.stdout.strip().splitlines()[-1])


def chief(browser: Browser, running: tuple[Rig, dict[str, list[str]]], event: str, *, scripts: bool = True, big: bool = False) -> Page:
    rig, seed = running
    page = browser.new_context(viewport={"width": 1280, "height": 900}, locale="zh-CN", java_script_enabled=scripts).new_page()
    page.set_default_timeout(PATIENCE)
    if big:
        page.context.add_cookies([{"name": "size", "value": "big", "url": rig.hall_url}])
    page.goto(f"{rig.hall_url}/login/{seed[event][0 if scripts else 1]}/")
    page.locator("main button").click()
    return page


def test_two_records_are_ruled_from_the_desk_in_one_press(browser: Browser, running: tuple[Rig, dict[str, list[str]]]) -> None:
    page = chief(browser, running, "d")
    page.goto(f"{running[0].hall_url}/e/d/guandan/desk/")
    versions = page.locator("#cases .version")
    expect(versions).to_have_count(2)
    for at in range(2):
        expect(versions.nth(at).locator(".effect-of")).to_contain_text("影响")
        expect(versions.nth(at).locator(".read-of")).to_contain_text("第1局")
    fits(page)
    versions.nth(1).get_by_role("button", name="按这个裁定").click()
    expect(page.get_by_text("已裁定")).to_be_visible()
    expect(page.locator("#cases .version")).to_have_count(0)
    assert page.url.endswith("/e/d/guandan/desk/")
    page.context.close()


def fits(page: Page) -> None:
    for width in (360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(FITS), width


def entries(rig: Rig) -> int:
    return int(rig.rows("SELECT COUNT(*) FROM events_ledgerentry")[0][0])


def test_the_effect_is_shown_in_place_and_the_ruling_is_one_press(browser: Browser, running: tuple[Rig, dict[str, list[str]]]) -> None:
    rig, seed = running
    page = chief(browser, running, "g")
    page.goto(f"{rig.hall_url}/e/g/guandan/desk/tables/{seed['tables'][0]}/")
    before = entries(rig)
    page.locator("#fix-1 > summary").click()
    page.locator("#fix-1 select[name=result]").first.select_option("EW:double_down")
    page.locator("#fix-1 button[name=preview]").first.click()
    expect(page.locator("#fix-1 .effect")).to_contain_text("签过的核对不再有效")
    fits(page)
    assert entries(rig) == before
    page.locator("#fix-1").get_by_label("理由").first.fill("报告单写的是东西")
    page.locator("#fix-1 button.pri").click()  # its effect was seen: saved at once
    expect(page.locator(".messages")).to_contain_text("已更正")
    page.goto(f"{rig.hall_url}/e/g/guandan/desk/tables/{seed['tables'][1]}/")
    expect(page.locator(".would .effect")).to_have_count(2)
    fits(page)
    page.locator("button[name=uphold]").nth(1).click()
    expect(page.locator(".messages")).to_contain_text("已裁定")
    page.context.close()


def test_the_picker_narrows_while_one_types(browser: Browser, running: tuple[Rig, dict[str, list[str]]]) -> None:
    rig, seed = running
    page = chief(browser, running, "c", big=True)
    page.goto(f"{rig.hall_url}/e/c/chaodipi/desk/tables/{seed['tables'][2]}/")
    page.locator("#penalty > summary").click()
    rows = page.locator("#penalty .offences > li:visible")
    everything = rows.count()
    page.locator("#find").fill("revoke")
    expect(rows.first).to_contain_text("跟错牌")
    assert 0 < rows.count() < everything
    page.locator("#find").fill("飞碟")
    expect(page.locator("#penalty [data-none]")).to_be_visible()
    page.locator("#find").fill("跟错")
    fits(page)
    rows.first.locator("a").click()
    page.locator("#penalty input[name=side]").first.check()
    page.locator("#penalty input[name=of-number]").fill("1")
    page.locator("#penalty input[name=count]").fill("3")
    page.locator("#penalty button[name=preview]").click()
    expect(page.locator("#penalty .effect")).to_contain_text("级数")
    fits(page)
    page.context.close()


def test_without_scripts_the_same(browser: Browser, running: tuple[Rig, dict[str, list[str]]]) -> None:
    rig, seed = running
    page = chief(browser, running, "c", scripts=False)
    page.goto(f"{rig.hall_url}/e/c/chaodipi/desk/tables/{seed['tables'][2]}/?q=revoke#penalty")
    page.locator("#penalty .offences a").first.click()
    page.locator("#penalty input[name=side]").first.check()
    page.locator("#penalty input[name=of-number]").fill("1")
    page.locator("#penalty input[name=count]").fill("3")
    before = entries(rig)
    page.locator("#penalty button[name=preview]").click()
    expect(page.locator("#penalty .effect")).to_contain_text("级数")
    assert page.locator("#penalty input[name=count]").input_value() == "3"
    assert entries(rig) == before
    page.locator("#penalty button.pri").click()
    expect(page.locator(".messages")).to_contain_text("已判罚")
    assert entries(rig) == before + 1
    page.context.close()
