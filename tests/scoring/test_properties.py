"""What holds of every event: order of arrival, incremental against full, ranks, sums, JSON values."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.entries import Entry
from scoring.fold import canonical, fold
from scoring.judge import judge
from scoring.nodes import STANDINGS, Seating, dependents, is_setup, setup_node
from scoring.rulebook import load_file
from tests.scoring.books import Written
from tests.scoring.events import any_event
from tests.scoring.kept import Kept

RULES = load_file("healthcup-guandan")
SEEDS = st.integers(0, 10**9)
EVENTS = settings(max_examples=40, deadline=None)


def arrived(entries: list[Entry], order: list[Entry]) -> list[Entry]:
    """The same entries as if they had been stored in this order."""
    assert len(entries) == len(order)
    return [replace(entry, seq=seq) for seq, entry in enumerate(order, start=1)]


def test_order_of_arrival_changes_nothing_in_a_hundred_orders() -> None:
    """Any set with one live record a slot: hands, corrections, voids, repeats, forfeits, confirmations, setup, all shuffled."""
    book = any_event(RULES, 17, conflicts=False)
    repeated = [replace(entry, hash=f"again-{entry.hash}") for entry in book.entries if entry.kind == "forfeit"]
    entries = arrived([*book.entries, *repeated], [*book.entries, *repeated])
    draws_last = [entry for entry in entries if entry.kind in ("round_locked", "round_unlocked", "table_closed")]
    shuffled = [entry for entry in entries if entry not in draws_last]
    wanted = canonical(fold(RULES, entries))
    assert wanted.count(b'"by":"correction"') > 2
    for seed in range(100):
        Random(seed).shuffle(shuffled)
        assert canonical(fold(RULES, arrived(entries, [*shuffled, *draws_last]))) == wanted


def test_a_hand_sent_twice_counts_once_whichever_came_first() -> None:
    """The ledger keeps no echoes; should one ever stand in it, results and ranks are the same in every order."""
    book = any_event(RULES, 17, conflicts=False)
    entries = [entry for entry in book.entries if entry.kind not in ("correction", "void", "confirmation")]
    hands = {(entry.match, entry.number): entry for entry in entries if entry.kind == "hand"}
    entries = [entry for entry in entries if entry.kind != "hand"]
    echoes = [replace(entry, hash=f"again-{entry.hash}") for entry in hands.values()]

    def results(given: list[Entry]) -> tuple[Any, ...]:
        state = fold(RULES, arrived(given, given))
        assert not any(round_["under_review"] for round_ in state["rounds"])
        return state["standings"], [(match["points"], match["double_downs"], match["state"]) for match in state["matches"]]

    wanted = results([*entries, *hands.values()])
    both = [*hands.values(), *echoes]
    assert len(both) > 100
    for seed in range(100):
        Random(seed).shuffle(both)
        assert results([*entries, *both]) == wanted


@EVENTS
@given(SEEDS, SEEDS)
def test_order_of_arrival_changes_nothing_in_any_event(seed: int, order: int) -> None:
    book = any_event(RULES, seed, conflicts=False)
    setup = [entry for entry in book.entries if is_setup(entry)]
    played = [entry for entry in book.entries if not is_setup(entry)]
    Random(order).shuffle(played)
    assert canonical(fold(RULES, arrived(book.entries, [*setup, *played]))) == canonical(fold(RULES, book.entries))


@EVENTS
@given(SEEDS)
def test_reading_order_changes_nothing(seed: int) -> None:
    """The entries carry their seq: a reader may hand them over in any order, conflicts and rulings included."""
    book = any_event(RULES, seed)
    shuffled = Random(seed).sample(book.entries, len(book.entries))
    assert canonical(fold(RULES, shuffled)) == canonical(fold(RULES, book.entries))


@EVENTS
@given(SEEDS)
def test_incremental_equals_full_after_every_step(seed: int) -> None:
    book = any_event(RULES, seed)
    chance, kept, start = Random(seed), Kept(RULES), 0
    while start < len(book.entries):
        end = start + chance.randint(1, 40)
        assert kept.read(book.entries[start:end]) == canonical(fold(RULES, book.entries[:end], book="c1"))
        start = end


def second_forfeit(book: Written) -> int:
    """A pair forfeits in rounds 1 and 2; the place where the second forfeit stands."""
    first = book.open_round(1)
    book.hands(first[1], ["5 x NS first_third"])
    book.add("forfeit", match=first[0], sides=["NS"])
    second = book.open_round(2)
    book.hands(second[1], ["5 x NS first_third"])
    book.add("forfeit", match=second[0], sides=["NS"])
    return len(book.entries) - 1


def test_a_forgotten_dependency_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted bug: a pair's second forfeit does not reach the encounters it played before."""
    book = Written(RULES, teams=4)
    last = second_forfeit(book)
    full = canonical(fold(RULES, book.entries, book="c1"))
    sound = Kept(RULES)
    sound.read(book.entries[:last])
    assert sound.read(book.entries[last:]) == full

    honest = Seating.dependents
    monkeypatch.setattr(Seating, "dependents", lambda self, node, key: () if node == "entrant" else honest(self, node, key))
    forgetful = Kept(RULES)
    forgetful.read(book.entries[:last])
    assert forgetful.read(book.entries[last:]) != full


