"""Players on the move (斗地主 范文四): movements for any number of tables, whole events, the incremental path."""

import json
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.entries import Entry
from scoring.fold import canonical, fold
from scoring.formats.travelling import movement
from scoring.formats.travelling.movement import Movement
from scoring.nodes import is_setup, planned_matches
from scoring.rulebook import load_file
from scoring.sides import THREE
from tests.scoring.kept import Kept
from tests.scoring.trios import Trios, chunks

RULES = load_file("doudizhu-travelling")
HANDS = ["1 0 0 | won", "0 0 2 | lost b1", "3 | won rocket", "0 0 0 1 0 0 | lost", "0 0 0 0", "1 2 3 | won b2", "0 2 0 3 | lost"]
FRESH = Movement(1, None)


def any_event(seed: int) -> Trios:
    """Six or nine players, some rounds of them, and what can happen at a table."""
    chance = Random(seed)
    book = Trios(RULES, 3 * chance.randint(1, 3))
    book.draw(order=chance.sample(book.entrants, len(book.entrants)))
    for number in range(1, chance.randint(1, book.state()["plan"]["rounds"]) + 1):
        for match in book.open_round(number):
            hashes = book.table(match, [chance.choice(HANDS) for _ in range(chance.choice([3, 3, 3, chance.randint(0, 3)]))])
            if hashes and chance.random() < 0.2:
                book.add("void", match=match, game=1, number=len(hashes), supersedes=hashes[-1])
            if hashes and chance.random() < 0.2:
                record = next(entry for entry in book.entries if entry.hash == hashes[0]).body["record"]
                book.record(match, {**record, "bids": [0, 0, 0, 0], "landlord": None, "out": None, "bombs": 0, "rocket": False}, "hand")
            if chance.random() < 0.2:
                fine = book.penalty(match, "early_move", chance.choice(THREE), count=chance.randint(1, 2))
                if chance.random() < 0.4:
                    book.add("withdrawn", match=match, supersedes=fine)
            if chance.random() < 0.6:
                book.sign(match)
            if chance.random() < 0.1:
                book.add("forfeit", match=match, sides=[chance.choice(THREE)])
        if chance.random() < 0.2:
            book.add("round_locked", round=number)
    return book


@pytest.mark.parametrize("tables", range(1, 14))
def test_everybody_has_one_seat_in_every_round(tables: int) -> None:
    for direction in (1, -1):
        for number in range(1, 2 * tables + 1):
            places = movement.places(tables, number, Movement(direction, 2))
            for seat in THREE:
                assert sorted(place.seats[seat] for place in places) == list(range(1, tables + 1))
            assert sorted(place.boards for place in places) == list(range(1, tables + 1))


@pytest.mark.parametrize("tables", range(1, 14))
def test_freshly_dealt_hands_are_never_replayed(tables: int) -> None:
    assert movement.replays(tables, 2 * tables, FRESH) == []
    assert movement.longest_without_replay(tables, FRESH) == tables


@pytest.mark.parametrize("tables", range(2, 14))
def test_boards_carried_by_seat_3_are_replayed_by_him_in_round_2(tables: int) -> None:
    """The defect of the text, for any number of tables."""
    again = movement.replays(tables, 2, Movement(1, -1))
    mine = [(row.round, row.seat) for row in again if row.seat == "3"]
    assert mine == [(2, "3")] * tables


@pytest.mark.parametrize("tables", range(2, 14))
def test_a_shift_plays_through_only_where_the_tables_have_no_2_or_3_in_them(tables: int) -> None:
    through = [shift for shift in range(tables) if movement.longest_without_replay(tables, Movement(1, shift)) == tables]
    assert bool(through) == (tables % 2 != 0 and tables % 3 != 0)
    assert not {0, 1, tables - 1} & set(through)


