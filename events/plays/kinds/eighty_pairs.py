"""80分 of pairs: North-South stay, East-West and the boards move. A match is one table of a round: `r2-t3`."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from events.plays.event_file import Contents, DrawFile, HallActFile, Record, Source
from events.plays.kinds import eighty
from events.plays.kinds.eighty import CLAUSE, EARLY, IN_ORDER, LINE_UPS, SIGNS_EACH, echo, meeting, slot, wrong
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

SEATED = "entrant"
DIRECTIONS = {"NS": "南北", "EW": "东西"}


def read(source: Source) -> Contents:
    order = tuple(source.entrant(tuple(names)) for names in source.event["draws"]["entrants"])
    written = eighty.cards(source)
    records: dict[str, list[Record]] = {}
    sides: dict[str, tuple[int, int]] = {}
    for row in source.rows:
        code = f"r{row['round']}-t{row['table']}"
        sides[code] = int(row["ns"]), int(row["ew"])
        record = {**eighty.played(row), "ns": int(row["ns"]), "ew": int(row["ew"])}
        hands = written.get(code, {}).get(row["board"])
        records.setdefault(code, []).append(record | ({"cards": hands} if hands else {}))
    return Contents(
        draws=(DrawFile("entrants", order),),
        matches={code: eighty.match_file(source, code, rows, sides[code]) for code, rows in records.items()},
        rounds=source.event["rounds"],
        tables=(len(order) + 1) // 2,
        acts=(*eighty.trumps(source), *_fouled(source)),
    )


def _fouled(source: Source) -> tuple[HallActFile, ...]:
    """The boards that were put back wrongly, stated before the round that event.json names."""
    return tuple(
        HallActFile("fouled", {"board": row["board"], "groups": row["groups"], "reason": row["zh"]}, "chief_referee", row["before_round"])
        for row in source.event["fouled"]
    )


def placed(row: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    pair = named[row["entrant"]]
    return {
        "direction": row["direction"],
        "rank": row["rank"],
        "team": pair.team,
        "pair": pair.name,
        "number": pair.number,
        "shared": row["shared"],
        "points": row["points"],
        "percent": row["percent"],
        "boards": row["boards"],
    }


def results(board: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    """Of every board, by the table that played it: the defenders' points and both sides' match-points."""
    return {
        str(row["board"]): {one["match"]: [one["D"], one["points"]["NS"], one["points"]["EW"]] for one in row["results"]}
        for row in board["boards"]
    }


def line(row: Mapping[str, Any]) -> str:
    place = f"{DIRECTIONS[row['direction']]} {row['rank']:>2}"
    percent = float(Fraction(row["percent"]))
    return f"{place}  {percent:5.2f}%  {row['boards']} 副  {row['number']}号 {row['pair']}（{row['team']}）"
