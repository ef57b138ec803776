"""局: one hand, its preview, a slip of up to five, corrections and take-backs."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import TableDoor, answer
from events.api.errors import problem
from events.api.previews import Tried, tried
from events.api.tables import hand_json
from events.pinned import rulebook_of
from events.refusals import Problems
from events.selectors.tables import hands_of
from events.services import hands
from events.services.replies import Reply
from events.wording import problem_text
from scoring import records
from scoring.outcomes import Fault


class RecordDoor(TableDoor):
    """A door through which a record comes in: the rules' complaints are said together with those about the envelope."""

    def more_faults(self, data: Mapping[str, Any]) -> list[Fault]:
        record = data.get("record")
        return under("record", records.check(rulebook_of(self.competition), record)) if isinstance(record, dict) else []

    @contextmanager
    def in_the_record(self) -> Iterator[None]:
        """A service names a place in the record by itself; here it stands in a body, whose own fields are named as they are."""
        fields = {*self.shapes["POST"].required, *self.shapes["POST"].optional}
        try:
            yield
        except Problems as refused:
            faults = [fault if re.split(r"[.\[]", fault.at)[0] in fields else under("record", [fault])[0] for fault in refused.faults]
            raise Problems(faults) from refused


def under(place: str, faults: Iterable[Fault]) -> list[Fault]:
    """Faults of a part, placed in the whole."""
    return [Fault(fault.code, fault.clause, f"{place}.{fault.at}" if fault.at else place, fault.values) for fault in faults]


class Hands(RecordDoor):
    """Records one hand, or lists every record of the match."""

    actions = {"POST": "hand.record"}
    shapes = {"POST": inputs.HAND}
    outputs: ClassVar = {"GET": {200: "HandList"}, "POST": {201: "HandStored", 200: "HandEcho", 202: "HandConflict"}}

    def get(self, request: Request, **_address: Any) -> Response:
        return Response({"results": [hand_json(hand, self.kept) for hand in hands_of(match=self.match)]})

    def post(self, request: Request, **_address: Any) -> Response:
        with self.in_the_record():
            return answer(
                hands.hand_record(
                    competition=self.competition,
                    match=self.match.code,
                    record=self.data["record"],
                    key=self.key,
                    by=self.by,
                    device_time=self.data.get("device_time", ""),
                )
            )


class HandPreview(RecordDoor):
    """What a record would score. Nothing is stored."""

    actions = {"POST": "hand.preview"}
    shapes = {"POST": inputs.PREVIEW}
    outputs: ClassVar = {"POST": {200: "Preview"}}

    def post(self, request: Request, **_address: Any) -> Response:
        with self.in_the_record():
            return Response(hands.hand_preview(competition=self.competition, match=self.match.code, record=self.data["record"], by=self.by))


class Slip(TableDoor):
    """报告单: one to five hands at once, each under its own key and with its own result; a bad one does not hold up the others."""

    actions = {"POST": "hand.record"}
    shapes = {"POST": inputs.SLIP}
    outputs: ClassVar = {"POST": {200: "SlipResults"}}

    @classmethod
    def keyed(cls, method: str) -> bool:
        return False  # the keys are on the items

    def post(self, request: Request, **_address: Any) -> Response:
        items = self.data["items"]
        replies = hands.slip_record(competition=self.competition, match=self.match.code, items=items, by=self.by)
        return Response({"results": [self._result(item["key"], reply) for item, reply in zip(items, replies, strict=True)]})

    def _result(self, key: str, reply: Reply) -> dict[str, Any]:
        body = dict(reply.body)
        if reply.status >= 400:
            body = self._refused(body)
        return {"key": key, "status": reply.status, "replayed": reply.replayed, "body": body}

    def _refused(self, body: dict[str, Any]) -> dict[str, Any]:
        """A refused item in the one shape of refusals."""
        listed = [
            Fault(fault["code"], fault.get("clause", ""), fault.get("at", ""), fault.get("values", {}))
            for fault in body.get("problems", ())
        ]
        faults = under("record", listed) or [Fault(body["code"], body.get("clause", ""), "", body.get("values", {}))]
        rulebook = rulebook_of(self.competition)
        out = {
            "code": body["code"],
            "message": problem_text(body["code"], {**body.get("values", {}), "count": len(faults)}),
            "problems": [problem(fault, rulebook) for fault in faults],
        }
        return out | ({"current": body["current"]} if body.get("current") is not None else {})


class Corrections(Tried, RecordDoor):
    """更正: puts another record in place of a live one."""

    actions = {"POST": "hand.correct"}
    shapes = {"POST": inputs.CORRECTION}
    outputs: ClassVar = {"POST": {200: "Effect", 201: "Stored", 202: "Proposed"}}

    @tried
    def post(self, request: Request, **_address: Any) -> Response:
        with self.in_the_record():
            return answer(
                hands.hand_correct(
                    competition=self.competition,
                    match=self.match.code,
                    supersedes=self.data["supersedes"],
                    record=self.data["record"],
                    key=self.key,
                    by=self.by,
                    reason=self.data.get("reason", ""),
                    device_time=self.data.get("device_time", ""),
                    let_stand=self.data.get("let_stand", False),
                )
            )


class Voids(Tried, TableDoor):
    """撤回: takes a live record off its slot."""

    actions = {"POST": "hand.void"}
    shapes = {"POST": inputs.VOID}
    outputs: ClassVar = {"POST": {200: "Effect", 201: "Stored", 202: "Proposed"}}

    @tried
    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            hands.hand_void(
                competition=self.competition,
                match=self.match.code,
                supersedes=self.data["supersedes"],
                key=self.key,
                by=self.by,
                reason=self.data.get("reason", ""),
                device_time=self.data.get("device_time", ""),
                let_stand=self.data.get("let_stand", False),
            )
        )
