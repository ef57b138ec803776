"""Who may stand at the desk or in the set-up: people with a grant in this event. A visitor is sent to the way in."""

from contextlib import AbstractContextManager, nullcontext

from django.http import HttpRequest

from events.access import Actor
from events.pages.base import Place, place_of
from events.refusals import NotAllowed
from events.services.replies import refusals_kept


def desk_place(request: HttpRequest, event: str, competition: str, action: str = "desk.read") -> tuple[Place, Actor]:
    """The competition and the actor who may do `action` there. Raises NotFound, NotAllowed; who sent a form and may not is noted."""
    place = place_of(request, event, competition)
    if place.actor is not None and place.actor.may(action):
        return place, place.actor
    refused = NotAllowed("role_may_not", values={"action": action, "role": place.actor.role if place.actor else ""})
    with _kept(request, place, action):
        raise refused


def _kept(request: HttpRequest, place: Place, action: str) -> AbstractContextManager[None]:
    """What is refused within is noted, where somebody known tries to change something."""
    if request.method != "POST" or place.actor is None:
        return nullcontext()
    match = str(request.resolver_match.kwargs.get("match", "")) if request.resolver_match is not None else ""
    return refusals_kept(competition=place.competition, action=action, by=place.actor, match=match)
