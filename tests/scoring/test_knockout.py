"""淘汰制: every bracket comes down to one, and says so when a result no longer leads to those who were seated."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.entries import Entry
from scoring.fold import canonical, fold
from scoring.formats import FORMATS
from scoring.formats.knockout import changes_after, next_match_of, seats_to_change
from scoring.formats.knockout.lines import first_round, rounds_of, size_of
from scoring.nodes import is_setup, planned_matches, setup_node
from scoring.parameters import Rulebook
from scoring.rulebook import load_file
from tests.rulebooks.kinds.gomoku import game_of
from tests.scoring.drawn import Drawn
from tests.scoring.kept import Kept

RULES = load_file("healthcup-gomoku")
PLACED = RULES.with_overrides({"format_rules.third_place": "played"})
UPPER = RULES.with_overrides({"format_rules.ns_by": "upper_line"})
PLACINGS = ("standard", "top", "spread")


def placing(name: str) -> Rulebook:
    return RULES.with_overrides({"format_rules.placing": name})


def setup_of(book: Drawn) -> dict[str, Any]:
    return setup_node(book.rulebook, [entry for entry in book.entries if is_setup(entry)])


def row_of(state: dict[str, Any], code: str) -> dict[str, Any]:
    rows = [row for drawn in state["bracket"]["rounds"] for row in drawn["matches"]]
    row: dict[str, Any] = next(row for row in rows if row["match"] == code)
    return row


def blocked(state: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(row["code"], row["values"].get("match", row["values"].get("round"))) for row in state["plan"]["blocked"]]


# ------------------------------------------------------------------------------------------------ the lines


@pytest.mark.parametrize("name", PLACINGS)
def test_every_number_stands_on_one_line_and_half_the_bracket_at_most_is_empty(name: str) -> None:
    rules = placing(name)
    for entrants in range(2, 130):
        pairings = first_round(rules, [str(number) for number in range(entrants)])
        assert sorted(number for pair in pairings for number in pair if number) == list(range(1, entrants + 1))
        assert 2 * len(pairings) == size_of(entrants) == 1 << rounds_of(entrants)
        assert sum(lower is None for _, lower in pairings) == size_of(entrants) - entrants


@pytest.mark.parametrize("name", ["standard", "spread"])
def test_byes_are_spread_over_every_part_of_the_bracket(name: str) -> None:
    """Whatever part of it one looks at: halves, quarters … have as many byes as each other, or one more."""
    for entrants in range(2, 130):
        byes = [lower is None for _, lower in first_round(placing(name), [""] * entrants)]
        part = len(byes)
        while part > 1:
            part //= 2
            counts = [sum(byes[start : start + part]) for start in range(0, len(byes), part)]
            assert max(counts) - min(counts) <= 1, (entrants, part)


def test_the_first_numbers_have_the_byes_and_meet_last() -> None:
    for entrants in range(2, 130):
        pairings = first_round(placing("standard"), [""] * entrants)
        assert sorted(upper for upper, lower in pairings if lower is None) == list(range(1, size_of(entrants) - entrants + 1))
        winners = [upper for upper, _ in pairings]  # the smaller number wins everywhere
        while len(winners) > 1:
            assert sorted(winners) == list(range(1, len(winners) + 1))
            winners = [min(pair) for pair in zip(winners[0::2], winners[1::2], strict=True)]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from("abcd"), min_size=2, max_size=20), st.sampled_from(PLACINGS))
def test_one_team_meets_itself_in_round_one_only_where_that_cannot_be_avoided(teams: list[str], name: str) -> None:
    rules = placing(name).with_overrides({"format_rules.keep_apart": True})
    pairings = first_round(rules, teams)
    assert sorted(number for pair in pairings for number in pair if number) == list(range(1, len(teams) + 1))
    assert sum(lower is None for _, lower in pairings) == size_of(len(teams)) - len(teams)
    met = [teams[upper - 1] for upper, lower in pairings if lower is not None and teams[upper - 1] == teams[lower - 1]]
    assert len(met) == sum(max(0, teams.count(team) - len(pairings)) for team in set(teams))


# ------------------------------------------------------------------------------------------------ played to the end


@pytest.mark.parametrize("name", PLACINGS)
def test_every_bracket_of_2_to_64_comes_down_to_one(name: str) -> None:
    """n entrants: n - 1 matches, one champion, and every loser ranks right behind those who came further."""
    chance, rules = random.Random(64), placing(name)
    for entrants in range(2, 65) if name == "standard" else (*range(2, 18), 31, 32, 33, 63, 64):
        book = Drawn(rules, entrants)
        went_out: dict[str, int] = {}
        for number in range(1, rounds_of(entrants) + 1):
            for code in book.open_round(number):
                winner = chance.choice(list(book.seats(code).values()))
                book.decide(code, book.number(winner))
                went_out |= {entrant: number for entrant in book.seats(code).values() if entrant != winner}
        state = book.state()
        assert len(state["matches"]) == entrants - 1 == len(went_out)
        (champion,) = set(book.entrants) - set(went_out)
        assert state["bracket"]["champion"] == champion
        assert (state["plan"]["over"], state["plan"]["blocked"]) == (True, [])
        assert [row["matches"] for row in state["rounds"]] == [
            sum(1 for match in state["matches"] if match["round"] == number) for number in range(1, rounds_of(entrants) + 1)
        ]
        assert len(state["standings"]) == entrants
        for row in state["standings"]:
            further = [one for one in book.entrants if went_out.get(one, 99) > went_out.get(row["entrant"], 99)]
            equal = [one for one in book.entrants if went_out.get(one, 99) == went_out.get(row["entrant"], 99)]
            assert row["rank"] == len(further) + 1
            assert row["shared"] == (len(equal) > 1)
            assert (row["status"] == "champion") == (row["entrant"] == champion)
            wins = [match for match in state["matches"] if match[{"NS": "ns", "EW": "ew"}[match["winner"]]]["entrant"] == row["entrant"]]
            assert row["wins"] == row["points"] == len(wins)
            assert row["current"] is None


def test_who_is_still_in_shares_the_first_place_and_has_a_current_match() -> None:
    book = Drawn(RULES, 6)
    book.play(rounds=1)
    first, second = book.open_round(2)
    book.record(first, game_of(1, "A A five"))
    book.decide(second, 3)
    state = book.state()
    rows = {book.number(row["entrant"]): row for row in state["standings"]}
    assert {number: row["rank"] for number, row in rows.items()} == {"1": 1, "4": 1, "3": 1, "2": 3, "5": 5, "6": 5}
    assert rows["1"]["current"] == {"round": 2, "match": "r2-m1", "against": "e4", "points": 1, "handed_in": 0, "matches": 1}
    assert rows["4"]["current"]["points"] == 0
    assert (rows["3"]["status"], rows["3"]["reached"], rows["3"]["current"]) == ("in", 3, None)
    assert (rows["2"]["status"], rows["2"]["lost_to"], rows["2"]["reached"]) == ("out", "e3", 2)
    assert [row["split_by"] for row in state["standings"]] == ["", "shared", "shared", "reached", "reached", "shared"]
    assert state["standings"][3]["split"] == {"key": "reached", "mine": 2, "theirs": 2, "other": "e4"}
    assert rows["2"]["trace"] == [{"clause": "GMK-07", "op": "out_in_round", "operands": [2, 8], "value": 3}]
    assert [row["finished"] for row in state["rounds"]] == [True, False, False]
    assert [row["byes"] for row in state["rounds"]] == [["e1", "e2"], [], []]
    assert blocked(state) == [("results_missing", 3)]
    assert planned_matches(RULES, setup_of(book), 3, state) == ([], [])


def test_a_match_counts_as_confirmed_when_signed_or_forfeited() -> None:
    book = Drawn(RULES, 4)
    one, other = book.open_round(1)
    hashes = book.records(one, [game_of(1, "A A five"), game_of(2, "B A five")])
    book.decide(other)
    (first, _) = book.state()["rounds"]
    assert (first["finished"], first["official"], first["handed_in"], first["confirmed"]) == (True, False, 2, 1)
    book.confirm(one, hashes)
    (first, _) = book.state()["rounds"]
    assert (first["official"], first["confirmed"]) == (True, 2)


def test_a_match_for_third_place_is_opened_with_the_final() -> None:
    book = Drawn(PLACED, 4)
    book.play(rounds=1)
    seats, byes = planned_matches(PLACED, setup_of(book), 2, book.state())
    assert [(seat["match"], seat["table"], seat["final"]) for seat in seats] == [("r2-m1", 1, True), ("r2-m2", 2, False)]
    assert byes == []
    final, third = book.open_round(2)
    book.decide(final)
    state = book.state()
    assert (state["bracket"]["champion"], state["plan"]["over"]) == ("e1", False)
    rows = {row["entrant"]: row for row in state["standings"]}
    assert [(rows[one]["rank"], rows[one]["shared"], rows[one]["status"]) for one in ("e3", "e4")] == [(3, True, "in")] * 2
    assert rows["e3"]["current"]["match"] == third
    book.decide(third, 4)
    state = book.state()
    assert [(row["rank"], row["entrant"], row["split_by"]) for row in state["standings"]] == [
        (1, "e1", ""),
        (2, "e2", "final"),
        (3, "e4", "reached"),
        (4, "e3", "third_place"),
    ]
    assert state["standings"][3]["split"] == {"key": "third_place", "mine": 0, "theirs": 1, "other": "e4"}
    assert state["plan"]["over"]


def test_with_one_loser_of_the_semi_finals_nobody_plays_for_third_place() -> None:
    book = Drawn(PLACED, 3)
    book.play()
    state = book.state()
    assert [(row["rank"], row["entrant"]) for row in state["standings"]] == [(1, "e1"), (2, "e2"), (3, "e3")]
    assert row_of(state, "r2-m2")["winner"] == "e3"
    assert (state["rounds"][1]["byes"], state["rounds"][1]["matches"], state["plan"]["over"]) == ([], 1, True)


# ------------------------------------------------------------------------------------------------ draws and rounds that are not there


def test_nothing_is_planned_before_the_draw_and_nothing_breaks() -> None:
    undrawn = Drawn(RULES, 5)
    undrawn.entries.pop()
    state = undrawn.state()
    assert state["plan"]["draws"] == [{"draw": "entrants"}]
    assert state["plan"]["blocked"] == [{"code": "draw_missing", "values": {"draw": "entrants"}}]
    assert (state["bracket"], state["plan"]["rounds"], state["plan"]["over"]) == ({"size": 0, "rounds": [], "champion": None}, 3, False)
    assert planned_matches(RULES, setup_of(undrawn), 1, state) == ([], [])
    undrawn.add("draw", draw="entrants", method="recorded", seed="", order=["e1", "e2", "e3", "e4"])
    assert undrawn.state()["plan"]["draws"] == [{"draw": "entrants"}], "a draw that leaves somebody out is none"
    undrawn.add("entrant_out", entrant="e5")
    assert undrawn.state()["plan"]["blocked"] == []


@pytest.mark.parametrize("entrants", [0, 1])
def test_one_entrant_makes_no_event(entrants: int) -> None:
    book = Drawn(RULES, entrants)
    state = book.state()
    assert {"code": "too_few_entrants", "values": {"entrants": entrants, "least": 2}} in state["plan"]["blocked"]
    assert (state["rounds"], state["bracket"]["rounds"], state["plan"]["over"]) == ([], [], False)


def test_there_is_no_round_outside_the_plan() -> None:
    book = Drawn(RULES, 4)
    for number in (0, 3, -1):
        assert planned_matches(RULES, setup_of(book), number, book.state()) == ([], [])
    assert planned_matches(RULES, setup_of(book), 2, None) == ([], [])


def test_a_draw_after_the_first_round_was_opened_shows_in_the_bracket() -> None:
    book = Drawn(RULES, 4)
    book.open_round(1)
    book.add("draw", draw="entrants", method="recorded", seed="", order=["e4", "e2", "e3", "e1"])
    state = book.state()
    assert blocked(state) == [("bracket_differs", "r1-m1"), ("results_missing", 2)]
    assert row_of(state, "r1-m1")["due"] == {"ns": "e4", "ew": "e1"}


# ------------------------------------------------------------------------------------------------ results that change


def corrected() -> tuple[Drawn, str]:
    """Four entrants; 1 beat 4 and 2 beat 3; the final 1 against 2 is opened; then it turns out that 4 had won."""
    book = Drawn(RULES, 4)
    first, second = book.open_round(1)
    book.record(first, game_of(1, "A A five"))
    last = book.record(first, game_of(2, "B A five"))
    book.decide(second)
    book.open_round(2)
    book.record(first, game_of(2, "B B five"), kind="correction", supersedes=last)
    return book, book.record(first, game_of(3, "A B five"))


def test_the_bracket_says_that_the_wrong_winner_was_seated() -> None:
    book, _ = corrected()
    state = book.state()
    final = row_of(state, "r2-m1")
    assert (final["ns"], final["ew"], final["differs"], final["due"]) == ("e1", "e2", True, {"ns": "e2", "ew": "e4"})
    assert blocked(state) == [("bracket_differs", "r2-m1")]
    assert seats_to_change(state) == [{"match": "r2-m1", "ns": "e2", "ew": "e4"}]
    seats, _ = planned_matches(RULES, setup_of(book), 2, state)
    assert [(seat["ns"]["entrant"], seat["ew"]["entrant"]) for seat in seats] == [("e2", "e4")]
    assert [(row["rank"], row["entrant"], row["status"]) for row in state["standings"]] == [
        (1, "e2", "in"),
        (1, "e4", "in"),
        (3, "e1", "out"),
        (3, "e3", "out"),
    ]


def test_the_value_of_the_corrected_match_says_who_has_to_move() -> None:
    book, _ = corrected()
    change = FORMATS["knockout"].winner_change(RULES, setup_of(book), book.match("r1-m1"))
    assert change == {"match": "r2-m1", "seats": {"ns": "e2", "ew": "e4"}}
    assert FORMATS["knockout"].winner_change(RULES, setup_of(book), book.match("r1-m2")) is None, "2 sits there already"
    assert FORMATS["knockout"].winner_change(RULES, setup_of(book), book.match("r2-m1")) is None, "nothing comes after the final"
    upper = Drawn(UPPER, 4)
    upper.play(rounds=1)
    upper.open_round(2)
    upper.entries = [entry for entry in upper.entries if not (entry.kind == "forfeit" and entry.match == "r1-m1")]
    assert FORMATS["knockout"].winner_change(UPPER, setup_of(upper), upper.match("r1-m1")) is None, "undecided: nobody to seat"
    upper.decide("r1-m1", 4)
    assert FORMATS["knockout"].winner_change(UPPER, setup_of(upper), upper.match("r1-m1")) == {"match": "r2-m1", "seats": {"ns": "e4"}}


def test_whoever_is_seated_anew_plays_and_the_bracket_is_right_again() -> None:
    book, _ = corrected()
    book.reseat(**seats_to_change(book.state())[0])
    state = book.state()
    assert (row_of(state, "r2-m1")["differs"], blocked(state)) == (False, [])
    assert FORMATS["knockout"].winner_change(RULES, setup_of(book), book.match("r1-m1")) is None
    book.decide("r2-m1", 4)
    assert book.state()["bracket"]["champion"] == "e4"


def test_what_the_chief_referee_lets_stand_differs_no_more() -> None:
    book, _ = corrected()
    book.reseat(match="r2-m1", ns="e1", ew="e2", ruled=True)
    state = book.state()
    assert (row_of(state, "r2-m1")["differs"], blocked(state), seats_to_change(state)) == (False, [], [])
    assert changes_after(RULES, setup_of(book), book.match("r1-m1")) == []
    book.decide("r2-m1", 1)
    state = book.state()
    assert (state["bracket"]["champion"], state["plan"]["over"]) == ("e1", True)


def test_a_result_that_is_taken_back_leaves_the_next_match_as_it_was_opened() -> None:
    book, third = corrected()
    book.add("void", match="r1-m1", game=1, number=3, supersedes=third)
    state = book.state()
    assert (row_of(state, "r1-m1")["decided"], row_of(state, "r2-m1")["differs"]) == (False, False)
    assert [row["finished"] for row in state["rounds"]] == [False, False]


def test_a_changed_semi_final_moves_the_loser_of_the_match_for_third_place_too() -> None:
    book = Drawn(PLACED, 4)
    book.play(rounds=1)
    book.open_round(2)
    wrong = next(entry for entry in book.entries if entry.kind == "forfeit" and entry.match == "r1-m1")
    book.add("withdrawn", match="r1-m1", supersedes=wrong.hash)
    book.decide("r1-m1", 4)
    state, setup = book.state(), setup_of(book)
    changes = changes_after(PLACED, setup, book.match("r1-m1"))
    assert changes == [{"match": "r2-m1", "seats": {"ns": "e2", "ew": "e4"}}, {"match": "r2-m2", "seats": {"ns": "e1", "ew": "e3"}}]
    assert blocked(state) == [("bracket_differs", "r2-m1"), ("bracket_differs", "r2-m2")]
    assert FORMATS["knockout"].winner_change(PLACED, setup, book.match("r1-m1")) == changes[0]
    for body in seats_to_change(state):
        book.reseat(**body)
    assert blocked(book.state()) == []


def test_nobody_comes_from_a_match_that_both_forfeited() -> None:
    book = Drawn(RULES, 8)
    book.play(absent={"r1-m2": ["NS", "EW"]}, rounds=1)
    seats, byes = planned_matches(RULES, setup_of(book), 2, book.state())
    assert ([seat["match"] for seat in seats], [seat["table"] for seat in seats], byes) == (["r2-m2"], [1], ["e1"])
    state = book.state()
    row = row_of(state, "r2-m1")
    assert (row["ns"], row["ew"], row["bye"], row["decided"], row["winner"], row["opened"]) == ("e1", None, True, True, "e1", False)
    assert row_of(state, "r3-m1")["ns"] == "e1", "who has a walkover goes on at once"
    assert state["rounds"][1]["byes"] == ["e1"]


def test_who_was_seated_against_nobody_wins_once_the_other_is_stated_absent() -> None:
    """Both of a match are found to have been away after the next match was opened with one of them."""
    book = Drawn(RULES, 4)
    book.play(rounds=1)
    book.open_round(2)
    book.add("forfeit", match="r1-m2", sides=["NS"])
    state = book.state()
    assert (row_of(state, "r1-m2")["winner"], row_of(state, "r1-m2")["decided"]) == (None, True)
    assert blocked(state) == [("bracket_differs", "r2-m1")]
    assert changes_after(RULES, setup_of(book), book.match("r1-m2")) == []
    assert book.seats("r2-m1") == {"NS": "e1", "EW": "e2"}
    book.add("forfeit", match="r2-m1", sides=["EW"])
    state = book.state()
    assert (blocked(state), state["bracket"]["champion"]) == ([], "e1")


def test_a_match_that_has_to_be_played_after_all_is_missing_from_its_round() -> None:
    """Both were stated absent, round two was opened with a walkover, then one of the two was there."""
    book = Drawn(RULES, 8)
    book.play(absent={"r1-m2": ["NS", "EW"]}, rounds=1)
    book.open_round(2)
    stated = next(entry.hash for entry in book.entries if entry.kind == "forfeit" and entry.match == "r1-m2")
    book.add("withdrawn", match="r1-m2", supersedes=stated)
    book.decide("r1-m2", 5)
    assert blocked(book.state())[0] == ("bracket_differs", "r2-m1")
    book.open_round(2)  # stated again, with all its matches
    assert blocked(book.state()) == [("results_missing", 3)]


def test_a_final_that_both_forfeit_has_no_champion() -> None:
    book = Drawn(RULES, 2)
    book.play(absent={"r1-m1": ["NS", "EW"]})
    state = book.state()
    assert (state["bracket"]["champion"], state["plan"]["over"]) == (None, True)
    assert [(row["rank"], row["shared"], row["status"], row["lost_to"]) for row in state["standings"]] == [(2, True, "out", None)] * 2


def test_where_the_winner_goes() -> None:
    setup = setup_of(Drawn(PLACED, 6))
    assert next_match_of(PLACED, setup, "r1-m3") == {"match": "r2-m2", "side": ""}
    assert next_match_of(UPPER, setup, "r1-m3") == {"match": "r2-m2", "side": "NS"}
    for nothing in ("r3-m1", "r3-m2", "r1-m5", "r0-m1", "r1-m0", "", "r1-2v7-p1", "r1-m1\n", "r9999-m1"):
        assert next_match_of(PLACED, setup, nothing) is None


# ------------------------------------------------------------------------------------------------ the order of arrival


def course(seed: int, rules: Rulebook) -> Drawn:
    """An event as it may go: games, conflicts, corrections, voids, forfeits stated and taken back, rounds opened early where that can
    be, people seated anew. What the entries say need not be sensible."""
    chance = random.Random(seed)
    book = Drawn(rules, chance.randint(2, 9))
    opened: list[str] = []
    live: dict[str, list[str]] = {}
    for _ in range(chance.randint(5, 60)):
        number = len({code.split("-")[0] for code in opened}) + 1
        if not opened or chance.random() < 0.2:
            state = book.state()
            seats, _ = planned_matches(rules, setup_of(book), number, state)
            if seats:
                opened += book.open_round(number)
            for body in seats_to_change(state):
                if chance.random() < 0.5:
                    book.reseat(**body)
            continue
        code = chance.choice(opened)
        did, mine = chance.random(), live.setdefault(code, [])
        text = f"{chance.choice('AB')} {chance.choice(['A five', 'B five', 'A resigned', 'B forfeit', '- draw'])}"
        game = game_of(chance.randint(1, 4), text)
        if did < 0.6:
            mine.append(book.record(code, game))
        elif did < 0.75 and mine:
            mine.append(book.record(code, game, kind="correction", supersedes=chance.choice(mine)))
        elif did < 0.8 and mine:
            book.add("void", match=code, game=1, number=game["game"], supersedes=chance.choice(mine))
        elif did < 0.95:
            mine.append(book.add("forfeit", match=code, sides=chance.choice([["NS"], ["EW"], ["NS", "EW"]])))
        elif mine:
            book.add("withdrawn", match=code, supersedes=chance.choice(mine))
    return book


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.sampled_from([RULES, PLACED, UPPER]), st.randoms(use_true_random=False))
def test_the_incremental_path_gives_the_bytes_of_the_fold(seed: int, rules: Rulebook, chance: random.Random) -> None:
    book = course(seed, rules)
    kept, read = Kept(rules), 0
    while read < len(book.entries):
        upto = min(len(book.entries), read + chance.randint(1, 6))
        assert kept.read(book.entries[read:upto]) == canonical(fold(rules, book.entries[:upto], book="c1"))
        read = upto


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_the_order_in_which_matches_are_heard_of_changes_nothing(seed: int, chance: random.Random) -> None:
    """The entries of one match stay in their order, and those of the setup in theirs; how they interleave is all one."""
    book = course(seed, RULES)
    queues: dict[str, list[Entry]] = {}
    for entry in book.entries:
        queues.setdefault(entry.match, []).append(entry)
    mixed: list[Entry] = []
    while queues:
        match = chance.choice(sorted(queues))
        mixed.append(replace(queues[match].pop(0), seq=len(mixed) + 1))
        queues = {one: rest for one, rest in queues.items() if rest}
    state = canonical(fold(RULES, book.entries))
    assert canonical(fold(RULES, mixed)) == state
    chance.shuffle(mixed)
    assert canonical(fold(RULES, mixed)) == state


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.sampled_from([RULES, PLACED, UPPER]))
def test_whatever_happens_the_bracket_says_the_same_as_the_matches(seed: int, rules: Rulebook) -> None:
    book = course(seed, rules)
    state, setup = book.state(), setup_of(book)
    rows = {row["match"]: row for drawn in state["bracket"]["rounds"] for row in drawn["matches"]}
    for match in state["matches"]:
        row = rows[match["match"]]
        assert (row["ns"], row["ew"]) == (match["ns"]["entrant"], match["ew"]["entrant"])
        if match["winner"] and match["state"] in ("complete", "forfeited"):
            assert row["winner"] == match[match["winner"].lower()]["entrant"]
        for change in changes_after(rules, setup, match):
            after = rows[change["match"]]
            assert after["differs"]
            assert after["due"] is None or change["seats"].items() <= after["due"].items()
    assert sorted(row["entrant"] for row in state["standings"]) == sorted(book.entrants)
    assert [row["rank"] for row in state["standings"]] == sorted(row["rank"] for row in state["standings"])
    differs = {row["match"] for row in rows.values() if row["differs"]}
    assert {row["values"]["match"] for row in state["plan"]["blocked"] if row["code"] == "bracket_differs"} == differs
    canonical(state)
