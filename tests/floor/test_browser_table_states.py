"""The table page in a real Chromium where something is unusual: the first question, a revoked device, a correction, English."""

import pytest
from playwright.sync_api import expect

from tests.floor.table_hall import FITS, PATIENCE, Hall, hall, places, running, save

__all__ = ["hall", "places", "running"]  # fixtures

pytestmark = pytest.mark.browser


def test_the_question_returns_until_it_is_answered_with_yes(hall: Hall) -> None:
    page = hall.device("NS-1")
    page.evaluate("Object.keys(localStorage).filter((k) => k.includes('.ours.')).forEach((k) => localStorage.removeItem(k))")
    page.reload()
    question = page.locator("#sheet-first")
    for leave in ("[data-do=close]", None):
        page.locator("[data-do=notours]").click()
        expect(page.locator("[data-do='called:not_ours']")).to_be_focused()
        if leave:
            page.locator(f"#sheet-call {leave}").click()
            expect(question).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Enter")
    expect(page.locator("#called-text")).to_contain_text("这不是我们这一场")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet-called")).to_be_hidden()
    expect(question).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#first-called")).to_contain_text("已叫裁判")
    page.locator("[data-do=ours]").click()
    with page.expect_response("**/table/state/"):
        pass
    expect(question).to_be_hidden()
    assert hall.rig.rows("SELECT c.reason FROM events_tablecall c ORDER BY c.id DESC LIMIT 1") == [("not_ours",)]


def test_a_sheet_keeps_the_focus_and_gives_it_back(hall: Hall) -> None:
    page = hall.device("NS-1")
    page.locator("#call").focus()
    page.keyboard.press("Enter")
    for _step in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || Boolean(document.activeElement.closest('#sheet-call'))")
    page.locator("[data-do='called:other']").focus()
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("parseFloat(getComputedStyle(document.activeElement).outlineWidth)") >= 4
    page.keyboard.press("Escape")
    expect(page.locator("#call")).to_be_focused()


def test_a_device_that_is_no_longer_paired_says_what_to_do_and_keeps_what_it_holds(hall: Hall) -> None:
    page = hall.device("NS-1")
    page.route("**/hands/", lambda route: route.abort())
    save(page, "NS:double_down")
    expect(page.locator("#conn-text")).to_have_text("未上传 1")
    page.locator("#call").click()
    hall.act(
        "organiser",
        "from events.models import Device; from events.services.devices import device_revoke\n"
        f"for device in Device.objects.filter(competition=competition, table={hall.table}):\n"
        "    device_revoke(event=competition.event, device=device.pid, by=by)",
    )
    expect(page.locator("#calm-text")).to_contain_text("新二维码", timeout=PATIENCE)
    expect(page.locator("#calm-text")).to_contain_text("没上传的 1 局还在这台设备上")
    for gone in ("#save", "#panel-kind", "#sheet-call"):
        expect(page.locator(gone)).to_be_hidden()


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_a_correction_on_a_phone_keeps_its_mode_and_both_pairs_in_view(hall: Hall, language: str) -> None:
    page = hall.device("NS-1", width=360, height=740)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": hall.rig.hall_url}])
    page.goto(f"{hall.rig.hall_url}/table/")
    save(page, "NS:double_down")
    expect(page.locator("#log-rows [data-row='1'] .fix")).to_be_visible(timeout=PATIENCE)
    page.locator("#log [data-do='fix:1']").click()
    expect(page.locator("#at-hand")).to_have_text("更正 第1局" if language == "zh-hans" else "Correcting 1")
    for seen in ("#at-hand", "#panel-kind [data-pair=NS]", "#panel-kind [data-pair=EW]", "[data-do='pick:EW:double_down']"):
        expect(page.locator(seen)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 1024), (1280, 800)])
def test_english_fits(hall: Hall, width: int, height: int) -> None:
    page = hall.device("NS-1", width=width, height=height)
    page.context.add_cookies([{"name": "django_language", "value": "en", "url": hall.rig.hall_url}])
    page.goto(f"{hall.rig.hall_url}/table/")
    save(page, "NS:double_down")
    for _size in ("normal", "big"):
        for mode in ("kind", "order", "slip"):
            page.locator(f"[data-do='mode:{mode}']").click()
            assert page.evaluate(FITS), mode
        expect(page.locator("#save")).to_have_text("Save 4 hands")
        page.locator("[data-size-switch] button").click()
