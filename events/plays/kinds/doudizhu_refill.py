"""斗地主 范文六: who is left over waits for the table that ends first, and plays beside those that are not done yet."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from events.plays.event_file import Contents, HallActFile, Source
from events.plays.kinds import doudizhu
from events.plays.kinds.doudizhu import (
    CLAUSE,
    EARLY,
    IN_ORDER,
    LINE_UPS,
    RECORDED_BY,
    SEATED,
    SIDES,
    SIGNED_BY,
    SIGNS_EACH,
    SIGNS_LATE,
    echo,
    line,
    meeting,
    official,
    results,
    slot,
    wrong,
)
from events.plays.kinds.protocol import Named

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


def read(source: Source) -> Contents:
    """`refilled` names who sat down at the table that was filled up, `still_playing` the tables that went on beside it."""
    event = source.event
    seats: dict[str, list[str]] = {}
    for number, drawn in event["draws"].items():
        seats |= doudizhu.threes(int(number), drawn)
    seats |= {f"r{number}-t1": names for number, names in event["refilled"].items()}
    matches = doudizhu.matches(source, seats, doudizhu.numbers_of(source))
    for number, codes in event["still_playing"].items():
        matches |= {code: replace(matches[code], plays_in=int(number)) for code in codes}
    acts = doudizhu.later_draws(source)
    for number, code in event["first_finished"].items():
        acts.append(HallActFile(f"rounds/{number}/first-finished", {"match": code}, "referee", int(number) + 1))
    tables = len(event["draws"]["1"]) // 3 + 1
    return Contents(doudizhu.first_draw(source), matches, len(event["draws"]) + len(event["refilled"]), tables, tuple(acts))


def placed(row: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    return {**doudizhu.who(row, named), "status": row["status"], "reached": row["reached"], "rounds": doudizhu.rounds_of(row)}
