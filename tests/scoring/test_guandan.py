"""One hand of 掼蛋: both forms, all problems at once, nothing that is almost right."""

import itertools
import math
from typing import Any

import pytest

from scoring.judge import judge
from scoring.parameters import Rulebook
from scoring.records import check, json_schema, normal

ORDERS = list(itertools.permutations("NESW"))


def codes(rules: Rulebook, record: object) -> list[tuple[str, str]]:
    return [(fault.code, fault.at) for fault in check(rules, record)]


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_scores_five_three_or_one(rules: Rulebook, order: tuple[str, ...]) -> None:
    """Worked here without the rules: the partner's place decides."""
    partner = {"N": "S", "S": "N", "E": "W", "W": "E"}[order[0]]
    won = {1: 5, 2: 3, 3: 1}[order.index(partner)]
    side = "NS" if order[0] in "NS" else "EW"
    outcome = judge(rules, {"hand": 1, "order": list(order)})
    assert outcome.points == {"NS": won if side == "NS" else 0, "EW": won if side == "EW" else 0}
    assert outcome.moved["double_downs"] == {"NS": int(side == "NS" and won == 5), "EW": int(side == "EW" and won == 5)}


@pytest.mark.parametrize("order", ORDERS)
def test_by_order_and_by_kind_are_one_result(rules: Rulebook, order: tuple[str, ...]) -> None:
    by_order = {"hand": 2, "order": list(order)}
    found = normal(rules, by_order)
    by_kind = {"hand": 2, "side": found["side"], "kind": found["kind"]}
    assert normal(rules, by_kind) == found
    assert judge(rules, by_kind) == judge(rules, by_order)


def test_the_last_two_may_be_missing_only_after_a_double_down(rules: Rulebook) -> None:
    whole = normal(rules, {"hand": 1, "order": ["W", "E", "N", "S"]})
    assert normal(rules, {"hand": 1, "order": ["W", "E"]}) == whole
    assert normal(rules, {"hand": 1, "order": ["W", "E", "S"]}) == whole
    for order in (["W", "N"], ["W", "N", "E"], ["W"], []):
        assert codes(rules, {"hand": 1, "order": order}) == [("order_incomplete", "order")]


@pytest.mark.parametrize(
    ("record", "wanted"),
    [
        (None, [("record_not_object", "")]),
        ([], [("record_not_object", "")]),
        ("N S E W", [("record_not_object", "")]),
        ({}, [("missing_field", "hand"), ("result_missing", "order")]),
        ({"hand": 6, "order": ["N", "S"]}, [("hand_out_of_range", "hand")]),
        ({"hand": 0, "order": ["N", "S"]}, [("hand_out_of_range", "hand")]),
        ({"hand": 10**30, "order": ["N", "S"]}, [("hand_out_of_range", "hand")]),
        ({"hand": True, "order": ["N", "S"]}, [("wrong_type", "hand")]),
        ({"hand": 1.0, "order": ["N", "S"]}, [("wrong_type", "hand")]),
        ({"hand": math.nan, "order": ["N", "S"]}, [("wrong_type", "hand")]),
        ({"hand": "1", "order": ["N", "S"]}, [("wrong_type", "hand")]),
        ({"hand": None, "order": ["N", "S"]}, [("wrong_type", "hand")]),
        ({"hand": 1, "order": "NSEW"}, [("wrong_type", "order")]),
        ({"hand": 1, "order": None}, [("wrong_type", "order")]),
        ({"hand": 1, "order": ["N", "N", "E", "W"]}, [("seat_repeated", "order[1]")]),
        ({"hand": 1, "order": ["N", "S", "n", "W"]}, [("unknown_seat", "order[2]")]),
        ({"hand": 1, "order": ["N", "S", 1, ["W"]]}, [("wrong_type", "order[2]"), ("wrong_type", "order[3]")]),
        ({"hand": 1, "order": ["N", "S", "E", "W", "X"] * 1000}, [("order_too_long", "order")]),
        ({"hand": 1, "order": ["N\x00", "S" * 10_000, "E", "W"]}, [("unknown_seat", "order[0]"), ("unknown_seat", "order[1]")]),
        ({"hand": 1, "side": "NS"}, [("missing_field", "kind")]),
        ({"hand": 1, "kind": "double_down"}, [("missing_field", "side")]),
        ({"hand": 1, "side": "SN", "kind": "double-down"}, [("unknown_side", "side"), ("unknown_kind", "kind")]),
        ({"hand": 1, "side": 0, "kind": None}, [("wrong_type", "side"), ("wrong_type", "kind")]),
        ({"hand": 1, "order": ["N", "S"], "kind": "double_down", "side": "NS"}, [("both_forms", "order")]),
        ({"hand": 1, "order": ["N", "S"], "kind": "double_down"}, [("both_forms", "order"), ("missing_field", "side")]),
        ({"hand": 1, "order": ["N", "S"], "points": 5}, [("unknown_field", "points")]),
        (
            {"hand": 9, "order": ["X", "N", "N"], "side": "?", "extra": 1},
            [
                ("unknown_field", "extra"),
                ("hand_out_of_range", "hand"),
                ("both_forms", "order"),
                ("unknown_seat", "order[0]"),
                ("seat_repeated", "order[2]"),
                ("order_incomplete", "order"),
                ("unknown_side", "side"),
                ("missing_field", "kind"),
            ],
        ),
    ],
)
def test_everything_wrong_is_said_at_once(rules: Rulebook, record: Any, wanted: list[tuple[str, str]]) -> None:
    assert codes(rules, record) == wanted
    outcome = judge(rules, record)
    assert (outcome.points, outcome.trace) == (None, ())
    assert [fault.code for fault in outcome.problems] == [code for code, _ in wanted]


def test_what_was_given_is_repeated_short_and_clean(rules: Rulebook) -> None:
    (fault,) = check(rules, {"hand": 1, "side": "\ud800\x00" + "长" * 10_000, "kind": "double_down"})
    shown = fault.values["given"]
    assert len(shown) <= 41
    assert shown.encode("utf-8")
    assert "\x00" not in shown


def test_a_thousand_strange_fields_make_a_short_answer(rules: Rulebook) -> None:
    record = {"hand": 1, "order": ["N", "S"], **{f"x{number}": number for number in range(1000)}}
    assert 1 <= len(check(rules, record)) <= 10


def test_the_outcome_has_the_published_shape(rules: Rulebook) -> None:
    assert judge(rules, {"hand": 1, "order": ["N", "S", "E", "W"]}).as_json() == {
        "hand": 1,
        "points": {"NS": 5, "EW": 0},
        "double_downs": {"NS": 1, "EW": 0},
        "problems": [],
        "findings": [],
        "trace": [{"clause": "GD-08", "op": "double_down", "operands": [5], "value": 5}],
    }


def test_the_json_schema_names_both_forms(rules: Rulebook) -> None:
    by_order, by_kind = json_schema(rules)["oneOf"]
    assert by_order["required"] == ["hand", "order"]
    assert by_kind["required"] == ["hand", "side", "kind"]
    assert by_order["properties"]["hand"] == {"type": "integer", "minimum": 1, "maximum": 5}
    assert by_order["additionalProperties"] is by_kind["additionalProperties"] is False
