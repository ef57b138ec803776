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
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from events.models import Device
from events.pages.base import page, zone_of
from events.pinned import rulebook_of
from events.selectors.devices import device_by_cookie
from events.selectors.rules import hands_wanted
from events.selectors.table_page import kinds_of, reasons, table_state
from events.services.devices import device_seen
from events.wording.terms import TERMS
from scoring.competence import records_side

DEVICE_COOKIE = "device"
MOST_UNSENT = 9999

# A picture of the order of going out: whose card is first, second, third, last.
MARKS = {"double_down": (True, True, False, False), "first_third": (True, False, True, False), "first_fourth": (True, False, False, True)}


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
        response = render(request, "table/table.html", _context(device))
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
    competition = device.competition
    rulebook = rulebook_of(competition)
    wanted = hands_wanted(rulebook)
    short = {"double_down": pgettext("on a small key", "双下"), "first_third": _("上+三"), "first_fourth": _("上+下")}
    kinds = kinds_of(rulebook)
    return {
        "device": device,
        "competition": competition,
        "event": competition.event,
        "recording_side": records_side(rulebook),
        "entry_template": f"table/{rulebook.game}.html",
        "sides": [{"code": side, "css": side.lower(), "name": TERMS[side]} for side in ("NS", "EW")],
        "kinds": [{**kind, "name": TERMS[kind["code"]], "short": short[kind["code"]], "marks": MARKS[kind["code"]]} for kind in kinds],
        "seats": [{"code": seat, "css": "ns" if seat in "NS" else "ew"} for seat in ("S", "E", "N", "W")],
        "numbers": range(1, wanted + 1),
        "numbers_down": range(wanted, 0, -1),
        "counts": (1, 2),  # one and many: the script takes the form that fits
        "reasons": [{"code": code, "name": _(name)} for code, name in reasons()],
        "state": _state(device),
        "law": {kind["clause"]: _clause(rulebook, kind["clause"]) for kind in kinds},
        "table_url": reverse("table"),
    }


def _clause(rulebook: Any, clause: str) -> dict[str, str]:
    found = rulebook.clauses.get(clause)
    if found is None:
        return {"ref": clause, "text": ""}
    return {"ref": found.ref, "text": found.en if get_language() == "en" else found.zh}
