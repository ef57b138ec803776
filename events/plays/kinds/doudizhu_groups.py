"""斗地主 in rounds of tables, one or two of each going on, until one table is left: 健康杯, 范文二, 三, 七, 八 and 十."""

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
    moved = {(one["match"], one["out"]): one["in"] for one in event.get("reseated", ())}
    seats = {
        code: [moved.get((code, name), name) for name in names]
        for number, drawn in event["draws"].items()
        for code, names in doudizhu.threes(int(number), drawn).items()
    }
    matches = doudizhu.matches(source, seats, doudizhu.numbers_of(source))
    draws = doudizhu.first_draw(source)
    return Contents(draws, matches, len(event["draws"]), len(event["draws"]["1"]) // 3, tuple(doudizhu.later_draws(source)))


def placed(row: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    return {
        **doudizhu.who(row, named),
        "status": row["status"],
        "reached": row["reached"],
        "rounds": doudizhu.rounds_of(row),
    }
