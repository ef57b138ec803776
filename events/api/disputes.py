"""争议: raised at a table, taken, ruled, appealed, ruled for good. Lists and single ones are for officials."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import CompetitionDoor, answer
from events.api.hands import under
from events.api.previews import Tried, tried
from events.api.shapes import NOTHING
from events.pinned import rulebook_of
from events.selectors.disputes import DisputeRow, dispute_of, disputes_of
from events.services import disputes
from scoring import records
from scoring.games import GAMES
from scoring.outcomes import Fault

SAID = {"reason": "remark", "ruling_reason": "ruling_remark", "appeal_reason": "appeal_remark", "final_reason": "final_remark"}


def dispute_json(row: DisputeRow) -> dict[str, Any]:
    """A dispute with everything that was said of it, for officials."""
    one = row.dispute
    return {
        "dispute": one.pid,
        "match": one.match.code,
        "table": one.match.table,
        "round": one.match.round.number,
        "game": one.game,
        "number": one.number,
        "room": one.room,
        "subject": one.subject,
        "noticed": one.noticed or None,
        "state": one.state,
        "final": row.final,
        "may_appeal": row.may_appeal,
        "outcome": one.outcome,
        "clauses": one.clauses,
        "first_outcome": one.first_outcome,
        "first_clauses": one.first_clauses,
        "raised_side": one.raised_side,
        "appealed_side": one.appealed_side,
        **{name: getattr(one, name) for name in ("raised_by", "taken_by", "ruled_by", "appealed_by", "final_by")},
        **{name: getattr(one, name) for name in ("raised_at", "taken_at", "ruled_at", "appealed_at", "final_at")},
        **{name: row.said.get(column, "") for name, column in SAID.items()},
    }


class Disputes(CompetitionDoor):
    """All disputes of a competition, open ones first; or one is raised, and play at its table stops."""

    public = frozenset()
    actions = {"GET": "desk.read", "POST": "dispute.raise"}
    shapes = {"POST": inputs.DISPUTE}
    query = inputs.DISPUTES
    outputs: ClassVar = {"GET": {200: "DisputeList"}, "POST": {201: "DisputeStored", 200: "DisputeEcho"}}

    def get(self, request: Request, **_address: Any) -> Response:
        found = disputes_of(self.competition, open_only=self.asked.get("open") == "yes")
        return Response({"results": [dispute_json(row) for row in found]})

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            disputes.dispute_raise(
                competition=self.competition,
                match=self.data["match"],
                key=self.key,
                by=self.by,
                subject=self.data["subject"],
                game=self.data.get("game", 1),
                number=self.data.get("number", 0),
                room=self.data.get("room", ""),
                reason=self.data.get("reason", ""),
                noticed=self.data.get("noticed"),
                side=self.data.get("side", ""),
            )
        )


class DisputeDetail(CompetitionDoor):
    """One dispute, with who and what was said."""

    public = frozenset()
    actions = {"GET": "desk.read"}
    outputs: ClassVar = {"GET": {200: "Dispute"}}

    def get(self, request: Request, **address: Any) -> Response:
        return Response(dispute_json(dispute_of(self.competition, address["dispute"])))


class DisputeTake(CompetitionDoor):
    """A referee is there and looks into it."""

    actions = {"POST": "dispute.take"}
    shapes = {"POST": NOTHING}
    outputs: ClassVar = {"POST": {201: "DisputeStored"}}

    def post(self, request: Request, **address: Any) -> Response:
        return answer(disputes.dispute_take(competition=self.competition, dispute=address["dispute"], key=self.key, by=self.by))


class DisputeRulings(Tried, CompetitionDoor):
    """The first ruling; a side may appeal against it."""

    actions = {"POST": "dispute.rule"}
    shapes = {"POST": inputs.DISPUTE_RULING}
    outputs: ClassVar = {"POST": {200: "Effect", 201: "DisputeStored"}}

    def more_faults(self, data: Mapping[str, Any]) -> list[Fault]:
        rulebook, record, penalty = rulebook_of(self.competition), data.get("record"), data.get("penalty")
        of_record = under("record", records.check(rulebook, record)) if isinstance(record, dict) else []
        of_penalty = under("penalty", GAMES[rulebook.game].check_penalty(rulebook, penalty)) if isinstance(penalty, dict) else []
        return [*of_record, *of_penalty]

    def stated(self, dispute: str) -> dict[str, Any]:
        """What the ruling says, as the services take it."""
        return {
            "competition": self.competition,
            "dispute": dispute,
            "key": self.key,
            "by": self.by,
            "outcome": self.data["outcome"],
            "clauses": self.data["clauses"],
            "reason": self.data["reason"],
            "record": self.data.get("record"),
            "uphold": self.data.get("uphold"),
            "penalty": self.data.get("penalty"),
            "let_stand": self.data.get("let_stand", False),
        }

    @tried
    def post(self, request: Request, **address: Any) -> Response:
        return answer(disputes.dispute_rule(**self.stated(address["dispute"])))


class DisputeAppealRulings(DisputeRulings):
    """The ruling on the appeal, which is final."""

    outputs: ClassVar = {"POST": {200: "Effect", 201: "DisputeStored"}}

    @tried
    def post(self, request: Request, **address: Any) -> Response:
        return answer(disputes.appeal_rule(**self.stated(address["dispute"])))


class DisputeAppeal(CompetitionDoor):
    """A side disagrees with the ruling: once, while the time to protest lasts."""

    actions = {"POST": "dispute.appeal"}
    shapes = {"POST": inputs.APPEAL}
    outputs: ClassVar = {"POST": {201: "DisputeStored"}}

    def post(self, request: Request, **address: Any) -> Response:
        reason, side = self.data.get("reason", ""), self.data.get("side", "")
        return answer(
            disputes.dispute_appeal(
                competition=self.competition, dispute=address["dispute"], key=self.key, by=self.by, reason=reason, side=side
            )
        )


class DisputeWithdraw(CompetitionDoor):
    """An official puts down that a dispute or an appeal is dropped."""

    actions = {"POST": "dispute.withdraw"}
    shapes = {"POST": inputs.REOPENING}
    outputs: ClassVar = {"POST": {201: "DisputeStored", 202: "Proposed"}}

    def post(self, request: Request, **address: Any) -> Response:
        return answer(
            disputes.dispute_withdraw(
                competition=self.competition, dispute=address["dispute"], key=self.key, by=self.by, reason=self.data["reason"]
            )
        )
