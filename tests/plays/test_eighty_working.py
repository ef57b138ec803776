"""The two 80分 events: the committed tables are what working.py makes of the committed files, which hold what they promise to hold."""

import ast
import itertools
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from events.plays.event_file import PLAYS
from tests.plays.eighty import PAIRS, TEAMS, kept_json, kept_rows
from tests.plays.worked import worked

OURS_AND_FRAMEWORKS = {"scoring", "events", "config", "tests", "django", "rest_framework", "celery"}
POINTS = {"K": 10, "T": 10, "5": 5}


@pytest.fixture(scope="module")
def teams() -> Iterator[ModuleType]:
    yield from worked(TEAMS)


@pytest.fixture(scope="module")
def pairs() -> Iterator[ModuleType]:
    yield from worked(PAIRS)


@pytest.mark.parametrize("name", [TEAMS, PAIRS])
def test_committed_table_is_what_working_makes(name: str, tmp_path: Any) -> None:
    subprocess.run([sys.executable, "-I", str(PLAYS / name / "working.py"), "--into", str(tmp_path)], check=True, timeout=60)
    for file in ("standings.json", "working.md"):
        assert (tmp_path / file).read_text(encoding="utf-8") == (PLAYS / name / file).read_text(encoding="utf-8"), file


@pytest.mark.parametrize("name", [TEAMS, PAIRS])
def test_working_imports_only_the_standard_library(name: str) -> None:
    tree = ast.parse((PLAYS / name / "working.py").read_text(encoding="utf-8"))
    roots = {alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    roots |= {(node.module or ".").split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert roots
    assert roots <= set(sys.stdlib_module_names)
    assert not roots & (OURS_AND_FRAMEWORKS | {"importlib", "runpy"})


@pytest.mark.parametrize("name", [TEAMS, PAIRS])
def test_results_are_possible(name: str) -> None:
    rows = kept_rows(name)
    for row in rows:
        table, kitty = int(row["table_points"]), int(row["kitty_points"])
        assert table % 5 == kitty % 5 == 0
        assert table + kitty <= 200
        assert (row["dig"] == "none") == (row["last_trick"] != "defenders")
    assert {row["dig"] for row in rows} == {"none", "single", "pair"}
    assert {row["trump"] for row in rows} == {"S", "H", "D", "C", "NT"}


@pytest.mark.parametrize("name", [TEAMS, PAIRS])
def test_hand_cards_are_whole_packs(name: str) -> None:
    """108 cards, the kitty's points as recorded, and one board the same deal wherever it was played."""
    places = ("round", "home", "away", "room", "board") if name == TEAMS else ("round", "table", "board")
    kitties = {tuple(row[place] for place in places): int(row["kitty_points"]) for row in kept_rows(name)}
    found, deals = 0, defaultdict(set)
    for match, boards in kept_json(name, "cards.json").items():
        for board, plays in boards.items():
            for room, cards in plays.items() if name == TEAMS else [("", plays)]:
                split = match.removeprefix("r").replace("-t", "-").replace("v", "-").split("-")
                key = (*split, room, board) if room else (*split, board)
                hands = {seat: text.split() for seat, text in cards.items()}
                pack = Counter(itertools.chain.from_iterable(hands.values()))
                assert (sum(pack.values()), len(pack), set(pack.values())) == (108, 54, {2})
                assert {len(hands[seat]) for seat in "NESW"} == {25}
                assert sum(POINTS.get(card[1], 0) for card in hands["kitty"] if card[1] != "J" or card[0] in "SHDC") == kitties[key]
                dealer = "NWSE"[(int(board) - 1) % 4]
                dealt = {seat: tuple(sorted(hands[seat])) for seat in "NESW" if seat != dealer}
                deals[(match, board) if room else board].add(tuple(sorted(dealt.items())))
                found += 1
    assert found >= 4
    assert {len(ways) for ways in deals.values()} == {1}


def test_teams_event_has_the_promised_shape() -> None:
    event = kept_json(TEAMS, "event.json")
    assert [[len(pair) for pair in team["pairs"]] for team in event["teams"]] == [[2, 2]] * 5
    names = [player for team in event["teams"] for pair in team["pairs"] for player in pair]
    assert len(set(names)) == 20
    assert any(ord(letter) > 0xFFFF for name in names for letter in name), "a rare character beyond the basic plane"
    rows = kept_rows(TEAMS)
    rooms = Counter((row["round"], row["home"], row["away"], row["board"]) for row in rows)
    assert len({key[:3] for key in rooms}) == 10
    adjusted = {(row["match"], row["board"]): row["unit"] for row in event["adjustments"]}
    assert set(adjusted.values()) == {"net", "match_points"}
    assert len(rows) == 10 * 8 * 2 - 3, "one board in one room alone, one in none"
    assert {penalty["code"] for penalty in event["penalties"]} == {
        "exposed_card", "revoke", "concealed_harmless", "concealed_harmful", "unplayable", "kitty_miscount_early", "kitty_miscount_late",
        "failed_throw", "miscount", "late", "slow_play",
    }  # fmt: skip
    assert [penalty["code"] for penalty in event["penalties"] if penalty.get("withdrawn")] == ["exposed_card"]
    troubles = {slip["trouble"] for slip in event["slips"]}
    assert troubles >= {"correction", "void", "conflict_after", "conflict_before", "conflict_together", "confirmed_then_corrected"}


def test_teams_table_needs_its_second_key() -> None:
    rows = kept_json(TEAMS, "standings.json")
    first, second = next((above, below) for above, below in itertools.pairwise(rows) if below["split_by"] == "net")
    assert first["points"] == second["points"]
    assert first["net"] > second["net"]
    mutual = (first["number"], second["number"])
    assert mutual == (1, 2)
    assert first["rounds"][1] < second["rounds"][1], "what they made against each other would have put them the other way round"


def test_boards_hold_the_traps(teams: ModuleType) -> None:
    """A shutout in one room and in both, the sign where East-West declare, equal rooms, a fine that changes the points."""
    boards = {
        (number, home, away, board.number): board
        for (number, home, away), found in teams.read_boards(kept_json(TEAMS, "event.json"), kept_rows(TEAMS)).items()
        for board in found
    }
    assert (boards[1, 2, 5, 1].net, boards[1, 2, 5, 1].points) == (240, (10, 0))
    assert (boards[1, 2, 5, 2].net, boards[1, 2, 5, 2].points) == (35, (3, 0))
    assert (boards[1, 2, 5, 3].net, boards[1, 2, 5, 3].points) == (-15, (0, 2))
    assert boards[1, 2, 5, 4].rooms["closed"].points == 140
    assert boards[1, 2, 5, 5].points == (0, 0)
    assert boards[1, 3, 4, 3].points == (0, 0)
    assert boards[1, 3, 4, 7].net == 205
    assert (boards[1, 3, 4, 8].net, boards[1, 3, 4, 8].points) == (380, (10, 0))
    assert boards[2, 1, 2, 10].rooms["open"].fine == [0, 90], "four cards of one suit and seven of another"
    assert boards[2, 1, 2, 13].rooms["open"].fine == [50, 0], "three and four cards of one suit"
    assert boards[2, 1, 2, 11].rooms["closed"].credit == [0, 200], "a revoke that leaves the defenders nothing is a shutout"
    assert boards[2, 1, 2, 16].rooms["closed"].points is None
    assert boards[3, 4, 5, 8].points == (4, 2)
    assert {converted for board in boards.values() for converted in board.points} == set(range(11))


CONVERSIONS = {0: 0, 3: 0, 5: 1, 12: 1, 15: 2, 35: 3, 50: 4, 55: 5, 90: 6, 115: 7, 140: 8, 177: 9, 180: 10, -640: 10}


@pytest.mark.parametrize(("net", "points"), CONVERSIONS.items())
def test_conversion(teams: ModuleType, net: int, points: int) -> None:
    assert teams.converted(net) == points


def test_pairs_event_has_the_promised_shape() -> None:
    event = kept_json(PAIRS, "event.json")
    registered = [tuple(pair) for team in event["teams"] for pair in team["pairs"]]
    assert len(registered) == len(set(registered)) == 9
    assert sorted(map(tuple, event["draws"]["entrants"])) == sorted(registered)
    assert sorted((row["ns"], row["ew"]) for row in event["adjustments"]) == [(50, 50), (60, 40)]
    assert [[len(group) for group in row["groups"]] for row in event["fouled"]] == [[2, 2], [1, 3]]
    assert {penalty["code"] for penalty in event["penalties"]} == {
        "concealed_harmful", "exposed_card", "failed_throw", "revoke", "kitty_miscount_early",
    }  # fmt: skip
    assert len(kept_rows(PAIRS)) == 4 * 2 * event["rounds"] - 2
    rows = kept_json(PAIRS, "standings.json")
    assert {row["direction"] for row in rows if row["shared"]}
    assert {row["boards"] for row in rows if row["direction"] == "NS"} == {8}, "each sat out once"


def test_nobody_meets_a_pair_or_a_board_twice(pairs: ModuleType) -> None:
    seats = [pairs.seated(number, table) for number in range(1, 6) for table in range(1, 6)]
    assert len({(ns, ew) for ns, ew, _ in seats}) == 25
    boards = [(pair, board) for ns, ew, numbers in seats for pair in (ns, ew) for board in numbers]
    assert len(boards) == len(set(boards)) == 100
    assert [pairs.seated(2, table)[1] - 5 for table in range(1, 6)] == [5, 1, 2, 3, 4]
    assert [pairs.seated(3, table)[2][0] // 2 + 1 for table in range(1, 6)] == [3, 4, 5, 1, 2]


@pytest.mark.parametrize(
    ("board", "points", "defenders"),
    [(1, [40, 60, 60, 100], [0, 3, 3, 6]), (2, [40, 60, 60, 100], [0, 3, 3, 6]), (1, [0, 0, 80], [1, 1, 4])],
)
def test_match_points_of_a_board(pairs: ModuleType, board: int, points: list[int], defenders: list[int]) -> None:
    results = [pairs.Result(1, table, table, table + 5, value) for table, value in enumerate(points, start=1)]
    top = pairs.score_board(board, results)
    defending = 1 if board == 1 else 0
    assert [result.match_points[defending] for result in results] == defenders
    assert {sum(result.match_points) for result in results} == {top}


def test_adjusted_and_fouled_results_keep_the_top(pairs: ModuleType) -> None:
    """Sixty per cent of a top of six, the three others scaled to it; two groups of two, each scaled to it."""
    results = [pairs.Result(1, table, table, table + 5, value) for table, value in enumerate((40, 60, 100, 0), start=1)]
    results[3].adjusted = Fraction(0), Fraction(60, 100)
    assert pairs.score_board(1, results) == 6
    assert [result.match_points for result in results] == [(6, 0), (3, 3), (0, 6), (0, Fraction(18, 5))]
    results = [pairs.Result(1, table, table, table + 5, value, group=table % 2) for table, value in enumerate((40, 60, 100, 60), start=1)]
    pairs.score_board(1, results)
    assert [result.match_points[0] for result in results] == [6, 3, 0, 3]
