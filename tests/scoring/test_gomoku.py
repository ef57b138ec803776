"""五子棋: the line on the board against a slow reading of the rule, every fault of a record, the score of a match."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import records
from scoring.games.gomoku import Gomoku
from scoring.games.gomoku.board import Board
from scoring.judge import judge
from scoring.parameters import Rulebook
from scoring.rulebook import load_file
from tests.rulebooks.kinds.gomoku import game_of, points_of
from tests.scoring.drawn import Drawn

RULES = load_file("healthcup-gomoku")
SIZE, LINE = 15, 5
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def rules() -> Rulebook:
    return RULES


@pytest.fixture(scope="module")
def exact(rules: Rulebook) -> Rulebook:
    return rules.with_overrides({"game_rules.overline": "exact_five"})


def length_through(stones: set[tuple[int, int]], point: tuple[int, int], across: int, up: int) -> int:
    """Stones in a row through a point, counted one by one."""
    length = 1
    for way in (1, -1):
        step = way
        while (point[0] + step * across, point[1] + step * up) in stones:
            length, step = length + 1, step + way
    return length


def first_win(moves: Sequence[Sequence[int]], *, exactly: bool) -> int | None:
    """The rule read slowly: the first stone that makes five (or more) in a row of its colour."""
    colours: tuple[set[tuple[int, int]], ...] = (set(), set())
    for place, (column, row) in enumerate(moves):
        mine = colours[place % 2]
        mine.add((column, row))
        lengths = [length_through(mine, (column, row), *direction) for direction in DIRECTIONS]
        if (LINE in lengths) if exactly else max(lengths) >= LINE:
            return place
    return None


def a_full_board_without_a_line() -> list[list[int]]:
    """Pairs across, alternating upwards: nobody has three in a row. 113 points for Black and 112 for White."""
    points = list(product(range(1, SIZE + 1), repeat=2))
    black = [list(point) for point in points if ((point[0] - 1) // 2 + point[1] - 1) % 2 == 0]
    white = [list(point) for point in points if list(point) not in black]
    moves = [move for pair in zip(black, white, strict=False) for move in pair]
    return [*moves, black[-1]]


def record(**changes: Any) -> dict[str, Any]:
    return {"game": 1, "black": "A", "winner": "A", "reason": "resigned"} | changes


# ------------------------------------------------------------------------------------------------ the board


def lines_of_the_board() -> Iterator[list[list[int]]]:
    for column, row, (across, up) in product(range(1, SIZE + 1), range(1, SIZE + 1), DIRECTIONS):
        points = [[column + step * across, row + step * up] for step in range(LINE)]
        if all(1 <= number <= SIZE for point in points for number in point):
            yield points


def elsewhere(line: Sequence[Sequence[int]], count: int) -> list[list[int]]:
    """Points off the line, no two of them next to each other."""
    free = [[column, row] for column, row in product(range(1, SIZE + 1, 2), repeat=2) if [column, row] not in line]
    return free[:: len(free) // count][:count]


@pytest.mark.parametrize("exactly", [False, True])
def test_every_line_of_the_board_is_found_whichever_stone_comes_last(exactly: bool) -> None:
    board = Board(SIZE, LINE, exact=exactly)
    lines = list(lines_of_the_board())
    assert len(lines) == 2 * 11 * 15 + 2 * 11 * 11
    for number, line in enumerate(lines):
        last = number % LINE
        black = [*line[:last], *line[last + 1 :], line[last]]
        moves = [move for pair in zip(black, elsewhere(line, LINE), strict=True) for move in pair][:-1]
        assert board.winning_move(moves) == len(moves) - 1, line
        assert board.line_of(moves, len(moves) - 1) == line


def test_no_line_runs_from_one_edge_to_the_other() -> None:
    board = Board(SIZE, LINE, exact=False)
    for row in range(1, SIZE):
        for left in range(1, LINE):
            black = [[SIZE - step, row] for step in range(left)] + [[1 + step, row + 1] for step in range(LINE - left)]
            moves = [move for pair in zip(black, elsewhere(black, LINE), strict=True) for move in pair][:-1]
            assert first_win(moves, exactly=False) is None
            assert board.winning_move(moves) is None, black


@settings(max_examples=150, deadline=None)
@given(
    st.integers(5, 9).flatmap(lambda size: st.tuples(st.just(size), st.permutations(list(product(range(1, size + 1), repeat=2))))),
    st.booleans(),
)
def test_the_first_winning_stone_is_the_one_the_slow_reading_finds(game: tuple[int, list[tuple[int, int]]], exactly: bool) -> None:
    """On a small full board lines and overlines are common."""
    size, points = game
    moves = [list(point) for point in points]
    board = Board(size, LINE, exact=exactly)
    won = first_win(moves, exactly=exactly)
    assert board.winning_move(moves) == won
    if won is not None:
        line = board.line_of(moves, won)
        assert moves[won] in line
        assert len(line) == LINE if exactly else len(line) >= LINE
        assert {tuple(point) for point in line} <= {tuple(move) for move in moves[won % 2 : won + 1 : 2]}


def test_a_longer_line_that_does_not_win_is_no_end_of_the_game(exact: Rulebook) -> None:
    overline = "h8 a1 i8 c1 j8 e1 l8 g1 m8 i1 k8"
    assert judge(exact, record(moves=points_of(overline))).problems == ()
    both = points_of(overline + " o1 h9 o3 h10 o5 h11 o7 h12")
    assert judge(exact, record(reason="five", moves=both)).moved["five"] == points_of("h8 h9 h10 h11 h12")


def test_an_exact_five_that_grows_afterwards_was_a_win_all_the_same(exact: Rulebook) -> None:
    (fault,) = judge(exact, record(reason="five", moves=points_of("h8 a1 i8 c1 j8 e1 k8 g1 l8 i1 m8"))).problems
    assert (fault.code, fault.at, fault.values["move"]) == ("moves_after_line", "moves[9]", 9)


def test_a_full_board_is_a_draw_where_nothing_less_is(rules: Rulebook) -> None:
    strict = rules.with_overrides({"game_rules.draw_by": "full_board"})
    moves = a_full_board_without_a_line()
    assert len(moves) == SIZE * SIZE
    assert first_win(moves, exactly=False) is None
    drawn = record(winner=None, reason="draw", moves=moves)
    assert judge(strict, drawn).points == {"A": 0, "B": 0}
    (fault,) = judge(strict, {**drawn, "moves": moves[:-1]}).problems
    assert (fault.code, fault.values) == ("board_not_full", {"wanted": 225, "given": 224})
    claimed = judge(rules, {**drawn, "winner": "B", "reason": "five"}).problems
    assert [fault.code for fault in claimed] == ["no_line_on_board"]


# ------------------------------------------------------------------------------------------------ the record


@pytest.mark.parametrize(
    ("changes", "code", "at"),
    [
        ({"game": 0}, "game_out_of_range", "game"),
        ({"game": True}, "wrong_type", "game"),
        ({"game": "1"}, "wrong_type", "game"),
        ({"black": "NS"}, "unknown_party", "black"),
        ({"black": None}, "wrong_type", "black"),
        ({"winner": "C"}, "unknown_party", "winner"),
        ({"winner": 1}, "wrong_type", "winner"),
        ({"winner": None}, "winner_missing", "winner"),
        ({"reason": "time"}, "unknown_reason", "reason"),
        ({"reason": ["five"]}, "wrong_type", "reason"),
        ({"reason": "draw"}, "draw_has_no_winner", "winner"),
        ({"rps": "C"}, "unknown_party", "rps"),
        ({"rps": None}, "wrong_type", "rps"),
        ({"rps": "B"}, "black_not_rps_winner", "black"),
        ({"opening": "h8"}, "unknown_field", "opening"),
        ({"moves": None}, "wrong_type", "moves"),
        ({"moves": "h8 i9"}, "wrong_type", "moves"),
        ({"moves": {"1": [8, 8]}}, "wrong_type", "moves"),
        ({"moves": [[8, 8], [8]]}, "move_malformed", "moves[1]"),
        ({"moves": [[8, 8], "h9"]}, "move_malformed", "moves[1]"),
        ({"moves": [[8, 8], {"a": 1, "b": 2}]}, "move_malformed", "moves[1]"),
        ({"moves": [[8, 8], [8, 9, 1]]}, "move_malformed", "moves[1]"),
        ({"moves": [[8, True]]}, "wrong_type", "moves[0].row"),
        ({"moves": [[1.0, 8]]}, "wrong_type", "moves[0].column"),
        ({"moves": [[[8], 8]]}, "wrong_type", "moves[0].column"),
        ({"moves": [[0, 8]]}, "point_off_board", "moves[0]"),
        ({"moves": [[8, 16]]}, "point_off_board", "moves[0]"),
        ({"moves": [[8, -1]]}, "point_off_board", "moves[0]"),
        ({"moves": [[8, 8], [8, 9], [8, 8]]}, "point_taken", "moves[2]"),
        ({"moves": [[8, 8], [8, 8]]}, "point_taken", "moves[1]"),
    ],
)
def test_what_cannot_be_right_by_itself(rules: Rulebook, changes: Mapping[str, Any], code: str, at: str) -> None:
    (fault,) = records.check(rules, record(**changes))
    assert (fault.code, fault.at) == (code, at)
    assert fault.clause in rules.clauses or code == "unknown_field"


@pytest.mark.parametrize("name", ["game", "black", "winner", "reason"])
def test_nothing_that_scores_is_left_out(rules: Rulebook, name: str) -> None:
    given = record()
    del given[name]
    (fault,) = records.check(rules, given)
    assert (fault.code, fault.at) == ("missing_field", name)


def test_every_fault_is_named_at_once(rules: Rulebook) -> None:
    moves = [[0, 8], ["h", 8], [8, 8], [8, 8], 5, *[[9, 9]] * 221]
    faults = records.check(rules, {"game": 99, "black": "X", "winner": None, "reason": "five", "rps": "Y", "moves": moves, "more": 1})
    found = [(fault.code, fault.at) for fault in faults]
    wanted = [
        ("unknown_field", "more"),
        ("game_out_of_range", "game"),
        ("unknown_party", "black"),
        ("winner_missing", "winner"),
        ("unknown_party", "rps"),
        ("too_many_moves", "moves"),
        ("point_off_board", "moves[0]"),
        ("wrong_type", "moves[1].column"),
        ("point_taken", "moves[3]"),
        ("move_malformed", "moves[4]"),
        ("point_taken", "moves[6]"),
    ]
    assert found[: len(wanted)] == wanted
    assert len(found) == len(wanted) + 218


@settings(max_examples=300, deadline=None)
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(("game", "black", "winner", "reason", "moves", "rps", "?"), JSON)) | JSON)
def test_any_json_value_is_answered(value: Any) -> None:
    outcome = judge(RULES, value)
    assert (outcome.points is None) == bool(outcome.problems)
    outcome.as_json()


@pytest.mark.parametrize("board_winner", ["A", "B"])
def test_the_winner_named_is_the_one_on_the_board(rules: Rulebook, board_winner: str) -> None:
    """Whoever has Black."""
    moves = points_of("h8 a1 i8 c1 j8 e1 k8 g1 l8")
    loser = "B" if board_winner == "A" else "A"
    for winner, reason in product(("A", "B", None), ("five", "resigned", "forfeit", "draw")):
        if (winner is None) != (reason == "draw"):
            continue
        codes = [fault.code for fault in records.check(rules, record(black=board_winner, winner=winner, reason=reason, moves=moves))]
        assert codes == (["winner_not_on_board"] if winner != board_winner else [] if reason == "five" else ["line_not_claimed"])
    as_white = record(black=loser, winner=board_winner, reason="five", moves=[[5, 5], *moves])
    assert records.check(rules, as_white) == ()


def test_with_and_without_moves_is_the_same_result(rules: Rulebook) -> None:
    bare = record(reason="five")
    full = {**bare, "moves": points_of("h8 a1 i8 c1 j8 e1 k8 g1 l8"), "rps": "A"}
    assert records.normal(rules, bare) == records.normal(rules, full)
    assert records.normal(rules, bare) != records.normal(rules, {**bare, "winner": "B"})
    assert records.normal(rules, bare) == {"game": 1, "black": "NS", "winner": "NS", "reason": "five", "points": {"NS": 1, "EW": 0}}


def test_a_game_carries_nothing_and_knows_no_boards_or_fines(rules: Rulebook) -> None:
    game = Gomoku()
    assert [fault.code for fault in game.unused_carry({"wins": 1})] == ["carry_not_used"]
    assert [fault.code for fault in game.check_penalty(rules, {"code": "revoke"})] == ["no_tariff"]
    assert [fault.code for fault in game.check_board_fact(rules, "board_trump", {})] == ["not_in_this_game"]
    assert game.place(record(game=3)) == (1, 3, "")
    assert game.fits_seat(rules, record(), {}) == ()


def test_the_schema_names_what_the_check_knows(rules: Rulebook) -> None:
    schema = records.json_schema(rules)
    assert schema["required"] == ["game", "black", "winner", "reason"]
    for name in schema["properties"]:
        assert not any(fault.code == "unknown_field" for fault in records.check(rules, {name: 1}))
    assert schema["properties"]["moves"]["maxItems"] == 225


# ------------------------------------------------------------------------------------------------ the match


def played(rules: Rulebook, *games: str) -> tuple[Drawn, str]:
    book = Drawn(rules, 4)
    table, *_ = book.open_round(1)
    for number, text in enumerate(games, start=1):
        book.record(table, game_of(number, text))
    return book, table


def test_a_row_says_what_was_played_and_who_had_to_begin(rules: Rulebook) -> None:
    book, table = played(rules, "B B resigned")
    moves = points_of("h8 a1 i8 c1 j8 e1 k8 g1 l8")
    book.record(table, {"game": 2, "black": "A", "winner": "A", "reason": "five", "moves": moves})
    first, second = book.match(table)["hands"]
    assert (first["black"], first["winner"], first["five"], first["stones"], first["black_due"]) == ("EW", "EW", None, None, "")
    assert (second["number"], second["game"], second["room"]) == (2, 1, "")
    assert (second["black"], second["black_due"], second["out_of_turn"]) == ("NS", "NS", False)
    assert (second["five"], second["stones"]) == ([[8, 8], [9, 8], [10, 8], [11, 8], [12, 8]], 9)
    assert second["trace"] == [{"clause": "GMK-02", "op": "five", "operands": [1], "value": 1, "of": "NS"}]


def test_a_conflict_leaves_the_first_claim_and_puts_the_game_under_review(rules: Rulebook) -> None:
    book, table = played(rules, "A A five", "B A five")
    kept = book.record(table, game_of(2, "B B five"))
    row = book.match(table)
    assert (row["state"], row["winner"], row["under_review"]) == ("complete", "NS", 1)
    assert row["hands"][1]["rivals"] == [{"hash": kept, "black": "EW", "winner": "EW", "reason": "five"}]


def test_a_correction_can_put_a_game_after_the_decision_and_a_void_takes_it_away(rules: Rulebook) -> None:
    book, table = played(rules, "A A five")
    second = book.record(table, game_of(2, "B B five"))
    third = book.record(table, game_of(3, "A A five"))
    assert book.match(table)["points"] == {"NS": 2, "EW": 1}
    book.record(table, game_of(2, "B A five"), kind="correction", supersedes=second)
    row = book.match(table)
    assert (row["points"], row["shown"]["next_game"]) == ({"NS": 2, "EW": 0}, None)
    (fault,) = row["findings"]
    assert (fault["code"], fault["at"], fault["values"]) == ("game_after_decision", "game[3]", {"game": 3, "decided": 2})
    assert row["hands"][2]["findings"] == [fault]
    book.add("void", match=table, game=1, number=3, supersedes=third)
    assert book.match(table)["findings"] == []


def test_games_after_a_gap_wait_for_the_missing_one(rules: Rulebook) -> None:
    book = Drawn(rules, 4)
    table, *_ = book.open_round(1)
    book.record(table, game_of(1, "A A five"))
    book.record(table, game_of(3, "A A five"))
    row = book.match(table)
    assert (row["state"], row["points"], row["winner"], row["shown"]["next_game"]) == ("playing", {"NS": 1, "EW": 0}, "", 2)
    assert [(fault["code"], fault["values"]) for fault in row["findings"]] == [("game_missing", {"game": 2, "before": 3})]
    book.record(table, game_of(2, "B B five"))
    assert (book.match(table)["points"], book.match(table)["findings"]) == ({"NS": 2, "EW": 1}, [])


def test_a_forfeit_goes_before_what_was_played_and_its_withdrawal_brings_it_back(rules: Rulebook) -> None:
    book, table = played(rules, "A A five", "B A five", "A A five")
    stated = book.add("forfeit", match=table, sides=["NS"])
    row = book.match(table)
    assert (row["state"], row["winner"], row["points"], row["findings"]) == ("forfeited", "EW", {"NS": 0, "EW": 2}, [])
    book.add("withdrawn", match=table, supersedes=stated)
    assert (book.match(table)["state"], book.match(table)["winner"]) == ("complete", "NS")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("AB"), st.sampled_from(["A five", "B five", "- draw", "A resigned", "B forfeit"])), max_size=9))
def test_the_score_is_that_of_the_games_up_to_the_second_win(games: list[tuple[str, str]]) -> None:
    book, table = played(RULES, *(f"{black} {result}" for black, result in games))
    row = book.match(table)
    winners = [result[0] for _, result in games]
    decided = next((n for n in range(len(games) + 1) if max(winners[:n].count("A"), winners[:n].count("B")) == 2), None)
    counted = games if decided is None else games[:decided]
    assert row["points"] == {"NS": [r[0] for _, r in counted].count("A"), "EW": [r[0] for _, r in counted].count("B")}
    assert row["state"] == ("waiting" if not games else "playing" if decided is None else "complete")
    assert [fault["values"]["game"] for fault in row["findings"]] == list(range(len(counted) + 1, len(games) + 1))
    for one, other in zip(row["hands"][: len(counted)], row["hands"][1 : len(counted)], strict=False):
        assert other["black_due"] == ("EW" if one["black"] == "NS" else "NS")
