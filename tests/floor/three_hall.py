"""Tables of three of a running hall, one each under the rulebooks of 斗地主, and what the tests of their page do with them."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.floor.table_hall import PATIENCE, Hall
from tests.rig.rig import Rig

SEED = """
import json
from events.services.devices import pairing_code_make
from events.services.hands import hand_record
from tests.floor.three_event import LADDER, called, hand, passed, three_event

def codes(stage):
    make = lambda side: pairing_code_make(competition=stage.competition, table=1, side=side, by=stage.organiser)[1]
    return {"%s-%d" % (side, copy): make(side) for side in ("1", "2", "3") for copy in range(1, 7)}

def played(stage, *records, by=None):
    for record in records:
        key = "%s-hand-%d" % (stage.event.code, record["hand"])
        hand_record(competition=stage.competition, match=stage.match().code, record=record, key=key, by=by or stage.device(1, "1"))
    return stage

ladder = three_event(LADDER, players=3, code="forms")
by_seat_1 = {"confirmation.records_side": "1", "confirmation.confirms_side": "others"}

stages = {
    "health": three_event(code="health"),
    "back": played(three_event(code="back"), hand(1, 3)),
    "way": played(three_event(code="way"), hand(1, 1), hand(2, 2)),
    "two": played(three_event(code="two"), hand(1, 1)),
    "three": played(three_event("doudizhu-three-hands", code="three"), passed(1, 3), passed(2, 3)),
    "single": three_event("doudizhu-single-hand", code="single"),
    "circles": three_event("doudizhu-travelling", code="circles"),
    "forms": played(ladder, {**called(1, 1, (0, 0, 1), 2), "face_up": 5}, by=ladder.referee),
    "decided": three_event(LADDER, players=3, code="decided"),
    "ladder": three_event(LADDER, players=3, code="ladder", overrides=by_seat_1),
    "ten": three_event("doudizhu-ten-hands", players=27, code="ten"),
    "beans": three_event("doudizhu-beans", code="beans"),
    "stack": three_event("doudizhu-stack-300", code="stack"),
    "sizes": played(three_event(code="sizes"), hand(1, 1), hand(2, 2, (1, 2, 0), bombs=1)),
}
print(json.dumps({code: codes(stage) for code, stage in stages.items()}))
"""


@pytest.fixture(scope="module")
def three_rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Rig, dict[str, dict[str, str]]]]:
    with Rig(tmp_path_factory.mktemp("three"), "sqlite") as rig:
        made = rig.manage("shell", "-v", "0", "-c", SEED)
        assert made.returncode == 0, made.stderr
        yield rig, json.loads(made.stdout.strip().splitlines()[-1])


@pytest.fixture
def three_hall(three_rig: tuple[Rig, dict[str, dict[str, str]]], browser: Browser, request: pytest.FixtureRequest) -> Iterator[Hall]:
    """Table 1 of the event `request.param`."""
    rig, secrets = three_rig
    opened = Hall(rig, browser, request.param, 1, secrets[request.param])
    yield opened
    for page in opened.pages:
        page.context.close()


def at(code: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("three_hall", [code], indirect=True)


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f"#asks [data-do='{key}']:visible").first.click()


def save(page: Page, *keys: str) -> None:
    """Answer, wait for what the server says it is worth, save."""
    tap(page, *keys)
    expect(page.locator("#slot")).to_have_attribute("data-show", "ready", timeout=PATIENCE)
    expect(page.locator("#pv-2")).not_to_be_empty(timeout=PATIENCE)
    page.locator("#save").click()


def refused(page: Page, key: str, why: str) -> None:
    """A grey key answers with its reason."""
    page.locator(f"#asks [data-do='{key}']").first.click(force=True)
    expect(page.locator("#slot-reason")).to_have_text(why)


def recorded(hall: Hall, number: int) -> object:
    """The record of a hand of this table, as it was sent."""
    query = (
        "SELECT h.record FROM events_handrecord h JOIN events_match m ON h.match_id = m.id "
        "JOIN events_competition c ON m.competition_id = c.id JOIN events_event e ON c.event_id = e.id "
        'WHERE e.code = %s AND m."table" = %s AND h.number = %s'
    )
    found = hall.rig.rows(query, hall.code, hall.table, number)[0][0]
    return json.loads(found) if isinstance(found, str) else found


def names(page: Page) -> dict[str, str]:
    return {seat: page.locator(f"[data-seat='{seat}'] .nm").inner_text() for seat in "123"}
