"""The table page of 斗地主 as the server makes it: what the rulebook has is asked, nothing else; the three and who has signed."""

import json
import re
from typing import Any

import pytest

from events.pages.table_games import doudizhu
from events.services.hands import hand_record
from events.services.matches import match_confirm
from scoring.games.doudizhu import leaves
from scoring.rulebook import ids, load_file
from tests.cast import Stage
from tests.floor.test_table_page_games import CHINESE, climbing, device_client, given, state_of
from tests.floor.three_event import hand, passed, three_event

pytestmark = pytest.mark.django_db


def page_of(stage: Stage, side: str = "1") -> str:
    return device_client(stage, side).get("/table/").content.decode()


def enter(stage: Stage, record: dict[str, Any]) -> dict[str, Any]:
    key = f"entered-{record['hand']}"
    reply = hand_record(competition=stage.competition, match=stage.match().code, record=record, key=key, by=stage.device(1, "1"))
    assert reply.status == 201
    return dict(reply.body)


def keys(page: str, act: str) -> list[str]:
    return re.findall(rf'data-do="{act}:([^"]*)"', page)


def test_nothing_inline_runs_and_english_is_complete() -> None:
    stage = three_event()
    client = device_client(stage, "1")
    answer = client.get("/table/")
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    page = answer.content.decode()
    assert not re.search(r"<[^>]+\sstyle=|\son[a-z]+=|<style", page)
    assert all("src=" in tag or "application/json" in tag for tag in re.findall(r"<script[^>]*>", page))
    assert "纸质记录单" in page
    client.cookies["django_language"] = "en"
    english = client.get("/table/").content.decode()
    words = re.findall(r'data-word="([^"]+)"[^>]*>([^<]*)<', english)
    assert len(words) > 150
    assert not [word for word in words if CHINESE.search(word[1])]
    marked = re.findall(r"<(?:button|h2|h3|small|span)[^>]*>([^<]+)<", english)
    own = ("明牌", "简", "繁", "简体中文", "繁體中文")  # the name of the service, and languages in their own words
    assert not [text for text in marked if CHINESE.search(text) and text.strip() not in own and stage.event.name not in text]


@pytest.mark.parametrize(
    ("rulebook", "values", "parts"),
    [
        ("healthcup-doudizhu", ["0", "1", "2", "3"], ["bombs", "rocket", "spring"]),
        ("doudizhu-travelling", ["0", "1", "2", "3"], ["bombs", "rocket"]),
    ],
)
def test_what_the_rulebook_has_is_asked_and_nothing_else(rulebook: str, values: list[str], parts: list[str]) -> None:
    page = page_of(three_event(rulebook))
    assert keys(page, "bid") == values
    assert given(page)["parts"] == parts
    assert sorted({key.split(":")[0] for key in keys(page, "part")}) == sorted(parts)
    assert not keys(page, "pay")
    assert not keys(page, "landlord")


@pytest.mark.parametrize("rulebook", [rulebook for rulebook in ids() if load_file(rulebook).game == "doudizhu"])
def test_every_rulebook_says_what_its_tables_are_asked(rulebook: str) -> None:
    rules = load_file(rulebook)
    made = doudizhu(rules)
    told = json.loads(json.dumps(made.given))
    assert told["auction"] == (told["mode"] != "none")
    assert told["numbers"] == (told["mode"] in ("once", "circles"))
    assert bool(told["stake"]) == made.context["transfers"]
    assert told["counted"] == (rules.choice(leaves.SCORING) != "win_loss")
    assert [part for part in told["parts"] if part != "rocket"] == [
        part for part, group in (("bombs", leaves.DOUBLING), ("spring", leaves.SPRING), ("shown", leaves.SHOWN)) if rules.has(group)
    ]


def test_the_numbers_that_make_a_call_grey_are_the_rulebooks() -> None:
    health = given(page_of(three_event(code="health")))
    assert (health["mode"], health["values"], health["rising"], health["ends_at_top"]) == ("once", [1, 2, 3], True, True)
    assert (health["third"], health["opener_must"]) == (None, False)
    assert set(health["law"]) == {"why_higher"}
    travelling = given(page_of(three_event("doudizhu-travelling", code="travelling")))
    assert (travelling["mode"], travelling["opener_extra"], travelling["closing_passes"]) == ("circles", True, 2)
    three = given(page_of(three_event("doudizhu-three-hands", code="three")))
    assert three["third"] == {"least": 2, "must": False}
    assert set(three["law"]) == {"why_higher", "why_opener", "why_opener_must", "why_third", "why_third_must"}
    changed = three_event("doudizhu-three-hands", code="changed", overrides={leaves.THIRD_MUST: True})
    assert given(page_of(changed))["third"] == {"least": 2, "must": True}


def test_three_sit_at_the_table_and_two_of_them_sign(django_assert_max_num_queries: Any) -> None:
    stage = three_event("doudizhu-three-hands")
    state = state_of(stage, "1")
    match = state["match"]
    assert [len(match[side]["players"]) for side in ("1", "2", "3")] == [1, 1, 1]
    assert len({match[side]["team"] for side in ("1", "2", "3")}) == 3
    assert "NS" not in match
    assert (state["device"]["role"], state["confirming"], match["signed_by"]) == ("scorer", ["2", "3"], [])
    assert (match["shown"]["next_hand"], match["shown"]["next_bidder"], match["shown"]["wanted"]) == (1, "", 3)
    enter(stage, hand(1, 2))
    enter(stage, passed(2, 3))
    state = state_of(stage, "2")
    match = state["match"]
    assert state["device"]["role"] == "checker"
    assert (match["shown"]["next_bidder"], match["shown"]["played"], match["shown"]["passed"]) == ("3", 1, 1)
    assert match["shown"]["totals"] == {"1": -3, "2": 6, "3": -3}
    first, second = match["hands"]
    assert (first["kind"], first["landlord"], first["points"], first["record"]["out"]) == ("played", 2, {"1": -3, "2": 6, "3": -3}, 2)
    assert (second["kind"], second["points"]) == ("passed_out", {"1": 0, "2": 0, "3": 0})
    assert "trace" not in first
    client = device_client(stage, "3")
    with django_assert_max_num_queries(9):
        seen = client.get("/table/state/")
    assert client.get("/table/state/", headers={"If-None-Match": seen["ETag"]}).status_code == 304


def test_each_signs_on_his_own_and_the_table_is_confirmed_with_the_last() -> None:
    stage = three_event("doudizhu-single-hand")
    covers = [enter(stage, hand(1))["entry"]["hash"]]
    assert state_of(stage, "2")["match"]["done"]
    assert state_of(stage, "2")["match"]["apart"] == []
    for side, signed in (("2", ["2"]), ("3", ["2", "3"])):
        by, key = stage.device(1, side), f"signed-by-{side}"
        match_confirm(competition=stage.competition, match=stage.match().code, covers=covers, key=key, by=by)
        match = state_of(stage, side)["match"]
        assert (match["signed_by"], match["confirmed"]) == (signed, len(signed) == 2)


def test_a_table_of_two_sides_tells_who_signs_too() -> None:
    state = state_of(climbing(), "NS")
    assert (state["confirming"], state["match"]["signed_by"]) == (["EW"], [])
