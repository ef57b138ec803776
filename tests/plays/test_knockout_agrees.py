"""scoring, given the entries of the kept knock-outs, comes to the tables that were worked without it."""

import random
from types import ModuleType

import pytest

from events.plays.kinds import read_event
from scoring.fold import canonical, fold
from scoring.rulebook import load_file
from tests.plays.book import Book
from tests.plays.conftest import CLIMB, GOMOKU, KNOCKOUTS

LEADS = {"time_level": "time_leader", "time_bank": "time_leader"}  # the state has one word for whoever leads at the bell


def whole(rulebook: str) -> Book:
    book = Book(read_event(rulebook), load_file(rulebook))
    book.play()
    return book


@pytest.mark.parametrize("rulebook", KNOCKOUTS)
def test_table_is_that_of_the_working(rulebook: str) -> None:
    book = whole(rulebook)
    assert book.table() == [dict(row) for row in book.event.expected]
    state = book.state()
    assert all(row["official"] for row in state["rounds"])
    assert [row["match"] for row in state["matches"] if row["findings"]] == []
    assert sum(len(match["hands"]) for match in state["matches"]) == book.event.hands


@pytest.mark.parametrize("rulebook", KNOCKOUTS)
def test_seats_are_those_of_the_file(rulebook: str) -> None:
    book = whole(rulebook)
    seated = {
        match["match"]: tuple(book.named[match[side]["entrant"]].number for side in ("ns", "ew")) for match in book.state()["matches"]
    }
    assert seated == {match.meeting: match.sides for match in book.event.matches.values()}


@pytest.mark.parametrize("rulebook", KNOCKOUTS)
def test_later_correction_changes_who_sits_in_the_next_match(rulebook: str) -> None:
    event = read_event(rulebook)
    later = next(match.later for match in event.matches.values() if match.later is not None)
    book = Book(event, load_file(rulebook))
    for number in range(1, later.round):
        book.open_round(number)
        book.play_round(number)
    book.open_round(later.round)
    moved = [entry for entry in book.entries if entry.kind == "reseated"]
    assert len(moved) == 1
    stated = next(entry for entry in book.entries if entry.kind == "round_opened" and entry.body["round"] == later.round)
    before = next(seat for seat in stated.body["seats"] if seat["match"] == moved[0].body["match"])
    assert {before["ns"], before["ew"]} != {moved[0].body["ns"], moved[0].body["ew"]}


def test_every_hand_of_a_climb_is_that_of_the_working(climb: ModuleType) -> None:
    """Points, both levels, who deals next, how each game ends."""
    matches = {match["match"]: match for match in whole(CLIMB).state()["matches"]}
    worked = climb.play_all(*climb.read())
    assert len(worked) == len(matches)
    for match in worked:
        state = matches[match.code]
        hands = [(int(hand.row["hand"]), hand.points, hand.levels, hand.dealer_next) for game in match.games for hand in game.hands]
        after = [(row["number"], row["D"], row["after"]["levels"], row["after"]["dealer"]) for row in state["hands"]]
        assert hands == after, match.code
        games = [(game.winner, LEADS.get(game.why, game.why)) for game in match.games]
        assert games == [(row["winner"], row["reason"]) for row in state["shown"]["games"] if row["winner"]], match.code


def test_every_game_of_gomoku_is_that_of_the_working(gomoku: ModuleType) -> None:
    matches = {match["match"]: match for match in whole(GOMOKU).state()["matches"]}
    side = {"A": "NS", "B": "EW", "": ""}
    for match in gomoku.play_all(*gomoku.read()):
        state = matches[match.code]
        games = [(side[game["black"]], side[game["winner"]], game["reason"]) for game in match.games]
        assert games == [(row["black"], row["winner"], row["reason"]) for row in state["hands"]], match.code
        if match.why != "forfeit":
            assert state["points"] == {"NS": match.won("A"), "EW": match.won("B")}


@pytest.mark.parametrize("rulebook", KNOCKOUTS)
def test_order_of_arrival_within_the_matches_changes_nothing(rulebook: str) -> None:
    """Hands that hang together, with fines and bells between them, arrive in any order."""
    book = whole(rulebook)
    places: dict[str, list[int]] = {}
    for place, entry in enumerate(book.entries):
        if entry.kind == "hand":
            places.setdefault(entry.match, []).append(place)
    moved = list(book.entries)
    chance = random.Random(7)
    for own in places.values():
        for place, other in zip(own, chance.sample(own, len(own)), strict=True):
            moved[place] = book.entries[other]
    assert moved != book.entries
    assert canonical(fold(book.rulebook, moved)) == canonical(book.state())
