"""Reads an event's folder: event.json, hands.csv and the expected standings.json. Writes nothing, knows no rules.

Teams and pairs are named in event.json in the order of registration; `draws` says which numbers they drew: `draws.teams` lists team names
from draw number 1 on, `draws.pairs[team]` lists, for pair numbers 1, 2, …, the place of that pair in the team's registration.
"""

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PLAYS = Path(__file__).resolve().parent


class NoSuchPlay(LookupError):
    """No event of that rulebook is kept here."""


@dataclass(frozen=True, slots=True)
class TeamFile:
    """One team: its pairs as registered, each a tuple of two names, and the pair order it drew (1-based places)."""

    name: str
    pairs: tuple[tuple[str, ...], ...]
    pair_draw: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchFile:
    """One table's sitting: draw numbers of the teams, pair number, the records as a tablet sends them, or who forfeited."""

    low: int
    high: int
    pair: int
    records: tuple[Mapping[str, Any], ...]
    forfeited_by: str = ""

    @property
    def meeting(self) -> str:
        """`2v7-p1`: the match id without its round."""
        return f"{self.low}v{self.high}-p{self.pair}"


@dataclass(frozen=True, slots=True)
class EventFile:
    name: str
    competition: str
    host: str
    venue: str
    rulebook: str
    teams: tuple[TeamFile, ...]
    team_draw: tuple[str, ...]
    matches: Mapping[str, MatchFile]
    expected: tuple[Mapping[str, Any], ...]

    @property
    def hands(self) -> int:
        return sum(len(match.records) for match in self.matches.values())


def kept() -> tuple[str, ...]:
    """Rulebooks of which a whole event is kept."""
    return tuple(sorted(path.parent.name for path in PLAYS.glob("*/event.json")))


def record_of(row: Mapping[str, str]) -> dict[str, Any]:
    """A line of hands.csv as the record a tablet posts: by order of going out, or by kind alone."""
    number = int(row["hand"])
    if row["order"]:
        return {"hand": number, "order": list(row["order"])}
    return {"hand": number, "side": row["side"], "kind": row["kind"]}


def read_event(rulebook: str) -> EventFile:
    """The kept event of `rulebook`. Raises NoSuchPlay."""
    folder = PLAYS / rulebook
    if rulebook not in kept():
        raise NoSuchPlay(rulebook)
    event = json.loads((folder / "event.json").read_text(encoding="utf-8"))
    records: dict[tuple[int, int, int], list[dict[str, Any]]] = {}
    with (folder / "hands.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            records.setdefault((int(row["low"]), int(row["high"]), int(row["pair"])), []).append(record_of(row))
    matches = [MatchFile(*key, tuple(rows)) for key, rows in records.items()]
    matches += [MatchFile(f["low"], f["high"], f["pair"], (), f["by"]) for f in event["forfeits"]]
    draws = event["draws"]["pairs"]
    return EventFile(
        name=event["name"],
        competition=event["competition"],
        host=event["host"],
        venue=event["venue"],
        rulebook=event["rulebook"],
        teams=tuple(
            TeamFile(team["name"], tuple(tuple(pair) for pair in team["pairs"]), tuple(draws[team["name"]])) for team in event["teams"]
        ),
        team_draw=tuple(event["draws"]["teams"]),
        matches={match.meeting: match for match in matches},
        expected=tuple(json.loads((folder / "standings.json").read_text(encoding="utf-8"))),
    )
