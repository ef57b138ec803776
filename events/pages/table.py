"""/table/: the page of one paired device. The cookie lets it read; writing needs the token that only its script holds.

Reads through selectors.table_page; the only write is the note of the last contact, made by the device service.
"""

import hashlib
import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from events.models import Device
from events.pages.base import page, zone_of
from events.pages.table_games import GAMES
from events.pinned import of_three, rulebook_of
from events.selectors.devices import device_by_cookie
from events.selectors.table_page import reasons, table_state
from events.services.devices import device_seen
from events.wording.sides import side_name
from events.wording.terms import TERMS
from scoring.competence import records_side
from scoring.games import GAMES as PLAYED
from scoring.parameters import Rulebook

DEVICE_COOKIE = "device"
MOST_UNSENT = 9999


def device_of(request: HttpRequest) -> Device | None:
    """The live device of this browser, by its cookie."""
    cookie = request.COOKIES.get(DEVICE_COOKIE, "")
    return device_by_cookie(cookie=cookie) if cookie else None


@require_GET
@page
def table(request: HttpRequest) -> HttpResponse:
    """The table page, or how to get one."""
    device = device_of(request)
    if device is None:
        response = render(request, "table/unpaired.html", {"was_paired": DEVICE_COOKIE in request.COOKIES}, status=200)
    else:
        device_seen(device=device)
        context = _context(device)
        response = render(request, f"table/{context['game']}.html", context)
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_GET
@page
def table_live(request: HttpRequest) -> HttpResponse:
    """GET /table/state/: the moving part as JSON with an ETag. 401 when the device is not paired (any more)."""
    device = device_of(request)
    if device is None:
        return JsonResponse({"code": "credentials_unknown"}, status=401)
    device_seen(device=device, unsent=_unsent(request))
    body = json.dumps(_state(device), ensure_ascii=False, sort_keys=True).encode()
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(body, content_type="application/json")
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _unsent(request: HttpRequest) -> int | None:
    """How many items the device says it still holds; a claim, shown at the desk and nothing more."""
    claimed = request.headers.get("X-Unsent", "")
    return int(claimed) if claimed.isascii() and claimed.isdigit() and len(claimed) <= len(str(MOST_UNSENT)) else None


def _state(device: Device) -> dict[str, Any]:
    state = table_state(device=device)
    competition = device.competition
    match = state["match"]
    if match and match["call"]:
        match["call"]["time"] = match["call"].pop("at").astimezone(zone_of(competition.event)).strftime("%H:%M")
    api = reverse("api:table", args=[competition.event.code, competition.code, match["code"]]) if match else ""
    return {**state, "api": api}


def _context(device: Device) -> dict[str, Any]:
    """What the template of the game is filled with: the shell's part, and what the game gives of its own."""
    competition = device.competition
    rulebook = rulebook_of(competition)
    own = GAMES[rulebook.game](rulebook)
    return {
        **own.context,
        "device": device,
        "competition": competition,
        "event": competition.event,
        "game": rulebook.game,
        "recording_side": records_side(rulebook),
        "three": of_three(rulebook),
        "sides": _sides(rulebook),
        "seats": [{"code": seat, "css": "ns" if seat in "NS" else "ew", "name": TERMS[seat]} for seat in ("S", "E", "N", "W")],
        "counts": (1, 2),  # one and many: the script takes the form that fits
        "reasons": [{"code": code, "name": _(name)} for code, name in reasons()],
        "state": _state(device),
        "given": own.given,
        "law": {clause: _clause(rulebook, clause) for clause in own.clauses},
        "table_url": reverse("table"),
    }


def _sides(rulebook: Rulebook) -> list[dict[str, str]]:
    """The sides of its tables; each of two has a colour with a shape, three are told apart by their names."""
    three = of_three(rulebook)
    return [
        {"code": side, "css": "of3" if three else side.lower(), "name": side_name(side, rulebook.game)}
        for side in PLAYED[rulebook.game].sides
    ]


def _clause(rulebook: Any, clause: str) -> dict[str, str]:
    found = rulebook.clauses.get(clause)
    if found is None:
        return {"ref": clause, "text": ""}
    return {"ref": found.ref, "text": found.en if get_language() == "en" else found.zh}
