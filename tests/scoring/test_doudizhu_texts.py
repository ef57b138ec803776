"""One hand of 斗地主 where texts differ: rulings, stacks and beans, the ladder, hands that oblige to call, a table line by line."""

import json
from dataclasses import replace
from typing import Any

import pytest

from scoring.games.doudizhu import Doudizhu
from scoring.games.doudizhu.holdings import obliged
from scoring.judge import judge
from scoring.parameters import Rulebook
from scoring.records import check
from scoring.score_lines import score_lines
from tests.scoring.threes import BEANS, CLIPPED, HEALTH, LADDER, STACKS, TEN, line, passed

GAME = Doudizhu()


def codes(faults: Any) -> list[str]:
    return sorted(fault.code for fault in faults)


def points(record: dict[str, Any], rules: Rulebook, before: Any = None) -> str:
    outcome = judge(rules, record, before)
    assert outcome.points is not None, outcome.problems
    return " ".join(str(outcome.points[side]) for side in "123")


def test_a_ruled_hand_has_its_winner_and_may_be_doubled() -> None:
    record = line(1, 1, [2, 0, 0], 1, shown=False) | {"out": None, "ruled": {"winner": "landlord", "doubled": True, "offender": 2}}
    assert points(record, TEN) == "8 -4 -4"
    assert judge(TEN, record).moved["kind"] == "ruled"
    assert codes(check(TEN, record | {"spring": "spring"})) == ["spring_without_out"]
    assert codes(check(TEN, record | {"ruled": {"winner": "peasants", "doubled": False, "offender": 2}})) == ["offender_won"]
    assert codes(check(TEN, record | {"ruled": {"winner": "both", "offender": 0, "why": 1}})) == [
        "missing_field", "not_a_choice", "unknown_field", "unknown_seat", "wrong_type",
    ]  # fmt: skip
    assert codes(check(HEALTH, {**record, "out": 1})) == ["unknown_field"]


def test_a_stack_may_go_below_nothing_or_not() -> None:
    carry, _ = GAME.carry_of(STACKS, {"totals": {"1": 780, "2": 60, "3": 60}})
    record = line(1, 1, [30], 1, 1)
    assert points(record, STACKS, carry) == "120 -60 -60"
    record = line(1, 1, [30], 1, 2)
    assert points(record, STACKS, carry) == "240 -120 -120"
    assert points(record, CLIPPED, carry) == "120 -60 -60"
    assert judge(CLIPPED, record).points == {"1": 240, "2": -120, "3": -120}  # nobody knows what they have


def test_who_cannot_pay_two_pays_anticlockwise_from_himself() -> None:
    carry, _ = GAME.carry_of(CLIPPED, {"totals": {"1": 400, "2": 50, "3": 450}})
    record = line(1, 1, [0, 30], 1, 0)
    assert record["landlord"] == 2
    assert points(record, CLIPPED, carry) == "20 -50 30"
    ruling = replace(CLIPPED.leaves["game_rules.stack.short_payer"], value="ruling")
    rules = replace(CLIPPED, leaves={**CLIPPED.leaves, "game_rules.stack.short_payer": ruling})
    assert codes(judge(rules, record, carry).findings) == ["short_payer"]
    ruled = {**record, "transfers": {"1": 25, "2": -50, "3": 25}}
    assert (points(ruled, rules, carry), codes(judge(rules, ruled, carry).findings)) == ("25 -50 25", [])


def test_beans_are_handed_over_as_stated_and_nobody_owes_any() -> None:
    record = {"hand": 1, "landlord": 1, "out": 1, "transfers": {"1": 4, "2": -2, "3": -2}}
    assert points(record, BEANS, GAME.start(BEANS)) == "4 -2 -2"
    carry, _ = GAME.carry_of(BEANS, {"totals": {"1": 30, "2": 1, "3": 14}})
    lost = {"hand": 1, "landlord": 2, "out": 1, "transfers": {"1": 0, "2": -1, "3": 1}}
    assert (points(lost, BEANS, carry), codes(judge(BEANS, lost, carry).findings)) == ("0 -1 1", [])
    too_much = {**record, "transfers": {"1": 6, "2": -4, "3": -2}}
    assert points(too_much, BEANS, carry) == "6 -4 -2", "nothing is cut"
    (found,) = judge(BEANS, too_much, carry).findings
    assert (found.code, found.at, found.values) == ("transfer_too_large", "transfers.2", {"side": "2", "given": 4, "has": 1})
    assert codes(check(BEANS, {**record, "transfers": {"1": 2, "2": -1, "3": 0}})) == ["not_zero_sum"]
    assert codes(check(BEANS, {**record, "transfers": {"1": -2, "2": 1, "3": 1}})) == ["transfer_against_result"] * 3
    assert codes(check(BEANS, {**record, "transfers": {"1": "2", "2": -1}})) == ["missing_field", "wrong_type"]
    assert codes(check(BEANS, {"hand": 1, "landlord": 1, "out": 1})) == ["missing_field"]


