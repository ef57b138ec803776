"""A table of three: where it ends, extra hands, stacks and beans, penalties, forfeits; whatever order its entries came in."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.fold import canonical
from scoring.matches import match_node
from scoring.parameters import Rulebook
from tests.scoring.threes import ALL, BEANS, CLIPPED, FINED, HEALTH, LADDER, STACKS, TEN, Sheet, any_record, line, passed, worth

SEEDS = st.integers(0, 10**9)
TABLES = settings(max_examples=60, deadline=None)
SIDES = ("1", "2", "3")


def any_sheet(rules: Rulebook, seed: int) -> Sheet:
    """A table with hands in their order, a bell, and penalties where the text has them."""
    random = Random(seed)
    sheet = Sheet(rules, strict=random.choice(([1], [1, 2], [2])))
    count = random.randint(0, 7)
    for number in range(1, count + 1):
        sheet.hand(any_record(rules, number, random))
    if random.random() < 0.7:
        sheet.bell(random.randint(0, count))
    if rules.has("penalties.slow_play"):
        for _ in range(random.randint(0, 6)):
            code = random.choice(("slow_play", "hint", "dropped_card"))
            sheet.fine(code, random.choice(SIDES), random.randint(1, max(count, 1)), random.randint(1, 4) if code == "slow_play" else 1)
    return sheet


def tables(seed: int) -> list[tuple[Rulebook, Sheet]]:
    return [(rules, any_sheet(rules, seed)) for rules in ALL if rules is not LADDER]


@TABLES
@given(SEEDS, SEEDS)
def test_order_of_arrival_changes_nothing(seed: int, order: int) -> None:
    for rules, sheet in tables(seed):
        wanted = canonical(sheet.value())
        shuffled = list(sheet.entries)
        Random(order).shuffle(shuffled)
        moved = [replace(entry, seq=seq) for seq, entry in enumerate(shuffled, start=1)]
        assert canonical(match_node(rules, sheet.seat, moved)) == wanted


@TABLES
@given(SEEDS)
def test_totals_sum_to_what_was_brought_and_only_penalties_break_it(seed: int) -> None:
    for rules, sheet in tables(seed):
        value = sheet.value()
        live = value["shown"]
        regular = sum(row["counted"] and not row["extra"] for row in value["hands"])
        last = regular if live["phase"] != "regular" else 99
        dealt = sum(row["counted"] for row in value["hands"])
        of_total = [
            row for row in value["penalties"] if row["number"] <= last or (row["code"] == "dropped_card" and row["number"] <= dealt)
        ]
        fines = sum(row["amount"] for row in of_total)
        assert sum(live["totals"].values()) == live["sums_to"] == {"stack": 900, "beans": 45}.get(live["unit"], 0)
        assert sum(value["points"].values()) == live["sums_to"] - fines
        for row in value["hands"]:
            assert sum(row["points"].values()) == 0
        if rules is CLIPPED or (rules is BEANS and "transfer_too_large" not in {fault["code"] for fault in value["findings"]}):
            assert all(total >= 0 for total in live["totals"].values())
        assert sorted(value["order"]) == list(SIDES)
        assert [value["places"][side] for side in value["order"]] == sorted(value["places"].values())
        assert all(step["clause"] for row in value["hands"] for step in row["trace"])
        assert all(step["clause"] for step in value["trace"])


@TABLES
@given(SEEDS)
def test_a_table_by_hands_is_that_of_an_oracle(seed: int) -> None:
    """Three hands, pass-outs not counted and fined, extra hands until the first is alone: worked without the rules' code."""
    random = Random(seed)
    records = [any_record(FINED, number, random, first=1) for number in range(1, 9)]
    totals, extras = dict.fromkeys(SIDES, 0), list[dict[str, int]]()
    played, row, extra, used = 0, 0, False, 0
    for record in records:
        keys = {side: (totals[side], *(batch[side] for batch in extras)) for side in SIDES}
        if played == 3 and sorted(keys.values())[-1] != sorted(keys.values())[-2]:
            break
        extra, used = played == 3, used + 1
        if "landlord" in record:
            gained, row = worth(record), 0
        else:
            row += 1
            gained = {side: (-4 if side == "1" else 2) if row == 3 else 0 for side in SIDES}
            row %= 3
        if not extra:
            totals = {side: totals[side] + gained[side] for side in SIDES}
            played += "landlord" in record
        elif "landlord" in record or any(gained.values()):
            if "landlord" not in record:
                return  # a fine in the middle of the extra hands is tested by itself
            extras.append(gained)
    sheet = Sheet(FINED)
    for record in records[:used]:
        sheet.hand(record)
    value = sheet.value()
    keys = {side: (totals[side], *(batch[side] for batch in extras)) for side in SIDES}
    alone = played == 3 and sorted(keys.values())[-1] != sorted(keys.values())[-2]
    assert value["points"] == totals
    assert value["shown"]["batches"] == extras
    assert value["state"] == ("complete" if alone else "playing")
    assert value["winner"] == (max(SIDES, key=keys.__getitem__) if alone else "")
    assert value["places"] == {side: 1 + sum(keys[other] > keys[side] for other in SIDES) for side in SIDES}


