"""Frames: what changed between two snapshots and nothing else, at most 1 KB, merged for the slow."""

import json
from typing import Any

import pytest

from events.live.frames import FRAME_BYTES, Board, Change, board_of, change, nothing_new, table_state
from tests.live.boards import MATCH, A, B, state


def data(news: Change) -> Any:
    kind, ident, line = news.message.decode().strip().split("\n")
    assert kind == "event: frame"
    assert ident == f"id: {news.seq}"
    return json.loads(line.removeprefix("data: "))


def test_a_frame_holds_the_changed_rows_cells_and_tables() -> None:
    news = change(board_of(4, state(4, points=3, hands=4)), board_of(5, state(5, points=8, hands=5)))
    assert data(news) == {
        "seq": 5,
        "from": 4,
        "rows": [[A, 1, True, 0, 0, 8, 1, 1], [B, 1, True, 0, 0, 0, 1, 1]],
        "cells": [[A, B, 8, 0, 1]],
        "tables": [[MATCH, "handed_in"]],
        "closed": False,
    }


def test_what_did_not_change_is_not_sent() -> None:
    news = change(board_of(4, state(4, points=3, hands=2)), board_of(5, state(5, points=6, hands=3)))
    assert [row[0] for row in data(news)["rows"]] == [A]
    assert data(news)["tables"] == []


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(state(5, points=8, hands=5, finished=True), id="a round is finished: places and arrows move"),
        pytest.param(state(5, points=3, hands=4, closed=True), id="the results are official"),
        pytest.param({**state(5), "previous": {A: 2}}, id="the places before"),
        pytest.param({**state(5), "matches": []}, id="other matches"),
    ],
)
def test_what_a_frame_cannot_carry_asks_for_the_page(after: dict[str, Any]) -> None:
    assert data(change(board_of(4, state(4, points=3, hands=4)), board_of(5, after))) == {"seq": 5, "reload": True}


def test_a_frame_is_never_larger_than_a_kilobyte() -> None:
    def crowd(seq: int, points: int) -> Board:
        row = state(seq)["standings"][0]
        return board_of(seq, {**state(seq), "standings": [{**row, "team": f"t{n:012x}", "points": points} for n in range(60)]})

    news = change(crowd(1, 0), crowd(2, 5))
    assert len(news.rows) == 60
    assert data(news) == {"seq": 2, "reload": True}
    assert len(news.message) < FRAME_BYTES


def test_two_changes_merge_into_one_with_the_later_values() -> None:
    one, two, three = (board_of(seq, state(seq, points=seq, hands=seq)) for seq in (1, 2, 3))
    merged = change(two, three).after(change(one, two))
    assert merged == change(one, three)


def test_a_merge_with_a_reload_is_a_reload() -> None:
    one, two, three = board_of(1, state(1)), board_of(2, {**state(2), "matches": []}), board_of(3, {**state(3), "matches": []})
    assert data(change(two, three).after(change(one, two))) == {"seq": 3, "reload": True}


def test_withheld_results_stay_withheld_until_the_close() -> None:
    before, after = (board_of(seq, state(seq, points=seq, hands=seq), shown=False) for seq in (1, 2))
    assert data(change(before, after)) == {"seq": 2, "from": 1, "rows": [], "cells": [], "tables": [], "closed": False}
    official = board_of(3, state(3, points=3, hands=3, closed=True), shown=False)
    assert data(change(after, official)) == {"seq": 3, "reload": True}


def test_an_empty_frame_says_where_the_board_stands() -> None:
    assert data(nothing_new(board_of(7, state(7)))) == {"seq": 7, "from": 7, "rows": [], "cells": [], "tables": [], "closed": False}


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        ({"state": "waiting", "hands": [], "confirmed": None}, "open"),
        ({"state": "playing", "hands": [{"under_review": False}], "confirmed": None}, "open"),
        ({"state": "complete", "hands": [{"under_review": False}], "confirmed": None}, "handed_in"),
        ({"state": "complete", "hands": [{"under_review": False}], "confirmed": {"hash": "c"}}, "confirmed"),
        ({"state": "complete", "hands": [{"under_review": True}], "confirmed": None}, "under_review"),
        ({"state": "forfeited", "hands": [], "confirmed": None}, "forfeited"),
        ({"state": "annulled", "hands": [{"under_review": True}], "confirmed": None}, "annulled"),
    ],
)
def test_the_look_of_a_table(match: dict[str, Any], expected: str) -> None:
    assert table_state(match) == expected
