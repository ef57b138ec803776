"""轮: how far each is, opening, locking, unlocking."""

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import CompetitionDoor, answer
from events.selectors.published import Published, frozen_of
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


def as_they_stood(rows: list[dict[str, Any]], held: Published) -> list[dict[str, Any]]:
    """The rounds that were open where the public's board stands still, counted there."""
    then = {row["round"]: row for row in held.state["rounds"] if row["opened"]}
    return [
        row
        | {"state": "locked" if then[row["round"]]["locked"] else "open", "done": then[row["round"]]["handed_in"]}
        | {name: then[row["round"]][name] for name in ("matches", "confirmed", "under_review")}
        for row in rows
        if row["round"] in then
    ]


class Rounds(CompetitionDoor):
    """The rounds opened so far."""

    outputs: ClassVar = {"GET": {200: "RoundList"}}

    def get(self, request: Request, **_address: Any) -> Response:
        rows = [round_json(row) for row in rounds_of(competition=self.competition)]
        held = frozen_of(competition=self.competition, sees_all=self.sees_all)
        return Response({"results": rows if held is None else as_they_stood(rows, held)})


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
    shapes = {"POST": inputs.ROUND_LOCK}
    outputs: ClassVar = {"POST": {201: "Stored"}}

    def post(self, request: Request, number: int, **_address: Any) -> Response:
        reason = self.data.get("reason", "")
        return answer(rounds.round_lock(competition=self.competition, number=number, by=self.by, key=self.key, reason=reason))


class RoundUnlock(CompetitionDoor):
    """Undoes the lock."""

    actions = {"POST": "round.lock"}
    shapes = {"POST": inputs.ROUND_LOCK}
    outputs: ClassVar = {"POST": {201: "Stored"}}

    def post(self, request: Request, number: int, **_address: Any) -> Response:
        reason = self.data.get("reason", "")
        return answer(rounds.round_unlock(competition=self.competition, number=number, by=self.by, key=self.key, reason=reason))