@pytest.mark.parametrize("tables", range(2, 14))
def test_seats_2_and_3_meet_again_half_way_where_the_tables_are_even(tables: int) -> None:
    met = movement.partners_again(tables, tables, FRESH)
    assert bool(met) == (tables % 2 == 0)
    assert {(row.seat, row.partner) for row in met} <= {("2", "3")}
    assert {row.round for row in met} <= set(range(tables // 2 + 1, tables + 1))


def test_a_replay_is_found_wherever_a_player_has_a_set_twice() -> None:
    """Against a plain count over all rounds."""
    for tables, shift in [(4, 2), (6, 2), (6, 5), (5, 1)]:
        moving = Movement(1, shift)
        seen: dict[tuple[str, int, int], int] = {}
        for number in range(1, tables + 1):
            for place in movement.places(tables, number, moving):
                for seat, began in place.seats.items():
                    seen[seat, began, place.boards] = seen.get((seat, began, place.boards), 0) + 1
        assert len(movement.replays(tables, tables, moving)) == sum(count - 1 for count in seen.values())


@pytest.mark.parametrize("card", ["C1", "H0", "H", "", "h4", "H-1", "S١"])
def test_a_card_that_is_not_in_the_draw(card: str) -> None:
    with pytest.raises(ValueError, match="not a card of the draw"):
        movement.place_of(card)


def test_only_the_draw_of_round_1_seats_anybody() -> None:
    """A later draw of the same kind is none of this format's."""
    book = Trios(RULES, 6)
    book.draw()
    book.open_round(1)
    before = planned_matches(RULES, book.setup(), 2, book.state())
    book.draw(2, list(reversed(book.entrants)))
    assert planned_matches(RULES, book.setup(), 2, book.state()) == before
    assert book.state()["next"] == {"round": 2, "stage": "", "entrants": book.entrants, "seats_known": True}


def test_a_draw_that_names_others_is_wanted_again() -> None:
    book = Trios(RULES, 6)
    book.draw(order=book.entrants[:3])
    plan = book.state()["plan"]
    assert [row["code"] for row in plan["blocked"]] == ["draw_missing"]
    assert plan["draws"] == [{"draw": "groups", "round": 1, "entrants": book.entrants, "method": "any", "partial": False}]


def test_boards_that_travel_keep_their_openers() -> None:
    """With four boards a table the fifth begins the second set: its first hand is opened by seat 2 wherever it lies."""
    rules = RULES.with_overrides(
        {"tally_rules.hands.count": 4, "format_rules.board_movement": "shift", "format_rules.board_shift": 2, "format_rules.rounds": 2}
    )
    book = Trios(rules, 15)
    book.draw()
    for number in (1, 2):
        book.open_round(number)
    for seat in book.setup()["matches"]:
        assert seat["hands_before"] == 4 * (seat["board_set"] - 1)
    first = {(seat["round"], seat["table"]): seat["board_set"] for seat in book.setup()["matches"]}
    assert (first[2, 1], first[2, 3]) == (4, 1)


def test_the_replays_name_who_replays() -> None:
    rules = RULES.with_overrides({"format_rules.board_movement": "with_seat3", "format_rules.rounds": 2})
    book = Trios(rules, 9)
    assert {row["entrant"] for row in book.state()["movement"]["replays"]} == {""}
    book.draw()
    found = book.state()["movement"]
    assert [(row["round"], row["table"], row["seat"], row["board"], row["entrant"]) for row in found["replays"][:2]] == [
        (2, 1, "3", 2, "e6"),
        (2, 2, "3", 3, "e9"),
    ]


def test_who_ranks_where_before_is_told_after_the_second_round() -> None:
    book = Trios(RULES, 6)
    book.draw()
    for match in book.open_round(1):
        book.table(match, ["3 | won"] + ["0 0 0 0"] * 2)
    assert book.state()["previous"] == {}
    for match in book.open_round(2):
        book.table(match, ["3 | lost"] + ["0 0 0 0"] * 2)
    state = book.state()
    assert state["previous"]["e1"] == 1
    assert [row["rank"] for row in state["standings"]] == [1, 1, 1, 1, 1, 1]
    assert state["plan"]["over"] is True
    assert state["next"] is None
    assert {row["status"] for row in state["standings"]} == {"in"}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.lists(st.integers(1, 30), min_size=1, max_size=4))
def test_what_is_kept_is_what_is_folded(seed: int, sizes: list[int]) -> None:
    book = any_event(seed)
    kept, seen = Kept(RULES), []
    for part in chunks(book.entries, sizes):
        seen += part
        assert kept.read(part) == canonical(fold(RULES, seen, book="c1"))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_the_order_in_which_tables_hand_in_changes_nothing(seed: int, order: int) -> None:
    """Entries of different matches change places; those of one match keep theirs, for what was said last of a place counts."""
    book = any_event(seed)
    setup = [entry for entry in book.entries if is_setup(entry)]
    by_match: dict[str, list[Entry]] = {}
    for entry in book.entries:
        if entry.match:
            by_match.setdefault(entry.match, []).append(entry)
    chance, played = Random(order), list[Entry]()
    while by_match:
        match = chance.choice(sorted(by_match))
        played.append(by_match[match].pop(0))
        if not by_match[match]:
            del by_match[match]
    moved = [replace(entry, seq=seq) for seq, entry in enumerate([*setup, *played], start=1)]
    wanted = fold(RULES, book.entries)
    assert canonical(fold(RULES, moved) | {"seq": wanted["seq"]}) == canonical(wanted)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9))
def test_every_state_adds_up(seed: int) -> None:
    """A hand sums to nothing, fines alone take points out; ranks are 1, 2, 2, 4; nothing but JSON."""
    state = any_event(seed).state()
    assert json.loads(canonical(state)) == state
    finished = {row["round"] for row in state["rounds"] if row["finished"]}
    for match in state["matches"]:
        for row in match["hands"]:
            assert sum(row["points"].values()) == 0
            assert abs(max(row["points"].values(), key=abs)) * 2 == sum(map(abs, row["points"].values())) or not any(row["points"].values())
    for place, row in enumerate(state["standings"]):
        counted = [leg["points"] for leg in row["rounds"] if leg["round"] in finished]
        assert row["points"] == sum(counted) == row["trace"][0]["value"]
        assert row["rank"] == 1 + sum(other["points"] > row["points"] for other in state["standings"])
        assert row["shared"] == (sum(other["points"] == row["points"] for other in state["standings"]) > 1)
        if place:
            assert row["split_by"] == ("shared" if row["rank"] == state["standings"][place - 1]["rank"] else "points")
    seats = [{match[side]["entrant"] for side in THREE} for match in state["matches"]]
    assert all(len(three) == 3 for three in seats)
    for (one, first), (other, second) in combinations(list(zip(state["matches"], seats, strict=True)), 2):
        assert one["round"] != other["round"] or not first & second
