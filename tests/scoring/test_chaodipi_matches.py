"""A whole match of 炒地皮: whatever order things arrive in it is the same match, and its levels keep the rules."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.entries import Entry
from scoring.fold import canonical, fold
from scoring.games.chaodipi import levels
from scoring.games.chaodipi.carry import rank
from scoring.parameters import Rulebook
from scoring.rulebook import load_file
from tests.scoring.climbs import MATCH, Match, any_match
from tests.scoring.drawn import Drawn
from tests.scoring.kept import Kept

RULES = load_file("healthcup-chaodipi")
READINGS = [
    RULES,
    RULES.with_overrides({"game_rules.must_play.semantics": "declare_once"}),
    RULES.with_overrides({"game_rules.must_play.semantics": "no_jump", "game_rules.hook.sub_needs_threshold": False}),
    RULES.with_overrides({"game_rules.fines.zero_by_penalty_is_shutout": False, "game_rules.hook.threshold_basis": "table_only"}),
]
SEEDS = st.integers(0, 10**9)
MATCHES = settings(max_examples=40, deadline=None)
MUST = ("2", "J", "A")


def arrived(entries: list[Entry]) -> list[Entry]:
    """The same entries as if they had been stored in this order."""
    return [replace(entry, seq=seq) for seq, entry in enumerate(entries, start=1)]


def as_bytes(match: Match, entries: list[Entry]) -> bytes:
    return canonical(match.row(arrived(entries)))


def test_a_hundred_orders_of_arrival_make_one_match() -> None:
    """Late hands, corrections before what they correct, withdrawals, the bell, fines: all in any order."""
    match = any_match(RULES, 5, to_win=2)
    kinds = {entry.kind for entry in match.entries}
    assert {"hand", "correction", "void", "penalty", "withdrawn", "time_up"} <= kinds
    wanted = as_bytes(match, match.entries)
    entries = list(match.entries)
    for seed in range(100):
        Random(seed).shuffle(entries)
        assert as_bytes(match, entries) == wanted


@MATCHES
@given(SEEDS, SEEDS)
def test_any_match_is_the_same_in_any_order(seed: int, order: int) -> None:
    match = any_match(RULES, seed, to_win=1 + seed % 2)
    entries = list(match.entries)
    wanted = as_bytes(match, entries)
    Random(order).shuffle(entries)
    assert as_bytes(match, entries) == wanted


@MATCHES
@given(SEEDS)
def test_a_match_in_arrival_never_shows_more_than_it_will(seed: int) -> None:
    """Before all is there, hands that are judged are judged as they will be for good, unless something before them changes."""
    match = any_match(RULES, seed)
    chance = Random(seed)
    hands, rest = match.clean()
    final = {row["number"]: row["after"] for row in match.row(arrived([*rest, *hands]))["hands"]}
    chance.shuffle(hands)
    for count in range(len(hands) + 1):
        row = match.row(arrived([*rest, *hands[:count]]))
        there = {entry.number for entry in hands[:count]}
        whole = next(number for number in range(1, len(hands) + 2) if number not in there)
        for hand in row["hands"]:
            assert hand["after"] == (final[hand["number"]] if hand["number"] < whole else None)
        if whole <= len(hands):
            assert row["state"] != "complete"
            assert row["shown"]["gap"] == (whole if max(there, default=0) > whole or row["shown"]["time_up"] else None)


def keeps_the_rules(rulebook: Rulebook, row: dict[str, Any]) -> None:
    """RULES of a match, asked of what is published and of nothing else."""
    passed = {1: 0}
    standing: dict[int, Any] = {}
    for hand in row["hands"]:
        if hand["after"] is None:
            continue
        game = hand["game"]
        before = standing.get(game, {"levels": {"NS": "2", "EW": "2"}, "deal": "", "dealer": ""})
        assert hand["before"] == before
        standing[game] = after = hand["after"]
        assert hand["D"] >= 0
        assert hand["D"] % 5 == 0
        assert hand["table_points"] + hand["kitty_points"] <= 200
        declarers = hand["declarers"]
        assert after["deal"] == (declarers if hand["D"] < 80 else {"NS": "EW", "EW": "NS"}[declarers])
        for side in ("NS", "EW"):
            old, new = before["levels"][side], after["levels"][side]
            if rank(new) < rank(old):
                assert (old, new in ("2", "6"), side, hand["dig"] != "none") == ("J", True, declarers, True)
                assert hand["demoted"] == side
                continue
            between = [level for level in MUST if rank(old) < rank(level) < rank(new)]
            assert not between, f"{side} went from {old} to {new} past {between}"
            if rulebook.choice("game_rules.must_play.semantics") == "declare_and_win" and old in MUST and new != old:
                assert side == declarers
        if hand["ended"] == "passed_A":
            passed[game] = passed.get(game, 0) + 1
            assert before["levels"][declarers] == "A"
            assert hand["D"] < 80
    for game in row["shown"]["games"]:
        assert passed.get(game["game"], 0) == (1 if game["reason"] == "passed_A" else 0)
        if game["reason"] == "time_leader":
            one, other = game["levels"]["NS"], game["levels"]["EW"]
            assert one == other or game["winner"] == ("NS" if rank(one) > rank(other) else "EW")
    assert max(row["points"].values()) <= row["shown"]["to_win"]
    assert (row["winner"] != "") == (row["state"] == "complete") == (max(row["points"].values()) == row["shown"]["to_win"])


@MATCHES
@given(SEEDS, st.sampled_from(READINGS))
def test_every_match_keeps_the_rules(seed: int, rulebook: Rulebook) -> None:
    match = any_match(rulebook, seed, to_win=1 + seed % 2)
    row = match.row()
    assert row["findings"] == []
    assert row["state"] == "complete"
    keeps_the_rules(rulebook, row)
    assert {step["clause"] for hand in row["hands"] for step in hand["trace"]} <= rulebook.clauses.keys()


def test_a_climb_that_does_not_stop_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted bug: nobody stops at a level that has to be played."""
    seeds = range(20)
    for seed in seeds:
        keeps_the_rules(RULES, any_match(RULES, seed).row())
    monkeypatch.setattr(levels, "must_play", lambda rulebook, level: False)
    caught = 0
    for seed in seeds:
        try:
            keeps_the_rules(RULES, any_match(RULES, seed).row())
        except AssertionError:
            caught += 1
    assert caught == len(seeds)


