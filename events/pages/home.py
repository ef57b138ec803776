"""The list of events, and an event's home: what runs now, who leads, find my table, what is published."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from events.pages.base import event_place, page, zone_of
from events.pages.found import may_found
from events.selectors.announcements import announcements_now
from events.selectors.competitions import competitions_visible, events_visible
from events.selectors.home import published_results, running_of, seats_found

MOST_EVENTS = 100


@require_safe
@page
def events(request: HttpRequest) -> HttpResponse:
    """Every event the visitor may know of, newest first."""
    shown = events_visible(user=request.user)[:MOST_EVENTS]
    return render(request, "pages/events.html", {"events": shown, "may_found": may_found(request.user)})


@require_safe
@page
def event(request: HttpRequest, event: str) -> HttpResponse:
    """One event. `?q=` looks for a table by name or draw number."""
    found, actor = event_place(request, event)
    competitions = list(competitions_visible(user=request.user, event=found))
    sees_all = actor is not None and actor.may("hidden.read")
    query = request.GET.get("q", "")[:60]
    running = running_of(competitions=competitions, sees_all=sees_all)
    return render(
        request,
        "pages/event.html",
        {
            "event": found,
            "zone": zone_of(found),
            "may_create": actor is not None and actor.may("competition.create"),
            "may_setup": actor is not None and actor.may("visibility.set"),
            "may_desk": actor is not None and actor.may("desk.read"),
            "running": running,
            "announcements": announcements_now(found),
            "published": published_results(competitions=competitions),
            "query": query,
            "seats": seats_found(event=found, competitions=competitions, query=query, running=running) if query else [],
            "example": next((row.first for row in running if row.first), None),
            "example_competition": next((row.competition for row in running if row.first), None),
        },
    )
