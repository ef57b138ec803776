"""Rounds of tables of three: who goes on, who waits, what comes next, and the ranks of those who went out."""

from collections.abc import Mapping
from time import perf_counter
from typing import Any

import pytest

from tests.scoring.groups_kit import REFILLED, STACKS, Hall, rules


def refilled(entrants: int, changed: Mapping[str, Any] | None = None) -> Hall:
    return Hall(entrants, rules(REFILLED, changed or {}))


def stacks(entrants: int, changed: Mapping[str, Any] | None = None) -> Hall:
    return Hall(entrants, rules(STACKS, changed or {}))


def test_nine_play_three_tables_and_a_final() -> None:
    hall = Hall(9)
    assert [row["stage"] for row in hall.state()["rounds"]] == ["preliminary", "final"]
    hall.play()
    assert hall.state()["next"]["entrants"] == ["e1", "e4", "e7"]
    hall.play({"r2-t1": (0, 6, -6)})
    state = hall.state()
    assert hall.order()[:3] == ["1 e4", "2 e1", "3 e7"]
    assert {row["rank"] for row in state["standings"][3:]} == {4}
    assert state["plan"]["over"]
    assert [row["status"] for row in state["standings"][:4]] == ["champion", "out", "out", "out"]
    assert state["standings"][1]["split"] == {"key": "place", "mine": 2, "theirs": 1, "other": "e4"}


def test_the_draw_is_asked_for_and_counts_only_with_everybody_in_it() -> None:
    hall = Hall(6)
    assert hall.state()["plan"]["draws"][0]["entrants"] == [f"e{number}" for number in range(1, 7)]
    hall.draw(1, ["e1", "e2", "e3"])
    assert hall.blocked() == ["draw_missing"]
    hall.draw(1, ["e6", "e5", "e4", "e3", "e2", "e1"])
    assert hall.blocked() == []
    assert hall.open() == ["r1-t1", "r1-t2"]
    assert hall.seats("r1-t1") == ["e6", "e5", "e4"]


def test_a_first_round_by_arrival_is_recorded() -> None:
    hall = Hall(7, rules({"format_rules.first_round": "arrival"}))
    assert hall.state()["plan"]["draws"][0]["method"] == "recorded"
    hall.play()
    assert hall.state()["plan"]["draws"][0]["method"] == "any"


@pytest.mark.parametrize(("entrants", "stages"), [(3, 1), (4, 2), (5, 2), (6, 2), (8, 3), (9, 2), (27, 3), (29, 4)])
def test_how_many_rounds_there_are(entrants: int, stages: int) -> None:
    hall = Hall(entrants)
    assert len(hall.state()["rounds"]) == stages
    while not hall.state()["plan"]["over"]:
        hall.play()
        wanted = [row for row in hall.state()["plan"]["draws"] if row["draw"] == "lot"]
        for row in wanted:
            hall.lot(*row["entrants"])
    assert len(hall.state()["rounds"]) == stages


def test_who_is_over_has_a_bye() -> None:
    hall = Hall(7)
    hall.play()
    state = hall.state()
    assert state["rounds"][0]["byes"] == ["e7"]
    assert state["next"]["entrants"] == ["e1", "e4", "e7"]
    assert hall.row("e7")["rounds"][0] == {
        "round": 1, "stage": "preliminary", "match": "", "seat": "", "points": None, "place": None, "state": "bye", "went_on": True,
    }  # fmt: skip


def test_two_left_take_the_best_of_those_just_out() -> None:
    hall = Hall(6)
    hall.play({"r1-t2": (6, 2, -8)})
    assert hall.state()["next"]["entrants"] == ["e1", "e4", "e5"]
    assert hall.order() == ["1 e1", "1 e4", "1 e5", "4 e2", "4 e3", "4 e6"]