def test_a_fourth_hand_of_three_is_a_finding_that_blocks_signing() -> None:
    sheet = Sheet(FINED)
    hashes = [sheet.hand(line(number, 1, [0, 2, 0], 2)) for number in range(1, 4)]
    for side in ("2", "3"):
        sheet.add("confirmation", {"side": side, "covers": hashes})
    value = sheet.value()
    assert (value["state"], value["findings"], value["confirmed"] is not None) == ("complete", [], True)
    sheet.hand(line(4, 1, [0, 2, 0], 2))
    value = sheet.value()
    assert [(fault["code"], fault["at"], fault["values"]) for fault in value["findings"]] == [
        ("hand_too_many", "hand[4]", {"hand": 4, "last": 3})
    ]
    assert (value["state"], value["confirmed"]) == ("complete", None)


def test_the_next_first_bidder_is_the_first_out_where_the_text_says_so() -> None:
    rules = replace(
        HEALTH,
        leaves={**HEALTH.leaves, "game_rules.first_bidder.next": replace(HEALTH.leaves["game_rules.first_bidder.next"], value="first_out")},
    )
    sheet = Sheet(rules)
    sheet.hand(line(1, 2, [0, 1, 0], 1))
    assert sheet.value()["shown"]["next_bidder"] == "1"
    sheet.hand(passed(2, 1))
    assert sheet.value()["shown"]["next_bidder"] == "1"
    sheet.hand(line(3, 2, [1, 0, 0], 2))
    value = sheet.value()
    assert ([fault["code"] for fault in value["hands"][2]["remarks"]], value["findings"]) == (["first_bidder_differs"], [])
    assert value["shown"]["next_bidder"] == "2"


def test_extra_hands_in_batches_order_only_the_tied_then_a_lot() -> None:
    sheet = Sheet(TEN)
    sheet.hand(line(1, 1, [0, 0, 2], 1, shown=False))
    sheet.hand(line(2, 2, [0, 2, 0], 1, shown=False))
    assert sheet.value()["points"] == {"1": 4, "2": 4, "3": -8}
    for number in (3, 4):
        sheet.hand(line(number, 1, [3], 1, shown=False))
    value = sheet.value()
    assert (value["state"], value["places"], value["shown"]["extra"]["played"]) == ("playing", {"1": 1, "2": 1, "3": 3}, 2)
    sheet.hand(line(5, 2, [3], 2, 1, shown=True))
    value = sheet.value()
    assert value["shown"]["batches"] == [{"1": 0, "2": 18, "3": -18}]
    assert (value["state"], value["winner"], value["points"]) == ("complete", "2", {"1": 4, "2": 4, "3": -8})

    level = Sheet(TEN)
    level.hand(line(1, 1, [0, 0, 2], 1, shown=False))
    level.hand(line(2, 2, [0, 2, 0], 1, shown=False))
    for number in range(3, 9):
        assert level.value()["state"] == "playing"
        level.hand(line(number, 3, [1, 0, 0], 3, shown=False))
    value = level.value()
    assert (value["state"], value["tied"], value["shown"]["decides_by"]) == ("complete", [["1", "2"]], "lot")
    assert level.value()["winner"] == ""


