"""What every page of the administration keeps to: the grant scope, no changes of facts, the ledger as history."""

import json
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import ForeignKey, Model, QuerySet
from django.forms import ModelChoiceField
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from events import actors
from events.access import OFFICE, Actor
from events.admin.lists import DeclaredLists
from events.admin.wording import entry_text, refusal_lines
from events.models import Competition, Event, LedgerEntry, Role
from events.pinned import rulebook_of
from events.refusals import Refused
from events.selectors.grants import live_grants
from events.selectors.ledger import named_entries
from events.selectors.people import Names, names_of
from events.services.replies import Reply
from events.wording.entries import entry_kind

MOST_HISTORY = 1000
ACCEPTED = 202  # proposed: where the event wants two officials it takes effect when another seconds it


def _roles_held(request: HttpRequest) -> dict[int, set[str]]:
    """Event -> the user's live roles in it: one query a request."""
    kept: dict[int, set[str]] | None = request.__dict__.get("_roles_held")
    if kept is None:
        kept = request.__dict__.setdefault("_roles_held", {})
        for event, role in live_grants(user=request.user).values_list("event_id", "role"):
            kept.setdefault(event, set()).add(role)
    return kept


def events_in_scope(request: HttpRequest, roles: frozenset[str] = OFFICE) -> QuerySet[Event]:
    """Events the request may see here: those where the user holds a grant; a superuser sees all."""
    if not request.user.is_active:
        return Event.objects.none()
    if request.user.is_superuser:
        return Event.objects.all()
    return Event.objects.filter(pk__in=[event for event, held in _roles_held(request).items() if held & roles])


def holds_any(request: HttpRequest, roles: frozenset[str] = OFFICE) -> bool:
    """Whether there is any event in scope, without asking the database again."""
    user = request.user
    if not user.is_active:
        return False
    return user.is_superuser or any(held & roles for held in _roles_held(request).values())


def actor_in(request: HttpRequest, event: Event) -> Actor | None:
    """The user's actor in an event, made once a request."""
    kept: dict[int, Actor | None] = request.__dict__.setdefault("_actors", {})
    if event.pk not in kept:
        kept[event.pk] = actors.for_user(user=request.user, event=event)
    return kept[event.pk]


def role_label(role: str) -> str:
    return str(Role(role).label) if role in Role.values else role


class ScopedAdmin(DeclaredLists):
    """Rows of the user's own events. `event_path` leads from the model to the event's key."""

    event_path = "competition__event"
    roles = OFFICE
    show_full_result_count = False
    list_per_page = 50
    save_as = False
    view_on_site = False
    object_history_template = "admin/ledger_history.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(**{f"{self.event_path}__in": events_in_scope(request, self.roles).values("pk")})

    def event_of(self, obj: Model) -> Event:
        value: Any = obj
        for name in self.event_path.split("__"):
            value = getattr(value, name)
        return value

    def competition_of(self, obj: Model) -> Competition | None:
        value: Any = obj
        for name in self.event_path.split("__"):
            value = getattr(value, name)
            if isinstance(value, Competition):
                return value
        return None

    def in_scope(self, request: HttpRequest, obj: Model) -> bool:
        return self.get_queryset(request).filter(pk=obj.pk).exists()

    # Seen by grant, changed by services alone: Django's own permissions play no part here.

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        if obj is None:
            return holds_any(request, self.roles)
        return self.in_scope(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def formfield_for_foreignkey(self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any) -> ModelChoiceField | None:
        """Choices only from the user's own events; a model that is not shown here offers none."""
        related = self.admin_site._registry.get(db_field.remote_field.model)
        nothing = db_field.remote_field.model._default_manager.none()
        kwargs["queryset"] = related.get_queryset(request) if isinstance(related, ScopedAdmin) else nothing
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    # The ledger is the history: Django's diary would keep names in its texts, and misses what services do elsewhere.

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> None:  # type: ignore[override]
        return None

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> None:  # type: ignore[override]
        return None

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:  # type: ignore[override]
        return None

    def entries_of(self, obj: Model) -> QuerySet[LedgerEntry]:
        """The ledger's entries about an object."""
        return LedgerEntry.objects.none()

    def history_view(self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        obj = self.get_object(request, object_id)
        if obj is None:
            raise Http404
        if not self.has_view_permission(request, obj):
            raise PermissionDenied
        competition = self.competition_of(obj)
        game = rulebook_of(competition).game if competition is not None else ""
        names = names_of(competition=competition) if competition is not None else Names()
        context = {
            **self.admin_site.each_context(request),
            "title": _("比赛记录：%(what)s") % {"what": obj},
            "subtitle": None,
            "opts": self.opts,
            "object": obj,
            "object_id": object_id,
            "module_name": str(self.opts.verbose_name_plural),
            "rows": [
                {
                    "entry": row.entry,
                    "kind": entry_kind(row.entry.kind, game),
                    "said": entry_text(row.entry.kind, json.loads(row.entry.body), row.entry.number, names, game),
                    "actor": row.actor_name,
                    "role": role_label(row.entry.role),
                    "remark": row.remark,
                }
                for row in named_entries(event=self.event_of(obj), entries=self.entries_of(obj)[:MOST_HISTORY])
            ],
            "preserved_filters": self.get_preserved_filters(request),
            **(extra_context or {}),
        }
        return TemplateResponse(request, self.object_history_template, context)

    def tell(self, request: HttpRequest, refused: Refused) -> None:
        for line in refusal_lines(refused):
            messages.error(request, line)

    def each(self, request: HttpRequest, queryset: QuerySet[Any], done: str, call: Callable[[Any, Actor], object]) -> None:
        """Call a service for each chosen row as the user's actor in the row's event; say what was done and what refused."""
        count = waiting = 0
        for obj in queryset:
            actor = actor_in(request, self.event_of(obj))
            if actor is None:
                messages.error(request, _("%(what)s：你在这个赛事里没有身份，不能操作。") % {"what": obj})
                continue
            try:
                answer = call(obj, actor)
            except Refused as refused:
                for line in refusal_lines(refused):
                    messages.error(request, f"{obj}：{line}")
            else:
                if isinstance(answer, Reply) and answer.status == ACCEPTED and "proposal" in answer.body:
                    waiting += 1
                else:
                    count += 1
        if count:
            messages.success(request, f"{done}：{count}")
        if waiting:
            messages.warning(request, _("已提出，等另一位裁判附议：%(count)s") % {"count": waiting})

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Nothing is saved past the services: an admin that edits says which one it calls."""
        raise PermissionDenied

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        raise PermissionDenied

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        raise PermissionDenied
