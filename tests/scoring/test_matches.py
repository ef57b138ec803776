"""One match in the state: confirmation, forfeit, line-up, closing, and the shape that is published."""

import pytest

from scoring.parameters import Rulebook
from tests.scoring.books import Written, hand_record, match_in

M = "r1-1v2-p1"


@pytest.fixture
def book(rules: Rulebook) -> Written:
    written = Written(rules)
    written.open_round(1)
    return written


def test_the_published_shape(book: Written) -> None:
    live = [book.hand(M, 1, "N S E W"), book.hand(M, 2, "EW first_third")]
    assert match_in(book.state(), M) == {
        "match": M,
        "round": 1,
        "encounter": "r1-1v2",
        "pair": 1,
        "table": 1,
        "closed": False,
        "ns": {"team": "t1", "entrant": "e1.1"},
        "ew": {"team": "t2", "entrant": "e2.1"},
        "state": "playing",
        "hands": [
            {
                "number": 1,
                "hash": live[0],
                "side": "NS",
                "kind": "double_down",
                "order": ["N", "S", "E", "W"],
                "points": {"NS": 5, "EW": 0},
                "double_downs": {"NS": 1, "EW": 0},
                "under_review": False,
                "rivals": [],
                "by": "hand",
                "clauses": [],
                "findings": [],
                "trace": [{"clause": "GD-08", "op": "double_down", "operands": [5], "value": 5}],
            },
            {
                "number": 2,
                "hash": live[1],
                "side": "EW",
                "kind": "first_third",
                "order": None,
                "points": {"NS": 0, "EW": 3},
                "double_downs": {"NS": 0, "EW": 0},
                "under_review": False,
                "rivals": [],
                "by": "hand",
                "clauses": [],
                "findings": [],
                "trace": [{"clause": "GD-08", "op": "first_third", "operands": [3], "value": 3}],
            },
        ],
        "played": {"NS": 5, "EW": 3},
        "points": {"NS": 5, "EW": 3},
        "double_downs": {"NS": 1, "EW": 0},
        "forfeited_by": [],
        "forfeit_why": "",
        "confirmed": None,
        "under_review": 0,
        "findings": [],
        "trace": [
            {"clause": "GD-08", "op": "sum", "operands": [5, 0], "value": 5, "of": "NS"},
            {"clause": "GD-08", "op": "sum", "operands": [0, 3], "value": 3, "of": "EW"},
        ],
    }


def confirmed(book: Written) -> bool:
    return match_in(book.state(), M)["confirmed"] is not None


def test_a_confirmation_says_who_and_for_whom(book: Written) -> None:
    entry = book.confirm(M, book.hands(M, ["5 x NS double_down"]), on_behalf=True)
    assert match_in(book.state(), M)["confirmed"] == {"hash": entry, "side": "EW", "on_behalf": True}


def test_a_confirmation_lapses_with_a_correction_and_a_new_one_holds(book: Written) -> None:
    live = book.hands(M, ["5 x NS double_down"])
    book.confirm(M, live)
    assert confirmed(book)
    new = book.add("correction", match=M, number=3, supersedes=live[2], record=hand_record(3, "EW double_down"))
    assert not confirmed(book)
    book.confirm(M, [*live[:2], new, *live[3:]])
    assert confirmed(book)


def test_a_confirmation_does_not_hold_under_review_and_holds_again_when_its_hand_is_upheld(book: Written) -> None:
    live = book.hands(M, ["5 x NS double_down"])
    book.confirm(M, live)
    book.hand(M, 3, "EW double_down")
    assert not confirmed(book)
    book.add("ruling", match=M, number=3, uphold=live[2], clauses=["GD-08"])
    assert confirmed(book)


def test_a_confirmation_of_what_was_ruled_away_does_not_hold(book: Written) -> None:
    live = book.hands(M, ["5 x NS double_down"])
    book.confirm(M, live)
    rival = book.hand(M, 3, "EW double_down")
    book.add("ruling", match=M, number=3, uphold=rival, clauses=["GD-08"])
    assert not confirmed(book)


def test_a_confirmation_before_the_last_hand_does_not_hold(book: Written) -> None:
    live = book.hands(M, ["4 x NS double_down"])
    book.confirm(M, live)
    book.hand(M, 5, "NS double_down")
    assert not confirmed(book)


def test_a_stated_forfeit_can_be_withdrawn(book: Written) -> None:
    book.hands(M, ["5 x EW double_down"])
    forfeit = book.add("forfeit", match=M, sides=["EW"])
    row = match_in(book.state(), M)
    assert (row["state"], row["points"], row["played"], row["forfeit_why"]) == (
        "forfeited",
        {"NS": 18, "EW": 0},
        {"NS": 0, "EW": 25},
        "stated",
    )
    assert [step["clause"] for step in row["trace"]] == ["GD-05", "GD-05"]
    book.add("withdrawn", match=M, supersedes=forfeit)
    row = match_in(book.state(), M)
    assert (row["state"], row["points"], row["double_downs"]) == ("complete", {"NS": 0, "EW": 25}, {"NS": 0, "EW": 5})


def test_two_forfeits_of_one_match_are_of_both_sides(book: Written) -> None:
    book.add("forfeit", match=M, sides=["EW"])
    book.add("forfeit", match=M, sides=["NS"])
    assert match_in(book.state(), M)["forfeited_by"] == ["NS", "EW"]


def test_a_line_up_noted_by_mistake_can_be_withdrawn(book: Written) -> None:
    noted = book.add("line_up", match=M, side="EW", players=["p2.1a", "p1.1a"])
    assert match_in(book.state(), M)["forfeited_by"] == ["EW"]
    book.add("withdrawn", match=M, supersedes=noted)
    assert match_in(book.state(), M)["forfeited_by"] == []


def test_closing_and_reopening_a_table(book: Written) -> None:
    assert not match_in(book.state(), M)["closed"]
    book.add("table_closed", match=M)
    assert match_in(book.state(), M)["closed"]
    book.add("table_reopened", match=M)
    assert not match_in(book.state(), M)["closed"]


def test_an_entry_about_a_match_that_is_not_open_moves_nothing(book: Written) -> None:
    before = book.state()
    book.hand("r9-1v2-p1", 1, "NS double_down")
    after = book.state()
    assert {**after, "seq": before["seq"]} == before
