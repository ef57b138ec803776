"""掼蛋: one dispute from the raised hand to the ruling on appeal, over HTTP. After every step everything that is shown agrees."""

from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User

from events.models import Match
from events.services.events import grant_give
from tests.api.caller import Caller, competition_path, device, refusal, table_path
from tests.cast import Stage, make_user, small_event
from tests.events.score_kit import by_kind
from tests.story.told import Told

pytestmark = pytest.mark.django_db
CITED = "000·四·(二)4"  # where the clause that the rulings cite stands
# 6:11 as entered; with hand 2 ruled to be a double-down of North-South, 11:8: who is first changes.
PLAYED = (("NS", "double_down"), ("EW", "first_third"), ("NS", "first_fourth"), ("EW", "first_third"), ("EW", "double_down"))


@pytest.fixture
def stage() -> Stage:
    """Two teams of one pair: the one match is the round, so the standings follow it."""
    return small_event(2, 1)


def test_a_table_that_tells_something_else_is_caught(stage: Stage) -> None:
    told = Told(stage, stage.match().code)
    told.agrees(looked_into=False)
    Match.objects.filter(pk=stage.match().pk).update(under_review=1)
    with pytest.raises(AssertionError):
        told.agrees(looked_into=False)


@dataclass
class Lying(Told):
    """Somebody exchanges one piece of one page, on its way."""

    at: str = ""
    said: str = ""
    instead: str = ""

    def html(self, path: str, user: User | None = None) -> str:
        came = super().html(path, user)
        return came.replace(self.said, self.instead) if path == self.at else came


def test_a_page_that_lies_is_caught(stage: Stage) -> None:
    match, team = stage.match().code, stage.teams[0]
    for number, result in enumerate(PLAYED, 1):
        assert device(stage, 1, "NS").post(table_path(stage) + "hands/", {"record": by_kind(number, *result)}).status_code == 201
    newest = Told(stage, match).api("ledger/")["results"][-1]["hash"][:10]
    lies = [
        (f"tables/{match}/", '<p class="result">6', '<p class="result">9'),
        (f"tables/{match}/", '<td class="r big">6</td>', '<td class="r big">7</td>'),
        (f"tables/{match}/", '<td class="r strong">5</td>', '<td class="r strong">3</td>'),
        ("", '<span data-f="points">6</span>', '<span data-f="points">16</span>'),
        ("", ' data-f="double_downs">', ' data-f="double_downs">1'),
        ("", '<span data-f="rank">2</span>', '<span data-f="rank">1</span>'),
        ("", " data-review hidden", " data-review"),
        ("", " data-review ", " "),
        (f"why/{team}/", "为什么是 6 分</h1>", "为什么是 7 分</h1>"),
        (f"why/{team}/", '<td class="r big">6</td>', '<td class="r big">7</td>'),
        ("ledger/", f">{newest}<", ">0000000000<"),
        ("ledger/", "<b>记一局</b>", "<b>更正</b>"),
    ]
    Told(stage, match).agrees(looked_into=False)
    for where, said, instead in lies:
        assert said in Told(stage, match).html(where), (where, said)
        with pytest.raises(AssertionError):
            Lying(stage, match, where, said, instead).agrees(looked_into=False)


