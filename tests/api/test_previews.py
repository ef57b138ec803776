"""看影响: `?preview=1` tells what an act would change and changes nothing; the key stays free, and no table may look."""

import pytest

from events.models import HandRecord, LedgerEntry, Refusal
from events.services.disputes import dispute_raise
from events.standings import recompute
from tests.api.caller import Caller, codes, competition_path, refusal, table_path
from tests.cast import Stage
from tests.events.score_kit import confirm, five

pytestmark = pytest.mark.django_db

KEY = "look-first-0001"


@pytest.fixture
def played(stage: Stage) -> Stage:
    confirm(stage, five(stage))
    recompute(stage.competition.pk, "worker")
    return stage


def correction(stage: Stage) -> dict[str, object]:
    live = HandRecord.objects.get(match=stage.match(), number=1, state="live")
    return {"supersedes": live.hash, "record": {"hand": 1, "side": "EW", "kind": "first_third"}, "reason": "报告单"}


def test_a_look_changes_nothing_and_leaves_the_key_free(played: Stage, referee: Caller) -> None:
    before = LedgerEntry.objects.count()
    path, body = table_path(played) + "corrections/", correction(played)
    looked = referee.post(path + "?preview=1", body, key=KEY)
    assert looked.status_code == 200, looked.content
    effect = looked.json()["effect"]
    assert [hand["number"] for hand in effect["hands"]] == [1]
    assert effect["nothing"] is False
    assert effect["others"] is False
    assert LedgerEntry.objects.count() == before
    assert referee.post(path, body, key=KEY).status_code == 201
    assert LedgerEntry.objects.count() == before + 1


def test_a_look_is_refused_as_the_act_would_be_and_leaves_no_refusal(played: Stage, referee: Caller, chief: Caller) -> None:
    path = table_path(played) + "corrections/?preview=1"
    unreasoned = {name: value for name, value in correction(played).items() if name != "reason"}
    answer = referee.post(path, unreasoned)
    refusal(answer, 422)
    assert codes(answer) == ["reason_missing"]
    path = table_path(played) + "forfeits/?preview=1"
    assert refusal(referee.post(path, {"sides": ["EW"], "reason": "没来"}), 403)["code"] == "not_competent"
    assert Refusal.objects.count() == 0
    assert chief.post(path, {"sides": ["EW"], "reason": "没来"}).json()["effect"]["sides"]


def test_a_table_may_not_look(played: Stage, scorer: Caller) -> None:
    assert refusal(scorer.post(table_path(played) + "corrections/?preview=1", correction(played)), 403)["code"] == "role_may_not"


def test_a_door_that_cannot_be_tried_says_so(played: Stage, referee: Caller) -> None:
    answer = referee.post(table_path(played) + "close/?preview=1", {})
    refusal(answer, 400)
    assert codes(answer) == ["unknown_parameter"]


def test_a_ruling_of_a_dispute_is_looked_at_too(stage: Stage, chief: Caller) -> None:
    five(stage)
    live = HandRecord.objects.get(match=stage.match(), number=1, state="live")
    raised = dispute_raise(
        competition=stage.competition, match=stage.match().code, key="look-dispute-1", by=stage.referee, subject="result", number=1
    )
    before = LedgerEntry.objects.count()
    ruling = {
        "outcome": "changed",
        "clauses": ["GD-08"],
        "reason": "看过余牌",
        "record": {"hand": 1, "side": "EW", "kind": "double_down"},
    }
    path = f"{competition_path(stage)}disputes/{raised.body['dispute']['dispute']}/rulings/"
    answer = chief.post(path + "?preview=1", ruling)
    assert answer.status_code == 200, answer.content
    assert [hand["number"] for hand in answer.json()["effect"]["hands"]] == [1]
    assert LedgerEntry.objects.count() == before
    assert HandRecord.objects.get(pk=live.pk).state == "live"
