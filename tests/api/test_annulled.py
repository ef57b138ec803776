"""A match of an annulled pair: one answer everywhere, and a hand for it is kept but said not to count (GD-06)."""

import pytest

from events.selectors.annulled import annulled_matches
from events.services.matches import match_forfeit
from events.standings import full
from tests.api.caller import Caller, competition_path
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, five, hand, new_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def gone() -> tuple[Stage, str]:
    """Three rounds open; the North-South pair of table 1 has forfeited the first two. Its third match, unplayed."""
    stage = small_event(opened=3)
    pair = stage.match(1, 1).ns
    third = ""
    for match in stage.competition.matches.order_by("round__number"):
        if pair not in (match.ns, match.ew):
            continue
        if match.round.number == 3:
            third = match.code
            continue
        side = "NS" if match.ns == pair else "EW"
        match_forfeit(competition=stage.competition, match=match.code, sides=[side], key=new_key(), reason="没有来", by=stage.chief)
    return stage, third


def test_the_tables_count_what_the_standings_count(gone: tuple[Stage, str]) -> None:
    stage, third = gone
    five(stage, table=2, number=1)
    state = full(stage.competition)
    assert annulled_matches(competition=stage.competition) == {row["match"] for row in state["matches"] if row["state"] == "annulled"}
    assert third in annulled_matches(competition=stage.competition)
    rows = Caller(user=stage.users["chief_referee"]).get(competition_path(stage) + "rounds/").json()["results"]
    counted = [row["handed_in"] for row in state["rounds"] if row["opened"]]
    assert [row["done"] for row in rows] == counted
    assert counted[2] == 1


def test_one_match_and_the_list_say_its_state(gone: tuple[Stage, str]) -> None:
    stage, third = gone
    hand(stage, by_kind(1), table=2, number=3, by=stage.referee)
    caller = Caller(user=stage.users["chief_referee"])
    assert caller.get(f"{competition_path(stage)}tables/{third}/").json()["state"] == "annulled"
    folded = {row["match"]: row["state"] for row in full(stage.competition)["matches"]}
    for number in (1, 2, 3):
        listed = caller.get(f"{competition_path(stage)}tables/?round={number}").json()["results"]
        assert [row["state"] for row in listed] == [folded[row["match"]] for row in listed]


def test_a_hand_of_an_annulled_match_is_kept_and_said_not_to_count(gone: tuple[Stage, str]) -> None:
    stage, third = gone
    table = stage.competition.matches.get(code=third).table
    reply = hand(stage, by_kind(1), table=table, number=3, by=stage.referee)
    assert (reply.status, reply.body["match"]["annulled"]) == (201, True)
    other = 1 if table != 1 else 3
    assert hand(stage, by_kind(1), table=other, number=3, by=stage.referee).body["match"]["annulled"] is False


def test_a_device_of_the_wrong_side_is_told_the_side(stage: Stage, checker: Caller, scorer: Caller) -> None:
    path = f"{competition_path(stage)}tables/{stage.match(1).code}/"
    refused = checker.send("POST", path + "hands/", by_kind(1), key="wrong-side-1")
    assert (refused.status_code, refused.json()["code"]) == (403, "other_side_records")
    refused = scorer.send("POST", path + "confirmations/", {"covers": ["a" * 64]}, key="wrong-side-2")
    assert (refused.status_code, refused.json()["code"]) == (403, "other_side_confirms")
