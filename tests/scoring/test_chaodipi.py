"""One hand of 炒地皮, and a match followed line by line: any JSON value, the carry, gaps, the bell."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games import WITH_MEMORY
from scoring.games.chaodipi import Chaodipi
from scoring.judge import judge
from scoring.records import check, normal
from scoring.rulebook import load_file
from scoring.score_lines import score_lines
from tests.scoring.climbs import any_match

RULES = load_file("healthcup-chaodipi")
ONCE = RULES.with_overrides({"game_rules.must_play.semantics": "declare_once", "game_rules.fines.timing": "running"})
GAME = Chaodipi()
HAND: dict[str, Any] = {
    "game": 1, "hand": 1, "declarer": "N", "trump": "S", "buried_by": "N",
    "table_points": 85, "kitty_points": 10, "last_trick": "defenders", "dig": "single", "hook": "none",
}  # fmt: skip
NOTED = {
    "calls": [{"seat": "N", "act": "call", "with": "S"}],
    "penalties": [{"code": "failed_throw", "side": "declarers", "count": 2, "at": 3, "points_before": {"NS": 0, "EW": 5}}],
}

NAMES = st.sampled_from(
    [*HAND, *NOTED, "code", "side", "count", "at", "amount", "seat", "act", "with", "cards", "points_before", "NS", "EW"]
)
WORDS = st.sampled_from(["N", "S", "NT", "single", "tractor3", "throw:pair", "main", "defenders", "failed_throw", "looking", "NS", "stir"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | WORDS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(NAMES | st.text(), inner, max_size=12),
    max_leaves=20,
)


def lines(*values: object, rules: Any = RULES) -> list[dict[str, Any]]:
    return [json.loads(scored.text) for scored in score_lines(rules, [json.dumps(value).encode() for value in values])]


def codes(rows: list[dict[str, Any]]) -> list[str]:
    return [row["code"] for row in rows]


@settings(max_examples=80, deadline=None)
@given(JSON)
def test_any_json_is_judged_or_faulted_and_never_raises(value: Any) -> None:
    for rules in (RULES, ONCE):
        outcome = judge(rules, value)
        assert (outcome.points is None) == bool(outcome.problems)
        json.dumps(outcome.as_json(), ensure_ascii=False, allow_nan=False).encode("utf-8")
        carry, faults = GAME.carry_of(rules, value)
        assert (carry is None) == bool(faults)
        GAME.check_penalty(rules, value, 1)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from([*HAND, *NOTED]), JSON)
def test_a_record_with_one_field_replaced_by_anything(name: str, value: Any) -> None:
    for rules in (RULES, ONCE):
        outcome = judge(rules, {**HAND, **NOTED, name: value}, GAME.start(rules))
        assert (outcome.points is None) == bool(outcome.problems)
        if not outcome.problems:
            assert outcome.moved["D"] >= 0
            assert outcome.moved["levels"] is not None


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["seat", "act", "with"]), JSON)
def test_a_call_with_one_field_replaced_by_anything(name: str, value: Any) -> None:
    calls = [{"seat": "N", "act": "call", "with": "S"}, {"seat": "W", "act": "stir", "with": "BJ", name: value}]
    judge(RULES, {**HAND, "calls": calls})


def test_the_answer_without_levels() -> None:
    outcome = judge(RULES, HAND)
    assert outcome.as_json() == {
        "hand": 1,
        "points": {"NS": 0, "EW": 105},
        "D": 105,
        "earned": 105,
        "band": {"least": 100, "most": 119, "declarers": 0, "defenders": 1, "swaps": True},
        "judged": "",
        "demoted": "",
        "levels": None,
        "deal": "EW",
        "dealer": "W",
        "declared": None,
        "over": None,
        "problems": [],
        "findings": [],
        "trace": [
            {"clause": "CDP-30", "op": "dig", "operands": [85, 10, 2], "value": 105, "of": "EW"},
            {"clause": "CDP-17", "op": "band_defenders", "operands": [105, 100], "value": 1, "of": "EW"},
        ],
    }


def test_the_answer_after_a_carry() -> None:
    carry, faults = WITH_MEMORY["chaodipi"].carry_of(RULES, {"levels": {"NS": "J", "EW": "9"}, "deal": "NS", "time_up": False})
    assert faults == ()
    outcome = judge(RULES, {**HAND, "hook": "main"}, carry)
    assert outcome.moved["levels"] == {"NS": "2", "EW": "10"}
    assert [(step.clause, step.op, step.value) for step in outcome.trace[1:]] == [
        ("CDP-17", "band_defenders", 1),
        ("CDP-10", "climb", 10),
        ("CDP-23", "hook_main", 2),
    ]


def test_one_result_has_one_normal_form() -> None:
    """A throw is its largest part, an undug kitty is nobody's, calls are not the result."""
    assert normal(RULES, {**HAND, "dig": "throw:single"}) == normal(RULES, HAND)
    kept = {**HAND, "last_trick": "declarers", "dig": "none"}
    assert normal(RULES, {**kept, "kitty_points": 20}) == normal(RULES, kept)
    assert normal(RULES, {**HAND, "calls": NOTED["calls"]}) == normal(RULES, HAND)
    assert normal(RULES, {**HAND, "dig": "pair"}) != normal(RULES, HAND)
    assert normal(RULES, {**HAND, "trump": "H"}) != normal(RULES, HAND)


