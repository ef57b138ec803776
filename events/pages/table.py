"""/table/: the page of one paired device. The cookie lets it read; writing needs the token that only its script holds.

Reads through selectors.table_page; the only write is the note of the last contact, made by the device service.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from events.models import Competition, Device
from events.pages.base import page, zone_of
from events.pages.table_games import GAMES
from events.pinned import of_three, rulebook_of
from events.selectors.devices import device_by_cookie
from events.selectors.table_page import Holder, holder_of, reasons, state_at
from events.services.devices import MOST_AGE, MOST_UNSENT, Queue, device_seen
from events.wording.disputes import after, outcome, subject
from events.wording.printed import clause_text
from events.wording.sides import side_name
from events.wording.terms import TERMS
from scoring.competence import records_side
from scoring.disputes import AFTER, DEADLINE, OUTCOMES, SUBJECTS
from scoring.games import GAMES as PLAYED
from scoring.parameters import Rulebook

DEVICE_COOKIE = "device"
# Whose page it is: what a browser keeps for a time without a network is kept for that device alone (service_worker.js).
DEVICE_HEADER, NOBODY = "X-Device", "none"


def device_of(request: HttpRequest) -> Device | None:
    """The live device of this browser, by its cookie."""
    cookie = request.COOKIES.get(DEVICE_COOKIE, "")
    return device_by_cookie(cookie=cookie) if cookie else None


@require_GET
@page
def table(request: HttpRequest) -> HttpResponse:
    """The table page, or how to get one."""
    device = device_of(request)
    holder = holder_of(device=device) if device is not None else None
    if device is None:
        response = render(request, "table/unpaired.html", {"was_paired": DEVICE_COOKIE in request.COOKIES}, status=200)
    elif holder is None:
        return HttpResponseRedirect(reverse("mine"))
    else:
        device_seen(device=device)
        # What a player's phone still holds is his, wherever he sits; what a table's device holds is that table's.
        owner = device.player.pid if device.player is not None else str(holder.table)
        context = table_context(device.competition, holder, owner=owner, state_url=reverse("table-state"))
        response = render(request, f"table/{context['game']}.html", context)
    response[DEVICE_HEADER] = device.pid if device is not None else NOBODY
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_GET
@page
def table_live(request: HttpRequest) -> HttpResponse:
    """GET /table/state/: the moving part as JSON with an ETag. 401 when the device is not paired (any more)."""
    device = device_of(request)
    if device is None:
        return JsonResponse({"code": "credentials_unknown"}, status=401, headers={DEVICE_HEADER: NOBODY})
    device_seen(device=device, queue=queue_of(request))
    holder = holder_of(device=device)
    return state_answer(request, {} if holder is None else shown_state(device.competition, holder))


def state_answer(request: HttpRequest, state: Mapping[str, Any]) -> HttpResponse:
    """The moving part of a table page; `{}` for a player who sits nowhere now."""
    body = json.dumps(state, ensure_ascii=False, sort_keys=True).encode()
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(body, content_type="application/json")
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def queue_of(request: HttpRequest) -> Queue | None:
    """How much the device says it still holds, from X-Unsent, X-Refused and X-Oldest (seconds); a claim, shown at the desk."""
    unsent = _claimed(request, "X-Unsent", MOST_UNSENT)
    if unsent is None:
        return None
    return Queue(unsent, _claimed(request, "X-Refused", MOST_UNSENT) or 0, _claimed(request, "X-Oldest", MOST_AGE) or 0)


def _claimed(request: HttpRequest, name: str, most: int) -> int | None:
    said = request.headers.get(name, "")
    return int(said) if said.isascii() and said.isdigit() and len(said) <= len(str(most)) else None


def shown_state(competition: Competition, holder: Holder) -> dict[str, Any]:
    """The state with its times in the hall's zone, and where its match is written to."""
    state = state_at(competition=competition, holder=holder)
    match = state["match"]
    zone = zone_of(competition.event)
    of_match = [match[name] for name in ("call", "dispute") if match[name]] if match else []
    for told in [*state["announcements"], *of_match]:
        told["time"] = told.pop("at").astimezone(zone).strftime("%H:%M")
    if match and match["dispute"]:
        rulebook = rulebook_of(competition)
        match["dispute"]["refs"] = [rulebook.clauses[clause].ref for clause in match["dispute"]["clauses"] if clause in rulebook.clauses]
    api = reverse("api:table", args=[competition.event.code, competition.code, match["code"]]) if match else ""
    return {**state, "api": api}


def table_context(competition: Competition, holder: Holder, *, owner: str, state_url: str) -> dict[str, Any]:
    """What the template of the game is filled with: the shell's part, and what the game gives of its own.

    `owner`: whose the saved items are that this device has not sent yet; `state_url`: where the moving part is asked for.
    """
    rulebook = rulebook_of(competition)
    own = GAMES[rulebook.game](rulebook)
    return {
        **own.context,
        "device": holder,
        "owner": owner,
        "state_url": state_url,
        "competition": competition,
        "event": competition.event,
        "game": rulebook.game,
        "recording_side": records_side(rulebook),
        "three": of_three(rulebook),
        "sides": _sides(rulebook),
        "seats": [{"code": seat, "css": "ns" if seat in "NS" else "ew", "name": TERMS[seat]} for seat in ("S", "E", "N", "W")],
        "counts": (1, 2),  # one and many: the script takes the form that fits
        "reasons": [{"code": code, "name": _(name)} for code, name in reasons()],
        "subjects": [{"code": code, "name": subject(code)} for code in SUBJECTS],
        "afters": [{"code": code, "name": after(code)} for code in AFTER],
        "protest_until": rulebook.choice(DEADLINE),
        "outcomes": [{"code": code, "name": outcome(code)} for code in OUTCOMES],
        "state": shown_state(competition, holder),
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
    return {"ref": found.ref, "text": clause_text(found)}
