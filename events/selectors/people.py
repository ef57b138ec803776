"""Names joined to pids: the only way from an id of ledger or snapshot to something a person can read."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from events import clock
from events.models import Competition, Device, Entrant, Event, Grant, PinCounter, Player, Team
from events.models.pin import LOCKED_FOR, MOST_TRIES

NAMING = frozenset({"entrant", "entrants"})  # operands of faults that may be ids of entrants


@dataclass(frozen=True, slots=True)
class Names:
    """Of one competition. Keys are pids; `entrants` gives the players' names in order."""

    teams: Mapping[str, str] = field(default_factory=dict)
    entrants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)

    def team(self, pid: str) -> str:
        return self.teams.get(pid, pid)

    def pair(self, entrant: str) -> str:
        """`张三/李四`; the pid itself when the names were erased."""
        return "/".join(self.entrants.get(entrant, ())) or entrant

    def contender(self, pid: str) -> str:
        """A team's name, or the names of a pair or single player."""
        return self.teams.get(pid) or self.pair(pid)

    def player(self, pid: str) -> str:
        return self.players.get(pid, pid)

    def said(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The operands of a fault with names where it names entrants."""
        return {name: self._named(value) if name in NAMING else value for name, value in values.items()}

    def _named(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [self._named(one) for one in value]
        return self.contender(value) if isinstance(value, str) else value


def names_of(*, competition: Competition) -> Names:
    """Two queries, whatever the size."""
    return names_in(competitions=[competition])[competition.pk]


def names_in(*, competitions: Collection[Competition]) -> dict[int, Names]:
    """Competition's primary key -> its names. Two queries, however many competitions."""
    entrants: dict[int, dict[str, list[str]]] = {competition.pk: {} for competition in competitions}
    players: dict[int, dict[str, str]] = {competition.pk: {} for competition in competitions}
    teams: dict[int, dict[str, str]] = {competition.pk: {} for competition in competitions}
    rows = Player.objects.filter(entrant__competition__in=competitions).order_by("entrant_id", "order")
    for pk, entrant, pid, name in rows.values_list("entrant__competition_id", "entrant__pid", "pid", "name"):
        entrants[pk].setdefault(entrant, []).append(name)
        players[pk][pid] = name
    for pk, pid, name in Team.objects.filter(competition__in=competitions).values_list("competition_id", "pid", "name"):
        teams[pk][pid] = name
    return {
        pk: Names(teams=teams[pk], entrants={pid: tuple(found) for pid, found in entrants[pk].items()}, players=players[pk]) for pk in teams
    }


def pairs_named(*, competition: Competition) -> list[tuple[Team, list[tuple[Entrant, list[Player]]]]]:
    """The roster: teams in order of number, each with its pairs and their players. Three queries."""
    teams = Team.objects.filter(competition=competition).prefetch_related("entrants__players").order_by("number", "id")
    return [(team, [(entrant, list(entrant.players.all())) for entrant in team.entrants.all()]) for team in teams]


def actor_names(*, event: Event, pids: Collection[str]) -> dict[str, str]:
    """Grant and device pids of this event -> the person's or the device's name. Two queries."""
    names: dict[str, str] = {}
    for grant in Grant.objects.filter(event=event, pid__in=pids).select_related("user"):
        names[grant.pid] = grant.user.get_full_name() or grant.user.get_username()
    for device in Device.objects.filter(competition__event=event, pid__in=pids).select_related("player"):
        names[device.pid] = str(device)
    return names


@dataclass(frozen=True, slots=True)
class PinRow:
    """An entrant as the page of 核对密码 lists it: since when it has one, and whether wrong tries have locked it."""

    entrant: Entrant
    names: str
    made_at: datetime | None
    locked: bool


def pins_of(*, competition: Competition) -> list[PinRow]:
    """In order of teams and their draw. Three queries."""
    locked = set(
        PinCounter.objects.filter(competition=competition, tries__gte=MOST_TRIES, since__gt=clock.now() - LOCKED_FOR).values_list(
            "subject", flat=True
        )
    )
    rows = Entrant.objects.filter(competition=competition).select_related("team", "pin").prefetch_related("players")
    return [
        PinRow(
            entrant,
            "/".join(player.name for player in entrant.players.all()),
            entrant.pin.made_at if hasattr(entrant, "pin") else None,
            entrant.pid in locked,
        )
        for entrant in rows.order_by("team__number", "team_id", "number", "id")
    ]