def test_a_table_does_not_fine() -> None:
    assert codes([fault.as_json() for fault in check(RULES, {**HAND, **NOTED})]) == ["penalties_by_officials"]
    assert judge(RULES, {**HAND, **NOTED}).problems == ()


def test_every_field_has_to_be_said() -> None:
    """Nothing that scores has a silent default."""
    for name in HAND:
        without = {key: value for key, value in HAND.items() if key != name}
        assert ("missing_field", name) in {(fault.code, fault.at) for fault in check(RULES, without)}


def test_lines_are_followed_from_hand_to_hand() -> None:
    first, second = lines({**HAND, "table_points": 0, "kitty_points": 0}, {**HAND, "hand": 2, "declarer": "S"})
    assert (first["levels"], first["dealer"], first["gap"]) == ({"NS": "7", "EW": "2"}, "S", None)
    assert (second["levels"], second["deal"], second["findings"]) == ({"NS": "7", "EW": "2"}, "EW", [])


def test_a_stated_carry_stands_before_the_next_line() -> None:
    """Whatever its number: the hands before it need not be there."""
    stated = {"carry": {"levels": {"NS": "J", "EW": "9"}, "deal": "NS", "time_up": False}}
    (scored,) = lines(stated, {**HAND, "hand": 8, "hook": "main"})
    assert scored["levels"] == {"NS": "2", "EW": "10"}
    after = lines(stated, {**HAND, "hand": 8, "hook": "main"}, {**HAND, "hand": 9, "declarer": "W"})[-1]
    assert after["levels"] == {"NS": "2", "EW": "10"}


@pytest.mark.parametrize(
    ("carry", "wanted"),
    [
        ({"levels": {"NS": "J", "EW": "9"}}, ["missing_field"]),
        ({"levels": {"NS": "1", "EW": "9"}, "deal": "NS"}, ["unknown_level"]),
        ({"levels": {"NS": "J", "EW": "T"}, "deal": "NS"}, []),
        ({"levels": [], "deal": "WE"}, ["wrong_type", "unknown_side"]),
        (7, ["wrong_type"]),
    ],
)
def test_a_carry_that_cannot_be_is_answered(carry: object, wanted: list[str]) -> None:
    answers = lines({"carry": carry}, {**HAND, "hand": 4})
    assert [codes(answer["problems"]) for answer in answers[:-1]] == ([wanted] if wanted else [])
    assert (answers[-1]["levels"] is None) == bool(wanted)


