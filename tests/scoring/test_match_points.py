"""Match points: the arithmetic of one board, and what a table gives to be compared."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.parameters import Rulebook
from scoring.rulebook import load_file
from scoring.sides import SIDES
from scoring.tallies import TALLIES
from scoring.tallies import match_point_scores as scores
from scoring.tallies.board_comparison import Artificial, Result, compare, score
from scoring.tallies.match_point_scores import Column, Factor, add_up, compared, ladder
from scoring.tallies.pairs_rules import Counting
from tests.scoring.pairs import Pairs

POINTS = st.integers(0, 40).map(lambda fives: 5 * fives)
BOARDS = st.lists(POINTS, min_size=1, max_size=20)
QUICK = settings(max_examples=60, deadline=None)


@pytest.fixture(scope="module")
def pairs_rules() -> Rulebook:
    return load_file("hefei-eighty-pairs")


def naive(points: list[int]) -> tuple[list[int], list[int]]:
    """Two for each other result that is worse, one for each equal one, by looking at every two results."""
    defenders = [sum(2 * (other < mine) + (other == mine) for other in points) - 1 for mine in points]
    declarers = [sum(2 * (other > mine) + (other == mine) for other in points) - 1 for mine in points]
    return defenders, declarers


@QUICK
@given(BOARDS)
def test_counting_is_comparing_every_two(points: list[int]) -> None:
    found = ladder(compared(points), 2, 1, Factor())
    assert ([found.defenders[mine] for mine in points], [found.declarers[mine] for mine in points]) == naive(points)


@QUICK
@given(BOARDS, st.integers(0, 20), st.sampled_from(scores.FACTORINGS))
def test_the_two_scores_of_a_table_are_the_top_together(points: list[int], missing: int, factoring: str) -> None:
    expected = len(points) + missing
    group = compared(points)
    found = ladder(group, 2, 1, scores.factor_of(factoring, len(points), expected, 2, 1))
    top = 2 * (len(points) - 1) if factoring == scores.UNSCALED else 2 * (expected - 1)
    for mine in points:
        assert Fraction(found.defenders[mine] + found.declarers[mine], found.denominator) == top


def test_neuberg_vectors() -> None:
    """Seven due, six there: 4 and 9 match points. Nine tables put back wrongly, five and four."""
    factor = scores.factor_of(scores.NEUBERG, 6, 7, 2, 1)
    assert [Fraction(raw * factor.times + factor.plus, factor.denominator) for raw in (4, 9)] == [Fraction(29, 6), Fraction(32, 3)]
    for size, wanted in ((5, ["76/5", "58/5", "8", "22/5", "4/5"]), (4, ["59/4", "41/4", "23/4", "5/4"])):
        ranks = ladder(compared(list(range(size))), 2, 1, scores.factor_of(scores.NEUBERG, size, 9, 2, 1))
        found = [Fraction(ranks.defenders[points], ranks.denominator) for points in reversed(range(size))]
        assert found == [Fraction(value) for value in wanted]


@QUICK
@given(st.lists(st.tuples(BOARDS, st.booleans()), min_size=1, max_size=6))
def test_adding_columns_up_is_adding_results_up(boards: list[tuple[list[int], bool]]) -> None:
    columns, wanted = [], dict.fromkeys(range(40), Fraction(0))
    for number, (points, ns_defends) in enumerate(boards):
        tables = range(len(points))
        ns, ew = list(tables), [20 + (table + number) % 20 for table in tables]
        group = ladder(compared(points), 2, 1, scores.factor_of(scores.SCALE, len(points), 20, 2, 1))
        columns.append(Column(points, ns, ew, ns_defends, group))
        for table in tables:
            defenders, declarers = (Fraction(side[points[table]], group.denominator) for side in (group.defenders, group.declarers))
            wanted[ns[table]] += defenders if ns_defends else declarers
            wanted[ew[table]] += declarers if ns_defends else defenders
    sums = add_up(columns, 40)
    assert {pair: sums.of(pair) for pair in range(40)} == wanted


RESULT = st.tuples(POINTS, st.sampled_from(["plain", "plain", "plain", "adjusted", "fined", "charged", "unplayed"]))


@QUICK
@given(st.lists(RESULT, min_size=1, max_size=12), st.integers(0, 3), st.integers(0, 4))
def test_a_boards_results_in_any_order_and_any_mix(stated: list[tuple[int, str]], missing: int, second: int) -> None:
    """Scores do not depend on the order of results; where nothing is artificial, fined or by size, two scores are the top."""
    counting = Counting.of(load_file("hefei-eighty-pairs"))
    results = []
    for table, (points, kind) in enumerate(stated, start=1):
        artificial = Artificial("percent", {"NS": 60, "EW": 40}, "adjusted", ()) if kind in ("adjusted", "unplayed") else None
        fines = {"NS": 10} if kind == "fined" else {}
        charges = (("EW", 2, "E80-24"),) if kind == "charged" else ()
        where = (f"t{table}", 1, table, f"n{table}", f"e{table}", "NS", None if kind == "unplayed" else points)
        results.append(Result(*where, fines, charges, artificial))
    fouled = [[result.match for result in results[:second]]] if second else []
    board = compare(counting, 1, results, fouled, len(results) + missing)
    turned = compare(counting, 1, results[::-1], fouled, len(results) + missing)

    def all_scores(of: Any) -> dict[tuple[str, str], Fraction]:
        return {(result.match, side): score(counting, of, group, result, side)[0] for result, group, _ in of.placed() for side in SIDES}

    assert all_scores(board) == all_scores(turned)
    for result, group, _ in board.placed():
        both = sum(score(counting, board, group, result, side)[0] for side in SIDES)
        if result.plain and group is not None and group.percent is None:
            assert both == board.top
        if result.charges and result.comparable and group is not None and group.percent is None:
            assert both == board.top - 2


# ---------------------------------------------------------------------------------------------------------------- one table


@pytest.fixture
def table(pairs_rules: Rulebook) -> Pairs:
    """Six pairs, round 1 open: pairs 1 and 4 at table 1 with boards 1 and 2."""
    book = Pairs(pairs_rules, 6)
    book.open_round(1)
    return book


def codes(row: Mapping[str, Any]) -> list[str]:
    return [fault["code"] for fault in row["findings"]]


def test_a_table_waits_plays_and_is_complete(table: Pairs) -> None:
    assert table.match("r1-t1")["state"] == "waiting"
    assert table.match("r1-t1")["shown"]["next_board"] == 1
    table.board("r1-t1", 1, 60)
    row = table.match("r1-t1")
    assert (row["state"], row["shown"]["next_board"], row["points"]) == ("playing", 2, {"NS": 2, "EW": 2})
    assert row["shown"]["boards"][0] == {
        **{"board": 1, "dealer": "N", "rank": "2", "trump": "H", "declarers": "NS", "done": True, "D": 60},
    }
    table.board("r1-t1", 2, 100)
    row = table.match("r1-t1")
    assert (row["state"], row["shown"]["next_board"], row["winner"], codes(row)) == ("complete", None, "", [])
    assert [result["D"] for result in row["results"]] == [60, 100]


def test_boards_of_other_tables_and_other_pairs_are_found(table: Pairs) -> None:
    table.board("r1-t1", 3, 60)
    table.board("r1-t1", 1, {"ns": 2})
    table.adjust("r1-t1", 5, 60, 40)
    row = table.match("r1-t1")
    assert sorted(codes(row)) == ["adjustment_unreadable", "board_not_here", "other_pair"]
    assert [result["board"] for result in row["results"]] == [1], "what is played elsewhere is not compared here"
    assert table.state()["boards"][2]["results"] == []


def test_the_trump_an_official_fixed(table: Pairs) -> None:
    table.add("board_trump", board=1, mode="A", rank="7", trump="S")
    assert [(board["rank"], board["trump"]) for board in table.match("r1-t1")["shown"]["boards"]] == [("7", "S"), ("3", None)]
    table.board("r1-t1", 1, {"trump": "H", "rank": "7"})
    assert codes(table.match("r1-t1")) == ["trump_differs"]


def test_an_adjustment_stands_in_place_of_a_board(table: Pairs) -> None:
    table.board("r1-t1", 1, 60)
    adjusted = table.adjust("r1-t1", 1, 60, 40)
    table.adjust("r1-t1", 2, "average", "average")
    row = table.match("r1-t1")
    assert row["state"] == "complete"
    assert [(result["D"], result["adjusted"] and (result["adjusted"]["ns"], result["adjusted"]["ew"])) for result in row["results"]] == [
        (60, (60, 40)),
        (None, (50, 50)),
    ]
    table.add("withdrawn", match="r1-t1", supersedes=adjusted)
    assert table.match("r1-t1")["results"][0]["adjusted"] is None


def test_net_points_move_d_and_the_board_is_compared(table: Pairs) -> None:
    table.board("r1-t1", 1, 60)
    table.adjust("r1-t1", 1, 5, 20, unit="net")
    table.adjust("r1-t1", 2, 30, 10, unit="net")
    row = table.match("r1-t1")
    assert [result["D"] for result in row["results"]] == [75, 20], "board 1: EW defend; board 2 was not played, NS defend"
    assert [board["D"] for board in row["shown"]["boards"]] == [75, 20]
    assert row["hands"][0]["trace"][-1] == {"clause": "E80-24", "op": "adjusted_net", "operands": [60, 15], "value": 75}


@pytest.mark.parametrize(
    "body", [{"ns": None, "ew": 40, "unit": "percent"}, {"ns": 1, "ew": 2, "unit": "beans"}, {"ns": [], "ew": {}, "unit": "net"}]
)
def test_an_adjustment_that_says_nothing_is_found_and_changes_nothing(table: Pairs, body: dict[str, Any]) -> None:
    table.board("r1-t1", 1, 60)
    table.add("adjustment", match="r1-t1", game=1, number=1, **body)
    row = table.match("r1-t1")
    assert codes(row) == ["adjustment_unreadable"]
    assert row["results"][0]["D"] == 60


def test_a_penalty_taken_back_was_never_there(table: Pairs) -> None:
    table.board("r1-t1", 1, 60)
    before = table.match("r1-t1")
    for hash_of in (
        table.penalty("r1-t1", 1, "exposed_card", "EW", count=2),
        table.penalty("r1-t1", 0, "late", "NS", amount=3),
        table.penalty("r1-t1", 2, "exposed_card", "NS", count=1),
    ):
        assert table.match("r1-t1") != before
        table.add("withdrawn", match="r1-t1", supersedes=hash_of)
    assert table.match("r1-t1") == before


def test_penalties_are_listed_with_what_they_took(table: Pairs) -> None:
    table.board("r1-t1", 1, 60)
    table.penalty("r1-t1", 1, "exposed_card", "EW", count=2)
    table.penalty("r1-t1", 1, "conduct", "NS", amount=1)
    table.penalty("r1-t1", 0, "late", "NS", amount=3)
    row = table.match("r1-t1")
    assert [(penalty["code"], penalty["number"], penalty["amount"]) for penalty in row["penalties"]] == [
        ("exposed_card", 1, 20),
        ("conduct", 1, 1),
        ("late", 0, 3),
    ]
    assert row["results"][0]["D"] == 40
    assert row["results"][0]["charges"] == [{"side": "NS", "amount": 1, "clause": "E80-24"}]
    assert row["charges"] == [{"side": "NS", "amount": 3, "clause": "E80-24"}]


def test_a_conflict_is_under_review_and_a_board_signed_one_by_one(table: Pairs) -> None:
    first = table.board("r1-t1", 1, 60)
    table.board("r1-t1", 1, 65)
    second = table.board("r1-t1", 2, 40)
    table.confirm("r1-t1", [second])
    row = table.match("r1-t1")
    assert (row["under_review"], row["confirmed"]) == (1, None)
    assert [(hand["D"], hand["confirmed"]) for hand in row["hands"]] == [(60, False), (40, True)]
    table.add("ruling", match="r1-t1", game=1, number=1, uphold=first, clauses=["E80-11"])
    table.confirm("r1-t1", [first])
    row = table.match("r1-t1")
    assert (row["under_review"], row["confirmed"]["side"]) == (0, "EW")


def test_a_forfeit_settles_the_round_and_nothing_blocks(table: Pairs) -> None:
    table.board("r1-t1", 3, 60)
    table.add("forfeit", match="r1-t1", sides=["NS"])
    row = table.match("r1-t1")
    assert (row["state"], row["forfeited_by"], row["findings"], row["shown"]["next_board"]) == ("forfeited", ["NS"], [], None)
    assert [(result["adjusted"]["ns"], result["adjusted"]["ew"]) for result in row["results"]] == [(0, 60), (0, 60)]


VALUES: list[Any] = [None, True, 1.5, "", "60", "1/0", "-1/2", "9" * 5000, "6０", [], {}, 10**30, -1, 101, "plus", "offender"]


@pytest.mark.parametrize("unit", ["net", "match_points", "percent", None, [], "%"])
def test_any_value_of_an_adjustment_is_answered(pairs_rules: Rulebook, unit: Any) -> None:
    tally = TALLIES["match_points"]
    for value in VALUES:
        for board in (1, 0, 65, True, None, "1"):
            faults = tally.check_adjustment(pairs_rules, board, {"ns": value, "ew": value, "unit": unit})
            assert all(fault.clause in pairs_rules.clauses and fault.at for fault in faults)
            if value in ([], {}, None, "", "1/0", 1.5) or unit not in ("net", "match_points", "percent"):
                assert faults
