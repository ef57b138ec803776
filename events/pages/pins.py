"""核对密码 for printing: a strip a team, with the six digits of each of its sides. Made and shown at once, known nowhere afterwards."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from events.models import Entrant, Team
from events.pages.base import page
from events.pages.desk_place import desk_place
from events.pages.refused import told
from events.refusals import Refused
from events.selectors.people import pins_of
from events.services.events import event_change
from events.services.pins import pins_make

HAND_OVERS = (
    ("pin_or_signature", gettext_lazy("凭核对密码或手写签字")),
    ("pin", gettext_lazy("凭核对密码")),
    ("off", gettext_lazy("不用")),
)


@dataclass(frozen=True, slots=True)
class Strip:
    """What one team gets: each of its sides with its people and its PIN."""

    team: Team
    sides: list[tuple[Entrant, str, str]]


@require_GET
@page
def pins(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """Who has a PIN since when, and the forms that make new ones."""
    place, _by = desk_place(request, event, competition, "pin.make")
    context = {"rows": pins_of(competition=place.competition), "may_rules": place.may("event.change"), "ways": HAND_OVERS}
    return render(request, "setup/pins.html", place.context() | context)


@require_POST
@page
def pin_rules(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """How a tablet may be handed over in this event, and whether a confirmation on behalf needs a photo: the organisers say it."""
    place, by = desk_place(request, event, competition, "event.change")
    changes = {"hand_over": request.POST.get("hand_over", ""), "photo_on_behalf": request.POST.get("photo_on_behalf") == "yes"}
    try:
        event_change(event=place.event, changes=changes, by=by)
    except Refused as refused:
        for one in told(refused):
            messages.error(request, f"{one.message} {one.remedy}")
    else:
        messages.success(request, _("已改好"))
    return HttpResponseRedirect(reverse("pins", args=[event, competition]))


@require_POST
@page
def pin_sheet(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """Makes PINs and shows them as a sheet: of everybody, or of the one team or entrant that `of` names; the old ones are void."""
    place, by = desk_place(request, event, competition, "pin.make")
    of = request.POST.get("of", "")
    rows = pins_of(competition=place.competition)
    wanted = [row for row in rows if of in ("", row.entrant.team.pid, row.entrant.pid)]
    made = pins_make(competition=place.competition, entrants=[row.entrant.pid for row in wanted] or ["-"], by=by)
    strips: dict[str, Strip] = {}
    for row in wanted:
        strip = strips.setdefault(row.entrant.team.pid, Strip(row.entrant.team, []))
        pin = made[row.entrant.pid]
        strip.sides.append((row.entrant, row.names, f"{pin[:3]} {pin[3:]}"))
    response = render(request, "setup/pin_sheet.html", place.context() | {"strips": list(strips.values())})
    patch_cache_control(response, private=True, no_store=True)
    return response
