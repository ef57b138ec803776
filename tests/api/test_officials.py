"""The doors of officials' acts in the games that have them: who may, what comes back twice, and a refusal that says everything."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.models import LedgerEntry, Match, Refusal
from events.pinned import rulebook_of
from tests.api.caller import Caller, codes, competition_path, device, ledger_head, refusal
from tests.cast import Stage, other_event, small_event

pytestmark = pytest.mark.django_db
CHINESE = re.compile("[\u4e00-\u9fff]")
REFEREES, CHIEF, SETTERS = {"referee", "chief_referee"}, {"chief_referee"}, {"organiser", "chief_referee"}
PLACE: Mapping[str, str] = {"pairs": "r1-t1", "climb": "r1-m1"}

# (event, path, body, who may)
ACTS: Mapping[str, tuple[str, str, dict[str, Any], set[str]]] = {
    "penalty": ("climb", "penalties/", {"penalty": {"code": "failed_throw", "side": "EW", "count": 3}, "number": 1}, REFEREES),
    "heavier": ("climb", "penalties/", {"penalty": {"code": "hidden_throw", "side": "EW"}, "number": 1}, CHIEF),
    "bell": ("climb", "time-ups/", {"last_hand": 3}, REFEREES),
    "adjusted": (
        "pairs",
        "adjustments/",
        {"board": 1, "ns": 60, "ew": "40/1", "unit": "percent", "clauses": ["E80-24"], "reason": "迟到"},
        CHIEF,
    ),
    "trump": ("pairs", "board-trumps/", {"board": 1, "mode": "A", "rank": "2", "trump": "H"}, SETTERS),
    "fouled": ("pairs", "fouled/", {"board": 1, "groups": [["r1-t1"], ["r2-t3"]], "reason": "牌插错"}, CHIEF),
}


def stage_of(which: str) -> Stage:
    if which == "climb":
        return other_event("healthcup-chaodipi", teams=4, code="climb")
    return other_event("hefei-eighty-pairs", teams=6, overrides={"format_rules.boards_per_round": 1}, code="pairs")


def path_of(stage: Stage, act: str) -> str:
    which, path, _body, _who = ACTS[act]
    return competition_path(stage) + ("" if path in ("board-trumps/", "fouled/") else f"tables/{PLACE[which]}/") + path


def play_two_rounds(stage: Stage) -> None:
    """Board 1 at the two tables that the fouled one was played at."""
    organiser = Caller(user=stage.users["organiser"])
    assert organiser.post(competition_path(stage) + "rounds/2/open/", {"force": True, "reason": "先开"}).status_code == 201


def ready(act: str) -> Stage:
    stage = stage_of(ACTS[act][0])
    if act == "fouled":
        play_two_rounds(stage)
    return stage


@pytest.mark.parametrize("act", sorted(ACTS))
def test_who_may_and_what_comes_back_twice(act: str) -> None:
    """Every role of the event, a device of the table, nobody, and another event's device; then the same again under its key."""
    stage = ready(act)
    _which, _path, body, who = ACTS[act]
    path, head = path_of(stage, act), ledger_head(stage)
    assert refusal(Caller().post(path, body), 401)
    assert refusal(device(small_event(code="other")).post(path, body), 404)
    assert refusal(device(stage, 1, "NS").post(path, body), 403)
    for role, user in stage.users.items():
        if role not in who:
            assert refusal(Caller(user=user).post(path, body), 403)["code"] in ("role_may_not", "not_competent"), role
    assert ledger_head(stage) == head
    caller = Caller(user=stage.users[sorted(who)[-1]])
    assert refusal(caller.post(path, body, key=""), 400)["code"] == "key_missing"
    first = caller.post(path, body, key=f"twice-{act}")
    assert first.status_code == 201, first.content
    again = caller.post(path, body, key=f"twice-{act}")
    assert (again.status_code, again.json(), again["Idempotency-Replayed"]) == (201, first.json(), "true")
    assert refusal(caller.post(path, {**body, "reason": "别的"} if "reason" in body else changed(body), key=f"twice-{act}"), 422)
    assert ledger_head(stage)[0] == head[0] + 1


