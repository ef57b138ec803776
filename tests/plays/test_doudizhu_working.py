"""The worked tables of the ten 斗地主 events: made of the committed files alone, and from events in which what is to happen does happen."""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from events.plays.event_file import PLAYS
from events.plays.kinds import read_event
from tests.plays.doudizhu import CUT, EVENTS, LADDER, POINTS, REFILL, tables_worked
from tests.plays.worked import worked

HEALTH_CUP, SINGLE, THREE_HANDS, STACKS, TRAVELLING, REPECHAGE, _, BEANS, _ = POINTS


@pytest.fixture
def working(request: pytest.FixtureRequest) -> Iterator[ModuleType]:
    yield from worked(request.param)


def of(rulebook: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("working", [rulebook], indirect=True)


def how(hand: Any) -> str:
    return str(hand.how)


@pytest.mark.parametrize("rulebook", EVENTS)
def test_committed_table_is_what_working_makes(rulebook: str, tmp_path: Path) -> None:
    folder = PLAYS / rulebook
    subprocess.run([sys.executable, "-I", str(folder / "working.py"), "--into", str(tmp_path)], check=True, timeout=60)
    for name in ("standings.json", "working.md"):
        assert (tmp_path / name).read_text(encoding="utf-8") == (folder / name).read_text(encoding="utf-8"), name


@pytest.mark.parametrize("rulebook", EVENTS)
def test_working_imports_only_the_standard_library(rulebook: str) -> None:
    tree = ast.parse((PLAYS / rulebook / "working.py").read_text(encoding="utf-8"))
    roots = {alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    roots |= {(node.module or ".").split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert roots
    assert roots <= set(sys.stdlib_module_names) - {"importlib", "runpy"}


@pytest.mark.parametrize(
    ("rulebook", "entrants", "rounds", "tables", "hands"),
    [
        (HEALTH_CUP, 27, 3, 13, 66),
        (SINGLE, 27, 3, 13, 33),
        (THREE_HANDS, 9, 2, 4, 18),
        (STACKS, 9, 4, 7, 40),
        (TRAVELLING, 15, 5, 25, 75),
        (REPECHAGE, 19, 5, 13, 62),
        (REFILL, 22, 5, 12, 48),
        (BEANS, 9, 2, 4, 31),
        (CUT, 28, 4, 14, 137),
        (LADDER, 12, 18, 52, 50),
    ],
)
def test_event_has_the_promised_shape(rulebook: str, entrants: int, rounds: int, tables: int, hands: int) -> None:
    event = read_event(rulebook)
    names = [name for team in event.teams for pair in team.pairs for name in pair]
    assert (len(names), event.rounds, len(event.matches), event.hands) == (entrants, rounds, tables, hands)
    assert len(set(names)) == len(names) == len(event.expected)


@pytest.mark.parametrize("working", [name for name in POINTS if name not in (TRAVELLING, BEANS)], indirect=True)
def test_hands_of_every_kind_happen(working: ModuleType) -> None:
    """Landlords win and lose, bombs and rockets double, springs and their opposite, deals passed out."""
    tables = tables_worked(working)
    hands = [hand for table in tables for hand in table.hands]
    told = " ".join(map(how, hands))
    for word in ("地主胜", "地主负", "炸弹", "火箭"):
        assert word in told, word
    assert {"spring", "anti_spring"} <= {hand.row["spring"] for hand in hands}
    assert any(hand.kind == "passed_out" for hand in hands)
    assert any(hand.extra for hand in hands)


@of(HEALTH_CUP)
def test_ties_of_two_and_three_a_forfeit_and_a_lot(working: ModuleType) -> None:
    tables = {table.code: table for table in tables_worked(working)}
    extra = {code: len(table.extras[1]) for code, table in tables.items() if table.extras[1]}
    assert extra == {"r1-t1": 1, "r1-t2": 1, "r1-t4": 2, "r2-t2": 1}
    assert set(tables["r1-t2"].totals.values()) == {0}
    assert any(hand.extra and hand.kind == "passed_out" for hand in tables["r1-t4"].hands)
    assert [code for code, table in tables.items() if table.lot] == ["r1-t3"]


@pytest.mark.parametrize("working", [SINGLE, THREE_HANDS, STACKS, REPECHAGE], indirect=True)
def test_three_deals_passed_out_are_fined_and_counted_anew(working: ModuleType) -> None:
    fined = [(table, hand) for table in tables_worked(working) for hand in table.hands if "连续三副" in how(hand)]
    assert fined
    for table, hand in fined:
        assert sorted(hand.points.values()) in ([-4, 2, 2], [-40, 20, 20])
        for following in table.hands[table.hands.index(hand) + 1 :][:1]:
            assert following.row["first_bidder"] == hand.row["first_bidder"]


@of(SINGLE)
def test_landlords_who_lose_their_only_hand_leave_two_level(working: ModuleType) -> None:
    tables = tables_worked(working)
    assert sum(len(table.extras[1]) > 0 for table in tables) >= 7
    assert max(len(table.extras[1]) for table in tables) == 3


@of(STACKS)
def test_a_bust_ends_its_table_and_stacks_go_on(working: ModuleType) -> None:
    tables = {table.code: table for table in tables_worked(working)}
    event, _ = working.read()
    bust = [code for code, table in tables.items() if min(table.totals.values()) <= 0]
    assert bust == ["r2-t1"]
    assert "r2-t1" not in {bell["match"] for bell in event["time_ups"]}
    assert all(sum(table.totals.values()) == sum(table.start.values()) for table in tables.values())
    assert {sum(table.start.values()) for code, table in tables.items() if code.startswith("r1-")} == {900}
    assert len(event["draws"]["3"]) == 4, "one has a bye"


@of(TRAVELLING)
def test_auctions_go_round_and_round(working: ModuleType) -> None:
    event, rows = working.read()
    calls = Counter(row["bids"] for row in rows)
    assert calls["0-0-0-0"]
    assert any(call.startswith("0-0-0-") and call != "0-0-0-0" for call in calls)
    assert {one["code"] for one in event["penalties"]} == {"early_move"}
    assert sum(one.get("withdrawn", False) for one in event["penalties"]) == 1
    standings = working.standings(event, working.play_all(event, rows))
    assert any(row["shared"] for row in standings)
    assert sum(row["points"] for row in standings) == -working.EARLY


@of(TRAVELLING)
def test_movement_as_printed(working: ModuleType) -> None:
    """Round 2 of five tables: A1 B5 C2, A2 B1 C3, …"""
    event = {"draws": {"1": [f"{seat}{table}" for table in range(1, 6) for seat in "ABC"]}}
    assert [" ".join(table) for table in working.seated(event, 2)] == ["A1 B5 C2", "A2 B1 C3", "A3 B2 C4", "A4 B3 C5", "A5 B4 C1"]
    assert working.seated(event, 4)[0] == ["A1", "B3", "C4"]


@of(REPECHAGE)
def test_ties_for_first_and_second_matter_in_heats_alone(working: ModuleType) -> None:
    tables = {table.code: table for table in tables_worked(working)}
    tied = {code: sorted(table.totals.values(), reverse=True) for code, table in tables.items() if len(set(table.totals.values())) < 3}
    assert {code for code in tied if tables[code].extras[1]} >= {"r1-t2", "r1-t3", "r1-t5", "r2-t2", "r4-t1"}
    assert not tables["r3-t1"].extras[1], "two are level behind the winner of a repechage table, and nobody asks"
    assert "陈总" in [player for code, table in tables.items() if code.startswith("r3-") for player in table.players]


@of(REFILL)
def test_one_and_two_who_wait_are_filled_up(working: ModuleType) -> None:
    event, rows = working.read()
    levels = working.play_all(event, rows)
    assert [len(level.waiting) for level in levels] == [1, 2, 0]
    first = levels[0].refill
    assert first.players[first.order()[0] - 1] in levels[0].tables[2].players, "a second who wins at the table that was filled up"
    dropped = next(table for table in levels[0].tables if table.code == "r1-t2")
    assert len(dropped.taken) == 2
    with_cards = {seat: dropped.totals[seat] + (2 * working.DROPPED if seat == 3 else 0) for seat in working.SEATS}
    assert max(with_cards, key=lambda seat: with_cards[seat]) == 3 != dropped.order()[0], "two dropped cards cost the first place"


@of(BEANS)
def test_a_table_ends_early_and_one_is_level_at_the_bell(working: ModuleType) -> None:
    tables = {table.code: table for table in tables_worked(working)}
    assert min(tables["r1-t1"].totals.values()) == 0
    short = tables["r1-t1"].hands[-1]
    assert sorted(short.points.values()) == [-1, 0, 1], "the last bean goes to the next player alone"
    assert sorted(tables["r1-t2"].totals.values()) == [5, 20, 20]
    assert all(sum(table.totals.values()) == 45 for table in tables.values())


@of(CUT)
def test_the_cut_is_played_off_and_the_final_too(working: ModuleType) -> None:
    event, rows = working.read()
    rounds, _, out = working.stages(event, rows)
    points = sorted((points for table in rounds[0] for points in table.totals.values()), reverse=True)
    assert points[7] == points[8] > points[9] > points[10]
    play_off = rounds[1][0]
    winner = play_off.players[play_off.order()[0] - 1]
    best_out = next(player for table in rounds[0] for player in table.players if table.totals[table.seat_of(player)] == points[9])
    assert winner == best_out
    assert out[winner] != "heats", "the best of the eliminated takes the place"
    final = rounds[-1][0]
    assert sum(hand.extra for hand in final.hands) == 3
    assert len(final.extras[1]) == 1
    assert {hand.kind for table in rounds[0] for hand in table.hands} == {"played", "ruled", "passed_out"}
    warned = [one["count"] for one in event["penalties"] if one["code"] == "slow_play"]
    assert sorted(warned) == [1, 2, 3, 6]
    assert any(hand.row["shown"] == "yes" for table in rounds[0] for hand in table.hands)


@of(LADDER)
def test_sixteen_levels_in_six_days(working: ModuleType) -> None:
    event, rows = working.read()
    people, sessions, champion = working.play_all(event, rows)
    assert len(set(event["days"].values())) == 6
    hero = people[champion]
    assert hero.prizes == [6, 10, 13, 16]
    assert set(hero.wins.values()) == {3, 1}
    first = event["lots"][0]["order"][0]
    assert (people[first].best, people[first].prizes) == (15, [6, 10, 13]), "the first of the lot loses his game for the sixteenth level"
    assert [player for player, person in people.items() if person.prizes == [6]], "bronze in the session in which the champion appears"
    assert {one["code"] for one in event["penalties"]} == {"l3", "l4", "l5", "l7", "l8", "d7"}
    out = [person for person in people.values() if person.codes]
    assert sorted(person.codes for person in out) == [["d11"], ["d7"]]
    assert max(run[1] for person in out for run in person.runs) >= 6
    assert not any(person.prizes for person in out)
    assert "none" in {result for games in sessions for game in games for result in game.results.values()}


@pytest.mark.parametrize(
    ("rulebook", "bids", "why"),
    [
        (HEALTH_CUP, "2-2-0", "not higher"),
        (HEALTH_CUP, "3-0", "after the highest"),
        (SINGLE, "0-0-1", "at least 2"),
        (TRAVELLING, "0-0-0", "not over"),
        (TRAVELLING, "1-0-0-2", "is over"),
    ],
)
def test_calls_that_break_the_rules_are_not_believed(rulebook: str, bids: str, why: str) -> None:
    row = {"match": "r1-t1", "hand": "1", "first_bidder": "1", "bids": bids}
    for working in worked(rulebook):
        passed = (0,) if rulebook == SINGLE else ()
        with pytest.raises(ValueError, match=why):
            working.auction(row, *passed)


def test_auctions_in_circles_as_printed() -> None:
    printed = {"0-0-0-1-0-0": (1, 1), "1-2-0-0": (2, 2), "1-0-2-3": (1, 3), "0-0-1-2-0-0": (1, 2), "0-0-0-0": (0, 0)}
    for working in worked(TRAVELLING):
        for bids, won in printed.items():
            assert working.auction({"match": "", "hand": "1", "first_bidder": "1", "bids": bids}) == won, bids
