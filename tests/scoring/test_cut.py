"""统一排名晋级: places over all tables, byes that use them up, play-offs on the cut, the final, changed results."""

from typing import Any

import pytest

from scoring.formats.cut.cutting import cut_at, play_off_of
from scoring.formats.finishing import Lots
from tests.scoring.staged import Staged, rules

RULES = rules("cut")


def hall_of(entrants: int, **changed: Any) -> Staged:
    return Staged(rules("cut", **changed) if changed else RULES, entrants)


def scored(hall: Staged, *points: int) -> None:
    """Open the coming round and give it these points, table after table in the order of seats."""
    for place, match in enumerate(hall.open()):
        hall.give(match, *points[3 * place : 3 * place + 3])


def places(entrants: int, first: int = 100) -> list[int]:
    """Different points for everybody, the first entrant best."""
    return [first - place for place in range(entrants)]


def names(first: int, last: int) -> str:
    return " ".join(f"e{number}" for number in range(first, last + 1))


# ------------------------------------------------------------------------------------------------ the cut by itself


def test_a_clean_cut() -> None:
    cut = cut_at({"a": 5, "b": 3, "c": 2, "d": 2}, 2)
    assert (cut.through, cut.tied, cut.below) == (("a", "b"), (), (("c", "d"),))


def test_equals_who_all_have_a_place_are_not_tied() -> None:
    assert cut_at({"a": 5, "b": 3, "c": 3, "d": 2}, 3).clean


def test_equals_on_the_line_are_tied_for_what_is_left() -> None:
    cut = cut_at({"a": 5, "b": 3, "c": 3, "d": 3, "e": 2}, 3)
    assert (cut.through, cut.tied, cut.contested, cut.below) == (("a",), ("b", "c", "d"), 2, (("e",),))


def test_fewer_than_the_places_all_go_on() -> None:
    assert cut_at({"a": 1}, 3).through == ("a",)
    assert cut_at({}, 3).clean
    assert cut_at({"a": 1}, 0).below == (("a",),)


def test_a_play_off_is_filled_up_to_whole_tables_by_the_best_of_the_eliminated() -> None:
    points = {"a": 9, "b": 5, "c": 5, "d": 4, "e": 4, "f": 3}
    assert play_off_of(cut_at(points, 2), Lots(())).lot == ("d", "e")
    assert play_off_of(cut_at(points, 2), Lots([["e", "d"]])).players == ("b", "c", "e")
    assert play_off_of(cut_at({**points, "g": 5}, 2), Lots(())).players == ("b", "c", "g")
    four = play_off_of(cut_at({**points, "g": 5, "h": 5}, 2), Lots(()))
    assert four.players == ("b", "c", "g", "h", "d", "e")
    assert not play_off_of(cut_at({"a": 5, "b": 5}, 1), Lots(())).possible


# ------------------------------------------------------------------------------------------------ places and byes


FIELDS = [(27, 9, 0, 9), (28, 9, 1, 8), (29, 9, 2, 7), (30, 10, 0, 9), (9, 3, 0, 9)]


@pytest.mark.parametrize(("entrants", "tables", "byes", "through"), FIELDS)
def test_byes_use_up_places(entrants: int, tables: int, byes: int, through: int) -> None:
    hall = hall_of(entrants)
    scored(hall, *places(3 * tables))
    state = hall.state()
    assert (len(state["matches"]), len(state["rounds"][0]["byes"]), state["cut"]["places"]) == (tables, byes, through)
    late = names(entrants - byes + 1, entrants) if byes else ""
    assert hall.coming() == f"2 semifinal: {f'{late} {names(1, through)}'.strip()}"
    assert [row["entrant"] for row in state["cut"]["rows"] if row["status"] == "in"] == names(1, through).split()
    assert [leg["state"] for leg in hall.row(f"e{entrants}")["rounds"]] == ["bye" if byes else "complete"]


def test_a_rulebook_may_let_byes_come_in_beside_the_places() -> None:
    hall = hall_of(28, format_rules__byes="beside")
    scored(hall, *places(27))
    assert hall.coming() == "2 semifinal: e28 " + names(1, 9)


def test_too_few_to_fill_the_second_stage() -> None:
    hall = hall_of(8)
    assert hall.state()["plan"]["blocked"] == [{"code": "too_few_entrants", "values": {"entrants": 8, "least": 9}}]
    assert hall.state()["next"] is None


def test_a_final_for_other_than_three_is_refused() -> None:
    hall = hall_of(12, format_rules__goes_on__semifinal=4)
    assert hall.blocked() == ["places_differ"]


