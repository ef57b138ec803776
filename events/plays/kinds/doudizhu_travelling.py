"""斗地主 范文四: one draw, seats 2 and 3 move in opposite directions, everything is added up."""

from collections.abc import Mapping
from dataclasses import replace
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
    """Who must sit where is the service's to plan; the working has it from the draw."""
    event = source.event
    tables = len(event["draws"]["1"]) // 3
    codes = [f"r{number}-t{table}" for number in range(1, event["rounds"] + 1) for table in range(1, tables + 1)]
    matches = {code: replace(match, sides=None) for code, match in doudizhu.matches(source, dict.fromkeys(codes, ()), {}).items()}
    return Contents(doudizhu.first_draw(source), matches, event["rounds"], tables)


def placed(row: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    return {**doudizhu.who(row, named), "points": row["points"], "rounds": [leg[:4] for leg in doudizhu.rounds_of(row)]}
