"""Which record of a slot counts: conflicts, rulings, corrections, voids."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.parameters import Rulebook
from tests.scoring.books import Written, hand_record, match_in

M = "r1-1v2-p1"


@pytest.fixture
def book(rules: Rulebook) -> Written:
    written = Written(rules)
    written.open_round(1)
    return written


def correct(book: Written, predecessor: str, result: str, number: int = 1) -> str:
    return book.add("correction", match=M, number=number, supersedes=predecessor, record=hand_record(number, result))


def void(book: Written, predecessor: str, number: int = 1) -> str:
    return book.add("void", match=M, number=number, supersedes=predecessor)


def rule(book: Written, number: int = 1, **body: Any) -> str:
    return book.add("ruling", match=M, number=number, clauses=["GD-08"], **body)


def shown(book: Written) -> list[tuple[int, str, str, bool, str]]:
    """(number, hash, side and kind, under review, by) of each live hand."""
    hands = match_in(book.state(), M)["hands"]
    return [(row["number"], row["hash"], f"{row['side']} {row['kind']}", row["under_review"], row["by"]) for row in hands]


def test_one_hand(book: Written) -> None:
    live = book.hand(M, 1, "NS double_down")
    assert shown(book) == [(1, live, "NS double_down", False, "hand")]


def test_the_same_result_again_is_no_conflict(book: Written) -> None:
    live = book.hand(M, 1, "NS double_down")
    book.hand(M, 1, "N S E W")
    assert shown(book) == [(1, live, "NS double_down", False, "hand")]


def test_a_second_result_is_kept_and_the_first_counts(book: Written) -> None:
    live = book.hand(M, 1, "NS double_down")
    rival = book.hand(M, 1, "EW first_third")
    book.hand(M, 1, "E N W S")
    assert shown(book) == [(1, live, "NS double_down", True, "hand")]
    (hand,) = match_in(book.state(), M)["hands"]
    assert hand["rivals"] == [{"hash": rival, "side": "EW", "kind": "first_third"}]


def test_a_ruling_with_a_record_settles_it(book: Written) -> None:
    book.hand(M, 1, "NS double_down")
    book.hand(M, 1, "EW first_third")
    ruling = rule(book, record=hand_record(1, "NS first_fourth"))
    assert shown(book) == [(1, ruling, "NS first_fourth", False, "ruling")]
    assert match_in(book.state(), M)["hands"][0]["clauses"] == ["GD-08"]


@pytest.mark.parametrize("upheld", [0, 1])
def test_a_ruling_may_uphold_either(book: Written, upheld: int) -> None:
    claims = [book.hand(M, 1, "NS double_down"), book.hand(M, 1, "EW first_third")]
    rule(book, uphold=claims[upheld])
    assert shown(book) == [(1, claims[upheld], ("NS double_down", "EW first_third")[upheld], False, "ruling")]


def test_after_a_ruling_the_ruled_record_may_be_corrected_or_taken_away(book: Written) -> None:
    first, second = book.hand(M, 1, "NS double_down"), book.hand(M, 1, "EW first_third")
    rule(book, uphold=second)
    corrected = correct(book, second, "EW first_fourth")
    assert shown(book) == [(1, corrected, "EW first_fourth", False, "correction")]
    void(book, corrected)
    assert shown(book) == []
    assert first not in str(shown(book))


def test_a_different_hand_after_a_ruling_opens_the_question_again(book: Written) -> None:
    book.hand(M, 1, "NS double_down")
    book.hand(M, 1, "EW first_third")
    ruling = rule(book, record=hand_record(1, "EW first_third"))
    book.hand(M, 1, "EW first_third")
    assert shown(book) == [(1, ruling, "EW first_third", False, "ruling")]
    book.hand(M, 1, "NS first_fourth")
    assert shown(book) == [(1, ruling, "EW first_third", True, "ruling")]
    final = rule(book, record=hand_record(1, "NS double_down"))
    assert shown(book) == [(1, final, "NS double_down", False, "ruling")]


def test_a_ruling_that_upholds_nothing_known_changes_nothing(book: Written) -> None:
    live = book.hand(M, 1, "NS double_down")
    rule(book, uphold="nothing")
    assert shown(book) == [(1, live, "NS double_down", False, "hand")]


def test_a_correction_replaces_and_can_be_corrected(book: Written) -> None:
    first = book.hand(M, 1, "NS double_down")
    second = correct(book, first, "NS first_third")
    third = correct(book, second, "NS first_fourth")
    assert shown(book) == [(1, third, "NS first_fourth", False, "correction")]


def test_of_two_corrections_of_one_record_the_first_counts(book: Written) -> None:
    first = book.hand(M, 1, "NS double_down")
    counted = correct(book, first, "NS first_third")
    correct(book, first, "EW first_third")
    assert shown(book) == [(1, counted, "NS first_third", False, "correction")]


def test_a_void_empties_the_slot_and_the_next_hand_lives(book: Written) -> None:
    first = book.hand(M, 1, "NS double_down")
    void(book, first)
    assert shown(book) == []
    second = book.hand(M, 1, "EW double_down")
    assert shown(book) == [(1, second, "EW double_down", False, "hand")]


def test_a_withdrawn_rival_leaves_no_conflict(book: Written) -> None:
    first, second = book.hand(M, 1, "NS double_down"), book.hand(M, 1, "EW first_third")
    void(book, first)
    assert shown(book) == [(1, second, "EW first_third", False, "hand")]


def test_a_correction_of_nothing_is_nothing(book: Written) -> None:
    correct(book, "nothing", "NS double_down")
    assert shown(book) == []


def test_a_record_that_cannot_be_read_is_a_finding_and_scores_nothing(book: Written) -> None:
    bad = book.add("hand", match=M, number=1, record={"hand": 1, "order": ["X"]})
    row = match_in(book.state(), M)
    assert (row["hands"], row["state"]) == ([], "waiting")
    assert [(finding["code"], finding["at"]) for finding in row["findings"]] == [("record_unreadable", bad)]


def test_superseding_in_a_circle_ends(book: Written) -> None:
    """No honest chain can hold one; a forged one must not hang the auditor."""
    live = book.hand(M, 1, "NS double_down")
    after = int(live.removeprefix("h"))
    correct(book, f"h{after + 2}", "NS first_third")
    correct(book, f"h{after + 1}", "NS first_fourth")
    assert shown(book) == [(1, live, "NS double_down", False, "hand")]
    correct(book, live, "EW first_third")
    correct(book, f"h{after + 3}", "EW first_fourth")
    book.entries[after] = replace(book.entries[after], supersedes=f"h{after + 4}")
    assert [row[2] for row in shown(book)] == ["NS first_fourth"]
