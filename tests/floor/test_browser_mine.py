"""From the badge to the board in a real Chromium over plain HTTP: two players' own phones, a referee's tablet, slips at the keyboard."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.floor.table_hall import FITS, PATIENCE, band
from tests.rig.rig import Rig

pytestmark = pytest.mark.browser

SEED = """
import json
from django.contrib.auth.models import User
from tests.cast import small_event
from events.models import Match
from events.services.logins import login_link_make
from events.services.personal_codes import personal_code_make

stage = small_event(2, TABLES, code="own")
found = {}
for match in Match.objects.filter(competition=stage.competition):
    for side, entrant in match.entrants().items():
        for place, player in enumerate(entrant.players.order_by("order")):
            secret = personal_code_make(competition=stage.competition, player=player.pid, by=stage.organiser)
            found["%d-%s-%d" % (match.table, side, place)] = secret
moving = small_event(4, 1, code="moving")
player = moving.match().ns.players.order_by("order")[0]
found["moving"] = personal_code_make(competition=moving.competition, player=player.pid, by=moving.organiser)
found["logins"] = [login_link_make(user=stage.users["referee"]) for _ in range(8)]
found["matches"] = {str(match.table): match.code for match in Match.objects.filter(competition=stage.competition)}
print(json.dumps(found))
"""
TABLES = 8
BOARD = "/e/own/guandan/"
NEXT_ROUND = """
from django.contrib.auth.models import User
from events import actors
from events.models import Competition
from events.services.rounds import round_open
competition = Competition.objects.select_related("event").get(event__code="moving")
by = actors.for_user(user=User.objects.get(username="moving-organiser"), event=competition.event)
round_open(competition=competition, number=2, by=by, force=True, reason="测试")
"""


@dataclass
class Hall:
    rig: Rig
    browser: Browser
    secrets: dict[str, str]
    logins: list[str]
    matches: dict[str, str]
    table: int = 0
    pages: list[Page] = field(default_factory=list)

    def page(self, width: int = 360, height: int = 740) -> Page:
        page = self.browser.new_context(viewport={"width": width, "height": height}, locale="zh-CN").new_page()
        page.set_default_timeout(PATIENCE)
        self.pages.append(page)
        return page

    def phone(self, place: str) -> Page:
        """The phone of whoever sits at `place` of this table ("NS-0"), paired by his badge, at 我的桌."""
        page = self.page()
        page.goto(f"{self.rig.hall_url}/me/{self.secrets[f'{self.table}-{place}']}/")
        assert page.evaluate(FITS), "the offer of a badge"
        page.locator("form .btn.pri").click()
        page.wait_for_url("**/me/")
        return page

    def referee(self, width: int = 768, height: int = 1024) -> Page:
        """A referee's tablet, signed in by a one-time link."""
        page = self.page(width, height)
        sign_in(page, self)
        return page

    def entries(self, kind: str) -> int:
        query = 'SELECT COUNT(*) FROM events_ledgerentry l WHERE l.kind = %s AND l."match" = %s'
        return int(self.rig.rows(query, kind, self.matches[str(self.table)])[0][0])


def sign_in(page: Page, hall: Hall) -> None:
    page.goto(f"{hall.rig.hall_url}/login/{hall.logins.pop()}/")
    page.locator("main form button").click()
    page.wait_for_url(lambda address: "/login/" not in address)


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Rig, dict[str, object]]]:
    with Rig(tmp_path_factory.mktemp("own"), "sqlite") as rig:
        made = rig.manage("shell", "-v", "0", "-c", SEED.replace("TABLES", str(TABLES)))
        assert made.returncode == 0, made.stderr
        yield rig, json.loads(made.stdout.strip().splitlines()[-1])


_next_table = iter(range(1, TABLES + 1))


@pytest.fixture
def hall(seeded: tuple[Rig, dict[str, object]], browser: Browser) -> Iterator[Hall]:
    rig, found = seeded
    secrets = {name: str(secret) for name, secret in found.items() if name not in ("logins", "matches")}
    opened = Hall(rig, browser, secrets, found["logins"], found["matches"], next(_next_table))  # type: ignore[arg-type]
    yield opened
    for page in opened.pages:
        page.context.close()


