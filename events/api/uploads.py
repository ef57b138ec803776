"""未上传: what waited on a tablet, up to a hundred items at once, each under its own key and with its own result."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import CompetitionDoor
from events.api.errors import problem
from events.api.shapes import Faults, Fields, Many
from events.services.replies import Reply
from events.services.uploads import KINDS, MOST_ITEMS, items_upload
from events.wording import problem_text
from scoring.outcomes import Fault
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True)
class Item:
    """One item, looked at when its turn comes: what is wrong with one must not refuse the others."""

    def read(self, value: Any, at: str, faults: Faults) -> Any:
        return value

    def schema(self) -> dict[str, Any]:
        """The body of a kind is that of its single door."""
        bodies = (inputs.HAND, inputs.CORRECTION, inputs.VOID)
        of_kinds = [
            Fields(required={"key": inputs.KEY, "match": inputs.MATCH, "body": body}, optional={"device_time": inputs.DEVICE_TIME}).schema()
            for body in bodies
        ]
        for kind, schema in zip(KINDS, of_kinds, strict=True):
            schema["properties"]["kind"] = {"type": "string", "enum": [kind]}
            schema["required"].append("kind")
        return {"oneOf": of_kinds}


UPLOADS = Fields(required={"items": Many(Item(), 1, MOST_ITEMS, distinct=False)})


class Uploads(CompetitionDoor):
    """Up to 100 records, corrections and take-backs, each exactly as through its own door: the same key there is a repeat."""

    actions = {"POST": "hand.record"}
    shapes = {"POST": UPLOADS}
    outputs: ClassVar = {"POST": {200: "UploadResults"}}

    @classmethod
    def keyed(cls, method: str) -> bool:
        return False  # the keys are on the items

    def post(self, request: Request, **_address: Any) -> Response:
        items = self.data["items"]
        replies = items_upload(competition=self.competition, items=items, by=self.by)
        return Response({"results": [self._result(item, reply) for item, reply in zip(items, replies, strict=True)]})

    def _result(self, item: Any, reply: Reply) -> dict[str, Any]:
        key = item.get("key") if isinstance(item, dict) else ""
        body = dict(reply.body)
        if reply.status >= 400:
            body = worded(body, self.pinned_rulebook)
        return {"key": key if isinstance(key, str) else "", "status": reply.status, "replayed": reply.replayed, "body": body}


def worded(body: Mapping[str, Any], rulebook: Rulebook | None) -> dict[str, Any]:
    """A refused item in the one shape of refusals; its places are named from the item down."""
    listed = [Fault(one["code"], one.get("clause", ""), one.get("at", ""), one.get("values", {})) for one in body.get("problems", ())]
    faults = listed or [Fault(body["code"], body.get("clause", ""), "", body.get("values", {}))]
    out = {
        "code": body["code"],
        "message": problem_text(body["code"], {**body.get("values", {}), "count": len(faults)}),
        "problems": [problem(fault, rulebook) for fault in faults],
    }
    return out | ({"current": body["current"]} if body.get("current") is not None else {})
