"""分阶段与复活: where every place leads, the ninth of the repechage, ties, changed results, prizes."""

from typing import Any

import pytest

from tests.scoring.staged import STAGES_VALUES, Staged, rules

RULES = rules("stages")


def eighteen(**changed: Any) -> Staged:
    return Staged(rules("stages", **changed) if changed else RULES, 18)


def played(stages: int, **changed: Any) -> Staged:
    """Eighteen in order of their numbers, so many stages played: seat 1 wins everywhere. The wild card is e19."""
    hall = eighteen(**changed)
    for number in range(1, stages + 1):
        if number == 3:
            hall.enter(wild_card=True)
        hall.play()
    return hall


# ------------------------------------------------------------------------------------------------ the way through the stages


def test_eighteen_make_six_tables() -> None:
    hall = eighteen()
    assert hall.coming() == "1 heats: " + " ".join(f"e{number}" for number in range(1, 19))
    assert hall.state()["plan"]["draws"][0]["draw"] == "groups"
    assert len(hall.open()) == 6
    assert hall.seats("r1-t6") == ["e16", "e17", "e18"]
    assert [seat["strict"] for seat in hall.setup()["matches"]] == [[1, 2]] * 6


@pytest.mark.parametrize("entrants", [0, 3, 17, 19, 21])
def test_any_other_number_is_refused(entrants: int) -> None:
    hall = Staged(RULES, entrants)
    assert hall.state()["plan"]["blocked"] == [
        {"code": "entrants_wanted", "values": {"round": 1, "stage": "heats", "wanted": 18, "entrants": entrants}}
    ]
    assert (hall.state()["next"], hall.state()["plan"]["draws"]) == (None, [])


def test_the_wild_card_is_not_one_of_the_eighteen() -> None:
    hall = eighteen()
    hall.enter(wild_card=True)
    assert (hall.blocked(), hall.status("e1", "e19")) == ([], ["in", "waiting"])
    hall.play()
    assert hall.status("e19") == ["waiting"]


def test_first_second_and_third_of_a_heat_go_three_ways() -> None:
    hall = played(1)
    assert hall.coming() == "2 semifinal: e1 e4 e7 e10 e13 e16"
    assert hall.status("e1", "e2", "e3") == ["in", "waiting", "out"]
    stages = {row["stage"]: row for row in hall.state()["stages"]}
    assert stages["repechage"]["entrants"] == ["e2", "e5", "e8", "e11", "e14", "e17"]
    assert stages["heats"]["places"] == {"1": "semifinal", "2": "repechage", "3": "out"}
    assert [leg["went_on"] for leg in hall.row("e2")["rounds"]] == [True]
    assert [leg["went_on"] for leg in hall.row("e3")["rounds"]] == [False]


def test_the_repechage_waits_for_its_ninth() -> None:
    hall = played(2)
    wanted = {"round": 3, "stage": "repechage", "wanted": 9, "entrants": 8}
    assert hall.state()["plan"]["blocked"] == [{"code": "entrants_wanted", "values": wanted}]
    assert hall.state()["next"] is None
    hall.enter(wild_card=True)
    assert hall.blocked() == []
    assert hall.coming() == "3 repechage: e2 e5 e8 e11 e14 e17 e4 e13 e19"


def test_another_wild_card_takes_the_place_of_one_who_was_taken_off() -> None:
    hall = played(2)
    hall.enter(wild_card=True)
    hall.add("entrant_out", entrant="e19")
    assert hall.blocked() == ["entrants_wanted"]
    hall.enter(wild_card=True)
    assert hall.coming().endswith(" e20")


def test_wild_cards_are_entered_until_their_stage_is_drawn() -> None:
    hall = eighteen()
    form, law = hall.form, hall.rulebook
    assert form.roster_open(law, hall.setup(), wild_card=False)
    assert form.roster_open(law, hall.setup(), wild_card=True)
    hall.play()
    hall.play()
    assert not form.roster_open(law, hall.setup(), wild_card=False)
    assert form.roster_open(law, hall.setup(), wild_card=True)
    hall.enter(wild_card=True)
    hall.draw()
    assert not form.roster_open(law, hall.setup(), wild_card=True)


def test_played_to_the_end() -> None:
    hall = played(5)
    state = hall.state()
    assert state["plan"]["over"]
    assert hall.order()[:5] == ["1 e1", "2 e10", "3 e2", "4 e4", "4 e11"]
    assert [row["rank"] for row in state["standings"]] == [1, 2, 3, 4, 4, *[6] * 6, *[12] * 2, *[14] * 6]
    assert state["standings"][0]["status"] == "champion"
    assert {row["status"] for row in state["standings"][1:]} == {"out"}
    assert [row["stage"] for row in state["rounds"]] == ["heats", "semifinal", "repechage", "decider", "final"]
    assert [(leg["stage"], leg["place"], leg["went_on"]) for leg in hall.row("e2")["rounds"]] == [
        ("heats", 2, True),
        ("repechage", 1, True),
        ("decider", 1, True),
        ("final", 3, None),
    ]
    assert state["standings"][1]["split"] == {"key": "final", "mine": 0, "theirs": 6, "other": "e1"}
    assert state["next"] is None


