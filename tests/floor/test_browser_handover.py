"""递给对方核对 in a browser: the tablet goes over the table, is signed with a PIN or a finger, and comes back."""

import base64
import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.floor.table_hall import FITS, Hall, band
from tests.rig.rig import Rig

SEED = """
import base64
import json
from events.services.devices import pairing_code_make
from events.services.hands import hand_record
from events.services.pins import pins_make
from tests.cast import other_event, small_event
from tests.events.score_kit import ROWS
from tests.floor.three_event import hand, three_event

def codes(stage, sides):
    make = lambda side: pairing_code_make(competition=stage.competition, table=1, side=side, by=stage.organiser)[1]
    return {"%s-%d" % (side, copy): make(side) for side in sides for copy in (1, 2, 3, 4)}

def pins(stage):
    made = pins_make(competition=stage.competition, entrants=[], by=stage.organiser)
    return {side: made[entrant.pid] for side, entrant in stage.match().entrants().items()}

def climbed(code):
    stage = other_event("healthcup-chaodipi", 4, code=code, overrides={"confirmation.unit": "hand"})
    record = {"game": 1, "hand": 1, "declarer": "S", "trump": "S", "buried_by": "S", "table_points": 0, "kitty_points": 0}
    record |= {"last_trick": "declarers", "dig": "none", "hook": "none"}
    hand_record(competition=stage.competition, match=stage.match().code, record=record, key="climbed-hand-1", by=stage.scorer())
    return stage

def fives(code):
    stage = small_event(2, 1, code=code)
    for number, (side, kind) in enumerate(ROWS, 1):
        key, record = "%s-hand-%d" % (code, number), {"hand": number, "side": side, "kind": kind}
        hand_record(competition=stage.competition, match=stage.match().code, record=record, key=key, by=stage.scorer())
    return stage

def threes(code):
    stage = three_event("doudizhu-single-hand", players=9, code=code)
    hand_record(competition=stage.competition, match=stage.match().code, record=hand(1), key="threes-hand-1", by=stage.device(1, "1"))
    return stage

made = {}
for code in ("five-a", "five-b", "five-c", "five-d"):
    stage = fives(code)
    made[code] = [codes(stage, ("NS", "EW")), pins(stage) if code != "five-b" else {}]
stage = climbed("climbed")
made["climbed"] = [codes(stage, ("NS", "EW")), pins(stage)]
stage = threes("threes")
made["threes"] = [codes(stage, ("1", "2", "3")), pins(stage)]
print(json.dumps(made))
"""


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Rig, dict[str, tuple[dict[str, str], dict[str, str]]]]]:
    with Rig(tmp_path_factory.mktemp("handover"), "sqlite") as rig:
        made = rig.manage("shell", "-v", "0", "-c", SEED)
        assert made.returncode == 0, made.stderr
        yield rig, json.loads(made.stdout.strip().splitlines()[-1])


@pytest.fixture
def opened(
    ground: tuple[Rig, dict[str, tuple[dict[str, str], dict[str, str]]]], browser: Browser
) -> Iterator[Callable[[str], tuple[Hall, dict[str, str]]]]:
    halls: list[Hall] = []

    def hall(code: str) -> tuple[Hall, dict[str, str]]:
        rig, made = ground
        halls.append(Hall(rig, browser, code, 1, made[code][0]))
        return halls[-1], made[code][1]

    yield hall
    for one in halls:
        for page in one.pages:
            page.context.close()


def press(page: Page, digits: str) -> None:
    for digit in digits:
        page.locator(f"[data-do='handdigit:{digit}']").click()


def scribble(page: Page) -> None:
    box = page.locator("#hand-canvas").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 30, box["y"] + 60)
    page.mouse.down()
    for step in range(1, 12):
        page.mouse.move(box["x"] + 30 + step * 15, box["y"] + 60 + (step % 3) * 30)
    page.mouse.up()


def looks(page: Page, what: str) -> None:
    """Nothing is cut off; every key is large enough to be hit."""
    assert page.evaluate(FITS), what
    small = page.evaluate(
        "Array.from(document.querySelectorAll('#sheet-handover button')).filter((b) => b.getClientRects().length)"
        ".filter((b) => b.getBoundingClientRect().height < 44).map((b) => b.textContent)"
    )
    assert small == [], (what, small)


def test_with_a_pin_on_a_tablet(opened: Callable[[str], tuple[Hall, dict[str, str]]]) -> None:
    hall, pins = opened("five-a")
    page = hall.device("NS-1")
    page.locator("#handover").click()
    looks(page, "who")
    page.locator("[data-do='handtake:EW:1']").click()
    expect(page.locator("#hand-list > li")).to_have_count(5)
    expect(page.locator("#sheet-handover")).to_have_attribute("data-side", "EW")
    looks(page, "check")
    page.locator("#hand-yes").click(force=True)
    expect(page.locator("#hand-why")).to_contain_text("六位密码")
    wrong = f"{(int(pins['EW']) + 1) % 10**6:06d}"
    press(page, wrong)
    page.locator("#hand-yes").click()
    expect(page.locator("#hand-why")).to_contain_text("密码不对")
    press(page, pins["EW"])
    page.locator("#hand-yes").click()
    expect(page.locator("#hand-done-text")).to_contain_text("请还给")
    expect(page.locator("#sheet-handover")).to_have_attribute("data-side", "NS")
    looks(page, "back")
    page.locator("#hand-yes").click()
    expect(page.locator("#sheet-handover")).not_to_be_visible()
    expect(page.locator("#five-title")).to_contain_text("已核对")
    assert hall.entries("confirmation") == 1
    kept = page.evaluate("JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.body.innerHTML])")
    assert pins["EW"] not in kept
    assert wrong not in kept


