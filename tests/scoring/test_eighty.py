"""One board of 80分: its record with all faults at once, its points against arithmetic of its own, its hands, its trump."""

import json
import math
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import cards
from scoring.games.eighty import Eighty
from scoring.judge import judge
from scoring.parameters import Rulebook
from scoring.records import check, json_schema, normal
from scoring.rulebook import load_file
from scoring.score_lines import score_lines

RULES = load_file("hefei-eighty-teams")
PLAIN = {"board": 1, "room": "open", "trump": "H", "table_points": 60, "last_trick": "declarers", "dig": "none"}


def codes(record: object, rules: Rulebook = RULES) -> list[tuple[str, str]]:
    return sorted((fault.code, fault.at) for fault in check(rules, record))


def whole_deal(seed: int, dealer: str = "N") -> dict[str, list[str]]:
    """Two packs dealt: thirty-three to the dealer, twenty-five to each other."""
    pack = [*cards.CARDS, *cards.CARDS]
    Random(seed).shuffle(pack)
    hands = {}
    for seat in "NWSE":
        count = 33 if seat == dealer else 25
        hands[seat], pack = pack[:count], pack[count:]
    assert not pack
    return hands


def written(hands: dict[str, list[str]]) -> dict[str, str]:
    return {seat: " ".join(its) for seat, its in hands.items()}


@pytest.mark.parametrize("board", range(1, 17))
def test_dealers_turn_and_ranks_are_those_of_the_appendix(board: int) -> None:
    """Copied from the appendix here, cell by cell."""
    dealer = "北西南东"[(board - 1) % 4]
    rank = ["2", "3", "4", "5", "5", "6", "7", "8", "9", "10", "10", "J", "K", "Q", "A", "K"][board - 1]
    outcome = judge(RULES, {**PLAIN, "board": board})
    assert outcome.moved["declarers"] == ("NS" if dealer in "北南" else "EW")
    assert outcome.moved["rank"] == rank.replace("10", "T")
    assert outcome.points == {"NS": 0 if dealer in "北南" else 60, "EW": 60 if dealer in "北南" else 0}


@pytest.mark.parametrize(("table", "kitty", "dig"), list(product((0, 5, 60, 120), (0, 15, 80), ("none", "single", "pair", "throw"))))
def test_points_are_tricks_and_kitty(table: int, kitty: int, dig: str) -> None:
    last = "declarers" if dig == "none" else "defenders"
    record = {**PLAIN, "table_points": table, "kitty_points": kitty, "last_trick": last, "dig": dig}
    times = {"none": 0, "single": 2, "pair": 4, "throw": 2}[dig]
    found = normal(RULES, record)
    assert found["D"] == table + kitty * times
    assert judge(RULES, record).moved["D"] == found["D"]
    assert judge(RULES, record).trace[-1].value == found["D"]


def test_the_kitty_counts_only_when_it_was_dug() -> None:
    """Two records of one result are one: whether the buried points were noted changes nothing."""
    assert (
        normal(RULES, PLAIN)
        == normal(RULES, {**PLAIN, "kitty_points": 15, "declarers_points": 125})
        == normal(RULES, {**PLAIN, "rank": "2"})
    )
    assert normal(RULES, PLAIN) != normal(RULES, {**PLAIN, "trump": "S"})


