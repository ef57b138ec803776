"""封榜: from a round on the public's board stands still, until it is let go."""

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import CompetitionDoor, answer
from events.api.shapes import NOTHING
from events.models import Freeze
from events.selectors.freezes import freezes_now
from events.services import publishing


def frozen_json(freeze: Freeze | None) -> dict[str, Any] | None:
    """Where the public's board stands still, or None. `stage` names one that is not public; then there is no `round`."""
    if freeze is None:
        return None
    return {"round": freeze.round, "stage": freeze.stage, "since": freeze.began_at, "seq": freeze.seq}


class Freezes(CompetitionDoor):
    """What stands still or will when its round is opened; freezes the board from a round on."""

    actions = {"POST": "board.freeze"}
    shapes = {"POST": inputs.FREEZE}
    outputs: ClassVar = {"GET": {200: "FreezeList"}, "POST": {201: "BoardFrozen"}}

    def get(self, request: Request, **_address: Any) -> Response:
        return Response({"results": [frozen_json(row) for row in freezes_now(competition=self.competition)]})

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(publishing.board_freeze(competition=self.competition, round=self.data["round"], by=self.by, key=self.key))


class FreezeEnd(CompetitionDoor):
    """Lets the board go: the public sees all again."""

    actions = {"POST": "board.freeze", "DELETE": "board.freeze"}
    shapes = {"POST": NOTHING}
    outputs: ClassVar = {"POST": {201: "BoardUnfrozen"}, "DELETE": {201: "BoardUnfrozen"}}

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(publishing.board_unfreeze(competition=self.competition, by=self.by, key=self.key))

    def delete(self, request: Request, **_address: Any) -> Response:
        return answer(publishing.board_unfreeze(competition=self.competition, by=self.by, key=self.key))