def test_two_equal_of_those_just_out_draw_a_lot() -> None:
    hall = Hall(6)
    hall.play()
    assert hall.state()["plan"]["draws"] == [{"draw": "lot", "entrants": ["e2", "e5"]}]
    assert hall.blocked() == ["ties_open"]
    hall.lot("e5", "e2")
    assert hall.state()["next"]["entrants"] == ["e1", "e4", "e5"]


def test_two_left_may_both_be_first() -> None:
    hall = Hall(6, rules({"format_rules.two_left": "shared"}))
    hall.play()
    state = hall.state()
    assert hall.order()[:3] == ["1 e1", "1 e4", "3 e2"]
    assert state["plan"]["over"]
    assert state["next"] is None
    assert [row["status"] for row in state["standings"][:3]] == ["champion", "champion", "out"]


def test_seconds_may_stand_before_thirds() -> None:
    hall = Hall(9, rules({"ranking.out_together": "by_place"}))
    hall.play()
    assert hall.order() == ["1 e1", "1 e4", "1 e7", "4 e2", "4 e5", "4 e8", "7 e3", "7 e6", "7 e9"]


def test_the_next_round_waits_for_the_results() -> None:
    hall = Hall(9)
    hall.open()
    hall.give("r1-t1", 6, 0, -6)
    state = hall.state()
    assert state["plan"]["blocked"] == [{"code": "results_missing", "values": {"round": 2, "matches": ["r1-t2", "r1-t3"]}}]
    assert state["next"] is None
    assert [hall.row(one)["status"] for one in ("e1", "e2", "e4")] == ["in", "out", "in"]
    assert hall.row("e2")["rank"] == 4
    assert hall.row("e4")["current"] == {"round": 1, "match": "r1-t2", "seat": "1", "points": 0, "handed_in": 0, "matches": 1}


def test_a_table_that_is_tied_for_good_asks_for_a_lot() -> None:
    hall = Hall(3)
    hall.open()
    hall.give("r1-t1", 2, 2, -4)
    assert hall.state()["plan"]["draws"] == [{"draw": "lot", "entrants": ["e1", "e2"]}]
    assert not hall.state()["rounds"][0]["finished"]
    hall.lot("e2", "e1")
    assert hall.order() == ["1 e2", "2 e1", "3 e3"]


def test_under_a_shared_chain_all_who_are_tied_go_on() -> None:
    hall = Hall(9, rules({"tally_rules.ties.chain": "shared"}))
    hall.play({"r1-t1": (2, 2, -4)})
    assert hall.state()["next"]["entrants"] == ["e1", "e2", "e4", "e7"]


@pytest.mark.parametrize(("strict", "draws"), [("first", 0), ("all", 1)])
def test_the_second_place_of_the_last_table_may_be_shared(strict: str, draws: int) -> None:
    hall = Hall(3, rules({"format_rules.final_strict": strict}))
    hall.play({"r1-t1": (8, -4, -4)})
    assert len(hall.state()["plan"]["draws"]) == draws
    assert hall.state()["matches"][0]["match"] == "r1-t1"
    assert hall.setup()["matches"][0]["strict"] == ([1] if strict == "first" else [1, 2])
    if not draws:
        assert hall.order() == ["1 e1", "2 e2", "2 e3"]
        assert [row["shared"] for row in hall.state()["standings"]] == [False, True, True]


def test_who_does_not_come_goes_out_and_the_others_draw_a_lot() -> None:
    hall = Hall(9)
    hall.play()
    hall.given["r1-t1"] |= {"state": "forfeited", "forfeited_by": ["3"], "points": {"1": 0, "2": 0, "3": 0}}
    assert hall.state()["plan"]["draws"][0] == {"draw": "lot", "entrants": ["e1", "e2"]}
    hall.lot("e2", "e1")
    assert hall.state()["next"]["entrants"] == ["e2", "e4", "e7"]


def test_who_was_ahead_goes_on_when_another_leaves() -> None:
    hall = Hall(9)
    hall.play()
    hall.given["r1-t1"] |= {"state": "forfeited", "forfeited_by": ["1"], "points": {"1": 6, "2": -4, "3": -2}}
    assert hall.state()["next"]["entrants"] == ["e3", "e4", "e7"]


