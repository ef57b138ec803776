"""炒地皮: a throw that failed is fined by the tariff, and the appeal takes the fine back. What it moved comes back to the last byte."""

import pytest

from scoring.fold import canonical
from tests.api.caller import Caller, competition_path, device, refusal, table_path
from tests.cast import Stage, other_event
from tests.pages.halls import climbed
from tests.story.told import Told

pytestmark = pytest.mark.django_db
FINE = {"code": "failed_throw", "side": "EW", "count": 2, "at": 3}


@pytest.fixture
def stage() -> Stage:
    return other_event("healthcup-chaodipi", teams=4)


def standing(told: Told) -> bytes:
    """The match as it counts, whatever was said of disputes."""
    return canonical({name: part for name, part in told.row.items() if name not in ("disputes",)})


def test_a_fine_by_ruling_and_its_end_on_appeal(stage: Stage) -> None:
    told, match = Told(stage, stage.match().code), stage.match()
    scorer, checker = device(stage, 1, "NS"), device(stage, 1, "EW")
    referee, chief = Caller(user=stage.users["referee"]), Caller(user=stage.users["chief_referee"])
    disputes = competition_path(stage) + "disputes/"
    assert scorer.post(table_path(stage) + "hands/", {"record": climbed(1, "N", 60)}).status_code == 201
    told.agrees(looked_into=False)
    before = standing(told)

    raised = scorer.post(disputes, {"match": match.code, "subject": "wrong_card", "number": 1})
    assert raised.status_code == 201
    dispute = raised.json()["dispute"]["dispute"]
    row = told.agrees(looked_into=True)
    assert (row["hands"][0]["under_review"], row["hands"][0]["D"]) == (True, 60)
    assert "裁判正在查" in told.page(f"tables/{match.code}/")

    # A penalty needs its body, by the tariff; the referee whom the tariff names imposes it.
    ruling = {"outcome": "penalty", "penalty": FINE, "clauses": ["CDP-27"], "reason": "甩牌不成，收回两张"}
    wrong = refusal(referee.post(f"{disputes}{dispute}/rulings/", {**ruling, "penalty": {**FINE, "code": "late"}}), 422)
    assert "penalty.code" in {problem["at"] for problem in wrong["problems"]}
    assert referee.post(f"{disputes}{dispute}/rulings/", ruling).status_code == 201
    row = told.agrees(looked_into=False)
    assert row["hands"][0]["D"] == 60 - 20
    sheet = told.page(f"tables/{match.code}/")
    assert "已裁定" in sheet
    assert "判罚" in sheet
    assert standing(told) != before

    # The fined side appeals; the number stays; the chief referee takes the fine back.
    assert checker.post(f"{disputes}{dispute}/appeal/", {}).status_code == 201
    assert told.agrees(looked_into=True)["hands"][0]["D"] == 40
    final = {"outcome": "changed", "clauses": ["CDP-27"], "reason": "查看后甩牌成立"}
    assert refusal(referee.post(f"{disputes}{dispute}/appeal-ruling/", final), 403)["code"] == "not_competent"
    assert chief.post(f"{disputes}{dispute}/appeal-ruling/", final).status_code == 201
    told.agrees(looked_into=False)
    assert standing(told) == before
    assert "终裁" in told.page(f"tables/{match.code}/")
    withdrawn = [entry for entry in told.api("ledger/")["results"] if entry["kind"] == "withdrawn"]
    assert len(withdrawn) == 1
