"""赛事 and the rights in it: who founded it, who may do what. Reads and writes Event and Grant.

Of the ledger only what every book must know: how many officials a decision takes.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from events import clock, ledger
from events.access import Actor, require
from events.models import Competition, Event, Grant, Role, Round
from events.models.event import HAND_OVERS
from events.refusals import NotAllowed, NotFound, Problems, StateRefusal
from events.services.names import checked_fields, code_faults, time_zone_faults
from events.services.seconding import officials_said
from events.storable import storable
from scoring.outcomes import Fault

_LIMITS = {"name": 200, "host": 200, "venue": 200}
_REQUIRED = frozenset({"name"})
CHANGEABLE = ("name", "host", "venue", "starts_on", "time_zone", "officials_required", "photo_on_behalf", "hand_over")


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
    photo_on_behalf: bool = False,
    hand_over: str = "pin_or_signature",
) -> Event:
    """A new event; its founder becomes its organiser. Raises Problems (all of them), NotAllowed for an account without the staff flag."""
    if not (by_user.is_active and by_user.is_staff):
        raise NotAllowed("staff_only")
    values = {"name": name, "host": host, "venue": venue, "starts_on": starts_on, "time_zone": time_zone}
    kept = {"officials_required": officials_required, "photo_on_behalf": photo_on_behalf, "hand_over": hand_over}
    fields, faults = _checked({**values, **kept})
    faults = code_faults(code, at="code") + faults
    if not isinstance(simulated, bool):
        faults.append(Fault("not_a_truth_value", at="simulated"))
    if not faults and Event.objects.filter(code=code).exists():
        faults.append(Fault("code_taken", at="code"))
    if faults:
        raise Problems(faults)
    try:
        with transaction.atomic():
            event = Event.objects.create(code=code, simulated=simulated, **fields)
            Grant.objects.create(event=event, user=by_user, role=Role.ORGANISER)
    except IntegrityError:  # somebody took the code between the look and the write
        raise Problems([Fault("code_taken", at="code")]) from None
    return event


def event_change(*, event: Event, changes: Mapping[str, Any], by: Actor) -> Event:
    """What is in CHANGEABLE; never the code. Raises Problems, NotAllowed, StateRefusal("officials_fixed").

    How many officials a decision takes is told to every open book. It is not made fewer once a round is open anywhere in the event:
    one person could then decide alone what two were to decide.
    """
    require(by, "event.change", event_id=event.pk)
    faults = [Fault("not_changeable", at=name) for name in changes if name not in CHANGEABLE]
    fields, found = _checked({name: value for name, value in changes.items() if name in CHANGEABLE})
    if faults + found:
        raise Problems(faults + found)
    if "officials_required" in fields:
        _refuse_fewer(event, fields["officials_required"])
    for name, value in fields.items():
        setattr(event, name, value)
    event.save(update_fields=list(fields))
    if "officials_required" in fields:
        _tell_books(event, by)
    return event


def _refuse_fewer(event: Event, wanted: int) -> None:
    fewer = Event.objects.filter(pk=event.pk, officials_required__gt=wanted).exists()
    if fewer and Round.objects.filter(competition__event=event).exists():
        raise StateRefusal("officials_fixed")


def _tell_books(event: Event, by: Actor) -> None:
    """One entry in each open book that was told otherwise; a closed one hears it when it is reopened. Said again it mends a gap."""
    for competition in Competition.objects.filter(event=event).select_related("event").order_by("pk"):
        with ledger.busy_is_refused(), ledger.locked(competition) as book:
            if not book.closed and officials_said(book) != event.officials_required:
                ledger.append(book, kind="officials", body={"officials": event.officials_required}, by=by)


def _checked(values: Mapping[str, Any]) -> tuple[dict[str, Any], list[Fault]]:
    """Of an event's fields, those given: as stored, and all faults."""
    fields: dict[str, Any] = {}
    texts, faults = checked_fields({name: value for name, value in values.items() if name in _LIMITS}, _LIMITS, required=_REQUIRED)
    fields.update(texts)
    if "starts_on" in values:
        fields["starts_on"] = values["starts_on"]
        if values["starts_on"] is not None and (not isinstance(values["starts_on"], date) or isinstance(values["starts_on"], datetime)):
            faults.append(Fault("not_a_date", at="starts_on"))
    if "time_zone" in values:
        fields["time_zone"] = values["time_zone"]
        faults += time_zone_faults(values["time_zone"], at="time_zone")
    if "officials_required" in values:
        fields["officials_required"] = values["officials_required"]
        if type(values["officials_required"]) is not int or values["officials_required"] not in (1, 2):
            faults.append(Fault("not_a_choice", at="officials_required", values={"choices": [1, 2]}))
    if "photo_on_behalf" in values:
        fields["photo_on_behalf"] = values["photo_on_behalf"]
        if not isinstance(values["photo_on_behalf"], bool):
            faults.append(Fault("not_a_truth_value", at="photo_on_behalf"))
    if "hand_over" in values:
        fields["hand_over"] = values["hand_over"]
        if values["hand_over"] not in dict(HAND_OVERS):
            faults.append(Fault("not_a_choice", at="hand_over", values={"choices": list(dict(HAND_OVERS))}))
    return fields, faults


def grant_give(*, event: Event, user: User, role: str, by: Actor) -> Grant:
    """The role in this event; giving it twice gives the same grant. Raises Problems (unknown role), NotAllowed."""
    require(by, "grant.change", event_id=event.pk)
    if role not in Role.values:
        raise Problems([Fault("role_unknown", at="role", values={"choices": list(Role.values)})])
    try:
        with transaction.atomic():
            grant, _new = Grant.objects.get_or_create(event=event, user=user, role=role, revoked_at=None)
    except IntegrityError:  # given by somebody else at the same moment
        return Grant.objects.get(event=event, user=user, role=role, revoked_at=None)
    return grant


def grant_revoke(*, event: Event, grant: str, by: Actor) -> Grant:
    """Ends the grant with this pid at once. Raises NotFound (also for another event's), StateRefusal `last_organiser`, NotAllowed."""
    require(by, "grant.change", event_id=event.pk)
    if not storable(grant):
        raise NotFound("grant")
    with transaction.atomic():
        # The event's row is the lock: two organisers taking each other's right away must not leave the event without one.
        Event.objects.select_for_update().get(pk=event.pk)
        found = Grant.objects.filter(event=event, pid=grant).first()
        if found is None:
            raise NotFound("grant")
        if found.revoked_at is not None:
            return found
        organisers = Grant.objects.filter(event=event, role=Role.ORGANISER, revoked_at__isnull=True)
        if found.role == Role.ORGANISER and organisers.count() == 1:
            raise StateRefusal("last_organiser")
        found.revoked_at = clock.now()
        found.save(update_fields=["revoked_at"])
    return found
