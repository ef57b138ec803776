"""Reads an event's folder: event.json, hands.csv and the expected standings.json. Writes nothing, knows no rules.

`kind` in event.json names the module of events/plays/kinds that knows how this event's draws, hands and officials' acts are written down.
Teams are named in event.json in the order of registration, each with its `pairs` (lists of names) or its `players` (single names).
"""

import csv
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

PLAYS = Path(__file__).resolve().parent

Record = Mapping[str, Any]
Slot = tuple[int, int, str]  # (game, number, room)
Key = str | tuple[str, int]  # a team by name, or an entrant by (team name, place in the registration)


class NoSuchPlay(LookupError):
    """No event of that rulebook is kept here."""


@dataclass(frozen=True, slots=True)
class TeamFile:
    """One team: its entrants as registered, each a tuple of names."""

    name: str
    pairs: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class DrawFile:
    """One draw as it fell: `draw` as the service names it, of the entrants of `team` or of all, in the order of the numbers drawn.

    `round`: whose tables it makes, where every round is drawn. Only what is drawn before the first round stands here.
    """

    draw: str
    order: tuple[Key, ...]
    team: str = ""
    round: int = 0


@dataclass(frozen=True, slots=True)
class ActFile:
    """What an official enters about a match: one POST to `door` under the match, after the hand in `after`, or after all hands.

    `by` is a role. `withdrawn`: taken back by the chief referee at once, with a reason, so that it counts for nothing. `refused`: the
    code of the problem for which the service must refuse it.
    """

    door: str
    body: Mapping[str, Any]
    by: str
    after: Slot | None = None
    withdrawn: bool = False
    refused: str = ""


@dataclass(frozen=True, slots=True)
class HallActFile:
    """What an official enters about the competition, before round `round` is opened: one POST to `door` under the competition.

    An entrant in `body` is its key, for which the player puts its id. `refused`: as for `ActFile`.
    """

    door: str
    body: Mapping[str, Any]
    by: str
    round: int
    refused: str = ""


@dataclass(frozen=True, slots=True)
class SlipFile:
    """A slip of the pen that happens in every play of this event: which trouble, and the wrong record."""

    trouble: str
    wrong: Record


@dataclass(frozen=True, slots=True)
class LaterFile:
    """A hand that is first entered wrong and confirmed, and put right by an official once round `round` is open."""

    slot: Slot
    first: Record
    record: Record
    round: int
    reason: str


@dataclass(frozen=True, slots=True)
class MatchFile:
    """One table's sitting: the records as a tablet sends them (what is finally true), or who forfeited; and what officials do there.

    `meeting` is what the kind calls a match, from its code. `sides`: draw numbers of who must sit there, side by side, where the file
    states it. `plays_in`: a later round beside which it is still played. `on_behalf`: an official signs, for somebody does not.
    """

    meeting: str
    records: tuple[Record, ...] = ()
    forfeited_by: str = ""
    acts: tuple[ActFile, ...] = ()
    slips: Mapping[Slot, SlipFile] = field(default_factory=dict)
    later: LaterFile | None = None
    sides: tuple[int, ...] | None = None
    plays_in: int = 0
    on_behalf: bool = False


@dataclass(frozen=True, slots=True)
class Contents:
    """What a kind makes of event.json and hands.csv. `tables`: the most that are in use at once; `days`: round -> the day it is on;
    `entering`: what is said of an entrant when he is registered, beside his names."""

    draws: tuple[DrawFile, ...]
    matches: Mapping[str, MatchFile]
    rounds: int
    tables: int
    acts: tuple[HallActFile, ...] = ()
    days: Mapping[int, str] = field(default_factory=dict)
    entering: Mapping[Key, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Source:
    """The files of an event as parsed; the kind reads what else it needs from `folder`."""

    folder: Path
    event: Mapping[str, Any]
    rows: tuple[Mapping[str, str], ...]
    teams: tuple[TeamFile, ...]

    def entrant(self, names: tuple[str, ...]) -> Key:
        """The key of the entrant with these names."""
        return next((team.name, place) for team in self.teams for place, pair in enumerate(team.pairs, start=1) if pair == names)


@dataclass(frozen=True, slots=True)
class EventFile:
    """A whole event. `settings`: what the organiser sets in the rulebook, leaf by leaf; `clause`: what rulings cite, where a kind is
    played by several rulebooks."""

    name: str
    competition: str
    host: str
    venue: str
    rulebook: str
    kind: str
    teams: tuple[TeamFile, ...]
    draws: tuple[DrawFile, ...]
    matches: Mapping[str, MatchFile]
    rounds: int
    tables: int
    acts: tuple[HallActFile, ...]
    days: Mapping[int, str]
    entering: Mapping[Key, Mapping[str, Any]]
    settings: Mapping[str, Any]
    clause: str
    expected: tuple[Mapping[str, Any], ...]

    @property
    def hands(self) -> int:
        return sum(len(match.records) for match in self.matches.values())


def resolved(value: Any, pid: Callable[[Key], str]) -> Any:
    """A body as the service wants it: every key of an entrant, or of a team as its place 0, gives way to its id."""
    if isinstance(value, Mapping):
        return {name: resolved(part, pid) for name, part in value.items()}
    if isinstance(value, list):
        return [resolved(part, pid) for part in value]
    return pid(cast(Key, value)) if isinstance(value, tuple) else value


def kept() -> tuple[str, ...]:
    """Rulebooks of which a whole event is kept."""
    return tuple(sorted(path.parent.name for path in PLAYS.glob("*/event.json")))


def read_source(rulebook: str) -> Source:
    """The kept files of `rulebook`. Raises NoSuchPlay."""
    folder = PLAYS / rulebook
    if rulebook not in kept():
        raise NoSuchPlay(rulebook)
    event = json.loads((folder / "event.json").read_text(encoding="utf-8"))
    with (folder / "hands.csv").open(encoding="utf-8", newline="") as lines:
        rows = tuple(csv.DictReader(lines))
    teams = tuple(
        TeamFile(team["name"], tuple(tuple(pair) for pair in team.get("pairs", ())) or tuple((name,) for name in team["players"]))
        for team in event["teams"]
    )
    return Source(folder, event, rows, teams)


def event_of(source: Source, contents: Contents) -> EventFile:
    """The event of these files, as its kind reads them."""
    event = source.event
    return EventFile(
        name=event["name"],
        competition=event["competition"],
        host=event["host"],
        venue=event["venue"],
        rulebook=event["rulebook"],
        kind=event["kind"],
        teams=source.teams,
        draws=contents.draws,
        matches=contents.matches,
        rounds=contents.rounds,
        tables=contents.tables,
        acts=contents.acts,
        days=contents.days,
        entering=contents.entering,
        settings=event.get("settings", {}),
        clause=event.get("clause", ""),
        expected=tuple(json.loads((source.folder / "standings.json").read_text(encoding="utf-8"))),
    )