def changed(body: dict[str, Any]) -> dict[str, Any]:
    """The same act with one number or word of it different."""
    if "last_hand" in body:
        return {**body, "last_hand": 4}
    return {**body, "trump": "S"} if "trump" in body else {**body, "number": 2}


FAULTY: list[tuple[str, dict[str, Any], set[tuple[str, str]]]] = [
    (
        "penalty",
        {"penalty": {"code": "no_such", "side": 5, "count": True, "张三": 1}, "number": -1, "room": [], "x": 0},
        {("unknown_penalty", "penalty.code"), ("wrong_type", "penalty.side"), ("out_of_range", "number"), ("unknown_field", "x")},
    ),
    ("penalty", {"penalty": []}, {("not_an_object", "penalty")}),
    ("bell", {"last_hand": "3", "lot": "N", "game": 0}, {("not_whole", "last_hand"), ("not_a_choice", "lot"), ("out_of_range", "game")}),
    (
        "adjusted",
        {"board": 99, "ns": 1.5, "ew": "x", "unit": "net", "clauses": ["XX-1", None], "reason": ""},
        {("board_out_of_range", "board"), ("not_whole", "ns"), ("not_whole", "ew"), ("clause_unknown", "clauses[0]"), ("blank", "reason")},
    ),
    ("trump", {"board": {}, "mode": "D", "trump": None}, {("not_whole", "board"), ("field_missing", "rank"), ("not_a_choice", "mode")}),
    ("fouled", {"board": 99, "groups": [["r1-t1"]], "reason": ""}, {("board_out_of_range", "board"), ("blank", "reason")}),
]


@pytest.mark.parametrize(("act", "body", "wanted"), FAULTY)
def test_a_refusal_says_all_that_is_wrong_in_both_languages(act: str, body: Any, wanted: set[tuple[str, str]]) -> None:
    stage = stage_of(ACTS[act][0])
    head = ledger_head(stage)
    for language in ("zh-CN", "en"):
        caller = Caller(user=stage.users["chief_referee"], language=language)
        found = refusal(caller.post(path_of(stage, act), body), 422)["problems"]
        places = [(problem["code"], problem["at"]) for problem in found]
        assert wanted <= set(places), places
        assert len({at for _code, at in places}) == len(places), "one place, one fault"
        for problem in found:
            words = problem["message"] + problem["remedy"]
            assert bool(CHINESE.search(words.replace("张三", ""))) == (language == "zh-CN"), problem
            assert problem["clause"] in {"", *rulebook_of(stage.competition).clauses}
    assert ledger_head(stage) == head
    kept = Refusal.objects.filter(competition=stage.competition)
    assert kept.exists()
    assert "张三" not in str(list(kept.values("codes")))


def test_a_place_in_a_record_is_named_in_the_body(django_assert_max_num_queries: Any) -> None:
    stage = other_event("hefei-eighty-teams", teams=2, entrants=2, overrides={"format_rules.boards": 2})
    match = Match.objects.get(competition=stage.competition, code="r1-1v2-open")
    record = {"board": 7, "room": "closed", "trump": "H", "table_points": 60, "last_trick": "declarers", "dig": "none"}
    table = f"{competition_path(stage)}tables/{match.code}/"
    for path in ("hands/", "hands/preview/"):
        found = refusal(device(stage, match.table, "NS").post(table + path, {"record": record}), 422)
        assert [(row["code"], row["at"]) for row in found["problems"]] == [
            ("other_room", "record.room"),
            ("board_not_here", "record.board"),
        ]