def test_warnings_count_in_their_hand_and_penalties_are_their_owners_alone() -> None:
    sheet = Sheet(TEN)
    sheet.hand(line(1, 1, [3], 1, shown=False))
    sheet.hand(line(2, 2, [3], 2, shown=False))
    for number, count in ((1, 2), (2, 1), (2, 2)):
        sheet.fine("slow_play", "2", number, count)
    sheet.fine("dropped_card", "1", 0, 2)
    value = sheet.value()
    assert [(row["code"], row["number"], row["amount"]) for row in value["penalties"]] == [
        ("dropped_card", 0, 4), ("slow_play", 1, 0), ("slow_play", 2, 0), ("slow_play", 2, 3),
    ]  # fmt: skip
    assert value["net"] == {"1": 3, "2": 3, "3": -6}
    assert value["points"] == {"1": -1, "2": 0, "3": -6}
    assert (value["state"], value["winner"]) == ("complete", "2")
    totals = [(step["of"], step["operands"], step["value"]) for step in value["trace"] if step["op"] == "total"]
    assert totals == [("1", [3, -4], -1), ("2", [3, -3], 0)]
    six = Sheet(TEN)
    six.fine("slow_play", "3", 1, 6)
    assert six.value()["points"] == {"1": 0, "2": 0, "3": -6}


def test_a_hint_given_away_wants_its_fine() -> None:
    sheet = Sheet(TEN)
    ruled = {"out": None, "ruled": {"winner": "landlord", "doubled": True, "offender": 2}}
    sheet.hand(line(1, 1, [2, 0, 0], 1, shown=False) | ruled)
    assert [fault["code"] for fault in sheet.value()["findings"]] == ["hint_without_fine"]
    sheet.fine("hint", "2", 1)
    value = sheet.value()
    assert (value["findings"], value["points"]) == ([], {"1": 8, "2": -7, "3": -4})


def test_a_bust_ends_the_table_and_everybody_keeps_what_he_has() -> None:
    sheet = Sheet(STACKS, strict=[2])
    sheet.hand(line(1, 1, [30], 1, 2, spring="spring"))
    value = sheet.value()
    assert value["points"] == {"1": 780, "2": 60, "3": 60}
    sheet.hand(line(2, 2, [0, 30], 3, 1))
    value = sheet.value()
    assert (value["state"], value["points"], value["busted"]) == ("complete", {"1": 720, "2": 0, "3": 180}, ["2"])
    assert (value["places"], value["tied"]) == ({"1": 1, "2": 3, "3": 2}, [])
    sheet.hand(line(3, 3, [30], 3))
    assert [fault["code"] for fault in sheet.value()["findings"]] == ["hand_too_many"]


def test_two_who_are_bust_are_not_told_apart() -> None:
    sheet = Sheet(STACKS, strict=[2], start={"1": 500, "2": 200, "3": 200})
    sheet.hand(line(1, 1, [30], 1, 3))
    value = sheet.value()
    assert (value["state"], value["busted"], value["tied"]) == ("complete", ["2", "3"], [])
    assert value["points"] == {"1": 980, "2": -40, "3": -40}
    assert (value["net"], value["shown"]["start"]) == ({"1": 480, "2": -240, "3": -240}, {"1": 500, "2": 200, "3": 200})


def test_level_for_last_at_the_bell_plays_on_where_the_last_is_out() -> None:
    sheet = Sheet(STACKS, strict=[2])
    sheet.hand(line(1, 1, [30], 1, 1))
    sheet.bell(1)
    value = sheet.value()
    assert (value["points"], value["tied"], value["state"]) == ({"1": 420, "2": 240, "3": 240}, [["2", "3"]], "playing")
    sheet.hand(line(2, 2, [10, 0, 0], 2))
    value = sheet.value()
    assert (value["state"], value["places"], value["points"]["2"]) == ("complete", {"1": 1, "2": 2, "3": 3}, 240)