def test_the_rows_say_what_the_next_hand_will_do() -> None:
    """What was shown for the row in which a hand fell is what it did."""
    seen = 0
    for seed in range(15):
        match = any_match(RULES, seed)
        hands, rest = match.clean()
        fines = [entry for entry in rest if entry.kind == "penalty"]
        for place in range(1, len(hands)):
            shown = match.row(arrived([*fines, *hands[:place]]))["shown"]
            row = match.row(arrived([*fines, *hands[: place + 1]]))["hands"][-1]
            if row["demoted"]:
                continue
            told = next(one for one in shown["bands"] if one["least"] <= row["D"] and (one["most"] is None or row["D"] <= one["most"]))
            assert (told["levels"], told["deal"]) == (row["after"]["levels"], row["after"]["deal"])
            assert told["dealer"] == (row["after"]["dealer"] if shown["dealer"] else "")
            assert (told["wins"] != "") == (row["ended"] == "passed_A")
            assert shown["dealer"] == row["declarer"]
            seen += 1
    assert seen > 100


@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_the_incremental_path_is_the_full_one(seed: int) -> None:
    """Matches of a bracket, their hands and fines arriving a few entries at a time; the final opens when its pairs are known."""
    book, chance = Drawn(RULES, 4, players=2), Random(seed)
    for number, to_win in ((1, 1), (2, 2)):
        codes = book.open_round(number)
        for code, played in zip(codes, (any_match(RULES, seed + place, to_win=to_win) for place in range(len(codes))), strict=True):
            start = len(book.entries)
            for entry in played.entries:
                name = f"{code}-{entry.hash}"
                before = f"{code}-{entry.supersedes}" if entry.supersedes else ""
                book.entries.append(replace(entry, seq=len(book.entries) + 1, hash=name, supersedes=before, match=code))
            assert len(book.entries) > start
    kept, start = Kept(RULES), 0
    while start < len(book.entries):
        end = start + chance.randint(1, 60)
        assert kept.read(book.entries[start:end]) == canonical(fold(RULES, book.entries[:end], book="c1"))
        start = end
    assert book.state()["bracket"]["champion"]


def test_a_fine_entered_late_moves_every_level_after_it() -> None:
    match = Match(RULES)
    plain = {
        "game": 1, "declarer": "N", "trump": "S", "buried_by": "N", "table_points": 75, "kitty_points": 0,
        "last_trick": "declarers", "dig": "none", "hook": "none",
    }  # fmt: skip
    for number, declarer in ((1, "N"), (2, "S"), (3, "N")):
        match.add("hand", 1, number, record={**plain, "hand": number, "declarer": declarer})
    assert match.row()["shown"]["levels"] == {"NS": "5", "EW": "2"}
    fine = match.add("penalty", 1, 1, code="failed_throw", side="EW", count=2, at=4)
    row = match.row()
    assert [hand["after"]["levels"]["NS"] for hand in row["hands"]] == ["4", "5", "6"]
    assert row["penalties"] == [
        {"hash": fine, "code": "failed_throw", "side": "EW", "game": 1, "number": 1, "count": 2, "amount": 20, "clause": "CDP-27", "at": 4}
    ]
    match.add("withdrawn", supersedes=fine)
    assert match.row()["shown"]["levels"] == {"NS": "5", "EW": "2"}
    assert row["match"] == MATCH
