"""Rounds and standings in the state: finished and current, previous ranks, what separated whom, what is blocked."""

from typing import Any

import pytest

from scoring.fold import fold
from scoring.parameters import Rulebook
from tests.scoring.books import Written, hand_record, match_in

SWEEP = ["5 x NS double_down"]


def ranks(state: dict[str, Any]) -> list[tuple[int, str, int]]:
    return [(row["rank"], row["team"], row["points"]) for row in state["standings"]]


def row(state: dict[str, Any], team: str) -> dict[str, Any]:
    return next(found for found in state["standings"] if found["team"] == team)


@pytest.fixture
def four(rules: Rulebook) -> Written:
    """Four teams of one pair, round 1 (1v4, 2v3) opened."""
    book = Written(rules, teams=4)
    book.open_round(1)
    return book


def test_nothing_finished_yet(four: Written) -> None:
    state = four.state()
    assert ranks(state) == [(1, "t1", 0), (1, "t2", 0), (1, "t3", 0), (1, "t4", 0)]
    assert all(found["shared"] for found in state["standings"])
    assert row(state, "t1")["current"] == {"round": 1, "points": 0, "handed_in": 0, "matches": 1}
    assert state["previous"] == {}


def test_the_running_round_stands_beside_and_moves_no_rank(four: Written) -> None:
    four.hands("r1-1v4-p1", ["5 x EW first_third"])
    four.hand("r1-2v3-p1", 1, "NS double_down")
    state = four.state()
    assert row(state, "t4")["current"] == {"round": 1, "points": 15, "handed_in": 1, "matches": 1}
    assert row(state, "t2")["current"] == {"round": 1, "points": 5, "handed_in": 0, "matches": 1}
    assert {found["rank"] for found in state["standings"]} == {1}
    assert row(state, "t4")["rounds"][0]["counted"] is False
    assert state["rounds"][0] == {
        "round": 1,
        "opened": True,
        "locked": False,
        "bye": None,
        "finished": False,
        "official": False,
        "matches": 2,
        "handed_in": 1,
        "confirmed": 0,
        "under_review": 0,
    }


def test_a_finished_round_ranks(four: Written) -> None:
    four.hands("r1-1v4-p1", ["5 x EW first_third"])
    four.hands("r1-2v3-p1", SWEEP)
    state = four.state()
    assert ranks(state) == [(1, "t2", 25), (2, "t4", 15), (3, "t1", 0), (3, "t3", 0)]
    assert row(state, "t2")["split"] is None
    assert row(state, "t4")["split"] == {"key": "points", "mine": 15, "theirs": 25, "other": "t2"}
    assert [found["split_by"] for found in state["standings"]] == ["", "points", "points", "shared"]
    assert row(state, "t2")["trace"] == [
        {"clause": "TR-04", "op": "sum", "operands": [25], "value": 25},
        {"clause": "TR-05", "op": "sum", "operands": [5], "value": 5},
    ]
    assert row(state, "t4")["rounds"] == [
        {"round": 1, "against": "t1", "points": 15, "conceded": 0, "double_downs": 0, "encounter": "r1-1v4", "counted": True}
    ]


def test_a_later_conflict_or_correction_never_unfinishes_a_round(four: Written) -> None:
    live = four.hands("r1-1v4-p1", ["5 x EW first_third"])
    four.hands("r1-2v3-p1", SWEEP)
    four.hand("r1-1v4-p1", 1, "NS double_down")
    state = four.state()
    assert (state["rounds"][0]["finished"], state["rounds"][0]["under_review"], row(state, "t4")["points"]) == (True, 1, 15)
    four.add("correction", match="r1-1v4-p1", number=2, supersedes=live[1], record=hand_record(2, "EW double_down"))
    state = four.state()
    assert (state["rounds"][0]["finished"], row(state, "t4")["points"]) == (True, 17)


def test_a_void_takes_the_round_back_until_the_hand_is_there_again(four: Written) -> None:
    """A void says that there is no such hand: nothing is complete that never had five."""
    live = four.hands("r1-1v4-p1", ["5 x EW first_third"])
    four.hands("r1-2v3-p1", SWEEP)
    four.add("void", match="r1-1v4-p1", number=5, supersedes=live[4])
    assert four.state()["rounds"][0]["finished"] is False
    four.hand("r1-1v4-p1", 5, "EW double_down")
    state = four.state()
    assert (state["rounds"][0]["finished"], row(state, "t4")["points"]) == (True, 17)


def test_official_when_confirmed_or_forfeited(four: Written) -> None:
    live = four.hands("r1-1v4-p1", SWEEP)
    four.add("forfeit", match="r1-2v3-p1", sides=["EW"])
    assert four.state()["rounds"][0]["official"] is False
    four.confirm("r1-1v4-p1", live)
    state = four.state()
    assert (state["rounds"][0]["official"], state["rounds"][0]["confirmed"]) == (True, 2)
    assert all(encounter["official"] for encounter in state["encounters"])


