"""The same story through the pages, in real browsers over plain HTTP: a table's phone raises, the desk rules by its card, the phone
appeals, another chief referee decides by the card; phone, board and ledger follow."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.floor.table_hall import PATIENCE, Hall, band, hall, places, running, save

__all__ = ["hall", "places", "running"]
pytestmark = pytest.mark.browser

LOGINS = """
import json
from events import actors
from events.models import Event
from events.services.events import grant_give
from events.services.logins import login_link_make
from django.contrib.auth.models import User
from tests.cast import make_user
event = Event.objects.get(code="{code}")
other = make_user("second-chief")
organiser = actors.for_user(user=User.objects.get(username="{code}-organiser"), event=event)
grant_give(event=event, user=other, role="chief_referee", by=organiser)
print(json.dumps([login_link_make(user=user) for user in (User.objects.get(username="{code}-chief_referee"), other)]))
"""


def at_the_desk(hall: Hall, login: str) -> Page:
    """An official's own browser, signed in, at the desk."""
    page = hall.browser.new_context(viewport={"width": 1280, "height": 900}, locale="zh-CN").new_page()
    page.set_default_timeout(PATIENCE)
    hall.pages.append(page)
    page.goto(f"{hall.rig.hall_url}/login/{login}/")
    page.locator("main button").click()
    page.wait_for_url(lambda address: "/login/" not in address)
    page.goto(f"{hall.rig.hall_url}/e/{hall.code}/guandan/desk/")
    return page


def rule(page: Page, hall: Hall, result: str, reason: str) -> None:
    """By the card of the one case at the desk: another result, its reason."""
    card = page.locator("article.card")
    expect(card).to_have_count(1, timeout=PATIENCE)
    card.locator("[name=outcome][value=changed]").check()
    card.locator("select[name=result]").select_option(result)
    card.locator("[name=reason]").fill(reason)
    expect(card.locator(".effect")).to_be_visible(timeout=PATIENCE)
    card.locator(".do .btn.pri").click()
    expect(page.locator(".messages")).to_be_visible(timeout=PATIENCE)


def shown(page: Page, hall: Hall, current: tuple[int, int], *, looked_into: bool) -> None:
    """The public board: what each team has in this round, and whether something is looked into."""
    for place, points in enumerate(current):
        expect(page.locator("[data-f=current]").nth(place)).to_have_text(f"+{points}", timeout=PATIENCE)
    mark = page.locator("[data-review]")
    expect(mark).to_be_visible(timeout=PATIENCE) if looked_into else expect(mark).to_be_hidden(timeout=PATIENCE)


def test_raised_ruled_appealed_and_decided_through_the_pages(hall: Hall) -> None:
    made = hall.rig.manage("shell", "-v", "0", "-c", LOGINS.format(code=hall.code))
    assert made.returncode == 0, made.stderr
    logins = json.loads(made.stdout.strip().splitlines()[-1])
    board = hall.browser.new_context(locale="zh-CN").new_page()
    hall.pages.append(board)
    board.goto(f"{hall.rig.hall_url}/e/{hall.code}/guandan/")
    assert not board.evaluate("isSecureContext")
    scorer, phone = hall.device("NS-1"), hall.device("EW-1", width=360, height=740)
    save(scorer, "NS:double_down")
    band(scorer, "已记")
    shown(board, hall, (5, 0), looked_into=False)

    expect(phone.locator("li.row:visible").first).to_be_visible(timeout=PATIENCE)
    phone.locator("#call").click()
    phone.locator("[data-do=dispute]").click()
    phone.locator("[data-do='subject:result']").click()
    phone.locator("#disputed-rows [data-do='disputed:1']").click()
    expect(phone.locator("#dispute-text")).to_contain_text("已报告裁判", timeout=PATIENCE)
    shown(board, hall, (5, 0), looked_into=True)

    desk = at_the_desk(hall, logins[0])
    rule(desk, hall, "EW:first_third", "看了牌，东西先走完")
    expect(phone.locator("#dispute-text")).to_contain_text("改判", timeout=PATIENCE)
    shown(board, hall, (0, 3), looked_into=False)

    phone.locator("#appeal").click()
    phone.locator("[data-do=appealed]").click()
    expect(phone.locator("#dispute-text")).to_contain_text("等裁判长裁决", timeout=PATIENCE)
    shown(board, hall, (0, 3), looked_into=True)

    rule(at_the_desk(hall, logins[1]), hall, "NS:first_fourth", "复查牌情")
    expect(phone.locator("#dispute-text")).to_contain_text("终裁", timeout=PATIENCE)
    expect(phone.locator("#appeal")).to_be_hidden()
    shown(board, hall, (1, 0), looked_into=False)
    assert [hall.entries(kind) for kind in ("dispute", "dispute_ruled", "appeal")] == [1, 2, 1]
    assert hall.rig.manage("verify", hall.code).returncode == 0
