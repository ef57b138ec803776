"""scoring, given the entries of the kept 斗地主 events, comes to the tables that were worked without it."""

import random
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

import pytest

from events.plays.event_file import PLAYS
from events.plays.kinds import read_event
from scoring.fold import canonical, fold
from scoring.rulebook import load_file
from tests.plays.book import Book
from tests.plays.doudizhu import EVENTS, LADDER, POINTS, tables_worked
from tests.plays.worked import worked


@pytest.fixture(scope="module", params=EVENTS)
def played(request: pytest.FixtureRequest) -> Iterator[tuple[Book, ModuleType]]:
    """Each event as entries, and the script that works it."""
    event = read_event(request.param)
    book = Book(event, load_file(event.rulebook).with_overrides(event.settings))
    book.play()
    for module in worked(request.param):
        yield book, module


def test_table_is_that_of_the_working(played: tuple[Book, ModuleType]) -> None:
    book, _ = played
    assert book.table() == [dict(row) for row in book.event.expected]
    state = book.state()
    assert all(row["official"] for row in state["rounds"] if row["opened"])
    assert state["plan"]["over"]
    assert [finding for match in state["matches"] for finding in match["findings"]] == []
    assert sum(len(match["hands"]) for match in state["matches"]) == book.event.hands


def test_seats_are_those_of_the_file(played: tuple[Book, ModuleType]) -> None:
    book, _ = played
    for match in book.state()["matches"]:
        stated = book.event.matches[match["match"]].sides
        assert stated in (None, tuple(book.named[match[side]["entrant"]].number for side in book.kind.SIDES))


def test_every_hand_is_that_of_the_working(played: tuple[Book, ModuleType]) -> None:
    """Points of every deal, which are extra hands, who ends with how much at which place."""
    book, working = played
    if book.event.rulebook == LADDER:
        every_game_of_the_ladder(book, working)
        return
    matches = {match["match"]: match for match in book.state()["matches"] if match["state"] != "forfeited"}
    tables = tables_worked(working)
    assert {table.code for table in tables if table.hands} == set(matches)
    for table in (table for table in tables if table.hands):
        value = matches[table.code]
        mine = [(int(hand.row["hand"]), hand.kind, getattr(hand, "extra", False), by_side(hand.points)) for hand in table.hands]
        assert mine == [(row["number"], row["kind"], row["extra"], row["points"]) for row in value["hands"]], table.code
        assert by_side(table.totals) == value["points"], table.code
        assert {str(seat): table.place(seat) for seat in working.SEATS} == value["places"], table.code


def every_game_of_the_ladder(book: Book, working: ModuleType) -> None:
    """Who won, who lost, who is disqualified."""
    matches = {match["match"]: match for match in book.state()["matches"]}
    _, sessions, _ = working.play_all(*working.read())
    for game in (game for games in sessions for game in games):
        value = matches[game.code]
        assert {str(seat): result for seat, result in game.results.items()} == value["results"], game.code
        assert {str(seat): [code] for seat, code in game.out.items()} == value["disqualified"], game.code


def by_side(points: Mapping[int, int]) -> dict[str, int]:
    return {str(seat): value for seat, value in points.items()}


@pytest.mark.parametrize("rulebook", POINTS)
def test_order_of_arrival_within_the_tables_changes_nothing(rulebook: str) -> None:
    """Hands that hang together, with bells and penalties between them, arrive in any order."""
    event = read_event(rulebook)
    book = Book(event, load_file(rulebook).with_overrides(event.settings))
    book.play()
    places: dict[str, list[int]] = {}
    for place, entry in enumerate(book.entries):
        if entry.kind == "hand":
            places.setdefault(entry.match, []).append(place)
    moved: list[Any] = list(book.entries)
    chance = random.Random(7)
    for own in places.values():
        for place, other in zip(own, chance.sample(own, len(own)), strict=True):
            moved[place] = book.entries[other]
    assert moved != book.entries
    assert canonical(fold(book.rulebook, moved)) == canonical(book.state())


def test_later_correction_changes_who_sits_at_the_next_table() -> None:
    event = read_event("healthcup-doudizhu")
    book = Book(event, load_file(event.rulebook))
    book.play()
    moved = [entry for entry in book.entries if entry.kind == "reseated"]
    assert [entry.body["match"] for entry in moved] == ["r2-t3"]
    stated = next(entry for entry in book.entries if entry.kind == "round_opened" and entry.body["round"] == 2)
    before = next(seat for seat in stated.body["seats"] if seat["match"] == "r2-t3")
    assert {before[side] for side in book.kind.SIDES} != {moved[0].body[side] for side in book.kind.SIDES}


def test_every_event_is_kept() -> None:
    assert {path.parent.name for path in PLAYS.glob("*doudizhu*/event.json")} == set(EVENTS)
