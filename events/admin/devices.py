"""Devices at the tables and raised hands: seen by grant; revoked and answered by actions that call services."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as __

from events.access import ACTIONS
from events.admin.base import ScopedAdmin, holds_any
from events.admin.filters import CompetitionFilter, EventFilter, RoundFilter, TableFilter
from events.models import Device, LedgerEntry, TableCall
from events.services.calls import call_answer
from events.services.devices import device_revoke


@admin.register(Device)
class DeviceAdmin(ScopedAdmin):
    competition_path = "competition"
    table_path = "table"
    fields = ["competition", "label", "role", "table", "side", "paired_at", "last_seen_at", "unsent", "revoked_at"]
    list_display = ["__str__", "competition", "table", "side", "role", "last_seen_at", "unsent", "revoked_at"]
    list_filter = [EventFilter, CompetitionFilter, TableFilter, "side", ("revoked_at", admin.EmptyFieldListFilter)]
    search_fields = ["label", "=pid"]
    list_select_related = ["competition"]
    actions = ["revoke"]

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return holds_any(request, ACTIONS["device.revoke"])

    @admin.action(description=__("撤销设备"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Device]) -> None:
        self.each(request, queryset, _("已撤销"), lambda row, by: device_revoke(event=row.competition.event, device=row.pid, by=by))

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        return LedgerEntry.objects.filter(book__competition=obj.competition, device=obj.pid).order_by("seq")


@admin.register(TableCall)
class TableCallAdmin(ScopedAdmin):
    event_path = "match__competition__event"
    competition_path = "match__competition"
    round_path = "match__round__number"
    table_path = "match__table"
    list_display = ["called_at", "match", "reason", "hand_number", "side", "answered_at"]
    list_filter = [EventFilter, CompetitionFilter, RoundFilter, TableFilter, ("answered_at", admin.EmptyFieldListFilter)]
    list_select_related = ["match__round", "match__competition"]
    ordering = ["-called_at"]
    actions = ["answer"]

    def has_answer_permission(self, request: HttpRequest) -> bool:
        return holds_any(request, ACTIONS["table.answer"])

    @admin.action(description=__("裁判已到"), permissions=["answer"])
    def answer(self, request: HttpRequest, queryset: QuerySet[TableCall]) -> None:
        self.each(request, queryset, _("裁判已到"), lambda row, by: call_answer(competition=row.match.competition, call_id=row.pk, by=by))

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        return LedgerEntry.objects.filter(book__competition=obj.match.competition, match=obj.match.code).order_by("seq")
