"""Who may stand at the desk or in the set-up: people with a grant in this event. A visitor is sent to the way in."""

from django.http import HttpRequest

from events.access import Actor
from events.pages.base import Place, place_of
from events.refusals import NotAllowed


def desk_place(request: HttpRequest, event: str, competition: str, action: str = "desk.read") -> tuple[Place, Actor]:
    """The competition and the actor who may do `action` there. Raises NotFound, NotAllowed."""
    place = place_of(request, event, competition)
    if place.actor is None or not place.actor.may(action):
        raise NotAllowed("role_may_not", values={"action": action, "role": place.actor.role if place.actor else ""})
    return place, place.actor
