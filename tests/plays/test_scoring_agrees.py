"""scoring, given the entries of the kept event, comes to the table that was worked without it."""

import random
from types import ModuleType

import pytest

from events.plays.event_file import EventFile
from scoring.fold import canonical, fold
from scoring.formats.round_robin.schedule import meetings
from scoring.rulebook import Rulebook, load_file
from tests.plays.facts import table_of, whole_event


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return load_file("healthcup-guandan")


def test_rounds_are_those_of_the_working(working: ModuleType, rulebook: Rulebook) -> None:
    for number in range(1, 8):
        met, bye = meetings(rulebook, 8, number)
        assert bye is None
        assert met == sorted((low, high) for low in range(1, 9) for high in range(low + 1, 9) if working.round_of(low, high) == number)


def test_table_is_that_of_the_working(event: EventFile, working: ModuleType, rulebook: Rulebook) -> None:
    entries = whole_event(event, working.round_of, rulebook=rulebook.id, digest=rulebook.digest)
    state = fold(rulebook, entries)
    assert table_of(event, state) == [dict(row) for row in event.expected]
    assert sum(len(match["hands"]) for match in state["matches"]) == event.hands == 545
    states = [match["state"] for match in state["matches"]]
    assert (len(states), states.count("annulled"), states.count("forfeited")) == (112, 7, 1)


def test_order_of_arrival_within_the_matches_changes_nothing_that_counts(event: EventFile, working: ModuleType, rulebook: Rulebook) -> None:
    entries = whole_event(event, working.round_of, rulebook=rulebook.id, digest=rulebook.digest)
    expected = fold(rulebook, entries)
    hands = [index for index, entry in enumerate(entries) if entry.kind == "hand"]
    shuffled = hands[:]
    random.Random(7).shuffle(shuffled)
    moved = list(entries)
    for index, other in zip(hands, shuffled, strict=True):
        moved[index] = entries[other]
    assert moved != entries
    # Confirmations name hashes, wherever the hands they cover stand in the book.
    assert canonical(fold(rulebook, moved)) == canonical(expected)