def test_a_stage_that_runs_shows_everybody_open() -> None:
    hall = hall_of(12)
    first, *_ = hall.open()
    hall.give(first, 4, 2, -6, state="playing")
    cut = hall.state()["cut"]
    assert (cut["final"], {row["status"] for row in cut["rows"]}, cut["rows"][0]["points"]) == (False, {"open"}, 4)
    assert (hall.blocked(), hall.coming(), hall.status("e1", "e12")) == (["results_missing"], "", ["in", "in"])
    assert hall.row("e2")["current"] == {"round": 1, "match": "r1-t1", "points": 2, "handed_in": 0, "matches": 1}


def test_two_from_one_table_may_go_on() -> None:
    hall = hall_of(9)
    scored(hall, *places(9))
    hall.play({"r2-t1": (20, 10, -30), "r2-t2": (9, 0, -9), "r2-t3": (8, 0, -8)})
    assert hall.coming() == "3 final: e1 e2 e4"
    assert hall.status("e1", "e3") == ["in", "out"]


# ------------------------------------------------------------------------------------------------ ties on the cut


def twelve(*points: int, **changed: Any) -> Staged:
    """Twelve play four tables; e1 … e8 are through with 20 and the last four have `points`."""
    hall = hall_of(12, **changed)
    scored(hall, *([20] * 8), *points)
    return hall


def test_the_last_two_and_the_best_of_the_eliminated_play_off() -> None:
    hall = twelve(10, 10, 8, 7)
    assert hall.coming() == "2 heats_play_off: e9 e10 e11"
    cut = hall.state()["cut"]
    assert [row["status"] for row in cut["rows"]][8:] == ["tied", "tied", "best_out", "out"]
    assert (cut["tied"], cut["wanted"], cut["final"]) == (["e9", "e10"], "play_off", False)
    assert hall.status("e1", "e9", "e11", "e12") == ["waiting", "in", "in", "out"]
    (match,) = hall.open()
    seat = next(seat for seat in hall.setup()["matches"] if seat["match"] == match)
    assert (match, seat["kind"], seat["strict"], seat["hands"]) == ("r2-t1", "play_off", [1], 3)
    assert [row["stage"] for row in hall.state()["rounds"]] == ["heats", "heats_play_off", "semifinal", "final"]
    hall.give(match, -3, -3, 6)
    assert hall.coming() == "3 semifinal: " + names(1, 8) + " e11"
    assert hall.status("e9", "e10", "e11") == ["out", "out", "in"], "who had been eliminated is in again"
    assert hall.row("e11")["points"] == 8, "hands of a play-off are in nobody's points"
    assert [(leg["stage"], leg["went_on"]) for leg in hall.row("e11")["rounds"]] == [("heats", True), ("heats_play_off", True)]
    assert [(leg["stage"], leg["went_on"]) for leg in hall.row("e9")["rounds"]] == [("heats", False), ("heats_play_off", False)]
    assert hall.state()["cut"]["final"]


def test_equals_who_are_all_through_play_nothing() -> None:
    hall = hall_of(12)
    scored(hall, *([20] * 7), 10, 10, 8, 7, 6)
    assert hall.coming() == "2 semifinal: " + names(1, 9)


def test_three_tied_play_among_themselves() -> None:
    hall = hall_of(12)
    scored(hall, *([20] * 7), 10, 10, 10, 7, 6)
    assert hall.coming() == "2 heats_play_off: e8 e9 e10"
    (match,) = hall.open()
    assert next(seat["strict"] for seat in hall.setup()["matches"] if seat["match"] == match) == [2]
    hall.give(match, 6, -9, 3)
    assert hall.coming() == "3 semifinal: " + names(1, 7) + " e8 e10"


def test_equal_best_eliminated_draw_a_lot_for_the_third_chair() -> None:
    hall = twelve(10, 10, 8, 8)
    assert hall.state()["plan"]["draws"] == [{"draw": "lot", "entrants": ["e11", "e12"]}]
    assert (hall.blocked(), hall.state()["cut"]["wanted"]) == (["ties_open"], "lot")
    assert hall.status("e11", "e12") == ["in", "in"]
    hall.lot("e12", "e11")
    assert hall.coming() == "2 heats_play_off: e9 e10 e12"
    assert hall.status("e11", "e12") == ["out", "in"]


def test_four_tied_are_filled_up_to_two_tables_and_ranked_over_both() -> None:
    hall = hall_of(15)
    scored(hall, *([20] * 7), 10, 10, 10, 10, 8, 7, 6, 5)
    assert hall.coming() == "2 heats_play_off: e8 e9 e10 e11 e12 e13"
    matches = hall.open()
    assert [seat["strict"] for seat in hall.setup()["matches"] if seat["match"] in matches] == [[], []]
    for match, points in zip(matches, [(6, 0, -6), (-3, 3, 0)], strict=True):
        hall.give(match, *points)
    assert hall.coming() == "3 semifinal: " + names(1, 7) + " e8 e12"


