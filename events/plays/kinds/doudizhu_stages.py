"""斗地主 范文五: heats, semifinal, repechage with a wild card, decider and final, a round each."""

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
    wild = event["wild_card"]
    matches = doudizhu.matches(source, seats, doudizhu.numbers_of(source, late=[wild]))
    return Contents(
        draws=doudizhu.first_draw(source),
        matches=matches,
        rounds=len(event["draws"]),
        tables=len(event["draws"]["1"]) // 3,
        acts=tuple(doudizhu.later_draws(source)),
        entering={source.entrant((wild,)): {"wild_card": True}},
    )


def placed(row: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    return {
        **doudizhu.who(row, named),
        "status": row["status"],
        "stage": row["stage"],
        "prize": sum(prize["cash"] for prize in row["prizes"]),
        "rounds": doudizhu.rounds_of(row),
    }
