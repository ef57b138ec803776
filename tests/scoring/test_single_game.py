"""A single game of three (斗地主 范文一): who won and who lost, whatever officials say of it and in whatever order."""

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.entries import Entry
from scoring.games.doudizhu.leaves import LOSSES, OUT_CODES
from scoring.matches import match_node
from scoring.rulebook import load_file
from scoring.sides import THREE
from scoring.tallies import TALLIES
from tests.rulebooks.kinds import doudizhu  # noqa: F401  (loaded first: it gathers the kinds of the formats)
from tests.rulebooks.kinds.ladder import SEAT, entries_of

RULES = load_file("doudizhu-ladder")
IN_PLAY = [code for code in LOSSES if code not in ("l3", "l7")]


def results(*, rules: Any = RULES, **given: Any) -> str:
    row = match_node(rules, SEAT, entries_of(given))
    return " ".join(row["results"].get(side, "-") for side in THREE)


@pytest.mark.parametrize("landlord", [1, 2, 3])
@pytest.mark.parametrize("out", [1, 2, 3])
def test_who_is_out_first_decides_for_all_three(landlord: int, out: int) -> None:
    record = {"hand": 1, "first_bidder": landlord, "bids": [1], "landlord": landlord, "out": out}
    row = match_node(RULES, SEAT, [Entry(1, "hand", "k", "h1", "", "r1-t1", 1, 1, "", "g", "referee", {"record": record})])
    for seat in (1, 2, 3):
        won = (seat == landlord) == (out == landlord)
        assert row["results"][str(seat)] == ("win" if won else "loss")
        assert row["points"][str(seat)] == int(won)


@pytest.mark.parametrize("code", IN_PLAY)
@pytest.mark.parametrize("offender", THREE)
def test_an_offence_gives_the_game_to_the_other_side(code: str, offender: str) -> None:
    """Whoever was out first: an offence in play outweighs it."""
    for line in ("1: 1 | won", "1: 1 | lost"):
        wanted = ["loss", "win", "win"] if offender == "1" else ["win", "none", "none"]
        wanted[int(offender) - 1] = "loss"
        assert results(line=line, penalties=[f"{code} {offender}"]) == " ".join(wanted)


@pytest.mark.parametrize(("one", "other"), list(combinations(THREE, 2)))
def test_two_offenders_both_lose(one: str, other: str) -> None:
    found = results(line="1: 1 | won", penalties=[f"l5 {one}", f"l4 {other}"]).split()
    third = next(seat for seat in THREE if seat not in (one, other))
    assert [found[int(one) - 1], found[int(other) - 1]] == ["loss", "loss"]
    assert found[int(third) - 1] == ("win" if third == "1" else "none")  # two peasants gave it to the landlord


def test_a_ruled_hand_names_its_offender_without_a_code() -> None:
    assert results(line="1: 1 | ruled=landlord:3") == "win none loss"


def test_whoever_stays_away_takes_no_game_from_the_others() -> None:
    assert results(forfeits=["1", "2"]) == "loss loss none"
    assert results(forfeits=["1", "2", "3"]) == "loss loss loss"
    assert results(penalties=["l7 2"]) == "none loss none"


def test_not_signing_changes_nothing_while_nothing_is_decided() -> None:
    row = match_node(RULES, SEAT, entries_of({"penalties": ["l3 2"]}))
    assert (row["state"], row["results"]) == ("playing", {})


def test_a_penalty_taken_back_is_as_if_it_had_never_been() -> None:
    entries = entries_of({"line": "1: 1 | won", "penalties": ["l5 1"]})
    back = Entry(9, "withdrawn", "k", "h9", entries[-1].hash, "r1-t1", 1, 1, "", "g", "referee", {})
    assert match_node(RULES, SEAT, [*entries, back]) == match_node(RULES, SEAT, entries[:-1])


def test_a_code_stated_twice_costs_once_and_both_are_shown() -> None:
    row = match_node(RULES, SEAT, entries_of({"line": "1: 1 | won", "penalties": ["d7 2", "d7 2", "l5 2"]}))
    assert row["disqualified"] == {"2": ["d7"]}
    assert [one["code"] for one in row["penalties"]] == ["d7", "d7", "l5"]