def test_in_the_ladder_both_peasants_win_or_lose() -> None:
    record = {"hand": 1, "first_bidder": 2, "bids": [0, 1], "landlord": 3, "out": 1}
    assert points(record, LADDER) == "1 1 0"
    assert points({**record, "out": 3}, LADDER) == "0 0 1"
    assert codes(check(LADDER, {**record, "bids": [0, 0, 0], "landlord": None, "out": None})) == ["third_must_call"]
    assert codes(judge(LADDER, {**record, "timeouts": {"1": 1}}).findings) == []
    assert codes(judge(LADDER, {**record, "timeouts": {"1": 2}}).findings) == ["overruns_lose"]
    assert [codes(judge(LADDER, {**record, "face_up": depth}).findings) for depth in (7, 10, 11, 14, 44, 45)] == [
        ["face_up_misplaced"], ["face_up_misplaced"], [], [], [], ["face_up_misplaced"],
    ]  # fmt: skip


FILLER = "S3 H3 D3 S4 H4 D4 S5 H5 D5 S6 H6 D6 S7 H7 D7 S8 H8"


@pytest.mark.parametrize(
    ("special", "pattern"),
    [
        ("BJ LJ", "both_jokers"),
        ("S2 H2 D2 C2", "four_twos"),
        ("LJ S2 H2", "joker_two_twos"),
        ("BJ C3 C4", "joker_two_bombs"),
        ("S2 H2 C3 C4", "two_twos_two_bombs"),
        ("C3 C4 C5", "three_bombs"),
        ("LJ S2", ""),
        ("S2 H2 D2", ""),
        ("S2 H2 C3", ""),
        ("C3 C4", ""),
        ("BJ C3", ""),
    ],
)
def test_hands_that_oblige_their_holder_to_call(special: str, pattern: str) -> None:
    cards = [*special.split(), *FILLER.split()][:17]
    assert obliged(LADDER, " ".join(cards)) == pattern
    record = {"hand": 1, "first_bidder": 2, "bids": [0, 1], "landlord": 3, "out": 1, "cards": {"2": " ".join(cards)}}
    found = [fault for fault in judge(LADDER, record).findings if fault.code == "must_call_omitted"]
    assert [fault.at for fault in found] == (["cards.2"] if pattern else [])


def test_a_carry_says_what_it_was_made_of() -> None:
    carry = GAME.start(STACKS, {"start": {"1": 420, "2": 310, "3": 170}})
    _, after = GAME.step(STACKS, carry, line(1, 2, [0, 10, 0], 1))
    assert after is not None
    assert after.totals == {"1": 430, "2": 320, "3": 150}
    assert GAME.carry_of(STACKS, after.as_json())[0] == after


def test_the_score_command_follows_a_table() -> None:
    fined = line(4, 3, [1, 0, 0], 3, shown=True) | {
        "penalties": [{"code": "slow_play", "side": "1", "count": 7}, {"code": "hint", "side": "2", "count": 1}]
    }
    given = [passed(1, 3), passed(2, 3), passed(3, 3), fined, line(6, 1, [3], 1, shown=False), {"carry": {"passed": -1}}]
    told = [json.loads(scored.text) for scored in score_lines(TEN, [json.dumps(one).encode() for one in given])]
    assert [row["points"] for row in told[:3]] == [{"1": 0, "2": 0, "3": 0}] * 3
    assert (told[3]["points"], told[3]["fines"], told[3]["multiplier"]) == ({"1": -2, "2": -2, "3": 4}, {"1": -6, "2": -3}, 2)
    assert told[3]["totals"] == {"1": -2, "2": -2, "3": 4}
    assert (told[4]["gap"], told[4]["totals"]) == (5, None)
    assert [row["code"] for row in told[5]["problems"]] == ["out_of_range"]