def test_previous_ranks_are_those_before_the_last_finished_round(four: Written) -> None:
    four.hands("r1-1v4-p1", SWEEP)
    four.hands("r1-2v3-p1", ["5 x NS first_third"])
    for match in four.open_round(2):  # 1v2, 3v4
        four.hands(match, ["5 x EW double_down"])
    state = four.state()
    assert ranks(state) == [(1, "t2", 40), (2, "t1", 25), (3, "t4", 25), (4, "t3", 0)], "1 beat 4 in round 1"
    assert state["previous"] == {"t1": 1, "t2": 2, "t3": 3, "t4": 3}


def test_a_postponed_table_leaves_its_round_open_and_a_later_round_counts(four: Written) -> None:
    four.hands("r1-1v4-p1", SWEEP)
    for match in four.open_round(2):
        four.hands(match, ["5 x NS first_fourth"])
    state = four.state()
    assert [found["finished"] for found in state["rounds"]] == [False, True, False]
    assert row(state, "t1")["points"] == 5
    assert row(state, "t1")["current"]["round"] == 1


def test_head_to_head_counts_finished_meetings_and_shows_both_numbers(rules: Rulebook) -> None:
    """Teams 1 and 2 end equal in points and double-downs; 1 beat 2 by 7 to 5."""
    book = Written(rules, teams=3)
    book.open_round(1)  # 2v3, bye 1
    book.open_round(2)  # 1v2, bye 3
    book.open_round(3)  # 1v3, bye 2
    book.hands("r1-2v3-p1", ["NS double_down", "NS first_third", "3 x EW first_fourth"])
    book.hands("r2-1v2-p1", ["NS double_down", "2 x NS first_fourth", "EW double_down", "EW first_fourth"])
    book.hands("r3-1v3-p1", ["NS double_down", "2 x NS first_fourth", "2 x EW first_fourth"])
    state = book.state()
    assert ranks(state) == [(1, "t1", 14), (2, "t2", 14), (3, "t3", 5)]
    assert row(state, "t2")["split"] == {"key": "head_to_head", "mine": 6, "theirs": 7, "other": "t1"}
    assert row(state, "t1")["trace"][-1] == {"clause": "TR-06", "op": "head_to_head", "operands": [7, 6], "value": 7, "of": "t2"}
    assert row(state, "t2")["trace"][-1] == {"clause": "TR-06", "op": "head_to_head", "operands": [6, 7], "value": 6, "of": "t1"}


def test_an_annulled_meeting_is_unknown_and_does_not_order(rules: Rulebook) -> None:
    """Pair 1 of team 1 is annulled, and with it the only match against team 2: the two stay equal."""
    book = Written(rules, teams=4)
    book.open_round(1)
    book.open_round(2)
    book.open_round(3)
    for match in ("r1-1v4-p1", "r3-1v3-p1"):
        book.add("forfeit", match=match, sides=["NS"])
    book.hands("r2-1v2-p1", ["5 x EW first_fourth"])
    for match in ("r1-2v3-p1", "r2-3v4-p1", "r3-2v4-p1"):
        book.hands(match, ["5 x EW first_fourth"])
    state = book.state()
    assert match_in(state, "r2-1v2-p1")["state"] == "annulled"
    assert match_in(state, "r2-1v2-p1")["points"] is None
    assert match_in(state, "r2-1v2-p1")["played"] == {"NS": 0, "EW": 5}
    assert ranks(state) == [(1, "t4", 10), (2, "t3", 5), (3, "t1", 0), (3, "t2", 0)]
    assert row(state, "t2")["split_by"] == "shared"
    encounter = next(found for found in state["encounters"] if found["encounter"] == "r2-1v2")
    assert (encounter["counted"], encounter["handed_in"], encounter["finished"]) == (0, 1, True)


def test_one_annulled_pair_leaves_the_other_matches_to_decide(rules: Rulebook) -> None:
    book = Written(rules, teams=2, pairs=2)
    book.open_round(1)
    book.add("forfeit", match="r1-1v2-p1", sides=["EW"])
    book.hands("r1-1v2-p2", SWEEP)
    one_forfeit_annuls = rules.with_overrides({"tally_rules.double_forfeit.limit": 1})
    state = fold(one_forfeit_annuls, book.entries)
    assert state["encounters"][0]["points"] == {"low": 25, "high": 0}
    assert (state["encounters"][0]["counted"], state["encounters"][0]["matches"]) == (1, 2)


def test_two_forfeits_in_one_round_are_one_round(rules: Rulebook) -> None:
    """GD-06 counts rounds: a pair plays once a round, and a forfeit stated twice is still one."""
    book = Written(rules, teams=2)
    book.open_round(1)
    book.add("forfeit", match="r1-1v2-p1", sides=["EW"])
    book.add("forfeit", match="r1-1v2-p1", sides=["EW"])
    state = book.state()
    assert state["teams"][1]["entrants"][0] == {
        "entrant": "e2.1",
        "number": 1,
        "players": ["p2.1a", "p2.1b"],
        "forfeits": 1,
        "annulled": False,
    }