def enter(page: Page, pick: str, number: int) -> None:
    page.locator(f"[data-do='pick:{pick}']").click()
    page.locator("#save").click()
    band(page, f"已记 第{number}局")


def test_from_the_badge_to_the_board(hall: Hall) -> None:
    ours, theirs, board = hall.phone("NS-0"), hall.phone("EW-1"), hall.page(1280, 800)
    board.goto(hall.rig.hall_url + BOARD)
    assert not ours.evaluate("isSecureContext")
    for page in (ours, theirs):
        expect(page.locator(".own-place .tb b")).to_have_text(str(hall.table))
        assert page.evaluate(FITS), "我的桌"
    expect(theirs.locator(".own-place")).to_contain_text("等开始")
    ours.locator("#go").click()
    ours.locator("[data-do=ours]").click()
    for number in range(1, 6):
        enter(ours, "NS:double_down" if number % 2 else "EW:first_third", number)
    go = theirs.locator("#go")
    expect(go).to_have_text("去核对", timeout=PATIENCE)  # without a reload
    expect(theirs.locator(".own-vs .ns-t")).to_contain_text("15")
    go.click()
    theirs.locator("[data-do=ours]").click()
    theirs.locator("#yes").click()
    band(theirs, "已核对 15:6")
    tick = board.locator(".ticks .tick").nth(hall.table - 1)
    expect(tick).to_have_class(re.compile("confirmed"), timeout=PATIENCE)
    ours.locator("a.way").click()
    expect(ours.locator(".own-note.done")).to_be_visible(timeout=PATIENCE)
    expect(ours.locator(".own-list li")).to_contain_text("15 : 6", timeout=PATIENCE)
    assert (hall.entries("hand"), hall.entries("confirmation")) == (5, 1)


def test_the_phone_keeps_what_it_could_not_send_and_partners_help_each_other(hall: Hall) -> None:
    ours, partner = hall.phone("NS-0"), hall.phone("NS-1")
    ours.locator("#go").click()
    ours.locator("[data-do=ours]").click()
    ours.route("**/api/v1/**", lambda route: route.abort())
    ours.locator("[data-do='pick:NS:double_down']").click()
    ours.locator("#save").click()
    expect(ours.locator("#conn-text")).to_contain_text("未上传 1")
    ours.locator("a.way").click()  # 我的桌 says so too, and sends it
    expect(ours.locator("#pulse")).to_contain_text("未上传 1", timeout=PATIENCE)
    assert hall.entries("hand") == 0
    ours.unroute("**/api/v1/**")
    expect(ours.locator("#pulse")).to_have_text("已连接", timeout=45_000)
    partner.locator("#go").click()
    partner.locator("[data-do=ours]").click()
    partner.locator("[data-do^='undo']").first.click(timeout=PATIENCE)
    partner.locator("[data-do=undone]").click()
    band(partner, "已撤回")
    assert (hall.entries("hand"), hall.entries("void")) == (1, 1)


def test_what_was_saved_for_the_old_table_is_sent_and_refused_for_all_to_see(hall: Hall) -> None:
    page = hall.page()
    page.goto(f"{hall.rig.hall_url}/me/{hall.secrets['moving']}/")
    page.locator("form .btn.pri").click()
    page.wait_for_url("**/me/")
    page.locator("#go").click()
    page.locator("[data-do=ours]").click()
    page.route("**/api/v1/**", lambda route: route.abort())
    page.locator("[data-do='pick:NS:double_down']").click()
    page.locator("#save").click()
    expect(page.locator("#conn-text")).to_contain_text("未上传 1")
    done = hall.rig.manage("shell", "-v", "0", "-c", NEXT_ROUND)
    assert done.returncode == 0, done.stderr
    expect(page.locator("#at-round")).to_have_text("第2轮", timeout=PATIENCE)  # the page followed him
    page.unroute("**/api/v1/**")
    flag = page.locator("#flag")
    expect(flag).to_have_text("✕ 没采用 1", timeout=45_000)
    page.locator("dialog[open] [data-do=ours]").click()
    flag.click()
    expect(page.locator("#refused-list")).to_contain_text("不能再给原来的桌记")


