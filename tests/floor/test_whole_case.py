"""The case of a match judged as a whole: 炒地皮, 五子棋, 80分. A referee records, corrects, rules, fines, rings the bell and adjusts."""

from typing import Any

import pytest
from django.test import Client

from events.models import HandRecord, LedgerEntry, Match
from events.services.hands import hand_record
from tests.cast import Stage, other_event
from tests.pages.document import parse

pytestmark = pytest.mark.django_db

HAND: dict[str, Any] = {
    "game": "1",
    "hand": "1",
    "declarer": "N",
    "trump": "S",
    "buried_by": "N",
    "table_points": "60",
    "kitty_points": "0",
    "last_trick": "declarers",
    "dig": "none",
    "hook": "none",
}
BOARD: dict[str, Any] = {"trump": "H", "table_points": "60", "kitty_points": "15", "last_trick": "defenders", "dig": "pair"}


class Case:
    """A referee's browser at one table."""

    def __init__(self, stage: Stage, match: Match, role: str = "chief_referee") -> None:
        self.stage, self.match, self.client = stage, match, Client()
        self.client.force_login(stage.users[role])
        self.url = f"/e/{stage.event.code}/{stage.competition.code}/desk/tables/{match.code}/"
        self.keys = 0

    def page(self, query: str = "") -> str:
        answer = self.client.get(self.url + query)
        assert answer.status_code == 200
        return answer.content.decode()

    def send(self, act: str, status: int = 302, **values: Any) -> str:
        self.keys += 1
        sent = {name.replace("_of_", "of-").replace("let_stand", "let-stand"): value for name, value in values.items()}
        answer = self.client.post(f"{self.url}{act}/", {"key": f"form-{act}-{self.keys}", **sent})
        assert answer.status_code == status, answer.content.decode()
        self.match.refresh_from_db()
        return answer.content.decode()

    def live(self, number: int = 1) -> HandRecord:
        return HandRecord.objects.get(match=self.match, number=number, state="live")


@pytest.fixture
def pairs(db: None) -> Case:
    stage = other_event("healthcup-chaodipi", teams=4)
    return Case(stage, stage.match())


@pytest.fixture
def rooms(db: None) -> Case:
    stage = other_event("hefei-eighty-teams", teams=4, entrants=2)
    return Case(stage, stage.match())


def test_a_hand_is_recorded_fined_and_corrected(pairs: Case) -> None:
    pairs.send("record", **HAND)
    assert pairs.match.shown["levels"]["NS"] == "3"
    assert "CDP" not in parse(pairs.page()).one("main").text, "clauses are shown by their place in the regulation"
    assert "甩牌不成" in pairs.page()
    form = parse(pairs.page("?penalty=failed_throw"))
    assert form.one("input", name="count").get("type") == "number"
    pairs.send("penalty", code="failed_throw", side="NS", count="5", _of_number="1")
    assert pairs.match.shown["deal"] == "EW", "60 + 50 = 110"
    (fine,) = pairs.match.shown["penalties"]
    pairs.send("withdraw", supersedes=fine["hash"], reason="看错人")
    assert pairs.match.shown["levels"]["NS"] == "3"
    pairs.send("correct", supersedes=pairs.live().hash, **{**HAND, "table_points": "0"}, reason="漏看")
    assert pairs.match.shown["levels"]["NS"] == "7"


def test_what_is_wrong_is_said_beside_the_form_and_stays_in_it(pairs: Case) -> None:
    page = parse(pairs.send("record", 422, **{**HAND, "table_points": "63", "dig": "pair"}))
    told = page.one("details", id="record").one("ul", "told").text
    assert "63" in told or "5" in told
    assert page.one("details", id="record").one("input", name="table_points").get("value") == "63"
    page = parse(pairs.send("penalty", 422, code="failed_throw", side="", count="", _of_number="1"))
    assert len(page.one("details", id="penalty").one("ul", "told").all("li")) == 2
    assert not HandRecord.objects.filter(match=pairs.match).exists()


