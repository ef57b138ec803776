"""Offences at 80分: order of entry never matters, withdrawn is as never given, nobody has more than the pack."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.eighty import judge_board
from scoring.penalties import Penalty
from scoring.records import normal
from scoring.rulebook import load_file

RULES = load_file("hefei-eighty-teams")
RECORD = {
    "board": 1,
    "room": "open",
    "trump": "H",
    "table_points": 80,
    "kitty_points": 15,
    "last_trick": "defenders",
    "dig": "pair",
}  # D = 140, East-West defend
BODIES: list[dict[str, Any]] = [
    {"code": "revoke", "side": "NS", "points_before": {"NS": 30, "EW": 20}, "at": 5},
    {"code": "revoke", "side": "EW", "points_before": {"NS": 60, "EW": 40}, "at": 9},
    {"code": "concealed_harmful", "side": "EW", "count": 4, "suit": "H", "at": 3},
    {"code": "concealed_harmful", "side": "EW", "count": 4, "suit": "H", "at": 7},
    {"code": "exposed_card", "side": "NS", "count": 1, "at": 2},
]


def stand(bodies: list[dict[str, Any]]) -> list[Penalty]:
    return [Penalty.from_body(body, game=1, number=1, hash=f"h{place}") for place, body in enumerate(bodies)]


def told(penalties: list[Penalty]) -> Any:
    judged = judge_board(RULES, normal(RULES, RECORD), penalties)
    return (judged.D, judged.by_play, judged.fines, [row.as_json() for row in judged.charged], judged.findings, judged.trace)


def test_every_order_of_entry_is_one_board() -> None:
    penalties = stand(BODIES)
    assert len({repr(told(list(order))) for order in permutations(penalties)}) == 1
    assert told(penalties)[0] == 170  # the earlier offence: 20 and the 150 that were left
    assert told(penalties)[2] == {"NS": 10, "EW": 50}


def test_a_wrong_kitty_found_late_comes_before_everything() -> None:
    late = {"code": "kitty_miscount_late", "side": "NS", "at": 8}
    assert told(stand([BODIES[0], late]))[:2] == (200, 200)
    assert [row["amount"] for row in told(stand([BODIES[0], late]))[3]] == [0, 200]


SIDES = st.sampled_from(("NS", "EW"))
POINTS = st.integers(0, 20).map(lambda fives: fives * 5)
REST = st.builds(
    lambda code, side, ns, ew, at: {"code": code, "side": side, "points_before": {"NS": ns, "EW": ew}, "at": at},
    st.sampled_from(("revoke", "unplayable")),
    SIDES,
    POINTS,
    POINTS,
    st.integers(0, 25),
)


@settings(max_examples=200, deadline=None)
@given(REST)
def test_what_the_rest_gives(body: dict[str, Any]) -> None:
    """Worked here without the rules: the defenders keep what they had, and have all but the declarers' points when those offend."""
    found = told(stand([body]))[0]
    before = body["points_before"]
    assert found == (200 - before["NS"] if body["side"] == "NS" else before["EW"])
    assert 0 <= found <= 200


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(BODIES), max_size=5))
def test_fines_stay_outside_the_points(bodies: list[dict[str, Any]]) -> None:
    fines = [body for body in bodies if body["code"] != "revoke"]
    found = told(stand(fines))
    assert found[:2] == (140, 140)
    assert found[2]["EW"] == min(50, 40 * sum(body["side"] == "EW" for body in fines))


@pytest.mark.parametrize("moves", ["net", "D"])
def test_a_fine_counts_once_wherever_it_goes(moves: str) -> None:
    rules = RULES.with_overrides({"penalties.exposed_card.moves": moves}) if moves == "D" else RULES
    judged = judge_board(rules, normal(rules, RECORD), stand([BODIES[4]]))
    assert judged.by_play == 140
    assert judged.fined == 150
    assert (judged.D, judged.fines["NS"]) == ((150, 0) if moves == "D" else (140, 10))


def test_a_condoned_offence_is_kept_and_costs_nothing() -> None:
    judged = judge_board(RULES, normal(RULES, RECORD), stand([{"code": "out_of_turn", "side": "EW", "count": 2, "followed": True}]))
    (row,) = judged.charged
    assert (row.amount, row.clause, judged.fines["EW"]) == (0, "E80-23", 0)


def test_a_board_scored_as_adjusted_takes_no_fine() -> None:
    """Where a rulebook has a concealed card make an adjusted score, the offender is named and the tally does the rest."""
    leaves = dict(RULES.leaves)
    leaves["penalties.unplayable.moves"] = replace(leaves["penalties.unplayable.moves"], value="adjusted")
    rules = replace(RULES, leaves=leaves)
    judged = judge_board(rules, {**normal(rules, RECORD), "last_trick": "none"}, stand([{"code": "unplayable", "side": "EW"}]))
    assert (judged.adjusted, judged.finished, judged.fines) == (["EW"], True, {"NS": 0, "EW": 0})
