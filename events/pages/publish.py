"""公布与封榜: what the public sees, as plain forms. The desk and the set-up show the same forms; each brings its own key."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from events.access import Actor
from events.pages.base import Place, page, zone_of
from events.pages.case_acts import Kept, new_key
from events.pages.desk_place import desk_place
from events.pages.refused import told
from events.pages.setup_sent import Sent
from events.pinned import rulebook_of
from events.refusals import NotFound, Problems, Refused
from events.selectors.people import names_of
from events.selectors.publishing_page import publishing_of
from events.services.publishing import board_freeze, board_unfreeze, visibility_set
from scoring.outcomes import Fault

MINUTES = (20, 30, 60)
BACK = ("desk", "setup")  # where a form may have stood


def publishing_context(place: Place) -> dict[str, Any]:
    """What `desk/publish.html` needs beside `kept` and `new_key`."""
    return {
        "publishing": publishing_of(competition=place.competition),
        "may_publish": place.may("visibility.set"),
        "notice_minutes": MINUTES,
    }


def _state(sent: Sent) -> str:
    typed, minutes = sent.text("until"), sent.text("minutes")
    notice = sent.text("visibility") == "notice"
    visibility_set(
        competition=sent.place.competition,
        visibility=sent.text("visibility"),
        stage=sent.text("stage"),
        notice_until=_moment(sent, typed) if notice and typed else None,
        notice_minutes=int(minutes) if notice and not typed and minutes.isascii() and minutes.isdigit() and len(minutes) <= 4 else 0,
        by=sent.by,
        key=sent.text("key"),
    )
    return _("公布状态已改")


def _moment(sent: Sent, typed: str) -> datetime:
    """What a field of date and time holds, in the event's zone. Raises Problems."""
    try:
        return datetime.fromisoformat(typed).replace(tzinfo=zone_of(sent.place.event)).astimezone(UTC)
    except (ValueError, OverflowError) as wrong:
        raise Problems([Fault("not_a_time", at="notice_until")]) from wrong


def _freeze(sent: Sent) -> str:
    number = sent.text("round")
    board_freeze(**sent.keyed(), round=int(number) if number.isascii() and number.isdigit() and len(number) <= 3 else 0)  # type: ignore[arg-type]
    return _("从第 %(round)s 轮起封榜") % {"round": number}


def _unfreeze(sent: Sent) -> str:
    board_unfreeze(**sent.keyed())  # type: ignore[arg-type]
    return _("已解封，观众又看到全部")


ACTS: Mapping[str, Callable[[Sent], str]] = {"state": _state, "freeze": _freeze, "unfreeze": _unfreeze}


@require_GET
@page
def publish(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """The forms by themselves."""
    place, by = desk_place(request, event, competition, "visibility.set")
    return _render(request, place, by, Kept())


@require_POST
@page
def publish_act(request: HttpRequest, event: str, competition: str, act: str) -> HttpResponse:
    """One act. Done: back where the form stood. Refused: the forms with what was typed and why not."""
    place, by = desk_place(request, event, competition, "visibility.set")
    if act not in ACTS:
        raise NotFound("act")
    sent = Sent(request, place, by)
    try:
        done = ACTS[act](sent)
    except Refused as refused:
        key = "" if refused.code == "key_reused" else sent.text("key")
        values = {name: sent.data.getlist(name) for name in sent.data}
        said = told(refused, rulebook_of(place.competition), names_of(competition=place.competition))
        return _render(request, place, by, Kept(act, sent.text("stage"), values, said, key), status=refused.status)
    messages.success(request, done)
    back = sent.text("back")
    where = reverse(back if back in BACK else "desk-publish", args=[place.event.code, place.competition.code])
    return HttpResponseRedirect(where + ("#publish" if back in BACK else ""))


def _render(request: HttpRequest, place: Place, by: Actor, kept: Kept, status: int = 200) -> HttpResponse:
    context = place.context() | publishing_context(place) | {"kept": kept, "new_key": new_key}
    return render(request, "desk/publish_page.html", context, status=status)
