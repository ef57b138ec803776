"""斗地主 范文九: stages ranked over all their tables, byes, a play-off at the cut, a final."""

from collections.abc import Mapping
from typing import Any

from events.plays.event_file import Contents, Source
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
    event = source.event
    seats: dict[str, list[str]] = {}
    for number, drawn in event["draws"].items():
        seats |= doudizhu.threes(int(number), drawn)
    matches = doudizhu.matches(source, seats, doudizhu.numbers_of(source))
    draws = doudizhu.first_draw(source)
    return Contents(draws, matches, len(event["draws"]), len(event["draws"]["1"]) // 3, tuple(doudizhu.later_draws(source)))


def placed(row: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    return {**doudizhu.who(row, named), "status": row["status"], "stage": row["stage"], "rounds": doudizhu.rounds_of(row)}
