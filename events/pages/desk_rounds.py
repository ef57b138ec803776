"""公布下一轮, and the lock of a round: the checklist and one button. A page of its own, so that no poll eats a reason."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from events.access import ORGANISER
from events.pages.base import page
from events.pages.case_acts import Kept, new_key
from events.pages.desk import desk_context, desk_page
from events.pages.desk_kept import kept_of
from events.pages.desk_place import desk_place
from events.refusals import NotFound, Refused
from events.selectors.desk import desk_of
from events.selectors.rounds import round_of
from events.services.rounds import round_lock, round_open, round_unlock


@require_http_methods(["GET", "POST"])
@page
def open_round(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """公布下一轮: the checklist once more, and the button. What is missing can be overruled by an organiser, with a reason."""
    place, by = desk_place(request, event, competition)
    found = desk_of(competition=place.competition)
    kept, status = Kept(), 200
    if request.method == "POST":
        raw = request.POST.get("round", "")
        number = int(raw) if raw.isascii() and raw.isdigit() and len(raw) <= 3 else 0
        try:
            round_open(
                competition=place.competition,
                number=number,
                by=by,
                force=request.POST.get("force") == "yes",
                reason=request.POST.get("reason", ""),
                key=request.POST.get("key", ""),
            )
        except Refused as refused:
            kept, status = kept_of(place.competition, "open", request.POST, refused), refused.status
        else:
            messages.success(request, _("第%(number)d轮已公布") % {"number": number})
            return HttpResponseRedirect(reverse("desk", args=[event, competition]))
    context = desk_context(place, by, found, kept) | {"may_force": ORGANISER in by.roles, "new_key": new_key}
    return render(request, "desk/open_round.html", context, status=status)


@require_POST
@page
def round_switch(request: HttpRequest, event: str, competition: str, number: int, act: str) -> HttpResponse:
    """Locks or unlocks a round, with a reason; where it was already so, the page says it."""
    place, by = desk_place(request, event, competition)
    acts = {"lock": round_lock, "unlock": round_unlock}
    if act not in acts:
        raise NotFound("act")
    round_of(competition=place.competition, number=number)
    try:
        acts[act](
            competition=place.competition, number=number, by=by, key=request.POST.get("key", ""), reason=request.POST.get("reason", "")
        )
    except Refused as refused:
        if refused.status in (403, 404):
            raise
        return desk_page(request, place, by, kept_of(place.competition, "lock", request.POST, refused), refused.status)
    words = {"lock": _("第%(number)d轮已锁定"), "unlock": _("第%(number)d轮已解锁")}
    messages.success(request, words[act] % {"number": number})
    return HttpResponseRedirect(reverse("desk", args=[event, competition]))