def test_to_call_the_referee_from_my_table_is_two_taps(hall: Hall) -> None:
    page = hall.phone("EW-0")
    page.locator("#call").click()
    page.locator("[data-do='called:not_ours']").click()
    expect(page.locator("#sheet-called")).to_be_visible()
    page.locator("#sheet-called [data-do=close]").first.click()
    page.goto(hall.rig.hall_url + "/me/")
    expect(page.locator("#now")).to_contain_text("已叫裁判")


def test_a_renewed_badge_ends_the_phone_where_it_stands(hall: Hall) -> None:
    page = hall.phone("NS-0")
    query = "UPDATE events_device SET revoked_at = paired_at WHERE player_id IS NOT NULL AND revoked_at IS NULL"
    done = hall.rig.manage("shell", "-v", "0", "-c", f"from django.db import connection\nconnection.cursor().execute({query!r})")
    assert done.returncode == 0, done.stderr
    expect(page.locator("h1")).to_have_text("这部手机已经停用", timeout=PATIENCE)


def test_a_referee_enters_at_a_table_and_a_login_that_ended_loses_nothing(hall: Hall) -> None:
    page = hall.referee()
    page.goto(f"{hall.rig.hall_url}{BOARD}desk/")
    page.locator(f"#tile-{hall.table}").click()
    page.locator("a.to-entry").click()
    page.locator("[data-do=ours]").click()
    assert page.evaluate(FITS), "the table page of a referee"
    enter(page, "NS:double_down", 1)
    assert hall.rig.rows(
        'SELECT role, device FROM events_ledgerentry WHERE kind = %s AND "match" = %s', "hand", hall.matches[str(hall.table)]
    ) == [("referee", "")]
    page.locator("[data-do='pick:EW:first_third']").click()
    page.context.clear_cookies(name="sessionid")
    expect(page.locator("#calm-title")).to_have_text("登录已经结束", timeout=PATIENCE)
    other = page.context.new_page()
    other.set_default_timeout(PATIENCE)
    sign_in(other, hall)
    expect(page.locator("[data-do='pick:EW:first_third']")).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)  # as it was tapped
    page.locator("#save").click()
    band(page, "已记 第2局")
    page.route("**/entry/state/", lambda route: route.abort())  # the page does not know yet
    page.context.clear_cookies(name="sessionid")
    page.locator("[data-do='pick:NS:first_fourth']").click()
    page.locator("#save").click()
    expect(page.locator("#calm-text")).to_contain_text("还在这台设备上", timeout=PATIENCE)
    assert hall.entries("hand") == 2
    sign_in(other, hall)
    page.unroute("**/entry/state/")
    expect(page.locator("#log-rows [data-row='3']")).to_contain_text("✓ 已存", timeout=45_000)
    assert hall.entries("hand") == 3


def test_a_slip_of_five_hands_is_eight_keys_and_a_login_that_ended_loses_nothing(hall: Hall) -> None:
    page = hall.referee(1280, 800)
    page.goto(f"{hall.rig.hall_url}{BOARD}desk/slips/")
    keys = [*str(hall.table), "Enter"]
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_selector("#slip")
    page.context.clear_cookies(name="sessionid")
    for digit in "15314":
        page.keyboard.press(digit)
    expect(page.locator("#sum")).to_have_text("合计 11 : 8")
    page.keyboard.press("Enter")
    expect(page.locator("#ended")).to_be_visible()
    assert hall.entries("hand") == 0
    other = page.context.new_page()
    other.set_default_timeout(PATIENCE)
    sign_in(other, hall)
    page.reload()  # even so
    expect(page.locator(".digit").nth(4)).to_have_value("4")
    page.locator("#save").press("Enter")
    expect(page.locator(".last")).to_contain_text("11 : 8")
    expect(page.locator("#pick")).to_be_focused()
    assert hall.entries("hand") == 5
    assert len(keys) + len("15314") + len(["Enter"]) <= 8