def test_still_tied_after_a_play_off_of_two_tables_play_again_then_draw() -> None:
    hall = hall_of(15)
    scored(hall, *([20] * 8), 10, 10, 10, 10, 8, 7, 6)
    assert hall.coming() == "2 heats_play_off: e9 e10 e11 e12 e13 e14"
    scored(hall, 6, 0, -6, 6, 0, -6)
    assert hall.state()["plan"]["draws"] == [{"draw": "lot", "entrants": ["e10", "e13"]}], "who of the next joins the two"
    hall.lot("e13", "e10")
    assert hall.coming() == "3 heats_play_off: e9 e12 e13"
    assert hall.status("e9", "e10", "e11", "e13") == ["in", "out", "out", "in"]
    (match,) = hall.open()
    hall.give(match, 0, 0, 0)
    assert hall.state()["plan"]["draws"] == [{"draw": "lot", "entrants": ["e9", "e12", "e13"]}]
    hall.lot("e12", "e9", "e13")
    assert hall.coming() == "4 semifinal: " + names(1, 8) + " e12"


def test_after_so_many_play_offs_over_tables_a_lot() -> None:
    hall = hall_of(15, format_rules__play_off__again=0)
    scored(hall, *([20] * 8), 10, 10, 10, 10, 8, 7, 6)
    scored(hall, 6, 0, -6, 6, 0, -6)
    assert hall.state()["plan"]["draws"] == [{"draw": "lot", "entrants": ["e9", "e12"]}]
    hall.lot("e12", "e9")
    assert hall.coming() == "3 semifinal: " + names(1, 8) + " e12"


def test_more_than_three_draw_at_once_where_the_rulebook_says_so() -> None:
    hall = hall_of(15, format_rules__play_off__more="lot")
    scored(hall, *([20] * 7), 10, 10, 10, 10, 8, 7, 6, 5)
    assert hall.state()["plan"]["draws"] == [{"draw": "lot", "entrants": names(8, 11).split()}]
    hall.lot("e11", "e10", "e9", "e8")
    assert hall.coming() == "2 semifinal: " + names(1, 7) + " e11 e10"


def test_with_too_few_eliminated_to_make_a_table_a_lot_decides() -> None:
    hall = hall_of(10)
    scored(hall, *([20] * 7), 10, 10)
    assert hall.state()["cut"]["places"] == 8
    assert hall.state()["plan"]["draws"] == [{"draw": "lot", "entrants": ["e8", "e9"]}]


def test_a_tie_on_the_second_cut_is_played_off_alike() -> None:
    hall = hall_of(9)
    scored(hall, *places(9))
    scored(hall, 9, 5, -9, 9, 5, -9, 4, 0, -9)
    assert hall.coming() == "3 semifinal_play_off: e2 e5 e7"
    scored(hall, 3, 0, -3)
    assert hall.coming() == "4 final: e1 e4 e2"
    assert [row["stage"] for row in hall.state()["rounds"]] == ["heats", "semifinal", "semifinal_play_off", "final"]


# ------------------------------------------------------------------------------------------------ the final


def final(*points: int, **changed: Any) -> Staged:
    hall = hall_of(9, **changed)
    scored(hall, *places(9))
    scored(hall, *places(9))
    scored(hall, *points)
    return hall


def test_the_other_two_of_the_final_may_share_the_second_place() -> None:
    hall = final(20, -10, -10)
    assert hall.order()[:4] == ["1 e1", "2 e2", "2 e3", "4 e4"]
    assert hall.state()["plan"]["over"]
    assert hall.status("e1", "e2", "e3") == ["champion", "out", "out"]
    assert [row["rank"] for row in hall.state()["standings"]] == [1, 2, 2, *[4] * 6]
    assert [seat["strict"] for seat in hall.setup()["matches"] if seat["round"] == 3] == [[1]]


def test_a_rulebook_may_have_the_second_place_played_for() -> None:
    hall = final(20, -10, -10, format_rules__final_second="extra_hands")
    assert [seat["strict"] for seat in hall.setup()["matches"] if seat["round"] == 3] == [[1, 2]]
    assert (hall.state()["plan"]["over"], hall.blocked()) == (False, ["ties_open"])
    hall.lot("e3", "e2")
    assert hall.order()[:3] == ["1 e1", "2 e3", "3 e2"]


def test_equal_firsts_are_separated() -> None:
    hall = final(10, 10, -20)
    assert (hall.state()["plan"]["over"], hall.state()["plan"]["draws"]) == (False, [{"draw": "lot", "entrants": ["e1", "e2"]}])
    hall.lot("e2", "e1")
    assert hall.order()[:3] == ["1 e2", "2 e1", "3 e3"]


