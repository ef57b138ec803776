"""赛事 and the rights in it: who founded it, who may do what. Reads and writes Event and Grant; never the ledger."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib.auth.models import User

from events.access import Actor
from events.models import Event, Grant


def event_create(
    *,
    code: str,
    name: str,
    by_user: User,
    host: str = "",
    venue: str = "",
    starts_on: date | None = None,
    time_zone: str = "Asia/Shanghai",
    simulated: bool = False,
    officials_required: int = 1,
) -> Event:
    """A new event; its founder becomes its organiser. Raises Problems (all of them), NotAllowed for an account without the staff flag."""
    raise NotImplementedError


def event_change(*, event: Event, changes: Mapping[str, Any], by: Actor) -> Event:
    """Name, host, venue, starts_on, time_zone, officials_required; never the code. Raises Problems, NotAllowed."""
    raise NotImplementedError


def grant_give(*, event: Event, user: User, role: str, by: Actor) -> Grant:
    """The role in this event; giving it twice gives the same grant. Raises Problems (unknown role), NotAllowed."""
    raise NotImplementedError


def grant_revoke(*, event: Event, grant: str, by: Actor) -> Grant:
    """Ends the grant with this pid at once. Raises NotFound (also for another event's), StateRefusal `last_organiser`, NotAllowed."""
    raise NotImplementedError
