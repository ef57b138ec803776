"""The live desk in a real Chromium: patched under one's hands, three disputes side by side, a case decided by keyboard alone."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.rig.rig import Rig

pytestmark = pytest.mark.browser

PATIENCE = 15_000  # milliseconds: the desk asks every three seconds
SEED = """
import json
from tests.cast import small_event
from events.services.disputes import dispute_raise
from events.services.hands import hand_record
from events.services.logins import login_link_make
stage = small_event(4, 2, code="CODE")
raised = []
for table in (1, 2, 3, 4):
    match = stage.match(table).code
    for number, kind in enumerate(("double_down", "first_third", "first_fourth"), 1):
        record = {"hand": number, "side": "NS", "kind": kind}
        hand_record(competition=stage.competition, match=match, record=record, key=f"seed-{table}-{number}", by=stage.scorer(table))
    if table < 4:
        reply = dispute_raise(competition=stage.competition, match=match, key=f"raise-it-{table}",
                              by=stage.checker(table), subject="result", number=2)
        raised.append(reply.body["dispute"]["dispute"])
print(json.dumps({"login": login_link_make(user=stage.users["chief_referee"]), "raised": raised, "match": stage.match(4).code,
                  "token": stage.devices[4, "NS"].token, "caller": stage.devices[4, "NS"].token}))
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with Rig(tmp_path_factory.mktemp("live-desk"), "sqlite") as rig:
        yield rig


@pytest.fixture
def chief(browser: Browser) -> Iterator[Page]:
    page = browser.new_context(viewport={"width": 1280, "height": 900}, locale="zh-CN").new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    page.context.close()


def at_the_desk(running: Rig, page: Page, code: str) -> dict[str, Any]:
    """Signed in as chief referee at the desk of an event with three disputes."""
    made = running.manage("shell", "-v", "0", "-c", SEED.replace("CODE", code))
    assert made.returncode == 0, made.stderr
    seed: dict[str, Any] = json.loads(made.stdout.strip().splitlines()[-1])
    page.goto(f"{running.hall_url}/login/{seed['login']}/")
    page.locator("main button").click()
    page.goto(f"{running.hall_url}/e/{code}/guandan/desk/")
    expect(page.locator("#pulse")).to_have_text("已连接")
    return seed


def hand(running: Rig, code: str, seed: dict[str, Any], number: int) -> None:
    table = f"/api/v1/events/{code}/competitions/guandan/tables/{seed['match']}/hands/"
    record = {"record": {"hand": number, "side": "EW", "kind": "double_down"}}
    assert running.post(table, record, key=f"live-{number}-{code}", token=seed["token"]).status == 201


def test_what_a_person_does_to_the_page_survives_what_happens_in_the_hall(running: Rig, chief: Page) -> None:
    seed = at_the_desk(running, chief, "kept")
    card = chief.locator(f'[data-about="{seed["raised"][1]}"]')
    chief.locator("#announce > summary").click()
    chief.locator("#announce textarea").fill("午饭推迟")
    card.get_by_role("radio").nth(2).check()
    card.locator("[name=reason]").fill("牌还在桌上")
    note = card.locator("textarea[name=note]")
    note.focus()
    chief.keyboard.type("西家称自己")
    chief.evaluate("window.scrollTo(0, 300)")
    hand(running, "kept", seed, 4)
    expect(chief.locator("#tile-4 .pr")).to_have_text("4/5")
    assert chief.evaluate("document.activeElement.name") == "note"
    chief.keyboard.type("第二个出完")
    hand(running, "kept", seed, 5)
    expect(chief.locator("#tile-4 .pr")).to_have_text("5/5")
    expect(note).to_have_value("西家称自己第二个出完")
    expect(card.locator("[name=reason]")).to_have_value("牌还在桌上")
    expect(card.get_by_role("radio").nth(2)).to_be_checked()
    expect(card.locator(".read-of")).to_contain_text("作废，重打")
    expect(chief.locator("#announce textarea")).to_have_value("午饭推迟")
    assert abs(chief.evaluate("window.scrollY") - 300) <= 60
    expect(card.locator(".kept-at")).to_contain_text("边写边存")
    chief.reload()
    expect(note).to_have_value("西家称自己第二个出完")