def test_after_a_gap_only_points_are_known() -> None:
    answers = lines({**HAND, "table_points": 40, "kitty_points": 0}, {**HAND, "hand": 3}, {**HAND, "hand": 4})
    assert [answer["gap"] for answer in answers] == [None, 2, 2]
    assert [answer["D"] for answer in answers] == [40, 105, 105]
    assert answers[1]["levels"] is answers[2]["levels"] is None
    assert not answers[1]["findings"]


def test_a_faulty_line_may_be_given_again() -> None:
    bad = {**HAND, "table_points": 83}
    answers = lines(bad, {**HAND, "table_points": 40, "kitty_points": 0}, {**HAND, "hand": 2, "table_points": 83}, {**HAND, "hand": 2})
    assert [codes(answer["problems"]) for answer in answers] == [["not_a_multiple"], [], ["not_a_multiple"], []]
    assert answers[-1]["levels"] is not None


def test_a_hand_given_twice_moves_nothing() -> None:
    answers = lines({**HAND, "table_points": 40, "kitty_points": 0}, HAND, {**HAND, "hand": 2})
    assert codes(answers[1]["findings"]) == ["hand_given_twice"]
    assert (answers[1]["levels"], answers[2]["levels"]) == (None, {"NS": "4", "EW": "2"})


def test_a_second_game_begins_anew_and_the_bell_ends_one() -> None:
    stated = {"carry": {"levels": {"NS": "8", "EW": "8"}, "deal": "NS", "time_up": True}}
    last, again, late = lines(stated, {**HAND, "hand": 20, "kitty_points": 0}, {**HAND, "game": 2}, {**HAND, "game": 2, "hand": 3})
    assert last["over"] == {"winner": "EW", "reason": "time_leader"}
    assert last["trace"][-1] == {"clause": "CDP-03", "op": "time_leader_bank", "operands": [8, 8], "value": 1, "of": "EW"}
    assert (again["levels"], again["over"]) == ({"NS": "2", "EW": "2"}, None)
    assert late["gap"] == 2


def test_nothing_counts_after_the_end() -> None:
    stated = {"carry": {"levels": {"NS": "A", "EW": "8"}, "deal": "NS", "time_up": False}}
    won, late = lines(stated, {**HAND, "table_points": 40, "kitty_points": 0}, {**HAND, "hand": 2})
    assert won["over"] == {"winner": "NS", "reason": "passed_A"}
    assert (codes(late["findings"]), late["levels"]) == (["hand_after_end"], won["levels"])


@pytest.mark.parametrize("seed", range(12))
def test_lines_and_ledger_tell_the_same(seed: int) -> None:
    """The same match with its fines in the lines, and with officials' entries beside slips and corrections."""
    match = any_match(RULES, seed)
    told = lines(*({**record, "penalties": match.fines[record["game"], record["hand"]]} for record in match.records))
    rows = match.row()["hands"]
    assert [answer["levels"] for answer in told] == [row["after"]["levels"] for row in rows]
    assert [answer["D"] for answer in told] == [row["D"] for row in rows]
    assert [answer["trace"] for answer in told] == [row["trace"] for row in rows]


def test_the_schema_admits_what_is_admitted() -> None:
    schema = GAME.json_schema(RULES)
    assert set(schema["required"]) == set(HAND)
    assert set(schema["properties"]) == {*HAND, *NOTED}
    assert schema["properties"]["dig"]["enum"][-1] == "throw:tractor12"
    assert None not in schema["properties"]["trump"]["enum"]
    assert None in GAME.json_schema(RULES.with_overrides({"game_rules.no_call": "play_without_trump"}))["properties"]["trump"]["enum"]


def test_a_fourth_game_of_a_final_is_nowhere() -> None:
    assert [fault.code for fault in GAME.fits_seat(RULES, {**HAND, "game": 4}, {"to_win": 2})] == ["game_out_of_range"]
    assert GAME.fits_seat(RULES, {**HAND, "game": 3}, {"to_win": 2}) == ()
    assert [fault.code for fault in GAME.fits_seat(RULES, {**HAND, "game": 2}, {"to_win": 1})] == ["game_out_of_range"]