def test_nobody_adjusts_a_game() -> None:
    tally = TALLIES["single_game"]
    assert [fault.code for fault in tally.check_adjustment(RULES, 1, {})] == ["not_in_this_game"]


def test_cards_that_were_written_down_are_not_published() -> None:
    cards = {"1": "S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA H3 H4 H5 H6 H7"}
    (hand,) = match_node(RULES, SEAT, entries_of({"line": "1: 1 | won", "with": {"cards": cards}}))["hands"]
    assert hand["record"] == {"hand": 1, "first_bidder": 1, "bids": [1], "landlord": 1, "out": 1}


def test_a_face_up_card_out_of_place_is_remarked_and_stands() -> None:
    row = match_node(RULES, SEAT, entries_of({"line": "1: 1 | won face_up=7", "signed": THREE}))
    assert [fault["code"] for fault in row["hands"][0]["remarks"]] == ["face_up_misplaced"]
    assert row["confirmed"] is not None


def test_what_has_to_be_settled_stands_at_its_hand_too() -> None:
    row = match_node(RULES, SEAT, entries_of({"line": "1: 1 | won timeouts=2:2", "signed": THREE}))
    assert [fault["code"] for fault in row["hands"][0]["findings"]] == ["overruns_lose"]
    assert (row["findings"], row["hands"][0]["remarks"], row["confirmed"]) == (row["hands"][0]["findings"], [], None)


def test_what_is_shown_of_a_table() -> None:
    waiting, over = match_node(RULES, SEAT, []), match_node(RULES, SEAT, entries_of({"line": "1: 1 | won"}))
    assert (waiting["state"], waiting["shown"]["phase"], waiting["shown"]["next_hand"]) == ("waiting", "regular", 1)
    assert (over["shown"]["phase"], over["shown"]["played"], over["shown"]["results"]["1"]) == ("over", 1, "win")
    assert over["shown"]["next_hand"] is None
    assert over["places"] == {"1": 1, "2": 2, "3": 2}
    assert [row["kind"] for row in over["hands"]] == ["played"]


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10**9))
def test_any_game_with_anything_said_of_it(seed: int) -> None:
    """In any order of arrival the same; a side never wins by its own offence; who is disqualified is in the list; clauses are known."""
    chance = Random(seed)
    said = [f"{chance.choice([*LOSSES, *OUT_CODES])} {chance.choice(THREE)}" for _ in range(chance.randint(0, 4))]
    lines = ["1: 1 | won", "2: 0 1 | lost", "3: 0 0 1 | won", "1: 1 | ruled=peasants:1", "2: 1 | lost timeouts=3:2"]
    given_: dict[str, Any] = {"penalties": said, "signed": chance.sample(THREE, chance.randint(0, 3))}
    if chance.random() < 0.8:
        given_["line"] = chance.choice(lines)
    if chance.random() < 0.1:
        given_["forfeits"] = [chance.choice(THREE)]
    entries = entries_of(given_)
    row = match_node(RULES, SEAT, entries)
    for _ in range(6):
        moved = [replace(entry, seq=seq) for seq, entry in enumerate(chance.sample(entries, len(entries)), start=1)]
        assert match_node(RULES, SEAT, moved) | {"confirmed": None} == row | {"confirmed": None}
    assert set(row["results"].values()) <= {"win", "loss", "none"}
    if row["results"]:
        assert sorted(row["results"]) == list(THREE)
        assert row["points"] == {seat: int(row["results"][seat] == "win") for seat in THREE}
        wins = [seat for seat in THREE if row["results"][seat] == "win"]
        assert len(wins) < 3
        losers = {line.split()[1] for line in said if line[0] == "l"}
        assert not losers & set(wins)
    assert row["disqualified"].keys() == {line.split()[1] for line in said if line[0] == "d"}
    assert {step["clause"] for step in row["trace"]} <= RULES.clauses.keys()
    assert row["confirmed"] is None or (row["state"] == "complete" and not row["findings"])
