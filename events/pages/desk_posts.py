"""What the desk does in one press: the clock of the hall, a referee who came, what is said to the hall. Each a form that works alone."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from events import clock
from events.access import Actor
from events.models import Competition
from events.pages.base import Place, page
from events.pages.desk import desk_page
from events.pages.desk_kept import kept_of
from events.pages.desk_place import desk_place
from events.refusals import NotFound, Problems, Refused
from events.selectors.rounds import last_round
from events.services.announcements import announcement_end, announcement_make
from events.services.calls import call_answer
from events.services.table_clock import EXTRA, round_clock_set, table_clock_set
from scoring.outcomes import Fault

MOST_DIGITS = 4


@require_POST
@page
def here(request: HttpRequest, event: str, competition: str, call: int) -> HttpResponse:
    """已到: somebody came to the table that called."""
    place, by = desk_place(request, event, competition)
    found = call_answer(competition=place.competition, call_id=call, by=by)
    messages.success(request, _("%(table)d 桌：已到") % {"table": found.match.table})
    return HttpResponseRedirect(reverse("desk", args=[event, competition]))


@require_POST
@page
def stop(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """停表, 继续: every table of the round at once."""
    place, by = desk_place(request, event, competition)
    to, key = request.POST.get("to", ""), request.POST.get("key", "")
    number = _number_in_play(place.competition)
    try:
        round_clock_set(competition=place.competition, number=number, act=to, key=key, by=by)
    except Refused as refused:
        return _refused(request, place, by, "stop", refused)
    messages.success(request, {"paused": _("各桌已停表"), "resumed": _("各桌接着走")}[to])
    return HttpResponseRedirect(reverse("desk", args=[event, competition]))


@require_POST
@page
def extra(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """补时 for one table, or for all of the round."""
    place, by = desk_place(request, event, competition)
    table, minutes, reason = request.POST.get("table", ""), _whole(request.POST.get("minutes", "")), request.POST.get("reason", "")
    about: dict[str, Any] = {"competition": place.competition, "act": EXTRA, "key": request.POST.get("key", ""), "by": by, "reason": reason}
    try:
        if table:
            table_clock_set(match=table, minutes=minutes, **about)
        else:
            round_clock_set(number=_number_in_play(place.competition), minutes=minutes, **about)
    except Refused as refused:
        return _refused(request, place, by, "extra", refused)
    messages.success(request, _("补了 %(minutes)d 分钟") % {"minutes": minutes})
    return HttpResponseRedirect(reverse("desk", args=[event, competition]))


@require_POST
@page
def announce(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """发通知: to this competition's hall, or to all of the event."""
    place, by = desk_place(request, event, competition)
    raw = request.POST.get("minutes", "").strip()
    try:
        if raw and not _whole(raw):
            raise Problems([Fault("out_of_range", at="minutes", values={"least": 1, "most": 1440})])
        announcement_make(
            event=place.event,
            competition=None if request.POST.get("event") == "yes" else place.competition,
            text=request.POST.get("text", ""),
            ends_at=clock.now() + timedelta(minutes=_whole(raw)) if raw else None,
            by=by,
        )
    except Refused as refused:
        return _refused(request, place, by, "announce", refused)
    messages.success(request, _("通知已发出"))
    return HttpResponseRedirect(reverse("desk", args=[event, competition]))


@require_POST
@page
def announce_end(request: HttpRequest, event: str, competition: str, announcement: str) -> HttpResponse:
    """撤下."""
    place, by = desk_place(request, event, competition)
    announcement_end(event=place.event, pid=announcement, by=by)
    messages.success(request, _("通知已撤下"))
    return HttpResponseRedirect(reverse("desk", args=[event, competition]))


def _refused(request: HttpRequest, place: Place, by: Actor, act: str, refused: Refused) -> HttpResponse:
    """The desk again, with what was typed and why not."""
    if refused.status in (403, 404):
        raise refused
    return desk_page(request, place, by, kept_of(place.competition, act, request.POST, refused), refused.status)


def _number_in_play(competition: Competition) -> int:
    current = last_round(competition=competition)
    if current is None:
        raise NotFound("round")
    return current.number


def _whole(raw: str) -> int:
    """A whole number as typed; 0 for what is none, for the service to refuse."""
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) <= MOST_DIGITS else 0