def test_with_a_finger_on_a_phone(opened: Callable[[str], tuple[Hall, dict[str, str]]]) -> None:
    hall, _pins = opened("five-b")
    page = hall.device("NS-1", width=360, height=740)
    page.locator("#handover").click()
    looks(page, "who")
    page.locator("[data-do='handtake:EW:0']").click()
    looks(page, "check")
    expect(page.locator("#hand-canvas")).not_to_be_visible()
    page.locator("#hand-yes").click()
    looks(page, "sign")
    page.locator("#hand-yes").click(force=True)
    expect(page.locator("#hand-why")).to_contain_text("请先签字")
    scribble(page)
    page.locator("#hand-yes").click()
    expect(page.locator("#hand-done-text")).to_contain_text("请还给")
    page.locator("#hand-yes").click()
    expect(page.locator("#five-title")).to_contain_text("已核对")
    assert (hall.entries("attachment"), hall.entries("confirmation")) == (1, 1)


def test_in_large_letters_one_question_a_screen(opened: Callable[[str], tuple[Hall, dict[str, str]]]) -> None:
    hall, pins = opened("five-c")
    for width, height in ((1280, 800), (360, 740)):
        page = hall.device("NS-1" if width > 1000 else "NS-2", width=width, height=height)
        page.locator("button.sizeb").click()
        page.wait_for_selector("html[data-size=big]")
        if page.locator("[data-do=ours]").is_visible():
            page.locator("[data-do=ours]").click()
        page.locator("#handover").click()
        page.locator("[data-do='handtake:EW:0']").click()
        expect(page.locator("#hand-pin")).not_to_be_visible()
        page.locator("#hand-yes").click()
        expect(page.locator("#hand-list")).not_to_be_visible()
        looks(page, f"sign {width}")
        low = page.evaluate(
            "Array.from(document.querySelectorAll('#sheet-handover button')).filter((b) => b.getClientRects().length)"
            ".filter((b) => b.getBoundingClientRect().height < 95.5).map((b) => b.textContent + b.getBoundingClientRect().height)"
        )
        assert low == []
        page.locator("#hand-no").click()
        expect(page.locator("#hand-list > li")).to_have_count(5)
    press_page = page
    press_page.locator("#hand-yes").click()
    press(press_page, pins["EW"])
    press_page.locator("#hand-yes").click()
    expect(press_page.locator("#hand-done-text")).to_contain_text("请还给")


def test_not_right_calls_the_referee_for_that_row(opened: Callable[[str], tuple[Hall, dict[str, str]]]) -> None:
    hall, _pins = opened("five-d")
    page = hall.device("NS-1")
    page.locator("#handover").click()
    page.locator("[data-do='handtake:EW:0']").click()
    page.locator("#hand-no").click()
    expect(page.locator("#sheet-handover")).not_to_be_visible()
    page.locator("[data-do='wrongrow:3']").click()
    expect(page.locator("#called-text")).to_contain_text("叫的")
    assert hall.entries("confirmation") == 0


def test_hand_by_hand(opened: Callable[[str], tuple[Hall, dict[str, str]]]) -> None:
    hall, pins = opened("climbed")
    page = hall.device("NS-1")
    page.locator("#handover").click()
    page.locator("[data-do='handtake:EW:0']").click()
    expect(page.locator("#hand-list > li")).to_have_count(1)
    press(page, pins["EW"])
    page.locator("#hand-yes").click()
    expect(page.locator("#hand-done-text")).to_contain_text("请还给")
    page.locator("#hand-yes").click()
    expect(page.locator("#handover")).not_to_be_visible()
    assert hall.entries("confirmation") == 1


def test_each_of_three_in_turn(opened: Callable[[str], tuple[Hall, dict[str, str]]]) -> None:
    hall, pins = opened("threes")
    page = hall.device("1-1")
    page.locator("#handover").click()
    looks(page, "who of three")
    for side, after in (("2", "还有人没签"), ("3", "请还给")):
        page.locator(f"[data-do='handtake:{side}:0']").click()
        press(page, pins[side])
        page.locator("#hand-yes").click()
        expect(page.locator("#hand-done-text")).to_contain_text(after)
        if side == "2":
            page.locator("#hand-no").click()
    page.locator("#hand-yes").click()
    assert hall.entries("confirmation") == 2


def test_a_photo_of_the_slip(opened: Callable[[str], tuple[Hall, dict[str, str]]]) -> None:
    hall, _pins = opened("five-d")
    page = hall.device("NS-2")
    large = page.evaluate(
        "() => { const c = document.createElement('canvas'); c.width = 4000; c.height = 3000; const p = c.getContext('2d');"
        " p.fillStyle = '#8a8'; p.fillRect(0, 0, 4000, 3000); return c.toDataURL('image/png').split(',')[1]; }"
    )
    page.locator("#shoot").set_input_files({"name": "IMG_1.png", "mimeType": "image/png", "buffer": base64.b64decode(large)})
    band(page, "报告单的照片已存")
    assert hall.entries("attachment") == 1
