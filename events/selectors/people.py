"""Names joined to pids: the only way from an id of ledger or snapshot to something a person can read."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from events.models import Competition, Event


@dataclass(frozen=True, slots=True)
class Names:
    """Of one competition. Keys are pids; `entrants` gives the two players' names in order."""

    teams: Mapping[str, str] = field(default_factory=dict)
    entrants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)

    def pair(self, entrant: str) -> str:
        """`张三/李四`; the pid itself when the names were erased."""
        return "/".join(self.entrants.get(entrant, ())) or entrant


def names_of(*, competition: Competition) -> Names:
    """Three queries, whatever the size."""
    raise NotImplementedError


def actor_names(*, event: Event, pids: Collection[str]) -> dict[str, str]:
    """Grant and device pids of this event -> the person's or the device's name. Two queries."""
    raise NotImplementedError
