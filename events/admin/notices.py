"""Announcements, what the public sees of a stage, frozen boards, players' codes and PINs: to look at; ended by actions.

What is secret stays out: no digest of a code or a PIN is read from the database.
"""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as __

from events.access import ACTIONS
from events.admin.base import ScopedAdmin, holds_any
from events.admin.facts import with_names_of
from events.admin.filters import CompetitionFilter, EventFilter
from events.models import Announcement, EntrantPin, Freeze, LedgerEntry, PersonalCode, StageState, Visibility
from events.services.announcements import announcement_end
from events.services.keyed import new_key
from events.services.publishing import visibility_set
from events.wording.stages import stage_word

NOTICE_MINUTES = 30


@admin.register(Announcement)
class AnnouncementAdmin(ScopedAdmin):
    event_path = "event"
    competition_path = "competition"
    list_display = ["made_at", "event", "competition", "text", "maker", "ends_at", "ended_at"]
    fields = ["event", "competition", "text", "maker", "made_at", "ends_at", "ended_at"]
    readonly_fields = ["maker"]
    list_filter = [EventFilter, CompetitionFilter, ("ended_at", admin.EmptyFieldListFilter)]
    search_fields = ["text"]
    list_select_related = ["event", "competition"]
    actions = ["end"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Announcement]:
        return with_names_of(super().get_queryset(request), "made_by")

    @admin.display(description=__("谁发的"))
    def maker(self, row: Any) -> str:
        return row.made_by_name or row.made_by

    def has_end_permission(self, request: HttpRequest) -> bool:
        return holds_any(request, ACTIONS["announcement.make"])

    @admin.action(description=__("撤下通知"), permissions=["end"])
    def end(self, request: HttpRequest, queryset: QuerySet[Announcement]) -> None:
        self.each(request, queryset, _("已撤下"), lambda row, by: announcement_end(event=row.event, pid=row.pid, by=by))


@admin.register(StageState)
class StageStateAdmin(ScopedAdmin):
    competition_path = "competition"
    list_display = ["competition", "stage_word", "state", "notice_until"]
    fields = ["competition", "stage_word", "state", "notice_until"]
    readonly_fields = ["stage_word"]
    list_filter = [EventFilter, CompetitionFilter, "state"]
    list_select_related = ["competition"]
    actions = ["show_provisional", "show_notice", "hide"]

    @admin.display(description=__("阶段"), ordering="stage")
    def stage_word(self, row: StageState) -> str:
        return stage_word(row.stage, _number(row.stage))

    def has_visibility_permission(self, request: HttpRequest) -> bool:
        return holds_any(request, ACTIONS["visibility.set"])

    @admin.action(description=__("公布状态：临时成绩"), permissions=["visibility"])
    def show_provisional(self, request: HttpRequest, queryset: QuerySet[StageState]) -> None:
        self._show(request, queryset, Visibility.PROVISIONAL)

    @admin.action(description=__("公布状态：公示 30 分钟"), permissions=["visibility"])
    def show_notice(self, request: HttpRequest, queryset: QuerySet[StageState]) -> None:
        self._show(request, queryset, Visibility.NOTICE, NOTICE_MINUTES)

    @admin.action(description=__("公布状态：不公开"), permissions=["visibility"])
    def hide(self, request: HttpRequest, queryset: QuerySet[StageState]) -> None:
        self._show(request, queryset, Visibility.HIDDEN)

    def _show(self, request: HttpRequest, queryset: QuerySet[StageState], visibility: Visibility, minutes: int = 0) -> None:
        self.each(
            request,
            queryset,
            _("公布状态已改为%(state)s") % {"state": visibility.label},
            lambda row, by: visibility_set(
                competition=row.competition, stage=row.stage, visibility=visibility, notice_minutes=minutes, by=by, key=new_key()
            ),
        )

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        about = LedgerEntry.objects.filter(book__competition=obj.competition, kind="published")
        return about.filter(body__contains=f'"stage":"{obj.stage}"').order_by("seq")


def _number(stage: str) -> int:
    """`3` for `round_3`: a stage without a name of its own."""
    tail = stage.rpartition("_")[2]
    return int(tail) if tail.isascii() and tail.isdigit() else 0


@admin.register(Freeze)
class FreezeAdmin(ScopedAdmin):
    competition_path = "competition"
    list_display = ["competition", "round", "stage_word", "asked_at", "began_at", "seq", "ended_at"]
    fields = ["competition", "round", "stage_word", "asked_at", "began_at", "seq", "last_round", "digest", "ended_at"]
    readonly_fields = ["stage_word"]
    list_filter = [EventFilter, CompetitionFilter, ("ended_at", admin.EmptyFieldListFilter)]
    list_select_related = ["competition"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Freeze]:
        return super().get_queryset(request).defer("body")

    @admin.display(description=__("未公开的阶段"), ordering="stage")
    def stage_word(self, row: Freeze) -> str:
        return stage_word(row.stage, _number(row.stage)) if row.stage else ""

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        return LedgerEntry.objects.filter(book__competition=obj.competition, kind__in=("frozen", "unfrozen", "published")).order_by("seq")


@admin.register(PersonalCode)
class PersonalCodeAdmin(ScopedAdmin):
    event_path = "player__entrant__competition__event"
    competition_path = "player__entrant__competition"
    list_display = ["player", "team", "maker", "made_at", "void_at"]
    fields = ["player", "team", "maker", "made_at", "void_at"]
    readonly_fields = ["team", "maker"]
    list_filter = [EventFilter, CompetitionFilter, ("void_at", admin.EmptyFieldListFilter)]
    search_fields = ["player__name", "player__entrant__team__name"]
    list_select_related = ["player__entrant__team", "player__entrant__competition"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[PersonalCode]:
        return with_names_of(super().get_queryset(request).defer("digest"), "made_by")

    @admin.display(description=__("代表队"), ordering="player__entrant__team__name")
    def team(self, row: PersonalCode) -> str:
        return str(row.player.entrant.team)

    @admin.display(description=__("谁做的"))
    def maker(self, row: Any) -> str:
        return row.made_by_name or row.made_by


@admin.register(EntrantPin)
class EntrantPinAdmin(ScopedAdmin):
    event_path = "entrant__competition__event"
    competition_path = "entrant__competition"
    list_display = ["names", "team", "maker", "made_at"]
    fields = ["names", "team", "maker", "made_at"]
    readonly_fields = ["names", "team", "maker"]
    list_filter = [EventFilter, CompetitionFilter]
    search_fields = ["entrant__team__name", "entrant__players__name"]
    list_select_related = ["entrant__team", "entrant__competition"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[EntrantPin]:
        found = super().get_queryset(request).defer("salt", "digest").prefetch_related("entrant__players")
        return with_names_of(found, "made_by")

    @admin.display(description=__("选手"))
    def names(self, row: EntrantPin) -> str:
        return "/".join(player.name for player in row.entrant.players.all())

    @admin.display(description=__("代表队"), ordering="entrant__team__name")
    def team(self, row: EntrantPin) -> str:
        return str(row.entrant.team)

    @admin.display(description=__("谁发的"))
    def maker(self, row: Any) -> str:
        return row.made_by_name or row.made_by
