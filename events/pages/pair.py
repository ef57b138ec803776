"""/pair/{secret}/: what a scanned code would pair, and one button that does it.

The GET changes nothing, because chat programs fetch the links in their messages. The POST sets the HttpOnly cookie (reads
only) and hands the bearer token to the page once; the script keeps it in localStorage and moves on to /table/.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods, require_POST

from events.pages.base import page, zone_of
from events.pages.refused import told
from events.pages.table import DEVICE_COOKIE, device_of
from events.pinned import rulebook_of
from events.refusals import NotFound, Problems, StateRefusal
from events.selectors.table_page import PairingOffer, pairing_offer
from events.services.devices import device_leave, device_pair
from events.wording import problem_text
from events.wording.sides import place_name

COOKIE_LIFE = 14 * 24 * 3600  # seconds: longer than any event, shorter than the device's memory of it


@require_http_methods(["GET", "POST"])
@page
def pair(request: HttpRequest, secret: str) -> HttpResponse:
    """GET: the offer. POST: pairs this browser, with a label for the desk."""
    response = _answer(request, secret)
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_POST
@page
def leave(request: HttpRequest) -> HttpResponse:
    """A device of a competition that is over ends its own pairing: the next event finds a clean tablet."""
    device = device_of(request)
    if device is None:
        return HttpResponseRedirect(reverse("table"))
    try:
        device_leave(device=device)
    except StateRefusal as refused:
        back = reverse("mine" if device.player_id is not None else "table")
        return render(request, "pair/staying.html", {"told": told(refused), "back": back}, status=409)
    response = render(request, "pair/left.html", {"left": device})
    response.delete_cookie(DEVICE_COOKIE, samesite="Lax")
    patch_cache_control(response, private=True, no_store=True)
    return response


def _label(offer: PairingOffer) -> str:
    """What the desk calls a device that nobody named."""
    return place_name(offer.code.table, offer.code.side, _game(offer))


def _game(offer: PairingOffer) -> str:
    return rulebook_of(offer.code.competition).game


def _answer(request: HttpRequest, secret: str) -> HttpResponse:
    offer = pairing_offer(secret=secret)
    context: dict[str, Any] = {
        "offer": offer,
        "event": offer.code.competition.event if offer else None,
        "mine": device_of(request),
        "problems": [],
    }
    if offer is not None:
        context["game"] = _game(offer)
        context["zone"] = zone_of(offer.code.competition.event)
    if offer is None or offer.spent:
        return render(request, "pair/spent.html", context, status=404 if offer is None else 410)
    if request.method == "GET":
        return render(request, "pair/offer.html", context)
    try:
        paired = device_pair(secret=secret, label=request.POST.get("label", "").strip() or _label(offer))
    except Problems as refusal:
        problems = [problem_text(fault.code, fault.values) for fault in refusal.faults]
        return render(request, "pair/offer.html", {**context, "problems": problems, "label": request.POST.get("label", "")}, status=422)
    except NotFound:
        return render(request, "pair/spent.html", {**context, "offer": pairing_offer(secret=secret)}, status=410)
    response = render(request, "pair/paired.html", {**context, "device": paired.device, "token": paired.token})
    response.set_cookie(DEVICE_COOKIE, paired.cookie, max_age=COOKIE_LIFE, httponly=True, samesite="Lax", secure=request.is_secure())
    return response
