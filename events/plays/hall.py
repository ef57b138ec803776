"""Sets an event up through the REST API as an organiser does, from the event's making to the paired tablets.

Reads an EventFile, writes through HTTP alone. What it learns (ids, tokens) it keeps in a Hall.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from events.plays.client import Answer, Caller
from events.plays.event_file import DrawFile, EventFile, Key
from events.plays.kinds import KINDS
from events.plays.kinds.protocol import Named

API = "/api/v1"
CODE = "play"  # of the competition; its event has no other


@dataclass(frozen=True, slots=True)
class Place:
    """Where the service is. `links` are one-time login paths of organiser, chief_referee and referee; `accounts` their names."""

    base_url: str
    links: Mapping[str, str]
    accounts: Mapping[str, str]
    run_id: str = ""


@dataclass(slots=True)
class Hall:
    """The event as set up: its people, its tablets by (table, side), and the ids of teams and entrants."""

    place: Place
    event_code: str
    seed: int
    people: Mapping[str, Caller]  # by role
    devices: dict[tuple[int, str], Caller] = field(default_factory=dict)
    teams: dict[str, str] = field(default_factory=dict)  # name -> team pid
    pairs: dict[tuple[str, int], str] = field(default_factory=dict)  # (team name, place in the registration) -> entrant pid
    named: dict[str, Named] = field(default_factory=dict)  # pid -> the team or entrant as the files name it
    players: dict[str, list[str]] = field(default_factory=dict)  # entrant pid -> player pids
    clause: str = ""  # what rulings cite, where the event says so

    @property
    def path(self) -> str:
        return f"{API}/events/{self.event_code}/competitions/{CODE}"

    @property
    def organiser(self) -> Caller:
        return self.people["organiser"]

    @property
    def chief(self) -> Caller:
        return self.people["chief_referee"]

    @property
    def referee(self) -> Caller:
        return self.people["referee"]

    def close(self) -> None:
        """Hang up everybody's connections."""
        for caller in (*self.people.values(), *self.devices.values()):
            caller.close()

    def pid(self, key: Key) -> str:
        """The id of a team (by name, or as place 0 of it) or of an entrant (by team name and place)."""
        if isinstance(key, str):
            return self.teams[key]
        return self.pairs[key] if key[1] else self.teams[key[0]]

    def by_role(self, role: str) -> Caller:
        return self.people[role]

    def key(self, *what: object) -> str:
        """An idempotency key that is the same for the same purpose of the same play."""
        return hashlib.sha256(f"{self.event_code} {self.seed} {what}".encode()).hexdigest()[:32]

    def set_up(self, suffix: str, body: Any, *purpose: object, by: Caller | None = None) -> Any:
        """One keyed write under the competition's address; the body of its answer."""
        return (by or self.organiser).deliver(f"{self.path}/{suffix}", body, key=self.key(suffix, *purpose)).body


def sign_in(place: Place) -> dict[str, Caller]:
    """The officials, by role. A login link works once, so this may be called once for a Place."""
    people = {}
    for role, link in place.links.items():
        people[role] = Caller(place.base_url, run_id=place.run_id)
        people[role].sign_in(link)
    return people


def set_up(event: EventFile, place: Place, people: Mapping[str, Caller], *, event_code: str, seed: int, say: Callable[[str], None]) -> Hall:
    """From nothing to drawn teams or entrants and paired tablets."""
    hall = Hall(place, event_code, seed, people, clause=event.clause)
    hall.organiser.send(
        f"{API}/events/",
        {"code": event_code, "name": event.name, "host": event.host, "venue": event.venue, "simulated": True},
        expect=(201,),
    )
    hall.organiser.deliver(
        f"{API}/events/{event_code}/competitions/",
        {"code": CODE, "name": event.competition, "rulebook": event.rulebook}
        | ({"overrides": dict(event.settings)} if event.settings else {}),
        key=hall.key("competition"),
    )
    for role in ("chief_referee", "referee"):
        hall.organiser.send(f"{API}/events/{event_code}/grants/", {"user": place.accounts[role], "role": role})
    _register(event, hall)
    _draw(event, hall)
    say(f"{len(hall.teams)} 队 {len(hall.pairs)} 个参赛方已报名、抽签")
    kind = KINDS[event.kind]
    for table in range(1, event.tables + 1):
        for side in kind.SIDES:
            hall.devices[table, side] = pair_device(hall, table, side)
    say(f"{len(hall.devices)} 台设备已配对（{event.tables} 桌）")
    return hall


def _register(event: EventFile, hall: Hall) -> None:
    for team in event.teams:
        hall.teams[team.name] = hall.set_up("teams/", {"name": team.name}, team.name)["team"]
        for place, names in enumerate(team.pairs, start=1):
            said = {"team": hall.teams[team.name], "names": list(names), **event.entering.get((team.name, place), {})}
            body = hall.set_up("entrants/", said, team.name, place)
            hall.pairs[team.name, place] = body["entrant"]
            hall.players[body["entrant"]] = list(body["players"])


def _draw(event: EventFile, hall: Hall) -> None:
    """The draws as they fell in the hall, and what everybody is called with them.

    Where the tables of every round are drawn, who is not in the first draw is numbered after it, in order of registration.
    """
    numbers: dict[str, int] = {}
    for draw in event.draws:
        order = [hall.pid(key) for key in draw.order]
        hall.set_up("draws/", _draw_body(hall, draw, order), draw.draw, draw.team)
        numbers |= {pid: number for number, pid in enumerate(order, start=1)}
    if all(draw.round for draw in event.draws):
        for pid in hall.pairs.values():
            numbers.setdefault(pid, len(numbers) + 1)
    for team in event.teams:
        pid = hall.teams[team.name]
        hall.named[pid] = Named(team.name, team.name, numbers.get(pid, 0))
        for place, names in enumerate(team.pairs, start=1):
            entrant = hall.pairs[team.name, place]
            hall.named[entrant] = Named("、".join(names), team.name, numbers.get(entrant, 0))


def _draw_body(hall: Hall, draw: DrawFile, order: list[str]) -> dict[str, Any]:
    about = {"team": hall.teams[draw.team]} if draw.team else {"round": draw.round} if draw.round else {}
    return {"draw": draw.draw, "order": order, **about}


def pair_device(hall: Hall, table: int, side: str) -> Caller:
    """The referee shows a code, the tablet opens it and keeps its token."""
    code: Answer = hall.referee.send(f"{API}/events/{hall.event_code}/pairing-codes/", {"competition": CODE, "table": table, "side": side})
    stranger = Caller(hall.place.base_url, run_id=hall.place.run_id)
    paired = stranger.send(f"{API}/pair/", {"secret": code.body["secret"], "label": f"{table}桌{side}"})
    stranger.close()
    return Caller(hall.place.base_url, token=paired.body["token"], run_id=hall.place.run_id)
