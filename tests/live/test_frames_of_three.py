"""Frames of tables of three 斗地主: the looks of the tables, and the advice to draw the cards anew."""

import json

from events.live.frames import board_of, change, table_state
from tests.pages.three_states import cut_state, signed


def test_a_hand_more_redraws_the_cards_and_sends_only_looks() -> None:
    before, after = cut_state(), cut_state()
    after["matches"][1]["shown"]["played"] += 1
    news = change(board_of(57, before), board_of(58, after))
    told = json.loads(news.message.decode().split("data: ")[1])
    assert told == {"seq": 58, "from": 57, "rows": [], "cells": [], "tables": [], "closed": False, "redraw": True}


def test_a_table_that_is_signed_for_changes_its_look() -> None:
    before, after = cut_state(), cut_state()
    after["matches"][0] = signed(after["matches"][0])
    news = change(board_of(57, before), board_of(58, after))
    assert dict(news.tables) == {"r1-t1": "confirmed"}
    assert news.redraw
    assert [table_state(match) for match in before["matches"]] == ["handed_in", "open", "open"]


def test_the_same_state_moves_nothing() -> None:
    news = change(board_of(57, cut_state()), board_of(57, cut_state()))
    assert not news.redraw
    assert not news.tables