@pytest.mark.parametrize(
    ("record", "wanted"),
    [
        (None, [("record_not_object", "")]),
        ([PLAIN], [("record_not_object", "")]),
        (
            {},
            [(("missing_field"), name) for name in ("board", "dig", "last_trick", "room", "table_points", "trump")],
        ),
        ({**PLAIN, "board": True}, [("wrong_type", "board")]),
        ({**PLAIN, "board": 0}, [("board_out_of_range", "board")]),
        ({**PLAIN, "board": 10**30}, [("board_out_of_range", "board")]),
        ({**PLAIN, "board": 1.0}, [("wrong_type", "board")]),
        ({**PLAIN, "room": "OPEN"}, [("not_a_choice", "room")]),
        ({**PLAIN, "room": ["open"]}, [("wrong_type", "room")]),
        ({**PLAIN, "ns": 1}, [("unknown_field", "ns")]),
        ({**PLAIN, "trump": "N"}, [("not_a_choice", "trump")]),
        ({**PLAIN, "rank": "10"}, [("not_a_choice", "rank")]),
        ({**PLAIN, "table_points": "60"}, [("wrong_type", "table_points")]),
        ({**PLAIN, "table_points": math.nan}, [("wrong_type", "table_points")]),
        ({**PLAIN, "table_points": -5}, [("out_of_range", "table_points")]),
        ({**PLAIN, "table_points": 205}, [("out_of_range", "table_points")]),
        ({**PLAIN, "table_points": 61}, [("not_a_multiple", "table_points")]),
        ({**PLAIN, "kitty_points": 85}, [("out_of_range", "kitty_points")]),
        ({**PLAIN, "last_trick": "defenders", "dig": "single"}, [("missing_field", "kitty_points")]),
        ({**PLAIN, "last_trick": "defenders", "dig": "single", "kitty_points": None}, [("wrong_type", "kitty_points")]),
        ({**PLAIN, "dig": "tractor2"}, [("not_a_choice", "dig")]),
        ({**PLAIN, "penalties": [{"code": "revoke"}]}, [("penalties_by_officials", "penalties")]),
        ({**PLAIN, "penalties": {}}, [("wrong_type", "penalties")]),
        ({**PLAIN, "cards": "SA"}, [("wrong_type", "cards")]),
        ({**PLAIN, "cards": {"N": 1, "X": "SA"}}, [("unknown_field", "cards.X"), ("wrong_type", "cards.N")]),
        ({**PLAIN, "cards": {"W": "ZZ " * 25}}, [("unknown_card", "cards.W")] * 10),
        ({**PLAIN, "calls": [], "drawn": "HA"}, [("not_this_mode", "calls"), ("not_this_mode", "drawn")]),
        (
            {"board": 99, "room": 1, "trump": None, "table_points": 7, "last_trick": "us", "dig": 0, "extra": 1, "kitty_points": 3},
            [
                ("board_out_of_range", "board"),
                ("not_a_choice", "last_trick"),
                ("not_a_multiple", "kitty_points"),
                ("not_a_multiple", "table_points"),
                ("unknown_field", "extra"),
                ("wrong_type", "dig"),
                ("wrong_type", "room"),
                ("wrong_type", "trump"),
            ],
        ),
    ],
)
def test_all_faults_with_their_places(record: object, wanted: list[tuple[str, str]]) -> None:
    assert codes(record) == sorted(wanted)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=12,
)
FIELDS = (*PLAIN, "rank", "kitty_points", "declarers_points", "cards", "calls", "drawn")
MODES = {mode: RULES.with_overrides({"game_rules.trump_mode": mode}) for mode in "ABC"}


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from((*FIELDS, "penalties", "ns")), JSON), st.sampled_from("ABC"))
def test_any_json_value_is_answered(changed: dict[str, Any], mode: str) -> None:
    json.dumps(judge(MODES[mode], {**PLAIN, **changed}).as_json(), allow_nan=False)


@settings(max_examples=200, deadline=None)
@given(JSON, st.dictionaries(st.sampled_from(("code", "side", "count", "at", "amount", "found", "points_before", "suit", "held")), JSON))
def test_any_penalty_and_any_fact_is_answered(value: Any, changed: dict[str, Any]) -> None:
    game = Eighty()
    for body in (value, {"code": "revoke", "side": "NS", **changed}):
        json.dumps([fault.as_json() for fault in game.check_penalty(RULES, body)], allow_nan=False)
    for kind in ("board_trump", "fouled", "other"):
        json.dumps([fault.as_json() for fault in game.check_board_fact(RULES, kind, changed)], allow_nan=False)