def test_a_second_result_is_asked_back_then_ruled(pairs: Case) -> None:
    pairs.send("record", **HAND)
    other = {**HAND, "table_points": "85"}
    asked = pairs.send("record", 409, **other)
    told = parse(asked).one("ul", "told").text
    assert "照样报上" in told
    assert "这里已经记了另一个结果" in told
    pairs.send("record", report="yes", **other)
    assert "争议" in pairs.page()
    live, rival = HandRecord.objects.filter(match=pairs.match).order_by("seq")
    second = Case(pairs.stage, pairs.match)
    refused = second.send("rule", 403, uphold=rival.hash, clauses="CDP-15", reason="看过", _of_number="1", supersedes=live.hash)
    assert "自己" in refused
    # Somebody else rules: here a third result, which nobody had recorded.
    second.send("rule", uphold="", clauses="CDP-15", reason="看过", _of_number="1", supersedes=live.hash, **{**HAND, "table_points": "40"})
    assert pairs.live().record["table_points"] == 40


def test_the_tariff_says_what_each_penalty_does(pairs: Case) -> None:
    rows = {row.one("a").text: row.one("span", "says").one("b").text for row in parse(pairs.page()).one("ul", "offences").all("li")}
    assert (rows["甩牌不成"], rows["底牌张数不对"], rows["双方张数不对"], rows["传递暗示"]) == ("每张 10", "80", "0", "输掉这一局")


def test_the_bell_ends_a_game(pairs: Case) -> None:
    pairs.send("record", **HAND)
    pairs.send("time-up", _of_game="1", last_hand="1", reason="两小时到")
    assert (pairs.match.done, pairs.match.winner) == (True, "NS")
    page = parse(pairs.page())
    assert "南北 胜" in page.one("dl", "stand").text
    assert "进行中" not in page.one("main").text


def test_a_referee_may_not_rule_what_is_the_chiefs(pairs: Case) -> None:
    pairs.send("record", **HAND)
    referee = Case(pairs.stage, pairs.match, "referee")
    assert "裁判长" in referee.page()
    referee.send("penalty", 403, code="signalling", side="EW", _of_number="0")
    pairs.send("penalty", code="signalling", side="EW", _of_number="0", reason="打手势")
    assert (pairs.match.done, pairs.match.winner) == (True, "NS")


def test_a_board_is_recorded_signed_adjusted(rooms: Case) -> None:
    board = str(rooms.match.boards[0])
    rooms.send("record", board=board, **BOARD)
    assert rooms.match.shown["boards"][0]["D"] == 120
    other = Case(rooms.stage, rooms.match, "referee")
    assert other.live(rooms.match.boards[0]).record["room"] == rooms.match.room
    other.send("confirm", covers=other.live(rooms.match.boards[0]).hash, reason="对方离场")
    assert rooms.live(rooms.match.boards[0]).hash in Match.objects.get(pk=rooms.match.pk).shown["signed"]
    rooms.send("adjust", board=str(rooms.match.boards[1]), ns="20", ew="-20", unit="net", clauses="E80-24", reason="迟到")
    assert LedgerEntry.objects.filter(kind="adjustment").count() == 1
    assert "调整分" in rooms.page()


def test_a_game_changes_with_its_moves_dropped(db: None) -> None:
    stage = other_event("healthcup-gomoku", teams=2)
    case = Case(stage, stage.match())
    moves = [[1, 1], [1, 2], [2, 1], [2, 2], [3, 1], [3, 2], [4, 1], [4, 2], [5, 1]]
    record = {"game": 1, "black": "A", "winner": "A", "reason": "five", "moves": moves}
    hand_record(competition=stage.competition, match=case.match.code, record=record, key="with-moves", by=stage.referee)
    changed = {"black": "A", "winner": "B", "reason": "resigned"}
    case.send("correct", 422, supersedes=case.live().hash, **changed)
    case.client.post(case.url + "correct/", {"key": "form-dropped", "supersedes": case.live().hash, "drop-moves": "yes", **changed})
    assert case.live().record == {"game": 1, "black": "A", "winner": "B", "reason": "resigned"}