@pytest.mark.parametrize(
    ("gone", "places", "tied"), [(["3"], {"1": 1, "2": 1, "3": 3}, [["1", "2"]]), (["1", "2"], {"1": 2, "2": 2, "3": 1}, [])]
)
def test_who_stays_away_is_last(gone: list[str], places: dict[str, int], tied: list[list[str]]) -> None:
    sheet = Sheet(HEALTH)
    sheet.add("forfeit", {"sides": gone})
    value = sheet.value()
    assert (value["state"], value["places"], value["tied"], value["forfeited_by"]) == ("forfeited", places, tied, gone)


def test_a_gap_leaves_what_follows_unjudged() -> None:
    sheet = Sheet(FINED)
    sheet.hand(line(1, 1, [3], 1))
    sheet.hand(line(3, 1, [3], 1))
    value = sheet.value()
    assert (value["shown"]["gap"], value["points"], value["state"]) == (2, {"1": 6, "2": -3, "3": -3}, "playing")
    assert [(row["counted"], row["running"]) for row in value["hands"]] == [(True, {"1": 6, "2": -3, "3": -3}), (False, None)]


def test_what_nobody_may_see_is_in_no_row() -> None:
    sheet = Sheet(HEALTH)
    sheet.hand(line(1, 1, [3], 1) | {"cards": {"1": "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2 HA HK HQ HJ"}})
    (row,) = sheet.value()["hands"]
    assert "cards" not in row["record"]


def test_a_ruling_settles_what_the_history_showed() -> None:
    sheet = Sheet(FINED)
    for number in (1, 2):
        sheet.hand(passed(number, 1))
    low = sheet.hand(line(3, 1, [1, 0, 0], 1))
    assert [fault["code"] for fault in sheet.value()["findings"]] == ["opener_too_low"]
    sheet.add("ruling", {"uphold": low, "clauses": []}, 3)
    value: dict[str, Any] = sheet.value()
    assert (value["findings"], value["points"]) == ([], {"1": 2, "2": -1, "3": -1})


def test_penalties_that_count_with_their_hand_work_there_in_an_extra_hand() -> None:
    sheet = Sheet(TEN)
    sheet.hand(line(1, 1, [0, 0, 2], 1, shown=False))
    sheet.hand(line(2, 2, [0, 2, 0], 1, shown=False))
    sheet.fine("hint", "1", 3)
    assert sheet.value()["points"] == {"1": 4, "2": 4, "3": -8}
    for number in (3, 4, 5):
        sheet.hand(line(number, 3, [1, 0, 0], 3, shown=False))
    value = sheet.value()
    assert value["shown"]["batches"] == [{"1": -6, "2": -3, "3": 6}]
    assert (value["points"], value["winner"]) == ({"1": 4, "2": 4, "3": -8}, "2")


def test_what_comes_off_the_final_score_does_so_in_an_extra_hand_too_once_that_is_over() -> None:
    """The extra hands that are running are played to the end: he wins them and is behind all the same (F6-06)."""
    sheet = Sheet(TEN)
    sheet.hand(line(1, 1, [0, 0, 2], 1, shown=False))
    sheet.hand(line(2, 2, [0, 2, 0], 1, shown=False))
    sheet.fine("dropped_card", "1", 3)
    value = sheet.value()
    assert (value["points"], value["shown"]["phase"]) == ({"1": 4, "2": 4, "3": -8}, "extra")
    sheet.hand(line(3, 3, [0, 1, 0], 1, shown=False))
    assert sheet.value()["shown"]["phase"] == "extra"
    for number in (4, 5):
        sheet.hand(line(number, 3, [0, 1, 0], 1, shown=False))
    value = sheet.value()
    assert (value["state"], value["points"], value["winner"]) == ("complete", {"1": 2, "2": 4, "3": -8}, "2")
    assert value["shown"]["batches"] == [{"1": 6, "2": -3, "3": -3}]
