"""The worked tables of the two knock-outs: made of the committed files alone, and from events in which what is to happen does happen."""

import ast
import json
import subprocess
import sys
from collections import Counter
from types import ModuleType
from typing import Any

import pytest

from events.plays.event_file import PLAYS
from events.plays.kinds import read_event
from tests.plays.conftest import CLIMB, GOMOKU, KNOCKOUTS


@pytest.mark.parametrize("rulebook", KNOCKOUTS)
def test_committed_table_is_what_working_makes(rulebook: str, tmp_path: Any) -> None:
    folder = PLAYS / rulebook
    subprocess.run([sys.executable, "-I", str(folder / "working.py"), "--into", str(tmp_path)], check=True, timeout=60)
    for name in ("standings.json", "working.md"):
        assert (tmp_path / name).read_text(encoding="utf-8") == (folder / name).read_text(encoding="utf-8"), name


@pytest.mark.parametrize("rulebook", KNOCKOUTS)
def test_working_imports_only_the_standard_library(rulebook: str) -> None:
    tree = ast.parse((PLAYS / rulebook / "working.py").read_text(encoding="utf-8"))
    roots = {alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    roots |= {(node.module or ".").split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert roots
    assert roots <= set(sys.stdlib_module_names) - {"importlib", "runpy"}


def test_everything_that_can_end_a_climb_happens(climb: ModuleType) -> None:
    event, rows = climb.read()
    matches = climb.play_all(event, rows)
    games = [game for match in matches for game in match.games]
    assert Counter(game.why for game in games) == {"passed_A": 5, "time_level": 3, "time_bank": 1, "judged": 2}
    assert [match.code for match in matches if match.why == "forfeit"] == ["r1-m8"]
    assert [(match.code, match.won("NS"), match.won("EW")) for match in matches if len(match.games) > 1] == [("r4-m1", 2, 1)]
    assert 60 <= len(rows) <= 90


def test_hooks_digs_and_fines_of_every_kind_happen(climb: ModuleType) -> None:
    event, rows = climb.read()
    hands = [hand for match in climb.play_all(event, rows) for game in match.games for hand in game.hands]
    hooked = Counter(row.verdict.rpartition("；")[2][-3:] for row in hands if row.row["hook"] != "none")
    assert hooked == {"勾回2": 2, "勾回6": 1, "，不勾": 1}
    assert {row["dig"] for row in rows} == {"none", *climb.DIGS}
    assert {fine["code"] for fine in event["penalties"]} == {*climb.FINES}
    assert sum(fine.get("withdrawn", False) for fine in event["penalties"]) == 1
    buried_by_defenders = [row for row in rows if climb.SIDE[row["buried_by"]] != climb.SIDE[row["declarer"]]]
    assert len(buried_by_defenders) == 1
    # Fines stop at 0 and at 200, and take nothing that was won beyond 200.
    fined = [(int(hand.row["table_points"]) + hand.dug, hand.points) for hand in hands if hand.fines]
    assert {(60, 0), (185, 200), (220, 220)} <= set(fined)


def test_gomoku_matches_go_every_way(gomoku: ModuleType) -> None:
    event, rows = gomoku.read()
    matches = gomoku.play_all(event, rows)
    played = [match for match in matches if match.why != "forfeit"]
    assert len(matches) - len(played) == 1
    assert Counter(max(match.won("A"), match.won("B")) for match in played) == {2: 11}
    assert {len(match.games) for match in played} == {2, 3, 4}
    assert Counter(row["reason"] for row in rows) == {"five": 23, "resigned": 5, "forfeit": 1, "draw": 3}
    assert Counter(gomoku.check_moves(row) for row in rows if row["moves"]) == {5: 8, 6: 1, 3: 1}


@pytest.mark.parametrize("rulebook", KNOCKOUTS)
def test_later_correction_changes_the_winner(rulebook: str, climb: ModuleType, gomoku: ModuleType) -> None:
    working = climb if rulebook == CLIMB else gomoku
    event, rows = working.read()
    late = event["corrected_later"][0]
    last = max(int(code[1]) for code in event["seats"])
    told = working.first_entered(event, rows, last) if working is climb else working.first_entered(event, rows)
    seats = event["seats"][late["match"]]
    assert all(f"{number} 号" in told[0] for number in seats)


def test_a_five_that_is_not_on_the_board_is_not_believed(gomoku: ModuleType) -> None:
    _, rows = gomoku.read()
    row = next(row for row in rows if row["moves"] and row["reason"] == "five")
    cut = {**row, "moves": row["moves"].rpartition(" ")[0]}
    other = {**row, "winner": gomoku.OTHER[row["winner"]]}
    for wrong in (cut, other):
        with pytest.raises(ValueError, match="board says"):
            gomoku.check_moves(wrong)


@pytest.mark.parametrize(
    ("level", "steps", "after"),
    [("2", 5, "7"), ("7", 5, "J"), ("6", 5, "J"), ("J", 5, "A"), ("Q", 4, "A"), ("10", 3, "J"), ("K", 1, "A"), ("9", 0, "9")],
)
def test_climb_stops_at_what_must_be_played(climb: ModuleType, level: str, steps: int, after: str) -> None:
    assert climb.climb(level, steps) == after


@pytest.mark.parametrize("rulebook", KNOCKOUTS)
def test_event_has_the_promised_shape(rulebook: str) -> None:
    event = read_event(rulebook)
    entrants = [pair for team in event.teams for pair in team.pairs]
    assert (len(entrants), {len(pair) for pair in entrants}) == {CLIMB: (11, {2}), GOMOKU: (13, {1})}[rulebook]
    assert sorted(event.draws[0].order) == sorted((team.name, place) for team in event.teams for place, _ in enumerate(team.pairs, 1))
    assert event.rounds == 4
    assert len(event.matches) == len(entrants) - 1
    rows = json.loads((PLAYS / rulebook / "standings.json").read_text(encoding="utf-8"))
    assert [row["rank"] for row in rows] == [1, 2, 3, 3, 5, 5, 5, 5, *[9] * (len(entrants) - 8)]
