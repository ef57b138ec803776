"""/me/: 我的桌 of the player whose phone this is, and /me/{secret}/: what the code on a badge would pair, and the button that does it.

The GET of a badge's address changes nothing, because chat programs fetch the links in their messages. The POST sets the HttpOnly
cookie (reads only) and hands the bearer token to the page once, as pairing a table's device does.
"""

import hashlib
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_GET, require_http_methods

from events.models import Device, Player
from events.pages.base import page, zone_of
from events.pages.pair import COOKIE_LIFE
from events.pages.table import DEVICE_COOKIE, device_of, queue_of
from events.pinned import rulebook_of
from events.refusals import NotFound, StateRefusal
from events.selectors.mine import mine_of
from events.selectors.personal_codes import personal_code_known, personal_code_of
from events.services.devices import device_seen
from events.services.personal_codes import personal_device_pair

FRAGMENT = "now"


@require_GET
@page
def mine(request: HttpRequest) -> HttpResponse:
    """我的桌; with `?fragment=now` its moving part, with an ETag: 401 when this phone is nobody's (any more)."""
    device = device_of(request)
    asked = request.GET.get("fragment") == FRAGMENT
    if device is None or device.player is None:
        context = {"was_paired": DEVICE_COOKIE in request.COOKIES, "table": device}
        response = HttpResponse(status=401) if asked else render(request, "mine/nobody.html", context)
    elif asked:
        device_seen(device=device, queue=queue_of(request))
        response = _fragment(request, device, device.player)
    else:
        device_seen(device=device)
        response = render(request, "mine/mine.html", _context(device, device.player))
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_http_methods(["GET", "POST"])
@page
def badge(request: HttpRequest, secret: str) -> HttpResponse:
    """GET: whose badge it is. POST: pairs this browser; the badge stays good for his other phones."""
    response = _badge(request, secret)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _badge(request: HttpRequest, secret: str) -> HttpResponse:
    code = personal_code_of(secret=secret)
    paired = device_of(request)
    if code is None:
        known = personal_code_known(secret=secret)
        return render(request, "mine/void.html", {"renewed": known, "paired": paired}, status=410 if known else 404)
    context = _whose(code.player) | {"paired": paired, "own": paired is not None and paired.player_id == code.player_id}
    if request.method == "GET":
        return render(request, "mine/offer.html", context)
    try:
        fresh = personal_device_pair(secret=secret)
    except NotFound:
        return render(request, "mine/void.html", {"renewed": True, "paired": paired}, status=410)
    except StateRefusal:  # this badge has paired as many as one badge may
        return render(request, "mine/void.html", {"used_up": True, "paired": paired}, status=409)
    response = render(request, "mine/paired.html", context | {"device": fresh.device, "token": fresh.token})
    response.set_cookie(DEVICE_COOKIE, fresh.cookie, max_age=COOKIE_LIFE, httponly=True, samesite="Lax", secure=request.is_secure())
    return response


def _whose(player: Player) -> dict[str, Any]:
    competition = player.entrant.competition
    return {
        "player": player,
        "team": player.entrant.team,
        "competition": competition,
        "event": competition.event,
        "zone": zone_of(competition.event),
    }


def _context(device: Device, player: Player) -> dict[str, Any]:
    competition = device.competition
    return _whose(player) | {
        "competition": competition,
        "event": competition.event,
        "device": device,
        "owner": player.pid,
        "game": rulebook_of(competition).game,
        "mine": mine_of(device=device, player=player),
    }


def _fragment(request: HttpRequest, device: Device, player: Player) -> HttpResponse:
    body = render(request, "mine/now.html", _context(device, player))
    etag = f'"{hashlib.sha256(body.content).hexdigest()[:32]}"'
    response = HttpResponse(status=304) if request.headers.get("If-None-Match") == etag else body
    response["ETag"] = etag
    return response
