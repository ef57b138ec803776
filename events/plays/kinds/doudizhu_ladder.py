"""斗地主 范文一: sessions of one hand a table, day by day; a referee keeps the score, all three sign."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from events.plays.event_file import Contents, HallActFile, Record, Source
from events.plays.kinds import doudizhu
from events.plays.kinds.doudizhu import (
    CLAUSE,
    EARLY,
    IN_ORDER,
    LINE_UPS,
    SEATED,
    SIDES,
    SIGNS_EACH,
    echo,
    meeting,
    official,
    results,
    slot,
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


RECORDED_BY = "referee"
SIGNED_BY = SIDES
SIGNS_LATE = False
WON = {True: "win", False: "loss", None: "none"}
NOT_SIGNED = "l3"


def read(source: Source) -> Contents:
    """Nobody is drawn before he has a voucher, so everything about a session is done before it opens."""
    event = source.event
    seats: dict[str, list[str]] = {}
    for number, drawn in event["draws"].items():
        seats |= doudizhu.threes(int(number), drawn)
    numbers = {name: number for number, name in enumerate((pair[0] for team in source.teams for pair in team.pairs), start=1)}
    matches = doudizhu.matches(source, seats, numbers)
    for code in {one["match"] for one in event["penalties"] if one["code"] == NOT_SIGNED}:
        matches[code] = replace(matches[code], on_behalf=True)
    return Contents(
        draws=(),
        matches=matches,
        rounds=len(event["days"]),
        tables=max(len(drawn) // 3 for drawn in event["draws"].values()),
        acts=tuple(_acts(source)),
        days={int(number): day for number, day in event["days"].items()},
        entering={source.entrant((name,)): {"born": born} for name, born in event["born"].items()},
    )


def wrong(record: Record, chance: random.Random) -> None:
    return None


def _acts(source: Source) -> Iterator[HallActFile]:
    """Session by session: vouchers of the last one returned, who is put out, vouchers issued, the lot, and the draw."""
    event = source.event
    for one in event["turned_away"]:
        body = {"team": (one["team"], 0), "names": one["names"], "born": one["born"]}
        yield HallActFile("entrants", body, "organiser", 1, one["code"])
    for number, day in ((int(number), day) for number, day in event["days"].items()):
        if number > 1:
            for name in event["returned"][str(number - 1)]:
                yield _voucher(source, name, "returned", event["days"][str(number - 1)], number)
        for one in event["disqualified"]:
            if one["round"] == number:
                yield _voucher(source, one["entrant"], "form_lost", day, number)
                body = {"entrant": source.entrant((one["entrant"],)), "code": one["code"], "reason": one["zh"]}
                yield HallActFile("disqualifications", body, "chief_referee", number)
        for one in event["refused"]:
            if one["round"] == number:
                body = {"entrant": source.entrant((one["entrant"],)), "act": "issued", "day": day}
                yield HallActFile("vouchers", body, "organiser", number, one["code"])
        for name in event["vouchers"].get(str(number), ()):
            yield _voucher(source, name, "issued", day, number)
        for one in event["lots"]:
            if one["round"] == number:
                yield HallActFile("draws", {"draw": "lot", "order": doudizhu.keys(source, one["order"])}, "organiser", number)
        body = {"draw": "groups", "round": number, "order": doudizhu.keys(source, event["draws"][str(number)])}
        yield HallActFile("draws", body, "organiser", number)


def _voucher(source: Source, name: str, act: str, day: str, number: int) -> HallActFile:
    return HallActFile("vouchers", {"entrant": source.entrant((name,)), "act": act, "day": day}, "organiser", number)


def placed(row: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    return {
        **doudizhu.who(row, named),
        "status": row["status"],
        "best": row["best"],
        "runs": [[run["from_round"], run["level"], run["ended_by"]] for run in row["runs"]],
        "awards": sorted(int(award.removeprefix("level_")) for award in row["awards"]),
        "games": [[leg["round"], leg["match"], int(leg["seat"]), WON[leg["went_on"]]] for leg in row["rounds"]],
    }


def line(row: Mapping[str, Any]) -> str:
    won = "、".join(f"{level} 级" for level in row["awards"]) or "—"
    return f"{row['rank']:>2}  {row['number']:>2} 号 {row['entrant']}（{row['team']}）  最高 {row['best']} 级  奖 {won}  {row['status']}"