def test_nobody_goes_on_from_an_empty_table() -> None:
    hall = Hall(9)
    hall.play()
    hall.given["r1-t1"] |= {"state": "forfeited", "forfeited_by": ["1", "2", "3"]}
    wanted = hall.state()["plan"]["draws"]
    assert wanted == [{"draw": "lot", "entrants": ["e5", "e8"]}]  # two are left, and the best of those who were there fills up
    hall.lot("e8", "e5")
    assert hall.state()["next"]["entrants"] == ["e4", "e7", "e8"]


def test_two_of_each_table_go_on_with_their_stacks() -> None:
    hall = stacks(6)
    hall.open()
    hall.give("r1-t1", 420, 250, 230)
    hall.give("r1-t2", 280, 310, 310)
    coming = hall.state()["next"]
    assert coming["entrants"] == ["e1", "e2", "e5", "e6"]
    assert coming["stakes"] == {"e1": 420, "e2": 250, "e5": 310, "e6": 310}
    hall.open()
    assert hall.setup()["matches"][2]["start"] == {"1": 420, "2": 250, "3": 310}
    assert "start" not in hall.setup()["matches"][0]


def test_who_has_a_bye_keeps_his_stack() -> None:
    hall = stacks(4)
    hall.open()
    hall.give("r1-t1", 420, 250, 230)
    assert hall.state()["next"]["stakes"] == {"e1": 420, "e2": 250, "e4": 300}


def test_two_bust_in_one_hand_leave_it_to_the_chief_referee() -> None:
    hall = stacks(6)
    hall.open()
    hall.give("r1-t1", 940, -20, -20, bust=("2", "3"))
    hall.give("r1-t2", 420, 250, 230)
    state = hall.state()
    assert [row["code"] for row in state["plan"]["blocked"]] == ["two_bust", "ties_open"]
    assert state["plan"]["draws"] == [{"draw": "lot", "entrants": ["e2", "e3"]}]
    hall.lot("e3", "e2")
    assert hall.state()["next"]["stakes"] == {"e1": 940, "e3": 1, "e4": 420, "e5": 250}


def test_only_the_survivor_may_go_on() -> None:
    hall = stacks(6, {"format_rules.bust.both": "survivor_alone"})
    hall.open()
    hall.give("r1-t1", 940, -20, -20, bust=("2", "3"))
    hall.give("r1-t2", 420, 250, 230)
    assert hall.state()["next"]["entrants"] == ["e1", "e4", "e5"]


def test_one_who_waits_plays_the_second_and_third_of_the_table_that_ended_first() -> None:
    hall = refilled(7)
    hall.open()
    hall.give("r1-t2", 6, 0, -6)
    assert hall.blocked() == ["first_finished_missing", "results_missing"]
    assert hall.row("e7")["status"] == "waiting"
    hall.add("first_finished", round=1, match="r1-t2")
    state = hall.state()
    assert state["next"]["entrants"] == ["e7", "e5", "e6"]
    assert state["plan"]["beside"] == [2]
    assert state["plan"]["blocked"] == []
    assert hall.row("e5")["status"] == "in"
    assert hall.open() == ["r2-t1"]
    assert hall.state()["matches"][-1]["table"] == 3
    hall.give("r2-t1", -6, 0, 6)
    hall.give("r1-t1", 6, 0, -6)
    assert hall.state()["next"] | {"kind": ""} == {
        "round": 3, "stage": "final", "entrants": ["e1", "e4", "e6"], "seats_known": False, "kind": "",
    }  # fmt: skip
    assert [row["went_on"] for row in hall.row("e6")["rounds"]] == [False, True]


def test_two_who_wait_play_the_second() -> None:
    hall = refilled(8)
    hall.open()
    hall.give("r1-t1", 6, -6, 0)
    hall.add("first_finished", round=1, match="r1-t1")
    assert hall.state()["next"]["entrants"] == ["e7", "e8", "e3"]