def test_who_went_out_in_one_stage_is_ranked_by_points_where_the_rulebook_says_so() -> None:
    hall = final(6, 0, -6, ranking__out_together="by_points")
    assert [row["rank"] for row in hall.state()["standings"]] == list(range(1, 10))
    assert hall.state()["standings"][4]["split"] == {"key": "points", "mine": 96, "theirs": 97, "other": "e4"}


def test_no_prizes_unless_the_organiser_sets_some() -> None:
    assert final(6, 0, -6).state()["awards"] == []
    state = final(20, -10, -10, awards__by_rank=[{"rank": 1, "cash": 300}, {"rank": 2, "cash": 100}]).state()
    assert [(row["entrant"], row["cash"]) for row in state["awards"]] == [("e1", 300), ("e2", 100), ("e3", 100)]


# ------------------------------------------------------------------------------------------------ people who stay away, results that change


def test_who_stayed_away_is_behind_all_who_played() -> None:
    hall = hall_of(12)
    scored(hall, *places(12))
    hall.give("r1-t1", 0, -50, -60, absent=["1"])
    assert hall.coming() == "2 semifinal: " + names(4, 12)
    assert [row["entrant"] for row in hall.state()["cut"]["rows"]][-3:] == ["e2", "e3", "e1"]
    assert hall.status("e1", "e2") == ["out", "out"]


def test_who_was_taken_off_goes_nowhere() -> None:
    hall = hall_of(9)
    scored(hall, *places(9))
    hall.add("entrant_out", entrant="e2")
    assert (hall.blocked(), hall.coming()) == ([], "2 semifinal: e1 e3 e4 e5 e6 e7 e8 e9")


def opened_semifinal() -> Staged:
    hall = hall_of(12)
    scored(hall, *places(12))
    hall.open()
    return hall


def test_a_correction_of_the_heats_changes_who_is_due() -> None:
    hall = opened_semifinal()
    hall.give("r1-t4", 95, 90, 89)
    assert hall.state()["due"] == [{"match": "r2-t3", "seats": {"3": "e10"}}]
    assert hall.blocked()[0] == "seats_differ"
    hall.follow()
    assert (hall.state()["due"], hall.seats("r2-t3")) == ([], ["e7", "e8", "e10"])
    assert hall.status("e9", "e10") == ["out", "in"]


def test_what_the_chief_referee_lets_stand_is_not_due() -> None:
    hall = opened_semifinal()
    hall.give("r1-t4", 95, 90, 89)
    hall.reseat("r2-t3", ruled=True)
    assert hall.state()["due"] == []


def test_a_correction_that_ties_the_cut_wants_a_play_off_after_all() -> None:
    hall = opened_semifinal()
    hall.give("r1-t4", 92, 90, 89)
    assert hall.coming() == "3 heats_play_off: e9 e10 e11"
    assert hall.state()["due"] == [], "nobody is due while nobody knows who"
    scored(hall, 0, 6, -6)
    assert hall.state()["due"] == [{"match": "r2-t3", "seats": {"3": "e10"}}]


def test_a_play_off_for_a_tie_that_is_no_more_counts_for_nobody() -> None:
    hall = twelve(10, 10, 8, 7)
    hall.open()
    hall.give("r1-t4", 11, 8, 7)
    assert [row["stage"] for row in hall.state()["rounds"]] == ["heats", "heats_play_off", "semifinal", "final"]
    hall.give("r1-t3", 20, 20, 12)
    hall.give("r2-t1", 0, 0, 6)
    assert hall.coming() == "3 semifinal: " + names(1, 9)


def test_a_play_off_follows_who_is_tied_now() -> None:
    hall = twelve(10, 10, 8, 7)
    hall.open()
    hall.give("r1-t4", 10, 7, 8)
    assert hall.state()["due"] == [{"match": "r2-t1", "seats": {"3": "e12"}}]
    hall.follow()
    hall.give("r2-t1", 0, 0, 6)
    assert hall.coming() == "3 semifinal: " + names(1, 8) + " e12"


def test_a_play_off_for_another_number_is_played_anew() -> None:
    hall = twelve(10, 10, 8, 7)
    hall.open()
    hall.give("r2-t1", 6, 0, -6)
    hall.give("r1-t3", 20, 10, 10)
    assert hall.state()["due"] == [{"match": "r2-t1", "seats": {"3": "e8"}}], "three tied are three, though others"
    hall.give("r1-t3", 10, 10, 10)
    assert (hall.state()["due"], hall.coming()) == ([], "3 heats_play_off: " + names(7, 12))


def test_a_play_off_that_somebody_left_is_decided_by_the_others() -> None:
    hall = twelve(10, 10, 8, 7)
    hall.open()
    hall.give("r2-t1", 0, 0, 3, absent=["1"])
    assert hall.coming() == "3 semifinal: " + names(1, 8) + " e11"
