"""One table of a play: who keeps the score there, who signs, what stands there. Reads through the API, writes nothing."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from events.plays.arrival import MatchPlan
from events.plays.client import Caller
from events.plays.event_file import Slot
from events.plays.hall import Hall
from events.plays.kinds.protocol import Kind


@dataclass(slots=True)
class AtTable:
    """`code` is the match's id (`r3-2v7-p1`); `counts` collects what happened over the whole play."""

    hall: Hall
    kind: Kind
    plan: MatchPlan
    code: str
    table: int
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def path(self) -> str:
        return f"{self.hall.path}/tables/{self.code}"

    @property
    def scorer(self) -> Caller:
        """Who keeps the score: a side's tablet, or an official."""
        side = self.kind.RECORDED_BY
        return self.hall.devices[self.table, side] if side in self.kind.SIDES else self.hall.people[side]

    @property
    def second(self) -> Caller:
        """An official who is not the scorer."""
        return self.hall.chief if self.kind.RECORDED_BY == "referee" else self.hall.referee

    @property
    def checkers(self) -> list[Caller]:
        """Who signs, each on a tablet of his own."""
        return [self.hall.devices[self.table, side] for side in self.kind.SIGNED_BY]

    def _behalf(self) -> Caller:
        """The official who signs for others: nobody signs what he entered himself."""
        entered = self.kind.RECORDED_BY == "referee" or any(self.kind.official(hand.record) for hand in self.plan.hands)
        return self.hall.chief if entered else self.hall.referee

    def _match(self) -> Mapping[str, Any]:
        body: Mapping[str, Any] = self.scorer.get(f"{self.path}/").body
        return body

    def _live(self) -> dict[Slot, str]:
        """Hash of the live record of each slot."""
        rows = (row for row in self._match()["hands"] if row["state"] == "live")
        return {(row.get("game", 1), row["number"], row.get("room", "")): row["hash"] for row in rows}

    def _covers(self) -> list[str]:
        return list(self._live().values())

    def _key(self, purpose: str, about: object = "") -> str:
        return self.hall.key(self.code, purpose, about)