def test_from_the_raised_hand_to_the_ruling_on_appeal(stage: Stage) -> None:
    told, match = Told(stage, stage.match().code), stage.match()
    scorer, checker = device(stage, 1, "NS"), device(stage, 1, "EW")
    referee, chief = Caller(user=stage.users["referee"]), Caller(user=stage.users["chief_referee"])
    user = make_user("second-chief")
    grant_give(event=stage.event, user=user, role="chief_referee", by=stage.organiser)
    second = Caller(user=user)
    disputes = competition_path(stage) + "disputes/"

    for number, result in enumerate(PLAYED[:3], 1):
        assert scorer.post(table_path(stage) + "hands/", {"record": by_kind(number, *result)}).status_code == 201
    assert told.agrees(looked_into=False)["played"] == {"NS": 6, "EW": 3}

    # A hand is raised about hand 2; the clock stops, the public sees that something is looked into and nothing else.
    raised = checker.post(
        disputes, {"match": match.code, "subject": "result", "number": 2, "noticed": {"trick": 9, "after": "trick_ended"}}
    )
    assert raised.status_code == 201
    dispute = raised.json()["dispute"]["dispute"]
    assert told.agrees(looked_into=True)["played"] == {"NS": 6, "EW": 3}
    assert "裁判正在查" in told.page(f"tables/{match.code}/")
    for text in (told.page("ledger/"), told.page(f"tables/{match.code}/")):
        assert "请求核对" in text
        assert "争议" not in text
        assert "第 2 局 核对 2" not in text  # the role would name the side
    told_to_all = {entry["kind"]: entry for entry in told.api("ledger/?after=1")["results"]}
    assert (told_to_all["dispute"]["body"], told_to_all["dispute"]["actor"], told_to_all["clock"]["device"]) == ("", "", "")
    assert refusal(checker.get(disputes), 403)["code"] == "role_may_not"
    assert refusal(scorer.get(f"{disputes}{dispute}/"), 403)["code"] == "role_may_not"
    case = told.api(f"disputes/{dispute}/", stage.users["referee"])
    assert (case["raised_side"], case["noticed"], case["state"]) == ("EW", {"trick": 9, "after": "trick_ended"}, "raised")

    # The other hands go on; the disputed one nobody changes.
    for number in (4, 5):
        assert scorer.post(table_path(stage) + "hands/", {"record": by_kind(number, *PLAYED[number - 1])}).status_code == 201
    live = next(hand for hand in told.row["hands"] if hand["number"] == 2)
    changed = {"supersedes": live["hash"], "record": by_kind(2, "NS", "first_third")}
    refused = refusal(scorer.post(table_path(stage) + "corrections/", changed), 409)
    assert refused["code"] == "disputed"
    assert "裁判长" in refused["problems"][0]["remedy"]
    assert told.agrees(looked_into=True)["played"] == {"NS": 6, "EW": 11}
    before = told.places()

    # A referee comes. What decides the hand is not his.
    assert referee.post(f"{disputes}{dispute}/take/").status_code == 201
    told.agrees(looked_into=True)
    ruling = {"outcome": "changed", "record": by_kind(2, "NS", "double_down"), "clauses": ["GD-08"], "reason": "看了牌，南北先走完"}
    refused = refusal(referee.post(f"{disputes}{dispute}/rulings/", ruling), 403)
    assert (refused["code"], bool(refused["problems"][0]["clause"])) == ("not_competent", True)
    assert refusal(scorer.post(f"{disputes}{dispute}/rulings/", ruling), 403)["code"] == "role_may_not"
    assert told.agrees(looked_into=True)["played"] == {"NS": 6, "EW": 11}
    assert told.places() == before

    # The chief referee rules: the number moves and says by which clause; the clock goes on.
    assert chief.post(f"{disputes}{dispute}/rulings/", ruling).status_code == 201
    row = told.agrees(looked_into=False)
    assert (row["played"], row["hands"][1]["clauses"]) == ({"NS": 11, "EW": 8}, ["GD-08"])
    first, other = stage.teams
    assert told.places() == {first: (1, 11), other: (2, 8)}
    sheet = told.page(f"tables/{match.code}/")
    assert f"争议 第 2 局 · 已裁定 ：改判 {CITED}" in sheet.replace(" ：", "：").replace("已裁定：", "已裁定 ：")
    assert f"裁定 第 1 轮 1 桌 第 2 局 改判 {CITED}" in told.page("ledger/")
    assert f"争议裁定 第 1 轮 1 桌 第 2 局 改判 {CITED}" in told.page("ledger/", stage.users["auditor"])
    assert f"第 2 局 裁定 改判 {CITED}" in told.page(f"why/{stage.teams[0]}/")
    assert "reason" not in sheet
    assert "看了牌" not in sheet + told.page("ledger/")

    # East-West disagree, once: under review again; the number stays where the ruling put it.
    assert checker.post(f"{disputes}{dispute}/appeal/", {}).status_code == 201
    assert told.agrees(looked_into=True)["played"] == {"NS": 11, "EW": 8}
    assert told.places() == {first: (1, 11), other: (2, 8)}
    assert refusal(checker.post(f"{disputes}{dispute}/appeal/", {}), 409)["code"] == "appeal_used"
    final = {"outcome": "changed", "uphold": live["hash"], "clauses": ["GD-08"], "reason": "复查牌情，原记录对"}
    assert refusal(chief.post(f"{disputes}{dispute}/appeal-ruling/", final), 403)["code"] == "ruler_hears_no_appeal"

    # Another chief referee decides for good: what was entered first stands again.
    assert second.post(f"{disputes}{dispute}/appeal-ruling/", final).status_code == 201
    row = told.agrees(looked_into=False)
    assert (row["played"], row["disputes"][0]["final"]) == ({"NS": 6, "EW": 11}, True)
    assert told.places() == {first: (2, 6), other: (1, 11)}
    assert "终裁" in told.page(f"tables/{match.code}/")
    assert refusal(checker.post(f"{disputes}{dispute}/appeal/", {}), 409)["code"] == "appeal_used"

    # The match is signed; nobody protests any more.
    covers = [hand["hash"] for hand in told.row["hands"]]
    assert checker.post(table_path(stage) + "confirmations/", {"covers": covers}).status_code == 201
    assert told.agrees(looked_into=False)["points"] == {"NS": 6, "EW": 11}
    late = refusal(checker.post(disputes, {"match": match.code, "subject": "result", "number": 5}), 409)
    assert (late["code"], bool(late["problems"][0]["clause_ref"])) == ("protest_over", True)
