"""scoring, given the entries of the kept 80分 events, comes to the tables and to every board that were worked without it."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from events.plays.kinds import KINDS, read_event
from scoring.fold import canonical, fold
from scoring.games import GAMES
from scoring.nodes import is_setup, setup_node
from scoring.rulebook import load_file
from tests.plays.book import Book
from tests.plays.eighty import PAIRS, TEAMS, boards_of_pairs, boards_of_teams
from tests.plays.worked import worked


@pytest.fixture(scope="module")
def teams() -> Iterator[ModuleType]:
    yield from worked(TEAMS)


@pytest.fixture(scope="module")
def pairs() -> Iterator[ModuleType]:
    yield from worked(PAIRS)


@pytest.fixture(scope="module", params=[TEAMS, PAIRS])
def book(request: pytest.FixtureRequest) -> Book:
    made = Book(read_event(request.param), load_file(request.param))
    made.play()
    return made


def results(book: Book) -> Any:
    return KINDS[book.event.kind].results(book.state(), book.named)


def test_table_is_that_of_the_working(book: Book) -> None:
    assert book.table() == [dict(row) for row in book.event.expected]


def test_nothing_is_open(book: Book) -> None:
    state = book.state()
    assert all(row["official"] for row in state["rounds"])
    assert [(row["match"], row["findings"]) for row in state["matches"] if row["findings"]] == []
    assert sum(len(match["hands"]) for match in state["matches"]) == book.event.hands
    assert state["plan"]["blocked"] == []


def test_seats_are_those_of_the_file(book: Book) -> None:
    state = book.state()
    contender = "team" if book.event.kind == "eighty_teams" else "entrant"
    seated = {row["match"]: tuple(book.named[row[side][contender]].number for side in ("ns", "ew")) for row in state["matches"]}
    assert seated == {match.meeting: match.sides for match in book.event.matches.values()}


def test_every_board_is_that_of_the_working(book: Book, teams: ModuleType, pairs: ModuleType) -> None:
    expected = boards_of_teams(teams) if book.event.kind == "eighty_teams" else boards_of_pairs(pairs)
    assert results(book) == expected


def test_order_of_arrival_changes_nothing_that_counts(book: Book) -> None:
    """The hands of the whole event change places with one another; confirmations name hashes, wherever these stand."""
    hands = [index for index, entry in enumerate(book.entries) if entry.kind == "hand"]
    moved = list(book.entries)
    for index, other in zip(hands, reversed(hands), strict=True):
        moved[index] = book.entries[other]
    assert moved != book.entries
    assert canonical(fold(book.rulebook, moved)) == canonical(book.state())


@pytest.mark.parametrize("room", ["open", "closed"])
def test_another_trump_than_the_fixed_one_does_not_fit_the_seat(book: Book, room: str) -> None:
    """The trump of a board stays for the whole event, at every table: what an official fixed refuses every other."""
    game, state = GAMES[book.rulebook.game], setup_node(book.rulebook, [entry for entry in book.entries if is_setup(entry)])
    seat = next(seat for seat in state["matches"] if seat["room"] in ("", room))
    right = next(record for record in book.event.matches[seat["match"]].records if record["board"] == seat["boards"][1])
    other = next(trump for trump in ("S", "H") if trump != right["trump"])
    assert game.fits_seat(book.rulebook, right, seat) == ()
    assert [fault.code for fault in game.fits_seat(book.rulebook, {**right, "trump": other}, seat)] == ["trump_differs"]
    assert [fault.code for fault in game.fits_seat(book.rulebook, {**right, "rank": "A"}, seat)] == ["rank_differs"]
