"""80分 of teams: every encounter plays its boards in two rooms. A match is one room: `r1-2v5-open`; `draws` are as in 掼蛋."""

from collections.abc import Mapping
from typing import Any

from events.plays.event_file import Contents, DrawFile, Record, Source
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

SEATED = "team"
ROOMS = ("open", "closed")
SPLITS = {"head_to_head": "相互比赛分", "net": "净得分差"}


def read(source: Source) -> Contents:
    draws = source.event["draws"]
    written = eighty.cards(source)
    records: dict[str, list[Record]] = {}
    for row in source.rows:
        encounter = f"r{row['round']}-{row['home']}v{row['away']}"
        record = {**eighty.played(row), "room": row["room"]}
        hands = written.get(encounter, {}).get(row["board"], {}).get(row["room"])
        records.setdefault(f"{encounter}-{row['room']}", []).append(record | ({"cards": hands} if hands else {}))
    matches = {}
    for code, rows in records.items():
        home, away = map(int, code.split("-")[1].split("v"))
        sides = (home, away) if code.endswith("-open") else (away, home)
        matches[code] = eighty.match_file(source, code, rows, sides)
    teams = len(source.teams)
    return Contents(
        draws=(
            DrawFile("teams", tuple(draws["teams"])),
            *(DrawFile("pairs", tuple((team.name, place) for place in draws["pairs"][team.name]), team.name) for team in source.teams),
        ),
        matches=matches,
        rounds=teams - 1 + teams % 2,
        tables=teams // 2 * len(ROOMS),
        acts=eighty.trumps(source),
    )


def placed(row: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    team = named[row["team"]]
    lines = {line["round"]: line["points"] if line["against"] else None for line in row["rounds"]}
    return {
        "rank": row["rank"],
        "team": team.name,
        "number": team.number,
        "shared": row["shared"],
        "points": row["points"],
        "net": row["net"],
        "won": row["won"],
        "drawn": row["drawn"],
        "lost": row["lost"],
        "split_by": row["split_by"],
        "rounds": [lines[number] for number in sorted(lines)],
    }


def results(board: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    """Of every encounter, board by board: the home team's net and both teams' points."""
    return {
        row["encounter"]: {str(one["board"]): [one["net"], one["points"]["low"], one["points"]["high"]] for one in row["boards"]}
        for row in board["encounters"]
    }


def line(row: Mapping[str, Any]) -> str:
    result = f"{row['won']}胜{row['drawn']}平{row['lost']}负"
    return f"{row['rank']:>2}  {row['points']:>3} 分  净 {row['net']:>+5}  {result}  {row['team']} {SPLITS.get(row['split_by'], '')}"
