"""The table page in a referee's hands: from the hall plan to any table, the same keys as the table's own tablet.

He is known by his session and writes with its CSRF token, so what he enters is his in the ledger. What he saves goes through the same
outbox: a login that has ended says so and loses nothing.
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from events.access import Actor
from events.models import Match
from events.pages.base import Place, page
from events.pages.desk_place import desk_place
from events.pages.table import shown_state, state_answer, table_context
from events.refusals import NotAllowed, NotFound
from events.selectors.table_page import official_at
from events.selectors.tables import match_of

NEEDS = "hand.record"


@require_GET
@ensure_csrf_cookie
@page
def entry(request: HttpRequest, event: str, competition: str, match: str) -> HttpResponse:
    """The table page of this match, for an official."""
    place, by, found = _find(request, event, competition, match)
    holder = official_at(competition=place.competition, match=found, by=by)
    where = [event, competition, match]
    context = table_context(place.competition, holder, owner=by.pid, state_url=reverse("desk-entry-state", args=where))
    context |= {"desk_url": reverse("desk", args=[event, competition]), "case_url": reverse("desk-case", args=where)}
    response = render(request, f"table/{context['game']}.html", context)
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_GET
@page
def entry_state(request: HttpRequest, event: str, competition: str, match: str) -> HttpResponse:
    """Its moving part; 401 for a login that has ended."""
    try:
        place, by, found = _find(request, event, competition, match)
    except (NotAllowed, NotFound):
        if request.user.is_authenticated:
            raise
        return JsonResponse({"code": "credentials_missing"}, status=401)
    return state_answer(request, shown_state(place.competition, official_at(competition=place.competition, match=found, by=by)))


def _find(request: HttpRequest, event: str, competition: str, match: str) -> tuple[Place, Actor, Match]:
    place, by = desk_place(request, event, competition, NEEDS)
    return place, by, match_of(competition=place.competition, code=match)
