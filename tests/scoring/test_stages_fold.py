"""Events in stages with real hands: the incremental path gives the bytes of the fold, whatever comes in whatever order."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.entries import Entry
from scoring.fold import canonical, fold
from scoring.parameters import Rulebook
from scoring.rulebook import load_file
from tests.scoring.kept import Kept
from tests.scoring.staged_books import StagedBook, course

REPECHAGE = load_file("doudizhu-repechage")
TEN_HANDS = load_file("doudizhu-ten-hands").with_overrides({"tally_rules.hands.count": 1})
KINDS = [(REPECHAGE, 18), (TEN_HANDS, 11), (TEN_HANDS, 12)]


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.sampled_from(KINDS), st.randoms(use_true_random=False))
def test_the_incremental_path_gives_the_bytes_of_the_fold(seed: int, kind: tuple[Rulebook, int], chance: random.Random) -> None:
    book = course(seed, *kind)
    kept, read = Kept(book.rulebook), 0
    while read < len(book.entries):
        upto = min(len(book.entries), read + chance.randint(1, 25))
        assert kept.read(book.entries[read:upto]) == canonical(fold(book.rulebook, book.entries[:upto], book="c1"))
        read = upto


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.sampled_from(KINDS), st.randoms(use_true_random=False))
def test_the_order_in_which_tables_are_heard_of_changes_nothing(seed: int, kind: tuple[Rulebook, int], chance: random.Random) -> None:
    """The entries of one table stay in their order, and those of the setup in theirs; how they interleave is all one."""
    book = course(seed, *kind)
    queues: dict[str, list[Entry]] = {}
    for entry in book.entries:
        queues.setdefault(entry.match, []).append(entry)
    mixed: list[Entry] = []
    while queues:
        match = chance.choice(sorted(queues))
        mixed.append(replace(queues[match].pop(0), seq=len(mixed) + 1))
        queues = {one: rest for one, rest in queues.items() if rest}
    state = canonical(fold(book.rulebook, book.entries))
    assert canonical(fold(book.rulebook, mixed)) == state
    chance.shuffle(mixed)
    assert canonical(fold(book.rulebook, mixed)) == state


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.sampled_from(KINDS))
def test_whatever_happens_everybody_is_somewhere(seed: int, kind: tuple[Rulebook, int]) -> None:
    """Ranks are in order and count; nobody is to be drawn twice, nor who is out; due are only people who are not seated."""
    book = course(seed, *kind)
    state = book.state()
    rows = {row["entrant"]: row for row in state["standings"]}
    gone = {entry.body["entrant"] for entry in book.entries if entry.kind == "entrant_out"}
    assert len(rows) == book.entrants - len(gone)
    ranks = [row["rank"] for row in state["standings"]]
    assert ranks == sorted(ranks)
    assert all(row["rank"] == 1 + sum(other < row["rank"] for other in ranks) for row in state["standings"])
    assert all(row["shared"] == (ranks.count(row["rank"]) > 1) for row in state["standings"])
    coming = state["next"]
    if coming is not None:
        assert len(set(coming["entrants"])) == len(coming["entrants"])
        assert all(rows[one]["status"] in ("in", "waiting") for one in coming["entrants"])
        assert coming["round"] == 1 + sum(row["opened"] for row in state["rounds"])
    seated: dict[int, list[str]] = {}
    for match in state["matches"]:
        seated.setdefault(match["round"], []).extend(match[side]["entrant"] for side in ("1", "2", "3"))
    for row in state["due"]:
        number = int(row["match"].split("-")[0].removeprefix("r"))
        assert not set(row["seats"].values()) & set(seated[number])
    champions = [row for row in state["standings"] if row["status"] == "champion"]
    assert len(champions) <= 1
    assert not state["plan"]["over"] or state["next"] is None
    canonical(state)


def finished(rulebook: Rulebook, entrants: int, seed: int) -> dict[str, Any]:
    """Played to the end without anything strange."""
    book, chance = StagedBook(rulebook, entrants), random.Random(seed)
    for _ in range(30):
        state = book.state()
        if state["plan"]["over"]:
            return state
        for row in state["matches"]:
            if row["state"] in ("waiting", "playing"):
                book.finish(row["match"], chance)
        state = book.state()
        if any(row["code"] == "entrants_wanted" for row in state["plan"]["blocked"]):
            book.enter(wild_card=True)
        for row in book.state()["plan"]["draws"]:
            order = chance.sample(row["entrants"], len(row["entrants"]))
            if row["draw"] == "lot":
                book.add_setup("draw", draw="lot", method="recorded", seed="", order=order)
            else:
                book.draw(order, row["round"])
        book.open(book.state())
    raise AssertionError("it does not end")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("rulebook", "entrants"), [*KINDS, (TEN_HANDS, 28)], ids=["repechage", "eleven", "twelve", "twenty_eight"])
def test_an_event_comes_down_to_one(rulebook: Rulebook, entrants: int, seed: int) -> None:
    state = finished(rulebook, entrants, seed)
    assert sum(row["status"] == "champion" for row in state["standings"]) == 1
    assert {row["status"] for row in state["standings"]} == {"champion", "out"}
    assert (state["next"], state["due"]) == (None, [])
    last = next(match for match in state["matches"] if match["kind"] == "final")
    assert {last[side]["entrant"] for side in ("1", "2", "3")} == {row["entrant"] for row in state["standings"][:3]}
    assert {row["code"] for row in state["plan"]["blocked"]} <= {"awards_unset"}
