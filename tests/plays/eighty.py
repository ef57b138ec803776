"""What working.py of the 80分 events makes of every board, in the form in which their kinds read the state."""

import csv
import json
from fractions import Fraction
from types import ModuleType
from typing import Any

from events.plays.event_file import PLAYS

TEAMS, PAIRS = "hefei-eighty-teams", "hefei-eighty-pairs"

Row = dict[str, str]


def kept_json(name: str, file: str) -> Any:
    return json.loads((PLAYS / name / file).read_text(encoding="utf-8"))


def kept_rows(name: str) -> list[Row]:
    with (PLAYS / name / "hands.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def plain(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def boards_of_teams(working: ModuleType) -> dict[str, Any]:
    """Of every encounter, board by board: the home team's net and both teams' points."""
    found = working.read_boards(kept_json(TEAMS, "event.json"), kept_rows(TEAMS))
    return {
        f"r{number}-{home}v{away}": {str(board.number): [board.net, *board.points] for board in boards}
        for (number, home, away), boards in found.items()
    }


def boards_of_pairs(working: ModuleType) -> dict[str, Any]:
    """Of every board, by table: the defenders' points (None where none were made) and both sides' match-points."""
    event, rows = kept_json(PAIRS, "event.json"), kept_rows(PAIRS)
    played = {(row["round"], row["table"], row["board"]) for row in rows}
    found = working.read_results(event, rows)
    for board, results in found.items():
        working.score_board(board, results)
    return {
        str(board): {
            f"r{one.round}-t{one.table}": [
                one.points if (str(one.round), str(one.table), str(board)) in played else None,
                *map(plain, one.match_points),
            ]
            for one in results
        }
        for board, results in found.items()
    }
