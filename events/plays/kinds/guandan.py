"""掼蛋 of teams: every pair meets its number in a round robin; five hands a match, each written by order of going out or by kind alone.

`draws.teams` lists team names from draw number 1 on, `draws.pairs[team]`, for pair numbers 1, 2, …, the place of that pair in the team's
registration. A match is `2v7-p1`: its code without the round.
"""

import random
from collections.abc import Mapping
from typing import Any

from events.plays.event_file import Contents, DrawFile, EventFile, MatchFile, Record, Slot, Source
from events.plays.kinds.protocol import Named
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
    "by_kind",
    "by_order",
    "echo",
    "line",
    "meeting",
    "numbers_of",
    "official",
    "pair_draw",
    "placed",
    "read",
    "record_of",
    "result_of",
    "results",
    "slot",
    "team_draw",
    "wrong",
]

IN_ORDER = False
SIGNS_EACH = False
SEATED = "entrant"
LINE_UPS = True
EARLY = "hands_missing"
CLAUSE = "GD-08"

SEATS = {"NS": ("N", "S"), "EW": ("E", "W")}
OTHER = {"NS": "EW", "EW": "NS"}
KINDS = ("double_down", "first_third", "first_fourth")
TIES = {"double_downs": "双下", "head_to_head": "相互成绩"}


def read(source: Source) -> Contents:
    draws = source.event["draws"]
    records: dict[str, list[Record]] = {}
    for row in source.rows:
        records.setdefault(f"{row['low']}v{row['high']}-p{row['pair']}", []).append(record_of(row))
    matches = {meeting: MatchFile(meeting, tuple(rows)) for meeting, rows in records.items()}
    for forfeit in source.event["forfeits"]:
        meeting = f"{forfeit['low']}v{forfeit['high']}-p{forfeit['pair']}"
        matches[meeting] = MatchFile(meeting, forfeited_by=forfeit["by"])
    teams, pairs = len(source.teams), len(source.teams[0].pairs)
    return Contents(
        draws=(
            DrawFile("teams", tuple(draws["teams"])),
            *(DrawFile("pairs", tuple((team.name, place) for place in draws["pairs"][team.name]), team.name) for team in source.teams),
        ),
        matches=matches,
        rounds=teams - 1,
        tables=teams // 2 * pairs,
    )


def record_of(row: Mapping[str, str]) -> dict[str, Any]:
    """A line of hands.csv as the record a tablet posts: by order of going out, or by kind alone."""
    number = int(row["hand"])
    if row["order"]:
        return {"hand": number, "order": list(row["order"])}
    return {"hand": number, "side": row["side"], "kind": row["kind"]}


def team_draw(event: EventFile) -> tuple[str, ...]:
    """Team names from draw number 1 on."""
    return tuple(str(name) for name in event.draws[0].order)


def pair_draw(event: EventFile, team: str) -> tuple[tuple[str, ...], ...]:
    """The pairs of a team, by names, from pair number 1 on."""
    registered = next(entry.pairs for entry in event.teams if entry.name == team)
    order = next(draw.order for draw in event.draws if draw.team == team)
    return tuple(registered[int(key[1]) - 1] for key in order)


def numbers_of(meeting: str) -> tuple[int, int, int]:
    """(smaller team number, larger, pair number) of `2v7-p1`."""
    teams, _, pair = meeting.partition("-p")
    low, _, high = teams.partition("v")
    return int(low), int(high), int(pair)


def meeting(code: str) -> str:
    return code.partition("-")[2]


def slot(record: Record) -> Slot:
    return 1, record["hand"], ""


def result_of(record: Record) -> tuple[str, str]:
    """(side, kind) of a record in either form."""
    if "kind" in record:
        return record["side"], record["kind"]
    order = record["order"]
    side = "NS" if order[0] in "NS" else "EW"
    mates = [place for place, seat in enumerate(order) if seat in side]
    return side, KINDS[mates[1] - 1]


def by_kind(number: int, side: str, kind: str) -> dict[str, Any]:
    return {"hand": number, "side": side, "kind": kind}


def by_order(number: int, side: str, kind: str, *, whole: bool = True) -> dict[str, Any]:
    """The first order of going out that gives this result; the losers' places are left out of a double-down unless `whole`."""
    (first, mate), (third, fourth) = SEATS[side], SEATS[OTHER[side]]
    order = {
        "double_down": [first, mate, third, fourth] if whole else [first, mate],
        "first_third": [first, third, mate, fourth],
        "first_fourth": [first, third, fourth, mate],
    }[kind]
    return {"hand": number, "order": order}


def echo(record: Record, chance: random.Random) -> dict[str, Any]:
    """The same result written the other way."""
    side, kind = result_of(record)
    if "kind" in record:
        return by_order(record["hand"], side, kind, whole=chance.random() < 0.5)
    return by_kind(record["hand"], side, kind)


def wrong(record: Record, chance: random.Random) -> dict[str, Any]:
    """The other side, or another kind."""
    side, kind = result_of(record)
    others = [(s, k) for s in ("NS", "EW") for k in KINDS if (s, k) != (side, kind)]
    side, kind = chance.choice(others)
    return by_kind(record["hand"], side, kind) if chance.random() < 0.5 else by_order(record["hand"], side, kind)


def placed(row: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    team = named[row["team"]]
    return {
        "rank": row["rank"],
        "team": team.name,
        "number": team.number,
        "shared": row["shared"],
        "points": row["points"],
        "double_downs": row["double_downs"],
        "split_by": row["split_by"],
        "rounds": [line["points"] for line in sorted(row["rounds"], key=lambda line: line["round"])],
    }


def results(board: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    """Points and double-downs of every encounter, by its id, which is made of draw numbers."""
    return {
        row["encounter"]: [row[side][end] for side in ("points", "double_downs") for end in ("low", "high")] for row in board["encounters"]
    }


def line(row: Mapping[str, Any]) -> str:
    return f"{row['rank']:>2}  {row['points']:>4} 分  双下 {row['double_downs']:>2}  {row['team']} {TIES.get(row['split_by'], '')}"
