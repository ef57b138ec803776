"""People whom a leaderboard of the 斗地主 formats names beside its standings: who is to be drawn, has a bye, is entitled to a prize.

Reads the published state and the names; computes nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.parts import breakable
from events.selectors.people import Names


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody named on the page: who is to be drawn, has a bye, is entitled to a prize."""

    key: str
    name: str
    of: str


@dataclass(frozen=True, slots=True)
class Prize:
    """One award 奖励 with who is entitled to it. `kind`: rank or level; `number` which. `final` once nothing can change it."""

    kind: str
    number: int
    cash: int
    goods: str
    clause: str
    people: tuple[Person, ...]
    final: bool


class People:
    """Entrants by name and unit."""

    def __init__(self, state: Mapping[str, Any], names: Names) -> None:
        self.names = names
        self.teams = {one["entrant"]: team["team"] for team in state["teams"] for one in team["entrants"]}

    def one(self, pid: str) -> Person:
        team = self.teams.get(pid, "")
        return Person(pid, breakable(self.names.pair(pid)), self.names.team(team) if team else "")

    def all(self, pids: Iterable[str]) -> tuple[Person, ...]:
        return tuple(self.one(pid) for pid in pids)


def prizes_of(state: Mapping[str, Any], people: People) -> tuple[Prize, ...]:
    """The state's awards, those alike under one another: the best first, as the state has them."""
    found: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for row in state.get("awards") or ():
        found.setdefault((row["award"], row.get("cash") or 0, row.get("goods") or "", row.get("clause") or ""), []).append(row)
    return tuple(
        Prize(
            kind=award.rpartition("_")[0],
            number=int(number) if (number := award.rpartition("_")[2]).isdigit() else 0,
            cash=cash,
            goods=goods,
            clause=clause,
            people=people.all(row["entrant"] for row in rows),
            final=all(row.get("final") for row in rows),
        )
        for (award, cash, goods, clause), rows in found.items()
    )
