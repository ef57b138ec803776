"""What happens to a match beyond its hands: confirmed, forfeited, who sat there, ruled, closed, a referee called."""

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import TableDoor, answer
from events.api.hands import RecordDoor
from events.api.previews import Tried, tried
from events.api.shapes import NOTHING
from events.models import TableCall
from events.refusals import NotAllowed, NotFound
from events.services import bracket, matches, rulings, seatings


class Confirmations(TableDoor):
    """核对: the other side confirms exactly the live hands it names; a referee on its behalf with a reason."""

    actions = {"POST": "match.confirm"}
    shapes = {"POST": inputs.CONFIRMATION}
    outputs: ClassVar = {"POST": {201: "Stored"}}

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            matches.match_confirm(
                competition=self.competition,
                match=self.match.code,
                covers=self.data["covers"],
                key=self.key,
                by=self.by,
                reason=self.data.get("reason", ""),
                photo=self.data.get("photo", ""),
            )
        )


class Forfeits(Tried, TableDoor):
    """弃权: one or both sides give the match up."""

    actions = {"POST": "match.forfeit"}
    shapes = {"POST": inputs.FORFEIT}
    outputs: ClassVar = {"POST": {200: "Effect", 201: "Stored", 202: "Proposed"}}

    @tried
    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            matches.match_forfeit(
                competition=self.competition,
                match=self.match.code,
                sides=self.data["sides"],
                key=self.key,
                reason=self.data.get("reason", ""),
                by=self.by,
                let_stand=self.data.get("let_stand", False),
            )
        )


class LineUps(Tried, TableDoor):
    """Who really sat on a side; another pair than the registered one is a forfeit."""

    actions = {"POST": "match.line_up"}
    shapes = {"POST": inputs.LINE_UP}
    outputs: ClassVar = {"POST": {200: "Effect", 201: "Stored", 202: "Proposed"}}

    @tried
    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            matches.line_up_record(
                competition=self.competition,
                match=self.match.code,
                side=self.data["side"],
                players=self.data["players"],
                key=self.key,
                by=self.by,
                reason=self.data.get("reason", ""),
            )
        )


class Seatings(Tried, TableDoor):
    """坐错位置: who really sat at each side; the records stay, and whose they are changes."""

    actions = {"POST": "match.reseat"}
    shapes = {"POST": inputs.SEATING}
    outputs: ClassVar = {"POST": {200: "Effect", 201: "Stored", 202: "Proposed"}}

    @tried
    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            seatings.seats_correct(
                competition=self.competition,
                match=self.match.code,
                seats=self.data["seats"],
                reason=self.data["reason"],
                key=self.key,
                by=self.by,
                let_stand=self.data.get("let_stand", False),
            )
        )


class Withdrawals(Tried, TableDoor):
    """Takes back a forfeit, line-up, penalty, bell or adjusted score by its hash."""

    actions = {"POST": "match.withdraw"}
    shapes = {"POST": inputs.WITHDRAWAL}
    outputs: ClassVar = {"POST": {200: "Effect", 201: "Stored", 202: "Proposed"}}

    @tried
    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            matches.entry_withdraw(
                competition=self.competition,
                match=self.match.code,
                supersedes=self.data["supersedes"],
                key=self.key,
                reason=self.data.get("reason", ""),
                by=self.by,
                let_stand=self.data.get("let_stand", False),
            )
        )


class Rulings(Tried, RecordDoor):
    """裁定: settles a hand, by a record of its own or by upholding one of those given."""

    actions = {"POST": "ruling.make"}
    shapes = {"POST": inputs.RULING}
    outputs: ClassVar = {"POST": {200: "Effect", 201: "Stored", 202: "Proposed"}}

    @tried
    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            rulings.ruling_make(
                competition=self.competition,
                match=self.match.code,
                number=self.data["number"],
                clauses=self.data["clauses"],
                key=self.key,
                reason=self.data.get("reason", ""),
                by=self.by,
                record=self.data.get("record"),
                uphold=self.data.get("uphold"),
                game=self.data.get("game", 1),
                room=self.data.get("room", ""),
                let_stand=self.data.get("let_stand", False),
            )
        )


class TableClose(TableDoor):
    """锁桌: nothing more is entered at this table."""

    actions = {"POST": "match.close"}
    shapes = {"POST": NOTHING}
    outputs: ClassVar = {"POST": {201: "Stored"}}

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(matches.table_close(competition=self.competition, match=self.match.code, key=self.key, by=self.by))


class TableReopen(TableDoor):
    """Undoes 锁桌."""

    actions = {"POST": "match.close"}
    shapes = {"POST": NOTHING}
    outputs: ClassVar = {"POST": {201: "Stored"}}

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(matches.table_reopen(competition=self.competition, match=self.match.code, key=self.key, by=self.by))


def call_json(call: TableCall) -> dict[str, Any]:
    return {
        "id": call.pk,
        "reason": call.reason,
        "number": call.hand_number,
        "side": call.side,
        "called_at": call.called_at,
        "answered_at": call.answered_at,
    }


class Calls(TableDoor):
    """叫裁判: raises a hand, or says that a referee was there."""

    actions = {"POST": "table.call"}
    shapes = {"POST": inputs.CALL}
    outputs: ClassVar = {"POST": {200: "Call"}}

    def post(self, request: Request, **_address: Any) -> Response:
        if "answers" not in self.data:
            call = matches.table_call(
                competition=self.competition,
                match=self.match.code,
                reason=self.data["reason"],
                by=self.by,
                hand_number=self.data.get("number"),
            )
            return Response(call_json(call))
        if not self.by.may("table.answer"):
            raise NotAllowed("role_may_not", values={"role": self.by.role})
        if not self.match.calls.filter(pk=self.data["answers"]).exists():
            raise NotFound("call")
        return Response(call_json(matches.call_answer(competition=self.competition, call_id=self.data["answers"], by=self.by)))


class LetStand(TableDoor):
    """照坐: the chief referee lets an opened match stand with the people it has, whatever comes out of the tables before it."""

    actions = {"POST": "match.let_stand"}
    shapes = {"POST": inputs.REOPENING}
    outputs: ClassVar = {"POST": {201: "Arrival"}}

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            bracket.match_let_stand(
                competition=self.competition, match=self.match.code, reason=self.data["reason"], key=self.key, by=self.by
            )
        )