def test_who_went_out_in_one_stage_shares_a_rank_or_not() -> None:
    hall = played(5, ranking__out_together="by_place")
    assert [row["rank"] for row in hall.state()["standings"]] == [1, 2, 3, 4, 5, *[6] * 3, *[9] * 3, *[12] * 2, *[14] * 6]
    assert hall.state()["standings"][4]["split_by"] == "place"


def test_nothing_comes_before_its_results() -> None:
    hall = eighteen()
    first, *_ = hall.open()
    hall.give(first, 6, 0, -6)
    assert (hall.blocked(), hall.coming()) == (["results_missing"], "")
    assert hall.status("e1", "e2", "e3", "e4") == ["in", "waiting", "out", "in"]
    assert hall.row("e4")["current"]["match"] == "r1-t2"


# ------------------------------------------------------------------------------------------------ ties


def test_both_boundaries_of_a_heat_have_to_be_decided() -> None:
    hall = eighteen()
    matches = hall.open()
    for match in matches:
        hall.give(match, 6, 0, -6)
    hall.give("r1-t2", 12, -6, -6)
    assert hall.state()["plan"]["draws"] == [{"draw": "lot", "entrants": ["e5", "e6"]}]
    assert hall.blocked() == ["ties_open", "results_missing"]
    assert hall.status("e4", "e5", "e6") == ["in", "in", "in"], "nobody of an open table goes anywhere yet"
    hall.lot("e6", "e5")
    assert (hall.blocked(), hall.status("e4", "e6", "e5")) == ([], ["in", "waiting", "out"])


def test_of_the_repechage_only_the_first_matters() -> None:
    hall = played(2)
    hall.enter(wild_card=True)
    hall.play({"r3-t1": (12, -6, -6)})
    assert (hall.blocked(), [seat["strict"] for seat in hall.setup()["matches"] if seat["round"] == 3]) == ([], [[1]] * 3)


def test_the_final_decides_all_its_places_unless_the_rulebook_shares_them() -> None:
    hall = played(4)
    hall.play({"r5-t1": (12, -6, -6)})
    assert (hall.state()["plan"]["over"], hall.blocked()) == (False, ["ties_open"])
    hall.lot("e2", "e10")
    assert hall.order()[:3] == ["1 e1", "2 e2", "3 e10"]
    shared = played(4, format_rules__final_strict="first")
    shared.play({"r5-t1": (12, -6, -6)})
    assert (shared.state()["plan"]["over"], shared.order()[:3]) == (True, ["1 e1", "2 e2", "2 e10"])


def test_the_same_two_tied_again_draw_again() -> None:
    """A lot of the heats is not one for the repechage."""
    hall = eighteen()
    hall.play({"r1-t1": (0, 0, -6)}, order=[f"e{number}" for number in range(1, 19)])
    hall.lot("e1", "e2")
    hall.play({"r2-t1": (0, 6, -6)})
    hall.enter(wild_card=True)
    hall.play({"r3-t1": (0, 0, -6)}, order=["e1", "e2", "e5", "e8", "e11", "e14", "e17", "e13", "e19"])
    assert hall.state()["plan"]["draws"] == [{"draw": "lot", "entrants": ["e1", "e2"]}]
    hall.lot("e2", "e1")
    assert hall.coming() == "4 decider: e2 e8 e17"
    assert hall.row("e1")["rounds"][0]["place"] == 1


# ------------------------------------------------------------------------------------------------ people who stay away


def test_at_a_table_that_one_left_the_others_have_the_places() -> None:
    hall = eighteen()
    for match in hall.open():
        hall.give(match, 6, 0, -6)
    hall.give("r1-t1", 0, 2, 6, absent=["1"])
    assert hall.coming().startswith("2 semifinal: e3 e4")
    assert hall.status("e1", "e2", "e3") == ["out", "waiting", "in"]
    assert hall.row("e1")["trace"] == [{"clause": "C-1", "op": "out_in_round", "operands": [1], "value": 13}]


def test_equal_at_a_table_that_one_left_draw_a_lot() -> None:
    hall = eighteen()
    for match in hall.open():
        hall.give(match, 6, 0, -6)
    hall.give("r1-t1", absent=["2"])
    assert hall.state()["plan"]["draws"] == [{"draw": "lot", "entrants": ["e1", "e3"]}]


def test_a_place_that_nobody_takes_is_for_another_wild_card() -> None:
    hall = eighteen()
    for match in hall.open():
        hall.give(match, 6, 0, -6)
    hall.give("r1-t1", absent=["2", "3"])
    hall.play()
    hall.enter(wild_card=True)
    assert hall.state()["plan"]["blocked"][0]["values"]["entrants"] == 8
    hall.enter(wild_card=True)
    assert (hall.blocked(), len(hall.coming().split())) == ([], 2 + 9)


