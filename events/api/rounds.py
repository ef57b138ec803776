"""轮: how far each is, opening, locking, unlocking."""

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import CompetitionDoor, answer
from events.api.shapes import NOTHING
from events.selectors.rounds import rounds_of
from events.services import rounds


def round_json(row: Any) -> dict[str, Any]:
    """A Round as `rounds_of` gives it, with its counts of matches."""
    return {
        "round": row.number,
        "state": row.state,
        "opened_at": row.opened_at,
        "matches": row.matches_total,
        "done": row.matches_done,
        "confirmed": row.matches_confirmed,
        "under_review": row.matches_under_review,
    }


class Rounds(CompetitionDoor):
    """The rounds opened so far."""

    outputs: ClassVar = {"GET": {200: "RoundList"}}

    def get(self, request: Request, **_address: Any) -> Response:
        return Response({"results": [round_json(row) for row in rounds_of(competition=self.competition)]})


class RoundOpen(CompetitionDoor):
    """Opens the next round: its matches come from the format's plan."""

    actions = {"POST": "round.open"}
    shapes = {"POST": inputs.ROUND_OPENING}
    outputs: ClassVar = {"POST": {201: "RoundOpened"}}

    def post(self, request: Request, number: int, **_address: Any) -> Response:
        return answer(
            rounds.round_open(
                competition=self.competition,
                number=number,
                by=self.by,
                force=self.data.get("force", False),
                reason=self.data.get("reason", ""),
                key=self.key,
                day=inputs.day_text(self.data),
            )
        )


class RoundLock(CompetitionDoor):
    """锁定: tables enter nothing more in this round."""

    actions = {"POST": "round.lock"}
    shapes = {"POST": NOTHING}
    outputs: ClassVar = {"POST": {201: "Stored"}}

    def post(self, request: Request, number: int, **_address: Any) -> Response:
        return answer(rounds.round_lock(competition=self.competition, number=number, by=self.by, key=self.key))


class RoundUnlock(CompetitionDoor):
    """Undoes the lock."""

    actions = {"POST": "round.lock"}
    shapes = {"POST": NOTHING}
    outputs: ClassVar = {"POST": {201: "Stored"}}

    def post(self, request: Request, number: int, **_address: Any) -> Response:
        return answer(rounds.round_unlock(competition=self.competition, number=number, by=self.by, key=self.key))
