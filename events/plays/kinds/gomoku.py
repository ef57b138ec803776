"""五子棋: games of one against one, some with their moves. Who begins changes with every game, so the files say which slips happen."""

import random
from collections.abc import Mapping
from typing import Any

from events.plays.event_file import ActFile, Contents, Record, Slot, Source
from events.plays.kinds import knockout
from events.plays.kinds.knockout import line, meeting, placed, results
from events.plays.kinds.two_sides import RECORDED_BY, SIDES, SIGNED_BY, SIGNS_LATE, official

__all__ = [
    "CLAUSE",
    "EARLY",
    "IN_ORDER",
    "LINE_UPS",
    "RECORDED_BY",
    "SEATED",
    "SIDES",
    "SIGNED_BY",
    "SIGNS_EACH",
    "SIGNS_LATE",
    "echo",
    "line",
    "meeting",
    "official",
    "placed",
    "read",
    "results",
    "slot",
    "wrong",
]

IN_ORDER = True
SIGNS_EACH = False
SEATED = "entrant"
LINE_UPS = True
EARLY = "match_not_done"
CLAUSE = "GMK-02"
COLUMNS = "abcdefghijklmno"


def read(source: Source) -> Contents:
    order = tuple((name,) for name in source.event["draws"]["entrants"])
    return knockout.contents(source, order, record_of, slot, acts_of)


def record_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """`h8 g9` in the file is [[8, 8], [7, 9]] in the record: column and row from 1."""
    record = {"game": int(row["game"]), "black": row["black"], "winner": row["winner"] or None, "reason": row["reason"]}
    moves = [[COLUMNS.index(move[0]) + 1, int(move[1:])] for move in row["moves"].split()]
    return record | ({"moves": moves} if moves else {})


def slot(record: Record) -> Slot:
    return 1, record["game"], ""


def acts_of(source: Source, code: str) -> tuple[ActFile, ...]:
    return ()


def echo(record: Record, chance: random.Random) -> Record:
    """There is one way to write a game down: who enters it again enters the same."""
    return dict(sorted(record.items(), reverse=True))


def wrong(record: Record, chance: random.Random) -> None:
    return None