def test_dependents_follow_the_pairs_through_their_rounds() -> None:
    book = Written(RULES, teams=4)
    second_forfeit(book)
    setup = setup_node(RULES, [entry for entry in book.entries if is_setup(entry)])
    assert dependents(RULES, setup, "match", "r1-1v4-p1") == (("entrant", "e1.1"), ("entrant", "e4.1"), ("encounter", "r1-1v4"), STANDINGS)
    assert dependents(RULES, setup, "entrant", "e1.1") == (("encounter", "r1-1v4"), ("encounter", "r2-1v2"), STANDINGS)
    assert dependents(RULES, setup, "encounter", "r1-1v4") == (STANDINGS,)
    assert dependents(RULES, setup, "setup", "") == (STANDINGS,)
    assert dependents(RULES, setup, "standings", "") == ()
    assert dependents(RULES, setup, "match", "r9-1v2-p1") == ()


def test_nodes_of_what_is_taken_off_are_given_back_empty() -> None:
    """Not a path the service allows after the draw; the values must still follow the entries."""
    book = Written(RULES, teams=4)
    book.open_round(1)
    kept = Kept(RULES)
    kept.read(list(book.entries))
    book.add("entrant_out", team="t4")
    assert kept.read(book.entries[-1:]) == canonical(book.state())
    assert not [node for node in kept.stored if node[0] in ("match", "entrant", "encounter")]


def well_formed(rows: list[dict[str, Any]]) -> None:
    """1, 2, 2, 4: a rank is one more than the number of better ones, and every row says what separated it."""
    for place, row in enumerate(rows):
        same = [other for other in rows if other["rank"] == row["rank"]]
        assert row["rank"] == 1 + sum(other["rank"] < row["rank"] for other in rows)
        assert row["shared"] == (len(same) > 1)
        above = rows[place - 1] if place else None
        if above is None:
            assert (row["split_by"], row["split"]) == ("", None)
        elif above["rank"] == row["rank"]:
            assert (row["split_by"], row["split"]) == ("shared", None)
        else:
            assert row["split"]["key"] == row["split_by"]
            assert row["split"]["other"] == above["team"]
            assert row["split"]["theirs"] > row["split"]["mine"]


@EVENTS
@given(SEEDS)
def test_every_state_adds_up(seed: int) -> None:
    book = any_event(RULES, seed)
    state = book.state()
    well_formed(state["standings"])
    assert sorted(row["team"] for row in state["standings"]) == sorted(team["team"] for team in state["teams"])
    annulled = {pair["entrant"] for team in state["teams"] for pair in team["entrants"] if pair["annulled"]}
    for match in state["matches"]:
        assert len({hand["number"] for hand in match["hands"]}) == len(match["hands"]) <= 5
        assert (match["points"] is None) == bool({match["ns"]["entrant"], match["ew"]["entrant"]} & annulled)
        if match["state"] == "complete":
            total = sum(match["points"].values())
            assert 5 <= total <= 25
            assert total % 2 == 1, "five odd numbers"
            assert sum(match["double_downs"].values()) <= 5
        if match["state"] == "forfeited":
            assert sorted(match["points"].values()) in ([0, 18], [0, 0])
            assert match["double_downs"] == {"NS": 0, "EW": 0}
    for row in state["standings"]:
        counted = [played for played in row["rounds"] if played["counted"]]
        assert row["points"] == sum(played["points"] for played in counted) == row["trace"][0]["value"]
        assert row["double_downs"] == sum(played["double_downs"] for played in counted)
    for encounter in state["encounters"]:
        its = [match for match in state["matches"] if match["encounter"] == encounter["encounter"] and match["points"] is not None]
        assert encounter["points"] == {"low": sum(m["points"]["NS"] for m in its), "high": sum(m["points"]["EW"] for m in its)}
        assert encounter["counted"] == len(its)
    clauses = {step["clause"] for match in state["matches"] for step in match["trace"]}
    assert clauses <= RULES.clauses.keys()


@EVENTS
@given(SEEDS)
def test_the_state_is_plain_json(seed: int) -> None:
    state = any_event(RULES, seed).state()
    assert json.loads(canonical(state)) == state


FIELDS = st.sampled_from(["hand", "order", "side", "kind"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["N", "S", "E", "W", "NS", "double_down"]),
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from(["hand", "order", "side", "kind"]) | st.text(), inner, max_size=6)
    ),
    max_leaves=20,
)


@settings(max_examples=150, deadline=None)
@given(JSON)
def test_any_json_is_scored_or_faulted_and_never_raises(value: Any) -> None:
    outcome = judge(RULES, value)
    assert (outcome.points is None) == bool(outcome.problems)
    json.dumps(outcome.as_json(), ensure_ascii=False, allow_nan=False).encode("utf-8")
    if outcome.points is not None:
        assert sorted(outcome.points.values()) in ([0, 5], [0, 3], [0, 1])
