"""Names joined to pids: the only way from an id of ledger or snapshot to something a person can read."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from events.models import Competition, Device, Entrant, Event, Grant, Player, Team

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
    for device in Device.objects.filter(competition__event=event, pid__in=pids):
        names[device.pid] = str(device)
    return names
