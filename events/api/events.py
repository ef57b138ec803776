"""赛事 and 项目: lists, making, changing, the close and the reopening."""

from typing import Any, ClassVar

from django.contrib.auth.models import User
from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import CompetitionDoor, Door, EventDoor, answer
from events.api.publishing import frozen_json
from events.api.shapes import NOTHING
from events.models import Competition, Event
from events.refusals import NotAllowed
from events.selectors.competitions import competition_visible, competitions_visible, events_visible
from events.selectors.published import freeze_of, stage_rows
from events.services import competitions, events, publishing


def event_json(event: Event) -> dict[str, Any]:
    return {
        "code": event.code,
        "name": event.name,
        "host": event.host,
        "venue": event.venue,
        "starts_on": event.starts_on,
        "time_zone": event.time_zone,
        "simulated": event.simulated,
        "officials_required": event.officials_required,
        "photo_on_behalf": event.photo_on_behalf,
        "hand_over": event.hand_over,
    }


def publishing_json(competition: Competition) -> dict[str, Any]:
    """What the public sees: state and end of a notice, where the board stands still, the stages of which something was said."""
    freeze = freeze_of(competition)
    return {
        "visibility": competition.visibility,
        "notice_until": competition.notice_until,
        "frozen": frozen_json(freeze),
        "stage_states": [
            {"stage": row.stage, "visibility": row.state, "notice_until": row.notice_until} for row in stage_rows(competition)
        ],
    }


def competition_json(competition: Competition, *, sees_all: bool = False) -> dict[str, Any]:
    return {
        "event": competition.event.code,
        "code": competition.code,
        "id": competition.pid,
        "name": competition.name,
        "rulebook": competition.rulebook_id,
        "rulebook_digest": competition.rulebook_digest,
        **publishing_json(competition),
        "closed": competition.book.closed,
        "seq": competition.book.seq if sees_all or competition.frozen_seq is None else competition.frozen_seq,
    }


class Events(Door):
    """Events with something public, and the caller's own. New ones are made by staff accounts, who become their organisers."""

    shapes = {"POST": inputs.NEW_EVENT}
    query = inputs.PAGE
    outputs: ClassVar = {"GET": {200: "EventList"}, "POST": {201: "Event"}}

    def get(self, request: Request) -> Response:
        limit = self.asked.get("limit", 100)
        after = self.asked.get("after", 0)
        found = events_visible(user=request.user).order_by("pk").filter(pk__gt=after)[: limit + 1]
        rows = list(found)
        more = len(rows) > limit
        return Response({"results": [event_json(event) for event in rows[:limit]], "next_after": rows[limit - 1].pk if more else None})

    def post(self, request: Request) -> Response:
        if not isinstance(request.user, User):  # a device founds no event
            raise NotAllowed("staff_only")
        return Response(event_json(events.event_create(by_user=request.user, **self.data)), status=201)


class EventDetail(EventDoor):
    """One event."""

    actions = {"PATCH": "event.change"}
    shapes = {"PATCH": inputs.EVENT_CHANGES}
    outputs: ClassVar = {"GET": {200: "Event"}, "PATCH": {200: "Event"}}

    def get(self, request: Request, **_address: Any) -> Response:
        return Response(event_json(self.event))

    def patch(self, request: Request, **_address: Any) -> Response:
        return Response(event_json(events.event_change(event=self.event, changes=self.data, by=self.by)))


class Competitions(EventDoor):
    """The competitions of an event. A new one pins its rulebook, overrides included, for good."""

    actions = {"POST": "competition.create"}
    shapes = {"POST": inputs.NEW_COMPETITION}
    outputs: ClassVar = {"GET": {200: "CompetitionList"}, "POST": {201: "CompetitionOpened"}}

    def get(self, request: Request, **_address: Any) -> Response:
        found = competitions_visible(user=request.user, event=self.event, actor=self.device).select_related("event", "book")
        return Response({"results": [competition_json(competition, sees_all=self.sees_all) for competition in found]})

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            competitions.competition_create(
                event=self.event,
                code=self.data["code"],
                name=self.data["name"],
                rulebook_id=self.data["rulebook"],
                overrides=self.data.get("overrides"),
                by=self.by,
                key=self.key,
            )
        )


class CompetitionDetail(CompetitionDoor):
    """One competition; its name and what the public sees of it, or of one of its stages, may change. What is so already stays as it is."""

    actions = {"PATCH": "visibility.set"}
    shapes = {"PATCH": inputs.COMPETITION_CHANGES}
    outputs: ClassVar = {"GET": {200: "Competition"}, "PATCH": {200: "Competition"}}

    def get(self, request: Request, **_address: Any) -> Response:
        return Response(competition_json(self.competition, sees_all=self.sees_all))

    def patch(self, request: Request, **_address: Any) -> Response:
        if "name" in self.data:
            competitions.competition_rename(competition=self.competition, name=self.data["name"], by=self.by)
        if {"visibility", "stage", "notice_until"} & self.data.keys():
            publishing.visibility_set(
                competition=self.competition,
                visibility=self.data.get("visibility", ""),
                stage=self.data.get("stage", ""),
                notice_until=self.data.get("notice_until"),
                by=self.by,
            )
        changed = competition_visible(user=request.user, event=self.event.code, code=self.competition.code, actor=self.device)
        return Response(competition_json(changed, sees_all=self.sees_all))


class CompetitionClose(CompetitionDoor):
    """公布: the standings become official; refused, with all that is missing, while they cannot."""

    actions = {"POST": "competition.close"}
    shapes = {"POST": NOTHING}
    outputs: ClassVar = {"POST": {201: "Stored"}}

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(competitions.competition_close(competition=self.competition, by=self.by, key=self.key))


class CompetitionReopen(CompetitionDoor):
    """Takes the official status back, for a stated reason."""

    actions = {"POST": "competition.reopen"}
    shapes = {"POST": inputs.REOPENING}
    outputs: ClassVar = {"POST": {201: "Stored", 202: "Proposed"}}

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(competitions.competition_reopen(competition=self.competition, reason=self.data["reason"], by=self.by, key=self.key))
