"""Filters of lists: events, competitions, rounds and tables, of those in scope only.

A model admin says where they lie with `event_path`, `competition_path`, `round_path` and `table_path`.
"""

from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from events.admin.base import events_in_scope
from events.models import Competition, Dispute, Match, Round
from scoring.disputes import OPEN


class _NumberFilter(admin.SimpleListFilter):
    """A choice by number; anything else in the address chooses nothing."""

    path_name = ""

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: Any, model_admin: Any) -> None:
        self.path = getattr(model_admin, self.path_name)
        super().__init__(request, params, model, model_admin)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        if chosen is None:
            return queryset
        known = {str(value) for value, _label in self.lookup_choices}
        return queryset.filter(**{self.path: chosen}) if str(chosen) in known else queryset.none()


class EventFilter(_NumberFilter):
    title = _("赛事")
    parameter_name = "event"
    path_name = "event_path"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, str]]:
        return [(event.pk, str(event)) for event in events_in_scope(request, model_admin.roles)]


class CompetitionFilter(_NumberFilter):
    title = _("项目")
    parameter_name = "competition"
    path_name = "competition_path"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, str]]:
        events = events_in_scope(request, model_admin.roles)
        competitions = Competition.objects.filter(event__in=events.values("pk")).select_related("event")
        return [(row.pk, f"{row.event} · {row}") for row in competitions]


class RoundFilter(_NumberFilter):
    title = _("轮次")
    parameter_name = "round"
    path_name = "round_path"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, str]]:
        events = events_in_scope(request, model_admin.roles)
        numbers = Round.objects.filter(competition__event__in=events.values("pk")).order_by("number").values_list("number", flat=True)
        return [(number, str(number)) for number in numbers.distinct()]


class TableFilter(_NumberFilter):
    title = _("桌号")
    parameter_name = "table"
    path_name = "table_path"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, str]]:
        events = events_in_scope(request, model_admin.roles)
        numbers = Match.objects.filter(competition__event__in=events.values("pk")).order_by("table").values_list("table", flat=True)
        return [(number, str(number)) for number in numbers.distinct()]


class MatchStateFilter(admin.SimpleListFilter):
    """What a referee looks for among the tables."""

    title = _("情况")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, Any]]:
        return [
            ("review", _("核对中")),
            ("disputed", _("争议")),
            ("unconfirmed", _("未核对")),
            ("forfeited", _("弃权")),
            ("closed", _("已锁桌")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        if chosen == "review":
            return queryset.filter(under_review__gt=0)
        if chosen == "disputed":
            return queryset.filter(Exists(Dispute.objects.filter(match=OuterRef("pk"), state__in=OPEN)))
        if chosen == "unconfirmed":  # played to the end; a table that still plays has nothing to be signed yet
            return queryset.filter(done=True, confirmed_hash="", forfeited_by="")
        if chosen == "forfeited":
            return queryset.exclude(forfeited_by="")
        if chosen == "closed":
            return queryset.filter(closed=True)
        return queryset
