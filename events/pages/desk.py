"""裁判台: what wants somebody, the hall, the open cases, the clock, what keeps the next round. For grant holders.

The page works by reloading; the script asks for `live/` every few seconds and patches what changed (ETag of the bytes, and
nothing in them but whole minutes moves by itself). What is typed, unfolded or focused stays.
"""

import hashlib
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from events import clock
from events.access import Actor
from events.models import Event, Role
from events.pages.base import Place, page
from events.pages.case_acts import Kept, new_key
from events.pages.clock_face import digits_of
from events.pages.desk_cards import cards_of
from events.pages.desk_place import desk_place
from events.pages.proposals import proposals_part
from events.pages.publish import publishing_context
from events.pinned import rulebook_of
from events.selectors.board_facts import BOARD_TRUMP
from events.selectors.desk import Desk, desk_of
from events.selectors.grants import grants_of

MOST_DEVICES = 8  # of those that are all right; whatever wants somebody is shown in any case

# A live answer carries no secrets that change from one to the next: the page puts its own in.
NO_TOKEN = {"csrf_token": "", "new_key": ""}


@require_safe
@page
def desk(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """The whole page."""
    place, by = desk_place(request, event, competition)
    return desk_page(request, place, by, Kept())


@require_safe
@page
def desk_live(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """The moving regions as HTML, with the ETag of their bytes."""
    place, by = desk_place(request, event, competition)
    found = desk_of(competition=place.competition)
    context = desk_context(place, by, found, Kept()) | _unmoved(found, proposals_part(place))
    html = render_to_string("desk/live.html", context, request=request).encode()
    etag = f'"{hashlib.sha256(html).hexdigest()[:32]}"'
    response = HttpResponse(status=304) if request.headers.get("If-None-Match") == etag else HttpResponse(html)
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def desk_page(request: HttpRequest, place: Place, by: Actor, kept: Kept, status: int = 200) -> HttpResponse:
    """The desk, with the form that was refused, if one was."""
    get_token(request)  # the script puts the token into forms that come with a later answer
    context = desk_context(place, by, desk_of(competition=place.competition), kept)
    context |= publishing_context(place) | {"officials": _officials(place.event), "proposals": proposals_part(place)}
    response = render(request, "desk/desk.html", context, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def desk_context(place: Place, by: Actor, found: Desk, kept: Kept) -> dict[str, object]:
    """What the templates of the desk are filled with."""
    return (
        place.context()
        | _clock(found)
        | {
            "desk": found,
            "cards": cards_of(place, by, found, kept),
            "rulebook": rulebook_of(place.competition),
            "checklist": found.checklist,
            "shown_devices": [row for n, row in enumerate(found.devices) if n < MOST_DEVICES or row.silent or row.device.unsent],
            "tile_progress": f"desk/progress_{found.tally}.html",
            "has_boards": BOARD_TRUMP in found.extra_acts,
            "kept": kept,
            "new_key": new_key,
            **{f"may_{name}": place.may(action) for name, action in ACTIONS.items()},
        }
    )


ACTIONS = {
    "open": "round.open",
    "lock": "round.lock",
    "clock": "table.clock",
    "answer": "table.answer",
    "announce": "announcement.make",
    "rule": "dispute.rule",
    "note": "case.note",
    "forget_notes": "case.note_erase",
    "record": "hand.record",
}


def _unmoved(found: Desk, proposals: list[dict[str, Any]]) -> dict[str, object]:
    """What of a live answer would move by itself: no keys, no tokens, and no digits of a clock that runs."""
    runs = found.clock is not None and found.clock.stands is None
    return {**NO_TOKEN, "proposals": [{**one, "key": ""} for one in proposals], **({"clock_text": ""} if runs else {})}


def _clock(found: Desk) -> dict[str, object]:
    """What the clock of the round shows when the page is drawn: the script goes on from there."""
    if found.clock is None:
        return {}
    seconds = found.clock.shows(clock.now())
    return {"clock_seconds": seconds, "clock_text": digits_of(seconds)}


def _officials(event: Event) -> list[str]:
    """Who is chief referee, and how many referees there are beside."""
    grants = list(grants_of(event=event))
    chiefs = [grant.user.get_full_name() or grant.user.get_username() for grant in grants if grant.role == Role.CHIEF_REFEREE]
    others = sum(1 for grant in grants if grant.role == Role.REFEREE)
    named = [_("裁判长 %(names)s") % {"names": _("、").join(chiefs)}] if chiefs else []
    return [*named, _("裁判员 %(n)d 人") % {"n": others}] if others else named
