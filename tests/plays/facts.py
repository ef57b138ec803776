"""The kept event as ledger entries made by hand, for tests and measurements of scoring alone: no service, no database."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from events.plays.event_file import EventFile, MatchFile
from events.plays.kinds.guandan import numbers_of, pair_draw, team_draw
from scoring.entries import Entry

RoundOf = Callable[[int, int], int]


def pid(letter: str, *what: object) -> str:
    """An id in the service's form that is the same every time."""
    return letter + hashlib.sha256(repr(what).encode()).hexdigest()[:12]


class Writer:
    """Numbers entries and gives each a hash, as the ledger does."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def write(
        self,
        kind: str,
        body: Mapping[str, Any],
        *,
        match: str = "",
        game: int | None = None,
        number: int = 0,
        room: str = "",
        supersedes: str = "",
    ) -> Entry:
        seq = len(self.entries) + 1
        digest = hashlib.sha256(f"{seq} {kind} {match} {number}".encode()).hexdigest()
        entry = Entry(
            seq=seq,
            kind=kind,
            key=f"key-{seq:08d}",
            hash=digest,
            supersedes=supersedes,
            match=match,
            game=(1 if number else 0) if game is None else game,
            number=number,
            room=room,
            actor="d00000000000a" if kind == "hand" else "g00000000000b",
            role="scorer" if kind == "hand" else "chief_referee",
            body=body,
        )
        self.entries.append(entry)
        return entry


def team_pid(event: EventFile, number: int) -> str:
    return pid("t", team_draw(event)[number - 1])


def pair_pids(event: EventFile, name: str) -> list[str]:
    """Entrants of a team by drawn pair number."""
    return [pid("e", *pair) for pair in pair_draw(event, name)]


def setup_entries(event: EventFile, writer: Writer, *, rulebook: str, digest: str) -> None:
    writer.write("open", {"rulebook": rulebook, "digest": digest, "event": "v000000000001", "simulated": True, "officials": 1})
    for team in event.teams:
        writer.write("team", {"team": pid("t", team.name)})
        for pair in team.pairs:
            players = [pid("p", name) for name in pair]
            writer.write("entrant", {"entrant": pid("e", *pair), "team": pid("t", team.name), "players": players})
    order = [pid("t", name) for name in team_draw(event)]
    writer.write("draw", {"draw": "teams", "method": "recorded", "seed": "", "order": order})
    for team in event.teams:
        body = {"draw": "pairs", "team": pid("t", team.name), "method": "recorded", "seed": "", "order": pair_pids(event, team.name)}
        writer.write("draw", body)


def match_entries(writer: Writer, match: MatchFile, code: str) -> None:
    if match.forfeited_by:
        writer.write("forfeit", {"sides": [match.forfeited_by]}, match=code)
        return
    covers = [writer.write("hand", {"record": record}, match=code, number=record["hand"]).hash for record in match.records]
    writer.write("confirmation", {"covers": covers, "side": "EW", "on_behalf": False}, match=code)


def whole_event(event: EventFile, round_of: RoundOf, *, rulebook: str, digest: str) -> list[Entry]:
    """Every fact of the event from its opening to the last signature."""
    writer = Writer()
    setup_entries(event, writer, rulebook=rulebook, digest=digest)
    for number in range(1, len(event.teams)):
        writer.write("round_opened", {"round": number})
        for match in matches_of_round(event, round_of, number):
            match_entries(writer, match, f"r{number}-{match.meeting}")
    return writer.entries


def matches_of_round(event: EventFile, round_of: RoundOf, number: int) -> Iterator[MatchFile]:
    return (match for match in event.matches.values() if round_of(*numbers_of(match.meeting)[:2]) == number)


def table_of(event: EventFile, state: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The state's standings in the form of standings.json."""
    names = {pid("t", team.name): team.name for team in event.teams}
    numbers = {row["team"]: row["number"] for row in state["teams"]}
    return [
        {
            "rank": row["rank"],
            "team": names[row["team"]],
            "number": numbers[row["team"]],
            "shared": row["shared"],
            "points": row["points"],
            "double_downs": row["double_downs"],
            "split_by": row["split_by"],
            "rounds": [line["points"] for line in sorted(row["rounds"], key=lambda line: line["round"])],
        }
        for row in state["standings"]
    ]
