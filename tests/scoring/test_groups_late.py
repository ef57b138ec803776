"""Rounds of tables of three: results that change after the next round was opened, and what is due then."""

from tests.scoring.groups_kit import REFILLED, STACKS, Hall, rules


def opened_final() -> Hall:
    hall = Hall(9)
    hall.play()
    hall.open()
    return hall


def test_another_winner_is_due_in_the_next_match() -> None:
    hall = opened_final()
    assert hall.state()["due"] == []
    hall.give("r1-t2", 0, 6, -6)
    state = hall.state()
    assert state["due"] == [{"match": "r2-t1", "seats": {"1": "e1", "2": "e5", "3": "e7"}}]
    assert state["plan"]["blocked"] == [{"code": "seats_differ", "values": {"match": "r2-t1"}}, *state["plan"]["blocked"][1:]]
    hall.add("reseated", match="r2-t1", **{"1": "e1", "2": "e5", "3": "e7"})
    assert hall.state()["due"] == []
    assert hall.order() == ["1 e1", "1 e5", "1 e7", "4 e2", "4 e3", "4 e4", "4 e6", "4 e8", "4 e9"]


def test_the_chief_referee_may_let_the_match_stand() -> None:
    hall = opened_final()
    hall.give("r1-t2", 0, 6, -6)
    hall.add("reseated", match="r2-t1", ruled=True, **{"1": "e1", "2": "e4", "3": "e7"})
    assert hall.state()["due"] == []
    assert hall.row("e5")["status"] == "out"
    assert hall.row("e4")["rank"] == 1


def test_a_table_that_is_open_again_changes_nobody() -> None:
    hall = opened_final()
    hall.give("r1-t2", 0, 0, 0, state="playing")
    assert hall.state()["due"] == []
    assert hall.row("e4")["reached"] == 2


def test_a_bye_is_followed_without_a_word() -> None:
    hall = Hall(12)
    hall.play()
    hall.play()
    hall.give("r1-t4", 0, 6, -6)
    state = hall.state()
    assert state["due"] == []
    assert state["rounds"][1]["byes"] == ["e11"]
    assert hall.row("e10")["reached"] == 1


def test_another_stack_is_due_with_the_same_people() -> None:
    hall = Hall(5, rules(STACKS))
    hall.open()
    hall.give("r1-t1", 420, 250, 230)
    hall.open()
    hall.give("r1-t1", 460, 230, 210)
    assert hall.state()["due"] == [{"match": "r2-t1", "seats": {"1": "e1", "2": "e2", "3": "e4"}, "start": {"1": 460, "2": 230, "3": 300}}]


def test_nobody_comes_for_somebody_who_is_seated() -> None:
    hall = Hall(5, rules(STACKS, {"format_rules.bust.both": "survivor_alone"}))
    hall.open()
    hall.give("r1-t1", 420, 250, 230)
    hall.open()
    hall.give("r1-t1", 940, -20, -20, bust=("2", "3"))
    assert hall.state()["due"] == [{"match": "r2-t1", "seats": {}, "gone": "2"}]
    hall.give("r2-t1", 500, 250, 150, state="forfeited", absent=("2",))
    assert hall.state()["due"] == []


def refill_opened() -> Hall:
    hall = Hall(7, rules(REFILLED))
    hall.open()
    hall.give("r1-t1", 6, 0, -6)
    hall.add("first_finished", round=1, match="r1-t1")
    hall.open()
    return hall


def test_the_refill_table_follows_the_table_it_was_filled_from() -> None:
    hall = refill_opened()
    hall.give("r1-t1", 0, 6, -6)
    assert hall.state()["due"] == [{"match": "r2-t1", "seats": {"1": "e7", "2": "e1", "3": "e3"}}]


def test_of_two_results_the_better_counts_or_the_last() -> None:
    for counts, wanted in (("better", ["e2", "e4", "e7"]), ("last", ["e4", "e7", "e5"])):
        hall = Hall(7, rules(REFILLED, {"format_rules.refill.counts": counts}))
        hall.open()
        hall.give("r1-t1", 6, 0, -6)
        hall.give("r1-t2", 8, 2, -10)
        hall.add("first_finished", round=1, match="r1-t1")
        hall.open()
        hall.give("r2-t1", 6, 0, -6)
        hall.give("r1-t1", 0, 6, -6)
        hall.add("reseated", match="r2-t1", ruled=True, **{"1": "e7", "2": "e2", "3": "e3"})
        assert hall.state()["next"]["entrants"] == wanted


def test_who_leaves_after_the_draw_stays_in_his_seat() -> None:
    hall = opened_final()
    hall.add("entrant_out", entrant="e4")
    state = hall.state()
    assert state["due"] == []
    assert hall.row("e4")["status"] == "withdrawn"
    hall.give("r2-t1", 2, 0, -2, state="forfeited", absent=("2",))
    assert hall.order()[:3] == ["1 e1", "2 e7", "3 e4"]
    assert hall.state()["plan"]["over"]


def test_who_leaves_before_the_draw_is_not_drawn() -> None:
    hall = Hall(12)
    hall.play()
    hall.add("entrant_out", entrant="e4")
    assert hall.state()["next"]["entrants"] == ["e1", "e7", "e10"]
    hall.open()
    state = hall.state()
    assert state["due"] == []
    assert hall.row("e4")["rank"] == 4
    hall.give("r2-t1", 6, 0, -6)
    assert hall.order()[:4] == ["1 e1", "2 e7", "3 e10", "4 e2"]


def test_a_second_tie_of_the_same_two_asks_for_a_second_lot() -> None:
    hall = Hall(6)
    hall.play({"r1-t1": (2, 2, -4), "r1-t2": (6, -2, -4)})
    hall.lot("e1", "e2")
    assert hall.state()["next"]["entrants"] == ["e1", "e4", "e2"]
    hall.open()
    hall.give("r2-t1", 4, -8, 4)
    assert hall.state()["plan"]["draws"] == [{"draw": "lot", "entrants": ["e1", "e2"]}]
    hall.lot("e2", "e1")
    assert hall.order()[:3] == ["1 e2", "2 e1", "3 e4"]
