"""Hands of a table of three that cannot be right, over the API: all that is wrong at once, each with its clause and what to do."""

from typing import Any

import pytest

from events.models import LedgerEntry, Refusal
from tests.api.caller import Caller, competition_path, device, refusal, table_path
from tests.cast import Stage, add_team, bare_event, team_name
from tests.floor.three_event import hand, passed, three_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return three_event("doudizhu-three-hands", players=3)


def refused(stage: Stage, record: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Code -> its problems, after checking that each says by which clause and what to do, and that nothing was kept."""
    before = LedgerEntry.objects.count()
    body = refusal(device(stage, side="1").post(table_path(stage) + "hands/", {"record": record}), 422)
    assert LedgerEntry.objects.count() == before
    assert Refusal.objects.filter(competition=stage.competition, status=422).exists()
    found: dict[str, list[dict[str, Any]]] = {}
    for problem in body["problems"]:
        found.setdefault(problem["code"], []).append(problem)
    return found


def test_a_spring_that_the_landlord_lost(stage: Stage) -> None:
    found = refused(stage, hand(1, out=2, spring="spring"))
    assert found["spring_with_loss"][0]["clause_ref"].startswith("003·八·七")
    assert found["spring_with_loss"][0]["at"] == "record.spring"


def test_two_after_two(stage: Stage) -> None:
    found = refused(stage, hand(1, bids=(2, 2, 0)))
    assert found["bid_not_higher"][0]["at"] == "record.bids[1]"
    assert found["bid_not_higher"][0]["clause"]


def test_a_seat_that_is_not_at_the_table(stage: Stage) -> None:
    found = refused(stage, {**hand(1), "out": 4})
    assert any(problem["at"] == "record.out" and problem["clause"] for problems in found.values() for problem in problems)


def test_everything_at_once(stage: Stage) -> None:
    record = {
        "hand": 0,
        "first_bidder": 7,
        "bids": [2, 1, True],
        "landlord": "x",
        "out": None,
        "bombs": 99,
        "rocket": "no",
        "spring": 3,
        "x": 1,
    }
    body = refusal(device(stage, side="1").post(table_path(stage) + "hands/", {"record": record}), 422)
    assert {problem["at"].split("[")[0] for problem in body["problems"]} >= {
        "record.hand",
        "record.first_bidder",
        "record.bids",
        "record.landlord",
        "record.bombs",
        "record.rocket",
        "record.spring",
        "record.x",
    }


def test_a_fourth_hand_of_three_is_not_taken(stage: Stage) -> None:
    table, scorer = table_path(stage) + "hands/", device(stage, side="1")
    for number, first in ((1, 1), (2, 2), (3, 3)):
        bids = (3,) if first == 1 else (0, 3) if first == 3 else (0, 0, 3)
        assert scorer.post(table, {"record": hand(number, first=first, bids=bids)}).status_code == 201
    body = refusal(scorer.post(table, {"record": hand(4)}), 409)
    assert body["code"] == "match_decided"


def test_passed_out_deals_count_no_hand_and_lead_to_a_least_call(stage: Stage) -> None:
    table, scorer = table_path(stage) + "hands/", device(stage, side="1")
    for number in (1, 2):
        assert scorer.post(table, {"record": passed(number)}).status_code == 201
    low = scorer.post(table, {"record": hand(3, bids=(1, 0, 0))})
    assert low.status_code == 201  # what contradicts the hands before is kept, and shown
    codes = [fault["code"] for fault in low.json()["outcome"]["findings"]]
    assert codes == ["opener_too_low"]
    shown = Caller(user=stage.users["referee"]).get(table_path(stage)).json()["shown"]
    assert shown["played"] == 1


def test_somebody_seated_twice() -> None:
    stage = bare_event(rulebook="doudizhu-three-hands")
    people = [add_team(stage, team_name(place), 1, 1) for place in range(3)]
    first, second, _third = (stage.entrants[team][0] for team in people)
    organiser = Caller(user=stage.users["organiser"])
    order = {"draw": "groups", "round": 1, "order": [first, second, first]}
    body = refusal(organiser.post(competition_path(stage) + "draws/", order), 422)
    assert [(problem["code"], bool(problem["clause"])) for problem in body["problems"]] == [("id_twice", True), ("id_missing", True)]
