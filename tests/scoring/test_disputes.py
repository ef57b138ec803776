"""Disputes in the fold, at every kind of table: what is under review, no hanging on the order of arrival, live equals recomputed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.disputes import KINDS, OPEN, STATES, protest_over, read_disputes
from scoring.entries import Entry
from scoring.fold import canonical, fold
from scoring.games import GAMES
from scoring.matches import match_node
from scoring.nodes import is_setup, setup_node
from scoring.parameters import Rulebook
from scoring.penalties import codes
from scoring.rulebook import load_file
from tests.rulebooks.kinds import doudizhu  # noqa: F401  (loaded first: it gathers the kinds of the formats)
from tests.rulebooks.kinds.gomoku import game_of
from tests.rulebooks.kinds.ladder import SEAT, entries_of
from tests.scoring import climbs
from tests.scoring.books import Written
from tests.scoring.events import any_event
from tests.scoring.kept import Kept
from tests.scoring.pairs import Pairs
from tests.scoring.rooms import Rooms
from tests.scoring.sheets import Sheet
from tests.scoring.trios import Trios

RULES = load_file("healthcup-guandan")
SEEDS = st.integers(0, 10**9)
MANY = settings(max_examples=40, deadline=None)
Played = tuple[Rulebook, Mapping[str, Any], list[Entry]]


def of_book(book: Sheet | Written, match: str) -> Played:
    setup = setup_node(book.rulebook, [entry for entry in book.entries if is_setup(entry)])
    seat = next(seat for seat in setup["matches"] if seat["match"] == match)
    return book.rulebook, seat, [entry for entry in book.entries if entry.match == match]


def match_sum() -> Played:
    book = Written(RULES)
    (match,) = book.open_round(1)
    book.confirm(match, book.hands(match, ["3 x NS double_down", "2 x EW first_third"]))
    return of_book(book, match)


def climb() -> Played:
    played = climbs.any_match(load_file("healthcup-chaodipi"), 5)
    return played.rulebook, climbs.seat(1), played.entries


def best_of() -> Played:
    book = Sheet(load_file("healthcup-gomoku"), 2, players=1)
    (match, *_) = book.open_round(1)
    book.records(match, [game_of(1, "A A five"), game_of(2, "B B five")])
    return of_book(book, match)


def two_rooms() -> Played:
    book = Rooms(load_file("hefei-eighty-teams"))
    match = next(iter(book.boards))
    for board in book.boards[match][:2]:
        book.board(match, board, 60)
    return of_book(book, match)


def match_points() -> Played:
    book = Pairs(load_file("hefei-eighty-pairs"), 6)
    match = book.open_round(1)[0]
    for board in book.seats[match]["boards"]:
        book.board(match, board, 40)
    return of_book(book, match)


def table_of_three() -> Played:
    book = Trios(load_file("doudizhu-travelling"), 3)
    book.draw()
    (match,) = book.open_round(1)
    book.table(match, ["0 0 2 | won b1", "3 | lost"])
    return of_book(book, match)


def single_game() -> Played:
    return load_file("doudizhu-ladder"), SEAT, entries_of({"line": "1: 1 | won", "signed": ["each"]})


TABLES: Mapping[str, Callable[[], Played]] = {
    one.__name__: one for one in (match_sum, climb, best_of, two_rooms, match_points, table_of_three, single_game)
}


@pytest.fixture(params=list(TABLES))
def played(request: pytest.FixtureRequest) -> Played:
    return TABLES[request.param]()


def said(seat: Mapping[str, Any], kinds: str, at: Mapping[str, Any] | None, *, seq: int, pid: str = "q1") -> list[Entry]:
    """Entries about a dispute: a word each, `raise`, `take`, `rule`, `appeal`, `final`, `drop`; `at` is a row of a hand, None the match."""
    place = (
        {"game": at.get("game", 1), "number": at["number"], "room": seat.get("room", "")} if at else {"game": 1, "number": 0, "room": ""}
    )
    ruled = {"outcome": "upheld", "clauses": ["X-1"], "entries": []}
    bodies: Mapping[str, tuple[str, dict[str, Any]]] = {
        "raise": ("dispute", {"side": "EW", "subject": "result"}),
        "take": ("dispute_taken", {}),
        "rule": ("dispute_ruled", {**ruled, "appeal": False, "final": False}),
        "appeal": ("appeal", {"side": "NS"}),
        "final": ("dispute_ruled", {**ruled, "outcome": "dismissed", "appeal": True, "final": True}),
        "drop": ("dispute_withdrawn", {}),
    }
    entries = []
    for number, word in enumerate(kinds.split(), start=seq):
        kind, body = bodies[word]
        about = {"dispute": pid, **body}
        entries.append(
            Entry(number, kind, f"k{number}", f"d{pid}{number}", "", str(seat["match"]), **place, actor="g1", role="referee", body=about)
        )
    return entries


def told(rulebook: Rulebook, seat: Mapping[str, Any], entries: list[Entry]) -> dict[str, Any]:
    return match_node(rulebook, seat, entries)


COURSES = {
    "raise": "raised",
    "raise take": "taken",
    "raise take rule": "ruled",
    "raise rule": "ruled",
    "raise rule appeal": "appealed",
    "raise take rule appeal final": "final",
    "raise drop": "withdrawn",
    "raise rule appeal drop": "final",
}


@pytest.mark.parametrize("course", COURSES)
def test_at_every_kind_of_table_a_dispute_holds_its_hand_and_lets_it_go(played: Played, course: str) -> None:
    rulebook, seat, entries = played
    before = told(rulebook, seat, entries)
    for place in (before["hands"][0], None):
        after = told(rulebook, seat, [*entries, *said(seat, course, place, seq=10**4)])
        state = COURSES[course]
        assert [row["state"] for row in after["disputes"]] == [state]
        held = state in OPEN
        assert after["under_review"] == before["under_review"] + held
        if held:
            assert after["confirmed"] is None
        assert after["hands"][0]["under_review"] is (held and place is not None)
        if not held:
            assert {**after, "disputes": 0} == {**before, "disputes": 0}
        same = ("points", "winner", "played", "results", "shown", "credit")
        moved = {name for name in same if name in before and name != "shown" and after[name] != before[name]}
        assert not moved, "a dispute by itself moves no number"


def test_what_was_never_disputed_has_no_key_for_it(played: Played) -> None:
    assert "disputes" not in told(*played)


@pytest.mark.parametrize("course", COURSES)
def test_what_is_said_of_a_dispute_counts_by_its_kind_not_by_when_it_came(played: Played, course: str) -> None:
    """The same entries under any seqs, and read in any order."""
    rulebook, seat, entries = played
    row = told(rulebook, seat, entries)["hands"][0]
    wanted = canonical(told(rulebook, seat, [*entries, *said(seat, course, row, seq=10**4)]))
    chance = Random(course)
    for _ in range(8):
        late = said(seat, course, row, seq=10**4)
        seqs = chance.sample(range(10**4, 10**4 + 50), len(late))
        mixed = [*entries, *(replace(entry, seq=seq) for entry, seq in zip(late, seqs, strict=True))]
        chance.shuffle(mixed)
        assert canonical(told(rulebook, seat, mixed)) == wanted


def test_a_ruling_without_appeal_is_final_once_the_match_is_signed_or_locked() -> None:
    book = Written(RULES)
    (match,) = book.open_round(1)
    covers = book.hands(match, ["5 x NS double_down"])
    rulebook, seat, entries = of_book(book, match)
    ruled = [*entries, *said(seat, "raise rule", {"number": 2}, seq=100)]
    assert [row["final"] for row in told(rulebook, seat, ruled)["disputes"]] == [False]
    signed = Entry(200, "confirmation", "k", "c", "", match, body={"covers": covers, "side": "EW", "on_behalf": False})
    locked = Entry(200, "table_closed", "k", "c", "", match, body={"match": match})
    for last in (signed, locked):
        row = told(rulebook, seat, [*ruled, last])["disputes"][0]
        assert (row["state"], row["final"]) == ("ruled", True)


def test_until_when_one_may_protest_the_rulebook_says() -> None:
    late = RULES.with_overrides({"protest.deadline": "close"})
    assert protest_over(RULES, confirmed=True, closed=False)
    assert protest_over(RULES, confirmed=False, closed=True)
    assert not protest_over(RULES, confirmed=False, closed=False)
    assert not protest_over(late, confirmed=True, closed=True)
    assert protest_over(late, confirmed=False, closed=False, published=True)


def test_what_nobody_raised_is_no_dispute() -> None:
    _, seat, _ = match_sum()
    assert read_disputes(said(seat, "take rule appeal final drop", None, seq=1)) == ()


def disputed(book: Written, seed: int) -> None:
    """Disputes about hands and matches of an event, each as far as chance takes it."""
    chance = Random(seed)
    matches = [match for match in dict.fromkeys(entry.match for entry in book.entries) if match]
    for turn in range(chance.randint(1, 6) if matches else 0):
        match = chance.choice(matches)
        words = chance.choice(list(COURSES)).split()
        number = chance.randint(0, 5)
        for entry in said({"match": match}, " ".join(words), {"number": number} if number else None, seq=1, pid=f"q{turn}"):
            book.add(entry.kind, match=match, number=number, **entry.body)
            if chance.random() < 0.3:
                book.hand(match, chance.randint(1, 5), "NS double_down")


@MANY
@given(SEEDS)
def test_incremental_equals_full_with_disputes(seed: int) -> None:
    book = any_event(RULES, seed)
    disputed(book, seed)
    kept, chance, start = Kept(RULES), Random(seed), 0
    while start < len(book.entries):
        end = start + chance.randint(1, 40)
        assert kept.read(book.entries[start:end]) == canonical(fold(RULES, book.entries[:end], book="c1"))
        start = end


@MANY
@given(SEEDS, SEEDS)
def test_the_reading_order_of_an_event_with_disputes_changes_nothing(seed: int, order: int) -> None:
    book = any_event(RULES, seed)
    disputed(book, seed)
    assert any(entry.kind in KINDS for entry in book.entries)
    shuffled = Random(order).sample(book.entries, len(book.entries))
    assert canonical(fold(RULES, shuffled)) == canonical(fold(RULES, book.entries))


@MANY
@given(SEEDS)
def test_decided_disputes_without_effect_leave_the_standings_byte_for_byte(seed: int) -> None:
    book = any_event(RULES, seed)
    before = fold(RULES, book.entries)
    match = next(entry.match for entry in book.entries if entry.match)
    for entry in said({"match": match}, "raise take rule appeal final", {"number": 1}, seq=1):
        book.add(entry.kind, match=match, number=1, **entry.body)
    after = fold(RULES, book.entries)
    for row in after["matches"]:
        row.pop("disputes", None)
    assert canonical({**after, "seq": 0}) == canonical({**before, "seq": 0})


def fines_of(rulebook: Rulebook) -> list[dict[str, Any]]:
    """A penalty of every code that needs no more said than its side and how often, or how much."""
    game = GAMES[rulebook.game]
    said = [
        {"code": code, "side": side, "count": 2, **amount}
        for code in codes(rulebook)
        for side in game.sides
        for amount in ({}, {"amount": 1})
    ]
    return [body for body in said if not game.check_penalty(rulebook, body, 1)]


@pytest.mark.parametrize("name", ["climb", "two_rooms", "match_points", "table_of_three", "single_game"])
def test_a_penalty_that_is_taken_back_was_never_given(name: str) -> None:
    """By every tariff: what a ruling imposed and an appeal withdrew leaves every byte of the match as it was."""
    rulebook, seat, entries = TABLES[name]()
    before, row = canonical(told(rulebook, seat, entries)), told(rulebook, seat, entries)["hands"][0]
    fines, moved = fines_of(rulebook), 0
    assert fines
    place = {"match": str(seat["match"]), "game": row.get("game", 1), "number": row["number"], "room": seat.get("room", "")}
    for body in fines:
        given = Entry(5000, "penalty", "k1", "fine", body=body, **place)
        moved += canonical(told(rulebook, seat, [*entries, given])) != before
        back = Entry(6000, "withdrawn", "k2", "back", "fine", str(seat["match"]))
        assert canonical(told(rulebook, seat, [*entries, given, back])) == before, body
    assert moved == len(fines), "each was seen while it stood"


def test_every_state_has_its_course() -> None:
    assert set(COURSES.values()) == set(STATES)
