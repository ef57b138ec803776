"""The records that outsiders write, field by field as published, through `score`: what comes back, and all that is wrong at once."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from scoring.parameters import Rulebook
from scoring.rulebook import load_file
from scoring.score_lines import score_lines

CHAODIPI, GOMOKU = load_file("healthcup-chaodipi"), load_file("healthcup-gomoku")
TEAMS, PAIRS = load_file("hefei-eighty-teams"), load_file("hefei-eighty-pairs")
CARRY = {"carry": {"levels": {"NS": "J", "EW": "9"}, "deal": "NS", "time_up": False}}
HAND = {
    "game": 1, "hand": 1, "declarer": "N", "trump": "S", "buried_by": "N", "table_points": 85, "kitty_points": 10,
    "last_trick": "defenders", "dig": "single", "hook": "main", "penalties": [{"code": "failed_throw", "side": "defenders", "cards": 3}],
}  # fmt: skip
BOARD = {"board": 1, "trump": "S", "table_points": 60, "kitty_points": 15, "last_trick": "defenders", "dig": "single", "penalties": []}
OPEN, MET = {**BOARD, "room": "open"}, {**BOARD, "ns": 1, "ew": 2}
GAME = {"game": 1, "black": "A", "winner": "A", "reason": "five"}


def answers(rules: Rulebook, *lines: object) -> list[dict[str, Any]]:
    return [json.loads(scored.text) for scored in score_lines(rules, [json.dumps(line).encode() for line in lines])]


def placed(faults: list[Mapping[str, Any]]) -> list[tuple[str, str]]:
    return [(fault["code"], fault["at"]) for fault in faults]


def test_a_hand_with_a_fine_by_the_card_after_a_stated_carry() -> None:
    (told,) = answers(CHAODIPI, CARRY, HAND)
    assert (told["hand"], told["problems"], told["findings"]) == (1, [], [])
    assert (told["points"], told["D"]) == ({"NS": 0, "EW": 75}, 75)
    assert (told["levels"], told["deal"]) == ({"NS": "Q", "EW": "9"}, "NS")
    assert [(step["clause"], step["op"], step["operands"], step["value"]) for step in told["trace"][:3]] == [
        ("CDP-30", "dig", [85, 10, 2], 105),
        ("CDP-27", "failed_throw", [10, 3], 30),
        ("CDP-26", "fines_netted", [105, -30, 0, 200], 75),
    ]


@pytest.mark.parametrize(("rules", "record"), [(TEAMS, OPEN), (PAIRS, MET)])
def test_a_board_and_a_fine_by_the_card(rules: Rulebook, record: dict[str, Any]) -> None:
    fined = {**record, "board": 2, "penalties": [{"code": "exposed_card", "side": "declarers", "cards": 2}]}
    plain, told = answers(rules, record, fined)
    assert (plain["points"], plain["problems"], plain["findings"]) == ({"NS": 0, "EW": 90}, [], [])
    assert told["problems"] == []
    assert ("exposed_card", [10, 2], 20) in [(step["op"], step["operands"], step["value"]) for step in told["trace"]]


@pytest.mark.parametrize(
    ("rules", "record", "code"), [(CHAODIPI, HAND, "wrong_follow"), (TEAMS, OPEN, "failed_throw"), (PAIRS, MET, "failed_throw")]
)
def test_cards_are_counted_in_one_spelling(rules: Rulebook, record: dict[str, Any], code: str) -> None:
    fine = {"code": code, "side": "defenders"}
    none, both, nought, counted = answers(
        rules, *({**record, "penalties": [fine | said]} for said in ({}, {"cards": 2, "count": 2}, {"cards": 0}, {"count": 2}))
    )
    assert placed(none["problems"]) == [("missing_field", "penalties[0].cards")]
    assert placed(both["problems"]) == [("unknown_field", "penalties[0].cards")]
    assert placed(nought["problems"]) == [("out_of_range", "penalties[0].cards")]
    assert counted["problems"] == []


def test_an_offence_that_makes_an_adjusted_score_names_the_offender() -> None:
    """Pairs: such a board is 0 for the offenders and sixty per cent for the others, which only the other tables' results can tell."""
    plain, told = answers(PAIRS, MET, {**MET, "board": 2, "penalties": [{"code": "concealed_harmless", "side": "defenders", "cards": 2}]})
    assert (plain["adjusted"], told["adjusted"], told["D"]) == ([], ["NS"], 90)
    assert told["fines"] == {"NS": 0, "EW": 0}


def test_points_out_of_range_and_of_step_are_both_named() -> None:
    wrong = {"table_points": 203, "kitty_points": 12, "last_trick": "declarers", "dig": "pair"}
    hand, board = answers(CHAODIPI, HAND | wrong)[0], answers(TEAMS, OPEN | wrong | {"board": 17})[0]
    points = [("out_of_range", "table_points"), ("not_a_multiple", "table_points"), ("not_a_multiple", "kitty_points")]
    assert sorted(placed(hand["problems"])) == sorted([*points, ("dig_by_declarers", "dig"), ("hook_without_dig", "hook")])
    assert sorted(placed(board["problems"])) == sorted([*points, ("board_out_of_range", "board"), ("dig_without_last_trick", "dig")])
    assert all(fault["clause"] for fault in (*hand["problems"], *board["problems"]))


@pytest.mark.parametrize(
    ("rules", "record", "code", "elsewhere"),
    [
        (CHAODIPI, HAND | {"hook": "none"}, "hand_given_twice", {"hand": 2, "declarer": "S"}),
        (TEAMS, OPEN, "board_given_twice", {"room": "closed"}),
        (PAIRS, MET, "board_given_twice", {"ns": 3, "ew": 4}),
        (GOMOKU, GAME, "game_given_twice", {"game": 2}),
    ],
)
def test_a_place_given_twice_is_a_finding(rules: Rulebook, record: dict[str, Any], code: str, elsewhere: dict[str, Any]) -> None:
    faulty = {**record, "trump": 0, "reason": 0}
    refused, first, again, other = answers(rules, faulty, record, record, {**record, **elsewhere})
    assert refused["problems"]
    assert first["findings"] == []
    assert placed(again["findings"]) == [(code, code.split("_")[0])]
    assert again["findings"][0]["clause"]
    assert code not in [fault["code"] for fault in other["findings"]]
