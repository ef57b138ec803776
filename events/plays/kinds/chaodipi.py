"""炒地皮: hands that climb from level to level, fines and bells by officials. A slip changes what follows: the files say which happen."""

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

IN_ORDER = False
SIGNS_EACH = True
SEATED = "entrant"
LINE_UPS = False
EARLY = ""
CLAUSE = "CDP-30"

OF_THE_FILE = ("match", "game", "hand", "by", "withdrawn")


def read(source: Source) -> Contents:
    order = tuple(tuple(pair) for pair in source.event["draws"]["entrants"])
    return knockout.contents(source, order, record_of, slot, acts_of)


def record_of(row: Mapping[str, Any]) -> dict[str, Any]:
    numbers = {name: int(row[name]) for name in ("game", "hand", "table_points", "kitty_points")}
    return numbers | {name: row[name] for name in ("declarer", "trump", "buried_by", "last_trick", "dig", "hook")}


def slot(record: Record) -> Slot:
    return record["game"], record["hand"], ""


def acts_of(source: Source, code: str) -> tuple[ActFile, ...]:
    """Fines as soon as their hand is in; what concerns the whole game, and the bell, after the last hand of that game."""
    last: dict[int, int] = {}
    for row in source.rows:
        if row["match"] == code:
            last[int(row["game"])] = max(last.get(int(row["game"]), 0), int(row["hand"]))
    acts = []
    for fine in source.event["penalties"]:
        if fine["match"] == code:
            penalty = {name: value for name, value in fine.items() if name not in OF_THE_FILE}
            body = {"penalty": penalty, "game": fine["game"], "number": fine["hand"]}
            after = (fine["game"], fine["hand"] or last[fine["game"]], "")
            acts.append(ActFile("penalties", body, fine["by"], after, fine.get("withdrawn", False)))
    for bell in source.event["time_ups"]:
        if bell["match"] == code:
            body = {"game": bell["game"], "last_hand": bell["last_hand"]}
            acts.append(ActFile("time-ups", body, "referee", (bell["game"], last[bell["game"]], ""), bell.get("withdrawn", False)))
    return tuple(acts)


def echo(record: Record, chance: random.Random) -> Record:
    """There is one way to write a hand down: who enters it again enters the same."""
    return dict(sorted(record.items(), reverse=True))


def wrong(record: Record, chance: random.Random) -> None:
    return None
