"""Founding: a new event, and a new competition in it with its rulebook and the numbers an organiser may set. Plain forms.

What a refused form held is shown again beside what was wrong. No rule and no write stands here: the services hold both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from events.access import CHIEF, Actor
from events.actors import for_user
from events.models import Event
from events.pages.base import event_place, page
from events.pages.leaf_fields import LeafField, asked_of, groups_of, overrides_of, whole_of
from events.pages.refused import Told, told
from events.refusals import NotAllowed, Refused
from events.selectors.competitions import competitions_visible, events_visible
from events.services.competitions import competition_create
from events.services.events import event_create, grant_give
from events.wording.printed import title_text
from scoring import rulebook as rulebooks
from scoring.parameters import Rulebook

ZONE = "Asia/Shanghai"
YES, NO = "yes", "no"
MOST_DIGITS = 6


def may_found(user: User | AnonymousUser) -> bool:
    """Whether to offer the page; the service decides again (events.services.events.event_create)."""
    return user.is_active and user.is_staff


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def new_event(request: HttpRequest) -> HttpResponse:
    """GET the form, POST founds the event; the founder is its organiser and, where ticked, its chief referee."""
    if not isinstance(request.user, User) or not may_found(request.user):
        raise NotAllowed("staff_only")
    if request.method != "POST":
        taken = set(events_visible(user=request.user).values_list("code", flat=True))
        code = _free(f"{timezone.localdate():%Y%m%d}", taken)
        return _event_form(request, {"code": code, "time_zone": ZONE, "officials_required": "1", "chief": "on"})
    sent = request.POST
    try:
        event = event_create(
            code=sent.get("code", "").strip(),
            name=sent.get("name", ""),
            host=sent.get("host", ""),
            venue=sent.get("venue", ""),
            starts_on=_day(sent.get("starts_on", "").strip()),
            time_zone=sent.get("time_zone", "").strip() or ZONE,
            simulated="simulated" in sent,
            officials_required=whole_of(sent.get("officials_required", "1")),  # type: ignore[arg-type]
            by_user=request.user,
        )
    except Refused as refused:
        return _event_form(request, sent.dict(), told(refused), refused.status)
    if "chief" in sent:
        _make_chief(request.user, event)
    messages.success(request, _("赛事建好了。下一步：新建项目。"))
    return HttpResponseRedirect(reverse("event", args=[event.code]))


def _event_form(request: HttpRequest, values: Mapping[str, object], wrong: tuple[Told, ...] = (), status: int = 200) -> HttpResponse:
    return render(request, "pages/new_event.html", {"values": values, "told": wrong}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def new_competition(request: HttpRequest, event: str) -> HttpResponse:
    """GET without a rulebook: the choice of one; with it the form. POST opens the competition and leads to its set-up."""
    found, actor = event_place(request, event)
    if actor is None or not actor.may("competition.create"):
        raise NotAllowed("role_may_not", values={"action": "competition.create", "role": actor.role if actor else ""})
    known = [rulebooks.load_file(name) for name in rulebooks.ids()]
    if request.method != "POST":
        chosen = next((rulebook for rulebook in known if rulebook.id == request.GET.get("rulebook")), None)
        taken = set(competitions_visible(user=request.user, event=found).values_list("code", flat=True))
        start = {"rulebook": chosen.id, "code": _free(chosen.game, taken), "chief": "on"} if chosen else {}
        return _competition_form(request, found, actor, known, start)
    sent = request.POST
    chosen = next((rulebook for rulebook in known if rulebook.id == sent.get("rulebook")), None)
    try:
        reply = competition_create(
            event=found,
            code=sent.get("code", "").strip(),
            name=sent.get("name", ""),
            rulebook_id=sent.get("rulebook", ""),
            overrides=overrides_of(chosen, sent) if chosen else {},
            key=sent.get("key", ""),
            by=actor,
        )
    except Refused as refused:
        return _competition_form(request, found, actor, known, sent.dict(), told(refused, chosen), refused.status)
    if "chief" in sent and isinstance(request.user, User) and actor.may("grant.change"):
        _make_chief(request.user, found)
    messages.success(request, _("项目建好了。下一步：填代表队和选手。"))
    return HttpResponseRedirect(reverse("setup", args=[found.code, reply.body["competition"]]))


def _competition_form(
    request: HttpRequest,
    event: Event,
    actor: Actor,
    known: list[Rulebook],
    values: Mapping[str, object],
    wrong: tuple[Told, ...] = (),
    status: int = 200,
) -> HttpResponse:
    books = [
        _Book(rulebook.id, title_text(rulebook.title), asked_of(rulebook, values), groups_of(rulebook, values))
        if rulebook.id == values.get("rulebook")
        else _Book(rulebook.id, title_text(rulebook.title), [], [])
        for rulebook in known
    ]
    # A refusal does not use a key up, unless it is the key that was wrong.
    key = str(values.get("key", "")) if status == 422 and not any(one.at == "key" for one in wrong) else ""
    context = {
        "event": event,
        "values": values,
        "told": wrong,
        "books": books,
        "book": next((book for book in books if book.id == values.get("rulebook")), None),
        "key": key or uuid4().hex,
        "offer_chief": CHIEF not in actor.roles,
        "changed": any(number.changed for book in books for _title, numbers in book.groups for number in numbers),
    }
    return render(request, "pages/new_competition.html", context, status=status)


@dataclass(frozen=True, slots=True)
class _Book:
    """One rulebook to choose, with what an organiser may set in it under the titles of the rulebook page."""

    id: str
    title: str
    asked: list[LeafField]
    groups: list[tuple[str, list[LeafField]]]


def _day(text: str) -> date | None:
    """The date of a date field; what is none goes on as typed, for the service to refuse with everything else."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return text  # type: ignore[return-value]


def _free(code: str, taken: set[str]) -> str:
    """A code to suggest: this one, or with the first number that is free."""
    return next(name for name in (code, *(f"{code}-{n}" for n in range(2, len(taken) + 3))) if name not in taken)


def _make_chief(user: User, event: Event) -> None:
    actor = for_user(user=user, event=event)
    if actor is not None:
        grant_give(event=event, user=user, role=CHIEF, by=actor)
