"""The committed final table is what working.py makes of the committed files, and working.py uses nothing of ours."""

import ast
import csv
import itertools
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from events.plays.event_file import PLAYS, NoSuchPlay, kept
from events.plays.kinds import read_event
from events.plays.kinds.guandan import numbers_of

FOLDER = PLAYS / "healthcup-guandan"
OURS_AND_FRAMEWORKS = {"scoring", "events", "config", "tests", "django", "rest_framework", "celery"}


def test_committed_table_is_what_working_makes(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-I", str(FOLDER / "working.py"), "--into", str(tmp_path)], check=True, timeout=60)
    for name in ("standings.json", "working.md"):
        assert (tmp_path / name).read_text(encoding="utf-8") == (FOLDER / name).read_text(encoding="utf-8"), name


def test_working_imports_only_the_standard_library() -> None:
    tree = ast.parse((FOLDER / "working.py").read_text(encoding="utf-8"))
    roots = {alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    roots |= {(node.module or ".").split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert roots
    assert roots <= set(sys.stdlib_module_names)
    assert not roots & (OURS_AND_FRAMEWORKS | {"importlib", "runpy"})


def test_event_has_the_promised_shape() -> None:
    event = read_event("healthcup-guandan")
    assert [len(team.pairs) for team in event.teams] == [4] * 8
    names = [player for team in event.teams for pair in team.pairs for player in pair]
    assert len(set(names)) == 64
    assert "欧阳思远" in names
    assert any(ord(letter) > 0xFFFF for name in names for letter in name), "a rare character beyond the basic plane"
    assert len(event.matches) == 112
    assert event.hands == 545
    forfeits = [match for match in event.matches.values() if match.forfeited_by]
    numbers = [(match.forfeited_by, *numbers_of(match.meeting)) for match in forfeits]
    pairs = Counter((low if by == "NS" else high, pair) for by, low, high, pair in numbers)
    assert sorted(pairs.values()) == [1, 2]


def test_hands_are_written_in_both_forms() -> None:
    with (FOLDER / "hands.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    by_length = Counter(len(row["order"]) for row in rows)
    assert set(by_length) == {0, 2, 4}
    assert min(by_length.values()) > 50
    assert all(bool(row["order"]) != bool(row["kind"]) for row in rows)


def test_table_needs_every_tie_break() -> None:
    rows = json.loads((FOLDER / "standings.json").read_text(encoding="utf-8"))
    splits = Counter(row["split_by"] for row in rows)
    assert splits == {"": 1, "points": 5, "double_downs": 1, "head_to_head": 1}
    above = {row["split_by"]: (before, row) for before, row in itertools.pairwise(rows)}
    first, second = above["double_downs"]
    assert first["points"] == second["points"]
    first, second = above["head_to_head"]
    assert (first["points"], first["double_downs"]) == (second["points"], second["double_downs"])
    # Draw order would have put them the other way round.
    assert first["number"] > second["number"]


def test_berger_rounds_as_printed(working: ModuleType) -> None:
    printed = {1: "1-8 2-7 3-6 4-5", 2: "8-5 6-4 7-3 1-2", 3: "2-8 3-1 4-7 5-6"}
    for number, meetings in printed.items():
        for meeting in meetings.split():
            assert working.round_of(*sorted(map(int, meeting.split("-")))) == number


def test_double_absence_counts_rounds_not_entries(working: ModuleType) -> None:
    matches = {(2, opponent, 3): working.Match() for opponent in (3, 4, 6)}
    twice = {"forfeits": [{"low": 2, "high": 3, "pair": 3, "by": "NS"}, {"low": 2, "high": 6, "pair": 3, "by": "NS"}]}
    once = {"forfeits": twice["forfeits"][:1] * 2}
    assert working.annul(once, matches) == []
    assert working.annul(twice, matches) == [(2, 3)]
    assert {match.state for match in matches.values()} == {"annulled"}


def test_unknown_play() -> None:
    assert {"healthcup-guandan", "healthcup-chaodipi", "healthcup-gomoku"} <= set(kept())
    with pytest.raises(NoSuchPlay):
        read_event("../plays/healthcup-guandan")
