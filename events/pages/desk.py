"""裁判台: what wants somebody, the hall, what keeps the next round. For grant holders.

The page works by reloading; the script asks for `live/` every few seconds and swaps what changed (ETag of the bytes, and
nothing in them but whole minutes moves by itself). Opening a round has a page of its own, so a poll never eats a reason.
"""

import hashlib

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from events.access import ORGANISER
from events.pages.base import Place, page
from events.pages.desk_place import desk_place
from events.pages.match_forms import Kept, new_key
from events.pages.refused import told
from events.pinned import rulebook_of
from events.refusals import NotFound, Refused
from events.selectors.board_facts import BOARD_TRUMP
from events.selectors.desk import Desk, desk_of
from events.selectors.rounds import round_of
from events.services.rounds import round_lock, round_open, round_unlock


@require_GET
@page
def desk(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """The whole page."""
    place, _by = desk_place(request, event, competition)
    found = desk_of(competition=place.competition)
    response = render(request, "desk/desk.html", _context(place, found))
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_GET
@page
def desk_live(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """The moving regions as HTML, with the ETag of their bytes."""
    place, _by = desk_place(request, event, competition)
    html = render_to_string("desk/live.html", _context(place, desk_of(competition=place.competition)), request=request).encode()
    etag = f'"{hashlib.sha256(html).hexdigest()[:32]}"'
    response = HttpResponse(status=304) if request.headers.get("If-None-Match") == etag else HttpResponse(html)
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_http_methods(["GET", "POST"])
@page
def open_round(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """公布下一轮: the checklist once more, and the button. What is missing can be overruled by an organiser, with a reason."""
    place, by = desk_place(request, event, competition)
    found = desk_of(competition=place.competition)
    kept = Kept()
    status = 200
    if request.method == "POST":
        raw = request.POST.get("round", "")
        number = int(raw) if raw.isascii() and raw.isdigit() and len(raw) <= 3 else 0
        force = request.POST.get("force") == "yes"
        try:
            round_open(
                competition=place.competition,
                number=number,
                by=by,
                force=force,
                reason=request.POST.get("reason", ""),
                key=request.POST.get("key", ""),
            )
        except Refused as refused:
            values = {name: request.POST.getlist(name) for name in request.POST}
            key = "" if refused.code == "key_reused" else request.POST.get("key", "")
            kept, status = Kept("open", "", values, told(refused, rulebook_of(place.competition)), key), refused.status
        else:
            messages.success(request, _("第%(number)d轮已公布") % {"number": number})
            return HttpResponseRedirect(reverse("desk", args=[event, competition]))
    context = _context(place, found) | {
        "kept": kept,
        "may_force": ORGANISER in by.roles,
        "may_open": place.may("round.open"),
        "new_key": new_key,
    }
    return render(request, "desk/open_round.html", context, status=status)


@require_POST
@page
def round_switch(request: HttpRequest, event: str, competition: str, number: int, act: str) -> HttpResponse:
    """Locks or unlocks a round; where it was already so, the page simply shows it."""
    place, by = desk_place(request, event, competition)
    acts = {"lock": round_lock, "unlock": round_unlock}
    if act not in acts:
        raise NotFound("act")
    round_of(competition=place.competition, number=number)
    try:
        acts[act](competition=place.competition, number=number, by=by, key=request.POST.get("key", ""))
    except Refused as refused:
        if refused.status != 409:
            raise
        messages.error(request, told(refused)[0].message)
    else:
        words = {"lock": _("第%(number)d轮已锁定"), "unlock": _("第%(number)d轮已解锁")}
        messages.success(request, words[act] % {"number": number})
    return HttpResponseRedirect(reverse("desk", args=[event, competition]))


def _context(place: Place, found: Desk) -> dict[str, object]:
    return place.context() | {
        "desk": found,
        "rulebook": rulebook_of(place.competition),
        "checklist": found.checklist,
        "tile_progress": f"desk/progress_{found.tally}.html",
        "has_boards": BOARD_TRUMP in found.extra_acts,
        "may_open": place.may("round.open"),
        "may_lock": place.may("round.lock"),
        "new_key": new_key,
    }
