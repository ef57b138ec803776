"""Frames of boards whose rows no frame carries: the looks of the tables at once, and the advice to draw the rest anew."""

import json
from typing import Any

import pytest

from events.live.frames import FRAME_BYTES, Change, board_of, change
from tests.pages import halls

Made = tuple[dict[str, Any], dict[str, Any]]


def data(news: Change) -> Any:
    return json.loads(news.message.decode().split("data: ", 1)[1])


def state_of(stage: Any) -> dict[str, Any]:
    state: dict[str, Any] = json.loads(halls.computed(stage).competition.snapshot.body)
    return state


def climb() -> Made:
    stage = halls.chaodipi_hall()
    before = state_of(stage)
    halls.play(stage, stage.match(2).code, halls.climbed(7, "S", 20))
    return before, state_of(stage)


def rooms() -> Made:
    stage = halls.rooms_hall()
    before = state_of(stage)
    match = stage.match(1)
    halls.play(stage, match.code, halls.board(match.boards[5], 20, room=match.room))
    return before, state_of(stage)


def pairs() -> Made:
    stage = halls.draw(halls.hall("hefei-eighty-pairs", teams=8))
    code, *_ = halls.open_round(stage)
    match = stage.match(1)
    numbers: dict[str, Any] = {"ns": match.ns.number, "ew": match.ew.number}
    halls.play(stage, code, halls.board(match.boards[0], 20, **numbers))
    before = state_of(stage)
    halls.play(stage, code, halls.board(match.boards[1], 45, **numbers))
    return before, state_of(stage)


@pytest.mark.django_db
@pytest.mark.parametrize("made", [climb, rooms, pairs])
def test_a_record_asks_for_the_parts_and_nothing_else(made: Any) -> None:
    before, after = made()
    news = change(board_of(before["seq"], before), board_of(after["seq"], after))
    told = data(news)
    assert told["redraw"] is True
    assert (told["rows"], told["cells"]) == ([], [])
    assert (told["from"], told["seq"]) == (before["seq"], after["seq"])
    assert len(news.message) <= FRAME_BYTES


@pytest.mark.django_db
def test_the_look_of_a_table_comes_at_once() -> None:
    before, after = pairs()
    (table,) = data(change(board_of(1, before), board_of(2, after)))["tables"]
    assert table == ["r1-t1", "handed_in"]


@pytest.mark.django_db
def test_the_same_state_at_a_later_seq_is_no_news() -> None:
    state = state_of(halls.gomoku_hall())
    assert "redraw" not in data(change(board_of(4, state), board_of(5, {**state, "seq": 5})))


@pytest.mark.django_db
def test_merged_changes_keep_the_advice() -> None:
    before, after = climb()
    one, two, three = board_of(1, before), board_of(2, after), board_of(3, {**after, "seq": 3})
    assert data(change(two, three).after(change(one, two)))["redraw"] is True


@pytest.mark.django_db
def test_a_round_that_opens_asks_for_the_page() -> None:
    stage = halls.draw(halls.hall("healthcup-gomoku", teams=2, players=1))
    before = state_of(stage)
    halls.open_round(stage)
    after = state_of(stage)
    assert data(change(board_of(before["seq"], before), board_of(after["seq"], after)))["reload"] is True


@pytest.mark.django_db
def test_withheld_results_say_nothing() -> None:
    before, after = climb()
    told = data(change(board_of(1, before, shown=False), board_of(2, after, shown=False)))
    assert told == {"seq": 2, "from": 1, "rows": [], "cells": [], "tables": [], "closed": False}