def test_three_disputes_stand_side_by_side_and_nothing_is_wider_than_the_screen(running: Rig, chief: Page) -> None:
    at_the_desk(running, chief, "three")
    boxes = [chief.locator("article.card").nth(n).bounding_box() for n in range(3)]
    assert len({round(box["y"]) for box in boxes if box}) == 1, "one beside the other"
    assert len({round(box["x"]) for box in boxes if box}) == 3
    for big in (False, True):
        if big:
            chief.locator("[data-size-switch] button").click()
        for width in (360, 768, 1280):
            chief.set_viewport_size({"width": width, "height": 800})
            assert chief.evaluate("document.documentElement.scrollWidth") <= width, (width, big)
    chief.set_viewport_size({"width": 360, "height": 800})
    tops = [chief.locator(name).bounding_box() for name in ("#todo", "#hall", "#cases", "#clock-of-round")]
    assert [box["y"] for box in tops if box] == sorted(box["y"] for box in tops if box), "待办 first"
    assert all(chief.locator(".card .do .btn").nth(n).bounding_box()["height"] >= 96 for n in range(3))  # type: ignore[index]


def test_a_case_is_opened_chosen_and_decided_by_keyboard_alone(running: Rig, chief: Page) -> None:
    seed = at_the_desk(running, chief, "keys")
    todo = chief.locator(f'#todo a[href*="{seed["raised"][0]}"]')
    for _press in range(40):
        if todo.evaluate("node => node === document.activeElement"):
            break
        chief.keyboard.press("Tab")
    chief.keyboard.press("Enter")
    expect(chief.locator("article.card h2")).to_contain_text("1桌 第2局")
    first = chief.get_by_role("radio").first
    for _press in range(40):
        if first.evaluate("node => node === document.activeElement"):
            break
        chief.keyboard.press("Tab")
    chief.keyboard.press("Space")
    expect(chief.locator(".read-of")).to_contain_text("维持原记录")
    for _press in range(40):
        if chief.evaluate("document.activeElement.name") == "reason":
            break
        chief.keyboard.press("Tab")
    chief.keyboard.type("报告单为准")
    button = chief.get_by_role("button", name="按此裁定并宣读")
    for _press in range(10):
        if button.evaluate("node => node === document.activeElement"):
            break
        chief.keyboard.press("Tab")
    chief.keyboard.press("Enter")
    expect(chief.locator("#read-out")).to_contain_text("1桌第2局：依规程")
    assert running.rows("SELECT COUNT(*) FROM events_ledgerentry WHERE kind = %s", "dispute_ruled") == [(1,)]


def test_a_call_comes_is_answered_from_the_list_and_a_note_waits_for_the_network(running: Rig, chief: Page) -> None:
    seed = at_the_desk(running, chief, "call")
    table = f"/api/v1/events/call/competitions/guandan/tables/{seed['match']}/calls/"
    assert running.post(table, {"reason": "unwell"}, token=seed["caller"]).status in (200, 201)
    call = chief.locator("#todo li", has_text="叫裁判")
    expect(call).to_contain_text("人不舒服")
    card = chief.locator(f'[data-about="{seed["raised"][2]}"]')
    chief.route("**/desk/notes/**", lambda route: route.abort())
    card.locator("textarea[name=note]").fill("断网时写的")
    expect(card.locator(".kept-at")).to_have_text("没存上，连上再存")
    chief.unroute("**/desk/notes/**")
    expect(card.locator(".kept-at")).to_contain_text("边写边存")
    call.get_by_role("button", name="已到").click()
    expect(chief.locator(".messages")).to_contain_text("已到")
    expect(chief.locator("#todo li", has_text="叫裁判")).to_have_count(0)


def test_the_clock_runs_on_without_the_network(running: Rig, chief: Page) -> None:
    at_the_desk(running, chief, "clock")
    face = chief.locator("#round-clock")
    expect(face).not_to_be_empty()
    chief.context.set_offline(True)
    shown = face.text_content()
    expect(face).not_to_have_text(shown or "")
    chief.context.set_offline(False)
    chief.get_by_role("button", name="停表").click()
    expect(chief.locator(".ck.stands")).to_be_visible()
    stood = face.text_content()
    chief.reload()
    expect(face).to_have_text(stood or "")
    chief.get_by_role("button", name="继续").click()
    expect(chief.locator(".ck.stands")).to_have_count(0)