@pytest.mark.parametrize("which", sorted(PLACE))
def test_what_concerns_the_draw_cites_a_clause_of_its_own_rulebook(which: str) -> None:
    """A draw too late, one round too many, a team after the draw: what a refusal cites can be looked up in the rulebook."""
    stage = stage_of(which)
    organiser = Caller(user=stage.users["organiser"])
    path = competition_path(stage)
    entrants = [entrant for team in stage.teams for entrant in stage.entrants[team]]
    for where, body in (
        ("draws/", {"draw": "entrants", "order": entrants}),
        ("draws/", {"draw": "lot", "seed": "七"}),
        ("teams/", {"name": "后来的队"}),
    ):
        (problem,) = refusal(organiser.post(path + where, body), 409)["problems"]
        assert problem["clause"] in rulebook_of(stage.competition).clauses, problem
        assert problem["clause_ref"], problem


def test_a_line_up_with_a_stranger_is_told_about_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record of 五子棋 names sides A and B; a line-up names people. The two are told apart."""
    stage = other_event("healthcup-gomoku", teams=4)
    chief = Caller(user=stage.users["chief_referee"])
    path = f"{competition_path(stage)}tables/r1-m1/line-ups/"
    response = chief.post(path, {"side": "NS", "players": ["p000000000000"]})
    assert codes(response) == ["unknown_player"]
    assert response.json()["problems"][0]["message"] == "本项目没有这位选手。"


@pytest.mark.parametrize(("which", "small", "large"), [("climb", 4, 16), ("pairs", 6, 16)])
def test_recording_costs_the_same_in_a_large_event(which: str, small: int, large: int) -> None:
    asked = []
    for size in (small, large):
        rulebook = "healthcup-chaodipi" if which == "climb" else "hefei-eighty-pairs"
        stage = other_event(rulebook, teams=size, code=f"{which}-{size}")
        match = Match.objects.filter(competition=stage.competition).select_related("ns", "ew").order_by("table")[0]
        record: dict[str, Any] = {"trump": "H", "table_points": 40, "last_trick": "declarers", "dig": "none"}
        if which == "climb":
            record |= {"game": 1, "hand": 1, "declarer": "N", "buried_by": "N", "kitty_points": 0, "hook": "none"}
        else:
            entrants = [entrant for team in stage.teams for entrant in stage.entrants[team]]
            record |= {"board": match.boards[0], "ns": entrants.index(match.ns.pid) + 1, "ew": entrants.index(match.ew.pid) + 1}
        scorer = device(stage, match.table, "NS")
        with CaptureQueriesContext(connection) as captured:
            response = scorer.post(f"{competition_path(stage)}tables/{match.code}/hands/", {"record": record})
        assert response.status_code == 201, response.content
        asked.append(len(captured))
    assert asked[0] == asked[1]


def test_no_word_of_a_person_is_kept_in_the_ledger() -> None:
    """A reason goes to its own table; what is not an operand of a penalty is refused."""
    stage = stage_of("climb")
    referee = Caller(user=stage.users["referee"])
    penalty = {"code": "failed_throw", "side": "EW", "count": 3}
    path = f"{competition_path(stage)}tables/r1-m1/penalties/"
    assert "unknown_field" in codes(referee.post(path, {"penalty": {**penalty, "who": "王芳"}, "number": 1}))
    assert referee.post(path, {"penalty": penalty, "number": 1, "reason": "王芳甩牌"}).status_code == 201
    bodies = "".join(LedgerEntry.objects.filter(book__competition=stage.competition).values_list("body", flat=True))
    assert "王芳" not in bodies
    assert "remark" in bodies


def test_an_adjusted_score_may_be_said_in_a_word_of_the_rulebook() -> None:
    stage = stage_of("pairs")
    chief = Caller(user=stage.users["chief_referee"])
    body = {**ACTS["adjusted"][2], "ns": "plus", "ew": "minus"}
    assert chief.post(path_of(stage, "adjusted"), body).status_code == 201
    assert codes(chief.post(path_of(stage, "adjusted"), {**body, "unit": "match_points"})) == ["adjustment_value", "adjustment_value"]
