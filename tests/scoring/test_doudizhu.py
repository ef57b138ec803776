"""One hand of 斗地主 under every kind of text: any JSON value, the bidding, points against an oracle, pass-outs, who cannot pay."""

import json
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.doudizhu import Doudizhu
from scoring.games.doudizhu.bidding import read_bids
from scoring.judge import judge
from scoring.parameters import Rulebook
from scoring.records import check, json_schema, normal
from tests.scoring.threes import (
    ALL,
    BEANS,
    CIRCLES,
    CLIPPED,
    FINED,
    HEALTH,
    LADDER,
    STACKS,
    TEN,
    any_record,
    line,
    passed,
    spoken_out,
    worth,
)

GAME = Doudizhu()
SEEDS = st.integers(0, 10**9)
FIELDS = (
    "hand",
    "first_bidder",
    "bids",
    "landlord",
    "out",
    "bombs",
    "rocket",
    "spring",
    "shown",
    "ruled",
    "cards",
    "transfers",
    "timeouts",
)
INNER = ("face_up", "penalties", "winner", "doubled", "offender", "kitty", "code", "side", "count", "1", "2", "3")
NAMES = st.sampled_from([*FIELDS, *INNER, "totals", "passed", "next_hand"])
WORDS = st.sampled_from(["none", "spring", "anti_spring", "landlord", "peasants", "SA HT", "1", "2", "4", "hint", "slow_play"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.integers(0, 4) | st.floats() | st.text() | WORDS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(NAMES | st.text(), inner, max_size=12),
    max_leaves=20,
)


def codes(faults: Any) -> list[str]:
    return sorted(fault.code for fault in faults)


def points(record: dict[str, Any], rules: Rulebook = HEALTH, before: Any = None) -> str:
    outcome = judge(rules, record, before)
    assert outcome.points is not None, outcome.problems
    return " ".join(str(outcome.points[side]) for side in "123")


@settings(max_examples=60, deadline=None)
@given(JSON)
def test_any_json_is_judged_or_faulted_and_never_raises(value: Any) -> None:
    for rules in ALL:
        outcome = judge(rules, value)
        assert (outcome.points is None) == bool(outcome.problems)
        assert all(fault.clause and fault.code for fault in outcome.problems)
        json.dumps(outcome.as_json(), ensure_ascii=False, allow_nan=False).encode("utf-8")
        carry, faults = GAME.carry_of(rules, value)
        assert (carry is None) == bool(faults)
        GAME.check_penalty(rules, value, 1)


@settings(max_examples=60, deadline=None)
@given(SEEDS, NAMES, JSON)
def test_one_field_spoilt_is_judged_or_faulted_and_never_raises(seed: int, name: str, value: Any) -> None:
    for rules in ALL:
        record = any_record(rules, 1, Random(seed)) | {name: value}
        outcome = judge(rules, record, GAME.start(rules))
        assert (outcome.points is None) == bool(outcome.problems)
        if not check(rules, record):
            json.dumps(normal(rules, record))


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_points_are_those_of_the_oracle_and_sum_to_nothing(seed: int) -> None:
    for rules in (HEALTH, FINED, STACKS, CIRCLES, TEN):
        record = any_record(rules, 1, Random(seed))
        outcome = judge(rules, record)
        assert (outcome.problems, outcome.findings) == ((), ())
        assert outcome.points is not None
        assert sum(outcome.points.values()) == 0
        if "landlord" in record:
            assert dict(outcome.points) == worth(record)
            amounts = sorted(abs(int(score)) for score in outcome.points.values())
            assert amounts[2] == 2 * amounts[0] == 2 * amounts[1] == abs(int(outcome.points[str(record["landlord"])]))
            assert outcome.moved["multiplier"] & (outcome.moved["multiplier"] - 1) == 0
        assert all(step.clause for step in outcome.trace)
        assert set(record) <= set(json_schema(rules)["properties"])


@pytest.mark.parametrize("rules", [HEALTH, FINED, CIRCLES, LADDER])
def test_the_bidding_is_lawful_exactly_where_the_texts_let_it_be(rules: Rulebook) -> None:
    """All sequences of up to seven calls against a reading of the texts that shares no code with the rules."""
    called = rules.choice("game_rules.bids.mode") == "call"
    values: tuple[int, ...] = (0, 1) if called else (0, 1, 2, 3)
    length = 7 if rules is CIRCLES else 4
    top = values[-1]
    for size in range(1, length + 1):
        for bids in product(values, repeat=size):
            highest = [max(bids[:place], default=0) for place in range(size)]
            lawful: bool = all(bid == 0 or bid > high for bid, high in zip(bids, highest, strict=True))
            lawful &= spoken_out(rules, bids, top) and not any(spoken_out(rules, bids[:place], top) for place in range(1, size))
            third = bids[2] if size > 2 and bids[:2] == (0, 0) else None
            if rules is FINED and third is not None:
                lawful &= third == 0 or third >= 2
            if rules is LADDER and third is not None:
                lawful &= third == 1
            read = read_bids(rules, list(bids))
            assert (not read.faults) == lawful, (bids, read.faults)
            if lawful and any(bids):
                assert (read.speaker, read.bid) == (bids.index(max(bids)) % 3, max(bids))
            elif lawful:
                assert read.passed_out


def test_everything_wrong_with_a_record_is_said_at_once_with_its_place() -> None:
    record = {"hand": 10**30, "first_bidder": True, "bids": [2, 2, 9], "landlord": 0, "out": 4, "bombs": -1, "rocket": "no", "spring": 1}
    faults = check(HEALTH, {**record, "kind": "x"})
    assert {(fault.code, fault.at) for fault in faults} == {
        ("unknown_field", "kind"),
        ("out_of_range", "hand"),
        ("wrong_type", "first_bidder"),
        ("unknown_bid", "bids[2]"),
        ("unknown_seat", "landlord"),
        ("unknown_seat", "out"),
        ("out_of_range", "bombs"),
        ("wrong_type", "rocket"),
        ("wrong_type", "spring"),
    }
    assert all(fault.clause.startswith("DZH-") for fault in faults)


@pytest.mark.parametrize(
    ("changed", "code", "at"),
    [
        ({"out": 2, "spring": "spring"}, "spring_with_loss", "spring"),
        ({"spring": "anti_spring"}, "anti_spring_with_win", "spring"),
        ({"bids": [2, 2, 0]}, "bid_not_higher", "bids[1]"),
        ({"bids": [3, 0]}, "bidding_over", "bids[1]"),
        ({"out": 4}, "unknown_seat", "out"),
        ({"landlord": 3}, "landlord_differs", "landlord"),
        ({"bids": [0, 0, 0]}, "nothing_was_played", "landlord"),
        ({"bombs": 14}, "out_of_range", "bombs"),
        ({"out": None}, "wrong_type", "out"),
        ({"penalties": [{"code": "hint", "side": "1"}]}, "penalties_by_officials", "penalties"),
        ({"shown": True}, "unknown_field", "shown"),
        ({"shown": 0}, "unknown_field", "shown"),
    ],
)
def test_what_cannot_be_is_a_problem(changed: dict[str, Any], code: str, at: str) -> None:
    faults = check(HEALTH, {**line(1, 1, [2, 0, 0], 1), **changed})
    assert (code, at) in [(fault.code, fault.at) for fault in faults]


def test_two_records_are_one_result_whatever_else_they_say() -> None:
    record = line(1, 1, [2, 0, 0], 1, 1)
    assert normal(HEALTH, record) == normal(
        HEALTH, {**record, "cards": {"1": " ".join(f"S{rank}" for rank in "A23456789TJQK") + " HA H2 H3 H4"}}
    )
    assert normal(HEALTH, record) != normal(HEALTH, {**record, "bids": [2, 0, 0], "rocket": True})
    assert normal(HEALTH, passed(1, 2)) == normal(HEALTH, {**passed(1, 2), "landlord": None, "out": None})


def test_a_record_may_say_that_nothing_happened_under_any_text() -> None:
    nothing = {"bombs": 0, "rocket": False, "spring": "none", "shown": False}
    for rules in ALL:
        if rules is not BEANS:
            called = [1] if rules is LADDER else [30] if rules in (STACKS, CLIPPED) else [3]
            record = {"hand": 1, "first_bidder": 1, "bids": called, "landlord": 1, "out": 1, **nothing}
            assert check(rules, record) == ()
    assert check(FINED, {**passed(1, 1), "landlord": None, "out": None, **nothing}) == ()
    assert normal(HEALTH, line(1, 1, [3], 1)) == normal(HEALTH, line(1, 1, [3], 1, shown=False))


def test_pass_outs_in_a_row_cost_the_first_bidder_and_are_counted_anew() -> None:
    carry = GAME.start(FINED)
    seen = []
    for number in range(1, 7):
        outcome, after = GAME.step(FINED, carry, passed(number, 2))
        assert after is not None
        seen.append((points(passed(number, 2), FINED, carry), after.passed, outcome.moved["opener_least"]))
        carry = after
    assert seen == [("0 0 0", 1, 0), ("0 0 0", 2, 2), ("2 -4 2", 0, 0)] * 2
    assert (carry.totals, carry.first_bidder, carry.dealt, carry.played) == ({"1": 4, "2": -8, "3": 4}, "2", 6, 0)


def test_what_the_history_alone_shows_is_a_finding() -> None:
    carry, faults = GAME.carry_of(FINED, {"first_bidder": "2", "passed": 2})
    assert not faults
    low = judge(FINED, line(3, 1, [1, 0, 0], 1), carry)
    assert codes(low.findings) == ["first_bidder_differs", "opener_too_low"]
    assert [fault.at for fault in low.findings] == ["bids[0]", "first_bidder"]
    assert codes(judge(FINED, line(3, 2, [0, 1, 0], 1), carry).findings) == []
    assert codes(judge(FINED, line(3, 1, [1, 0, 0], 1)).findings) == []  # nothing is known of the hands before


def test_the_first_bidder_goes_by_the_number_of_the_hand_where_the_text_says_so() -> None:
    record = line(4, 2, [1, 0, 0], 1) | {"bids": [1, 0, 0]}
    del record["spring"]
    seat = {"round": 1, "hands_before": 0}
    assert codes(GAME.fits_seat(CIRCLES, record, seat)) == ["first_bidder_differs"]
    assert GAME.fits_seat(CIRCLES, {**record, "first_bidder": 1}, seat) == ()
    assert GAME.fits_seat(CIRCLES, record, {"round": 2, "hands_before": 1}) == ()
    assert GAME.start(CIRCLES, {"hands_before": 5}).first_bidder == "3"
    assert GAME.fits_seat(HEALTH, line(4, 2, [1, 0, 0], 1), seat) == ()
