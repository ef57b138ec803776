"""What vouches for a result: pictures, a tablet handed to the other side; what waits for a second official; adjusted points of a match."""

from typing import Any, ClassVar

from django.http import HttpResponse, HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import CompetitionDoor, TableDoor, answer
from events.api.errors import BadRequest
from events.api.previews import Tried, tried
from events.api.reading import TooLarge
from events.refusals import Problems, Refused
from events.selectors.attachments import picture_of
from events.selectors.proposals import ProposalRow, proposals_of
from events.services import adjustments, attachments, matches, proposals
from scoring.outcomes import Fault

IMAGES = ("image/jpeg", "image/png", "image/webp")


class NotAPicture(Refused):
    """415: what was sent says of itself that it is no picture of a kind we keep."""

    status = 415


class Attachments(TableDoor):
    """附件: keeps a picture of the match. The body is the picture itself; what it is stands in the query."""

    actions = {"POST": "attachment.keep"}
    query = inputs.ATTACHMENT
    media: ClassVar = {"POST": IMAGES}
    outputs: ClassVar = {"POST": {201: "Kept", 200: "Kept"}}

    def post(self, request: Request, **_address: Any) -> Response:
        if "what" not in self.asked:
            raise Problems([Fault("field_missing", at="what")])
        return answer(
            attachments.attachment_keep(
                competition=self.competition,
                match=self.match.code,
                what=self.asked["what"],
                body=self._picture(request),
                media_type=request.META.get("CONTENT_TYPE", ""),
                key=self.key,
                by=self.by,
                about=self.asked.get("about", ""),
                side=self.asked.get("side", ""),
            )
        )

    def _check_body_head(self, request: Request) -> None:
        if request.META.get("HTTP_TRANSFER_ENCODING"):
            raise BadRequest("length_required")
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > attachments.MOST_BYTES:
            raise TooLarge("body_too_large", values={"limit": attachments.MOST_BYTES})
        media_type = (request.META.get("CONTENT_TYPE") or "").partition(";")[0].strip().lower()
        if media_type not in IMAGES:
            raise NotAPicture("not_image_type")

    def _picture(self, request: Request) -> bytes:
        raw: bytes = request._request.read(attachments.MOST_BYTES + 1)
        if len(raw) > attachments.MOST_BYTES:
            raise TooLarge("body_too_large", values={"limit": attachments.MOST_BYTES})
        return raw


class AttachmentFile(CompetitionDoor):
    """A kept picture, for the officials of the event."""

    actions = {"GET": "attachment.read", "DELETE": "attachment.erase"}
    public = frozenset()
    outputs: ClassVar = {"GET": {200: "image"}, "DELETE": {204: None}}

    def get(self, request: Request, **address: Any) -> HttpResponseBase:
        picture = picture_of(competition=self.competition, sha256=address["sha256"])
        return HttpResponse(picture.body, headers=picture.headers)

    def delete(self, request: Request, **address: Any) -> Response:
        attachments.attachment_erase(competition=self.competition, sha256=address["sha256"], by=self.by)
        return Response(status=204)


class HandedOver(TableDoor):
    """递给对方核对: a tablet passes on the confirmation of the other side, with its PIN or signature."""

    actions = {"POST": "match.hand_over"}
    shapes = {"POST": inputs.HANDED_OVER}
    outputs: ClassVar = {"POST": {201: "Stored"}}

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            matches.match_confirm(
                competition=self.competition,
                match=self.match.code,
                covers=self.data["covers"],
                key=self.key,
                by=self.by,
                side=self.data["side"],
                pin=self.data.get("pin", ""),
                signature=self.data.get("signature", ""),
                player=self.data.get("player", ""),
            )
        )


class MatchAdjustments(Tried, TableDoor):
    """调整分: the chief referee adds to or takes from the points of a match without boards."""

    actions = {"POST": "match.adjust"}
    shapes = {"POST": inputs.MATCH_ADJUSTMENT}
    outputs: ClassVar = {"POST": {200: "Effect", 201: "Stored", 202: "Proposed"}}

    @tried
    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            adjustments.match_adjust(
                competition=self.competition,
                match=self.match.code,
                side_points=self.data["side_points"],
                clauses=self.data["clauses"],
                reason=self.data["reason"],
                key=self.key,
                by=self.by,
            )
        )


def proposal_json(row: ProposalRow) -> dict[str, Any]:
    return {
        "proposal": row.pid,
        "act": row.act,
        "match": row.match,
        "version": row.version,
        "asks": row.asks,
        "state": row.state,
        "proposed_by": row.proposed_by,
        "proposed_at": row.proposed_at,
        "settled_by": row.settled_by,
        "settled_at": row.settled_at,
    }


class Proposals(CompetitionDoor):
    """提议: what waits for a second official, and what became of the others."""

    actions = {"GET": "desk.read"}
    public = frozenset()
    outputs: ClassVar = {"GET": {200: "ProposalList"}}

    def get(self, request: Request, **_address: Any) -> Response:
        return Response({"results": [proposal_json(row) for row in proposals_of(self.competition)]})


class ProposalSecond(CompetitionDoor):
    """附议: another official agrees, and the act takes effect."""

    actions = {"POST": "proposal.second"}
    shapes = {"POST": inputs.SECONDING}
    outputs: ClassVar = {"POST": {201: "Settled"}}

    def post(self, request: Request, **address: Any) -> Response:
        seen, proposal = self.data.get("seen"), address["proposal"]
        return answer(proposals.proposal_second(competition=self.competition, proposal=proposal, key=self.key, by=self.by, seen=seen))


class ProposalRefuse(CompetitionDoor):
    """不通过: another official does not agree, or who proposed takes it back."""

    actions = {"POST": "proposal.refuse"}
    shapes = {"POST": inputs.REOPENING}
    outputs: ClassVar = {"POST": {201: "Settled"}}

    def post(self, request: Request, **address: Any) -> Response:
        reason = self.data["reason"]
        return answer(
            proposals.proposal_refuse(competition=self.competition, proposal=address["proposal"], key=self.key, reason=reason, by=self.by)
        )
