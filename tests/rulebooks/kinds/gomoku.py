"""Kinds of worked cases of 五子棋: one game, one match, and its knock-out.

game    a record; `moves` may be written as on the board: "h8 i9", letters for columns
match   the games of one match in order, "black winner reason" (winner - for a drawn game), or forfeits and line-ups
"""

from collections.abc import Mapping
from typing import Any

from scoring.judge import judge
from scoring.parameters import Rulebook
from tests.rulebooks.kinds import knockout
from tests.rulebooks.kinds.common import Case, Kind, same
from tests.scoring.drawn import Drawn

COLUMNS = "abcdefghijklmnopqrstuvwxy"


def points_of(text: str) -> list[list[int]]:
    """`h8 i9` as column and row from 1."""
    return [[COLUMNS.index(point[0]) + 1, int(point[1:])] for point in text.split()]


def written(points: list[list[int]] | None) -> str:
    return " ".join(f"{COLUMNS[column - 1]}{row}" for column, row in points or [])


def record_of(given: Case) -> dict[str, Any]:
    """A TOML file has no null: the winner of a drawn game is `-` in it."""
    record = dict(given)
    if record.get("winner") == "-":
        record["winner"] = None
    return record | ({"moves": points_of(record["moves"])} if isinstance(record.get("moves"), str) else {})


def game_of(number: int, text: str) -> dict[str, Any]:
    black, winner, reason = text.split()
    return record_of({"game": number, "black": black, "winner": winner, "reason": reason})


def game(rulebook: Rulebook, given: Case, expect: Case) -> None:
    outcome = judge(rulebook, record_of(given))
    same("problems", sorted(fault.code for fault in outcome.problems), sorted(expect.get("problems", [])))
    laws = [fault.clause for fault in outcome.problems]
    if not outcome.problems and outcome.points is not None:
        same("points", f"{outcome.points['A']}:{outcome.points['B']}", expect["points"])
        same("line", written(outcome.moved["five"]), expect.get("line", ""))
        laws = [step.clause for step in outcome.trace]
    assert set(laws) <= rulebook.clauses.keys() | {""}, laws


def match(rulebook: Rulebook, given: Case, expect: Case) -> None:
    book = Drawn(rulebook, 2 if given.get("final") else 4)
    table, *_ = book.open_round(1)
    hashes = [book.record(table, game_of(number, text)) for number, text in enumerate(given.get("games", []), start=1)]
    for number in given.get("void", []):
        book.add("void", match=table, game=1, number=number, supersedes=hashes[number - 1])
    if "forfeits" in given:
        book.add("forfeit", match=table, sides=given["forfeits"])
    for line_up in given.get("line_ups", []):
        book.add("line_up", match=table, side=line_up["side"], players=line_up["players"])
    for confirmation in given.get("confirmations", []):
        book.confirm(table, [hashes[number - 1] for number in confirmation["covers"]], side=confirmation["side"])
    row = book.match(table)
    shown = row["shown"]
    found = {
        "state": row["state"],
        "score": f"{row['points']['NS']}:{row['points']['EW']}",
        "winner": row["winner"],
        "next_game": shown["next_game"] or 0,
        "next_black": shown["next_black"],
        "counted": [hand["number"] for hand in row["hands"] if hand["counted"]],
        "out_of_turn": [hand["number"] for hand in row["hands"] if hand["out_of_turn"]],
        "findings": [fault["code"] for fault in row["findings"]],
        "why": row["forfeit_why"],
        "confirmed": row["confirmed"] is not None,
        "laws": sorted({step["clause"] for step in row["trace"]}),
    }
    for name, wanted in expect.items():
        same(name, found[name], wanted)
    assert found["laws"] == sorted(set(found["laws"]) & rulebook.clauses.keys())


KINDS: Mapping[str, Kind] = {"game": game, "match": match, **knockout.KINDS}
