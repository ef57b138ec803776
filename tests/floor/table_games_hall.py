"""Tables of a running hall under the other rulebooks, one table each, and the devices paired with it."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.floor.table_hall import Hall
from tests.rig.rig import Rig

# `climbed`: North-South play J after two hands, the other side confirms every hand; `second`: the first hand is in.
SEED = """
import json
from events.services.boards import board_trump_set
from events.services.devices import pairing_code_make
from events.services.draws import draw_make
from events.services.hands import hand_record
from events.services.rounds import round_open
from tests.cast import other_event

def codes(stage):
    make = lambda side: pairing_code_make(competition=stage.competition, table=1, side=side, by=stage.organiser)[1]
    return {"%s-%d" % (side, copy): make(side) for side in ("NS", "EW") for copy in (1, 2, 3)}

def climbed(code, hands, **overrides):
    stage = other_event("healthcup-chaodipi", 4, code=code, overrides=overrides)
    for number in range(1, hands + 1):
        seat = "SN"[(number - 1) % 2]
        record = {"game": 1, "hand": number, "declarer": seat, "trump": "S", "buried_by": seat, "table_points": 0, "kitty_points": 0}
        record |= {"last_trick": "declarers", "dig": "none", "hook": "none"}
        key = "%s-%d-hand" % (code, number)
        hand_record(competition=stage.competition, match=stage.match().code, record=record, key=key, by=stage.scorer())
    return stage

def rooms(code):
    stage = other_event("hefei-eighty-teams", 4, 2, code=code, opened=0)
    for team in stage.teams:
        draw_make(competition=stage.competition, draw="pairs", team=team, order=stage.entrants[team], by=stage.organiser)
    round_open(competition=stage.competition, number=1, by=stage.organiser)
    board_trump_set(competition=stage.competition, board=3, mode="A", rank="4", trump="H", by=stage.chief, key="trump-of-three")
    return stage

stages = {
    "second": climbed("second", 1),
    "climbed": climbed("climbed", 2, **{"confirmation.unit": "hand"}),
    "rooms": rooms("rooms"),
    "pairs": other_event("hefei-eighty-pairs", 6, code="pairs"),
    "stones": other_event("healthcup-gomoku", 4, code="stones"),
}
print(json.dumps({code: codes(stage) for code, stage in stages.items()}))
"""


@pytest.fixture(scope="module")
def games_rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Rig, dict[str, dict[str, str]]]]:
    with Rig(tmp_path_factory.mktemp("games"), "sqlite") as rig:
        made = rig.manage("shell", "-v", "0", "-c", SEED)
        assert made.returncode == 0, made.stderr
        yield rig, json.loads(made.stdout.strip().splitlines()[-1])


@pytest.fixture
def games_hall(games_rig: tuple[Rig, dict[str, dict[str, str]]], browser: Browser, request: pytest.FixtureRequest) -> Iterator[Hall]:
    """Table 1 of the event `request.param`."""
    rig, secrets = games_rig
    opened = Hall(rig, browser, request.param, 1, secrets[request.param])
    yield opened
    for page in opened.pages:
        page.context.close()