def test_who_was_taken_off_goes_nowhere() -> None:
    hall = played(1)
    hall.add("entrant_out", entrant="e1")
    assert (hall.blocked(), hall.coming()) == (["entrants_wanted"], "")
    hall.enter(wild_card=True)
    assert hall.coming() == "2 semifinal: e4 e7 e10 e13 e16 e19"


def test_a_final_that_somebody_left() -> None:
    hall = played(4)
    hall.open()
    hall.give("r5-t1", 0, 2, 4, absent=["1"])
    assert (hall.order()[:3], hall.status("e2", "e10", "e1")) == (["1 e2", "2 e10", "3 e1"], ["champion", "out", "out"])


# ------------------------------------------------------------------------------------------------ results that change


def test_a_corrected_heat_moves_two_people() -> None:
    """First and second change places after the semi-final opened: the one takes the other's seat."""
    hall = played(1)
    hall.open()
    hall.give("r1-t2", 0, 6, -6)
    state = hall.state()
    assert state["due"] == [{"match": "r2-t1", "seats": {"2": "e5"}}]
    assert state["plan"]["blocked"][0] == {"code": "seats_differ", "values": {"match": "r2-t1"}}
    hall.follow()
    assert (hall.state()["due"], hall.seats("r2-t1")) == ([], ["e1", "e5", "e7"])
    hall.enter(wild_card=True)
    for match in ("r2-t1", "r2-t2"):
        hall.give(match, 6, 0, -6)
    assert hall.coming() == "3 repechage: e2 e4 e8 e11 e14 e17 e5 e13 e19"


def test_a_correction_reaches_two_opened_stages() -> None:
    hall = played(2)
    hall.enter(wild_card=True)
    hall.open()
    hall.give("r2-t2", 0, 6, -6)
    assert hall.state()["due"] == [{"match": "r3-t3", "seats": {"2": "e10"}}]
    hall.give("r1-t1", 0, 6, -6)
    assert hall.state()["due"] == [
        {"match": "r2-t1", "seats": {"1": "e2"}},
        {"match": "r3-t1", "seats": {"1": "e1"}},
        *hall.state()["due"][2:],
    ]
    hall.follow()
    assert hall.state()["due"] == []
    assert sorted(one for table in (1, 2, 3) for one in hall.seats(f"r3-t{table}")) == sorted(
        ["e1", "e5", "e8", "e11", "e14", "e17", "e4", "e10", "e19"]
    )


def test_what_the_chief_referee_lets_stand_is_not_due() -> None:
    hall = played(1)
    hall.open()
    hall.give("r1-t2", 0, 6, -6)
    hall.reseat("r2-t1", ruled=True)
    assert (hall.state()["due"], hall.blocked()) == ([], ["results_missing"])
    assert hall.seats("r2-t1") == ["e1", "e4", "e7"]


def test_an_unfinished_table_leaves_the_next_stage_as_it_was_opened() -> None:
    hall = played(1)
    hall.open()
    hall.give("r1-t2", 0, 0, 0, state="playing")
    assert hall.state()["due"] == []
    assert hall.seats("r2-t1") == ["e1", "e4", "e7"]


# ------------------------------------------------------------------------------------------------ prizes


def test_the_champions_prize_has_to_be_set() -> None:
    hall = played(4)
    assert hall.blocked() == []
    hall.play()
    state = hall.state()
    assert (hall.blocked(), state["plan"]["over"]) == (["awards_unset"], True)
    assert [(row["entrant"], row["award"], row["cash"]) for row in state["awards"]] == [("e10", "rank_2", 1000), ("e2", "rank_3", 500)]


@pytest.mark.parametrize("amount", [1500, 2500, 1800])
def test_once_it_is_set_everybody_has_his_own(amount: int) -> None:
    hall = played(5, awards__champion=amount)
    state = hall.state()
    assert (hall.blocked(), [row["cash"] for row in state["awards"]]) == ([], [amount, 1000, 500])
    assert not any(row["final"] for row in state["awards"])
    hall.add("close", seq=1, standings="")
    assert all(row["final"] for row in hall.state()["awards"])


# ------------------------------------------------------------------------------------------------ stages that do not add up


@pytest.mark.parametrize(
    ("stage", "to", "code"),
    [
        ("heats", "final", "places_differ"),
        ("heats", "out", "places_differ"),
        ("decider", "heats", "route_wrong"),
        ("decider", "decider", "route_wrong"),
    ],
)
def test_routes_that_lead_nowhere_or_fill_no_tables_are_said(stage: str, to: str, code: str) -> None:
    first, *others = STAGES_VALUES[f"format_rules.routes.{stage}"]
    hall = eighteen(**{f"format_rules__routes__{stage}": [{**first, "to": to}, *others]})
    assert code in hall.blocked()
    assert hall.state()["next"] is None