def test_withdrawing_one_of_two_forfeits_brings_the_results_back(four: Written) -> None:
    four.open_round(2)
    four.add("forfeit", match="r1-1v4-p1", sides=["NS"])
    second = four.add("forfeit", match="r2-1v2-p1", sides=["NS"])
    assert four.state()["teams"][0]["entrants"][0]["annulled"] is True
    assert match_in(four.state(), "r1-1v4-p1")["points"] is None
    four.add("withdrawn", match="r2-1v2-p1", supersedes=second)
    state = four.state()
    assert state["teams"][0]["entrants"][0]["annulled"] is False
    assert match_in(state, "r1-1v4-p1")["points"] == {"NS": 0, "EW": 18}
    assert match_in(state, "r2-1v2-p1")["state"] == "waiting"


def test_a_bye_is_shown_and_counts_its_points(rules: Rulebook) -> None:
    book = Written(rules, teams=3)
    (match,) = book.open_round(1)
    book.hands(match, SWEEP)
    state = book.state()
    assert state["rounds"][0]["bye"] == "t1"
    assert row(state, "t1")["rounds"] == [
        {"round": 1, "against": None, "points": 0, "conceded": 0, "double_downs": 0, "encounter": None, "counted": True}
    ]
    assert (row(state, "t1")["played_rounds"], row(state, "t2")["played_rounds"]) == (0, 1)


def test_the_plan_says_what_is_wanted_and_when_it_is_over(rules: Rulebook) -> None:
    empty = fold(rules, [])
    assert empty["plan"] == {
        "draws": [],
        "blocked": [{"code": "too_few_teams", "values": {"teams": 0, "least": 2}}],
        "rounds": 0,
        "over": False,
    }
    book = Written(rules, teams=2)
    assert book.state()["plan"] == {"draws": [], "blocked": [], "rounds": 1, "over": False}
    book.open_round(1)
    book.hands("r1-1v2-p1", SWEEP)
    assert book.state()["plan"]["over"] is True


def test_a_draw_that_no_longer_names_everybody_is_wanted_again(rules: Rulebook) -> None:
    book = Written(rules, teams=3)
    book.add("entrant_out", team="t3")
    plan = book.state()["plan"]
    assert plan["draws"] == [{"draw": "teams"}]
    assert plan["blocked"] == [{"code": "draw_missing", "values": {"draw": "teams"}}]
    book.add("draw", draw="teams", method="recorded", seed="", order=["t2", "t1"])
    state = book.state()
    assert state["plan"]["blocked"] == []
    assert [(team["team"], team["number"]) for team in state["teams"]] == [("t2", 1), ("t1", 2)]


def test_a_pair_taken_off_and_another_put_in(rules: Rulebook) -> None:
    book = Written(rules, teams=2, pairs=2)
    book.add("entrant_out", entrant="e1.2")
    codes = [blocked["code"] for blocked in book.state()["plan"]["blocked"]]
    assert codes == ["pairs_unequal", "draw_missing"]
    book.add("entrant", entrant="e1.9", team="t1", players=["p1", "p2"])
    book.add("draw", draw="pairs", team="t1", method="recorded", seed="", order=["e1.9", "e1.1"])
    assert book.state()["plan"]["blocked"] == []


def test_a_lot_is_wanted_when_all_is_played_and_teams_are_still_equal(rules: Rulebook) -> None:
    book = Written(rules.with_overrides({"ranking.final_tie": "lot"}), teams=2)
    book.open_round(1)
    assert book.state()["plan"]["draws"] == []
    book.add("forfeit", match="r1-1v2-p1", sides=["NS", "EW"])
    plan = book.state()["plan"]
    assert plan["draws"] == [{"draw": "lot", "teams": ["t1", "t2"]}]
    assert [blocked["code"] for blocked in plan["blocked"]] == ["draw_missing"]
    book.add("draw", draw="lot", order=["t2", "t1"])
    state = book.state()
    assert (ranks(state), state["plan"]["blocked"]) == ([(1, "t2", 0), (2, "t1", 0)], [])
    assert row(state, "t1")["split"] == {"key": "lot", "mine": -1, "theirs": 0, "other": "t2"}


def test_locking_and_closing_are_shown(four: Written) -> None:
    four.add("round_locked", round=1)
    four.add("close", seq=1, standings="")
    state = four.state()
    assert (state["rounds"][0]["locked"], state["closed"]) == (True, True)
    four.add("round_unlocked", round=1)
    four.add("reopen")
    state = four.state()
    assert (state["rounds"][0]["locked"], state["closed"]) == (False, False)


def test_the_head_of_the_state(four: Written, rules: Rulebook) -> None:
    state = four.state()
    assert {name: state[name] for name in ("format", "book", "seq", "rulebook", "simulated", "closed")} == {
        "format": "mingpai-state-1",
        "book": "c1",
        "seq": len(four.entries),
        "rulebook": {"id": rules.id, "digest": rules.digest},
        "simulated": True,
        "closed": False,
    }