def test_every_whole_deal_is_accepted_and_a_changed_card_is_not() -> None:
    for seed in range(20):
        hands = whole_deal(seed)
        assert codes({**PLAIN, "cards": written(hands)}) == []
        other = next(card for card in cards.CARDS if card != hands["W"][0])
        assert "card_too_often" in {code for code, _ in codes({**PLAIN, "cards": written({**hands, "W": [other, *hands["W"][1:]]})})}
        assert codes({**PLAIN, "cards": written({**hands, "W": hands["W"][1:]})}) == [("cards_miscounted", "cards.W")]


def test_hands_with_and_without_the_kitty_are_the_same_deal() -> None:
    hands = whole_deal(3, dealer="W")
    kitty, played = hands["W"][:8], hands["W"][8:]
    points = sum({"K": 10, "T": 10, "5": 5}.get(card[1:], 0) for card in kitty if card not in cards.JOKERS)
    board_two = {**PLAIN, "board": 2, "kitty_points": points}
    apart = {**board_two, "cards": {**written({**hands, "W": played}), "kitty": " ".join(kitty)}}
    together = {**board_two, "cards": written(hands)}
    assert codes(apart) == codes(together) == []
    assert normal(RULES, apart) == normal(RULES, together)
    shown = Eighty().row(RULES, together, normal(RULES, together))["cards"]
    assert set(shown) == set("NWSE")
    assert not any(card in str(shown) for card in ("BJ ", "SA "))


def test_what_is_published_of_a_board_names_no_card() -> None:
    row: dict[str, Any] = Eighty().row(RULES, PLAIN, normal(RULES, PLAIN))
    assert row["cards"] is None
    assert (row["dealer"], row["D"], row["declarers"], row["times"]) == ("N", 60, "NS", 0)


def test_a_record_must_fit_its_table() -> None:
    game, seat = Eighty(), {"room": "closed", "boards": [9, 10]}
    assert [fault.code for fault in game.fits_seat(RULES, PLAIN, seat)] == ["other_room", "board_not_here"]
    assert game.fits_seat(RULES, {**PLAIN, "room": "closed", "board": 9}, seat) == ()
    assert game.place(PLAIN) == (1, 1, "open")


def test_a_fixed_trump_is_checked_as_a_fact_by_itself() -> None:
    game = Eighty()
    assert game.check_board_fact(RULES, "board_trump", {"board": 1, "mode": "A", "rank": "2", "trump": "NT"}) == ()
    faults = game.check_board_fact(RULES, "board_trump", {"board": 0, "mode": "D", "rank": 2})
    assert [(fault.code, fault.at) for fault in faults] == [
        ("board_out_of_range", "board"),
        ("not_a_choice", "mode"),
        ("not_a_choice", "rank"),
        ("missing_field", "trump"),
    ]
    assert [fault.code for fault in game.check_board_fact(RULES, "fouled", {"board": 1, "groups": [["a"], ["b"]]})] == ["not_in_this_game"]


def test_lines_are_scored_with_penalties_inline() -> None:
    fined = {**PLAIN, "penalties": [{"code": "exposed_card", "side": "defenders", "count": 2}]}
    rows: list[dict[str, Any]] = [PLAIN, fined, {**PLAIN, "board": 17}, {"carry": {"levels": {}}}]
    lines = [json.dumps(row).encode() for row in rows]
    answers = [json.loads(answer.text) for answer in score_lines(RULES, lines)]
    assert [answer["D"] for answer in answers] == [60, 60, None, None]
    assert answers[1]["fines"] == {"NS": 0, "EW": 20}
    problems = [[problem["code"] for problem in answer["problems"]] for answer in answers]
    assert problems == [[], [], ["board_out_of_range"], ["carry_not_used"]]


def test_the_schema_describes_the_record() -> None:
    schema = json_schema(RULES)
    assert set(schema["required"]) == {"board", "room", "trump", "table_points", "last_trick", "dig"}
    assert schema["properties"]["table_points"]["multipleOf"] == 5
    assert json_schema(RULES.with_overrides({"game_rules.trump_mode": "C"}))["required"][-1] == "rank"