def test_stacks_are_carried_to_the_refill_table_too() -> None:
    hall = Hall(8, rules(STACKS, REFILLED))
    hall.open()
    hall.give("r1-t1", 420, 250, 230)
    hall.add("first_finished", round=1, match="r1-t1")
    assert hall.state()["next"]["stakes"] == {"e7": 300, "e8": 300, "e3": 230}
    hall.open()
    hall.give("r1-t1", 420, 240, 240)
    hall.lot("e2", "e3")
    assert hall.state()["due"] == [{"match": "r2-t1", "seats": {"1": "e7", "2": "e8", "3": "e3"}, "start": {"1": 300, "2": 300, "3": 240}}]


def test_who_leaves_after_the_refill_table_was_seated_stays_in_his_seat() -> None:
    hall = refilled(8)
    hall.open()
    hall.give("r1-t1", 6, -6, 0)
    hall.add("first_finished", round=1, match="r1-t1")
    hall.open()
    hall.add("entrant_out", entrant="e8")
    assert hall.state()["due"] == []


def test_equal_seconds_draw_a_lot_for_the_place_at_the_refill_table() -> None:
    hall = refilled(8)
    hall.open()
    hall.give("r1-t1", 6, -3, -3)
    hall.add("first_finished", round=1, match="r1-t1")
    assert hall.state()["plan"]["draws"] == [{"draw": "lot", "entrants": ["e2", "e3"]}]
    hall.lot("e3", "e2")
    assert hall.state()["next"]["entrants"] == ["e7", "e8", "e3"]


def test_nobody_is_left_to_fill_the_table_up() -> None:
    hall = refilled(7)
    hall.open()
    hall.give("r1-t1", 6, 0, 0, state="forfeited", absent=("2", "3"))
    hall.give("r1-t2", 6, 0, -6)
    hall.add("first_finished", round=1, match="r1-t1")
    assert hall.state()["next"]["entrants"] == ["e1", "e4", "e7"]


def test_who_was_taken_off_does_not_go_on() -> None:
    hall = Hall(9)
    hall.play()
    hall.add("entrant_out", entrant="e4")
    hall.lot("e2", "e5", "e8")
    assert hall.state()["next"]["entrants"] == ["e1", "e7", "e2"]
    assert (hall.row("e4")["status"], hall.row("e4")["rank"]) == ("withdrawn", 4)


def test_too_few_to_play() -> None:
    assert Hall(2).blocked() == ["too_few_entrants"]


def test_minutes_have_to_be_set_first() -> None:
    hall = Hall(3, rules({"tally_rules.time.minutes": 0}))
    hall.draw()
    assert hall.blocked() == ["minutes_unset"]
    assert Hall(3, rules({"tally_rules.time.minutes": 30})).blocked() == ["draw_missing"]


def test_awards_go_by_rank() -> None:
    table = ({"rank": 1, "cash": 1500}, {"rank": 2, "cash": 1000})
    hall = Hall(3, rules({"awards.by_rank": table}))
    assert hall.state()["awards"] == []
    hall.play({"r1-t1": (8, -4, -4)})
    found = [(row["entrant"], row["award"], row["cash"], row["final"]) for row in hall.state()["awards"]]
    assert found == [("e1", "rank_1", 1500, True), ("e2", "rank_2", 1000, True), ("e3", "rank_2", 1000, True)]


def test_the_standings_of_three_hundred_cost_a_few_milliseconds() -> None:
    hall = Hall(300)
    hall.play()
    hall.play()
    setup = hall.setup()
    nodes = {("match", seat["match"]): hall._value(seat) for seat in setup["matches"]}
    best = 1.0
    for _ in range(5):
        begun = perf_counter()
        hall.form.standings(hall.rulebook, setup, nodes)
        best = min(best, perf_counter() - begun)
    assert best < 0.05  # a few milliseconds on a machine that does nothing else
