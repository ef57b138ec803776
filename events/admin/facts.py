"""What was stated and what was computed, to look at: ledger, hands, draws, snapshots, official standings, refusals.

Nobody adds, changes or deletes any of it here, a superuser neither.
"""

from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from events.admin.base import ScopedAdmin, role_label
from events.admin.filters import CompetitionFilter, EventFilter, RoundFilter, TableFilter
from events.admin.wording import order_text, points_text, record_text, sides_text, slot_text
from events.models import Device, Draw, Grant, HandRecord, LedgerEntry, Match, Publication, Refusal, Snapshot
from events.pinned import rulebook_of
from events.selectors.people import names_of
from events.wording import problem_text
from events.wording.entries import entry_kind


def _number(chosen: str | int | None) -> int | None:
    text = str(chosen)  # counting its facets Django puts the offered value itself
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 4 else None


class _LedgerTableFilter(TableFilter):
    """A ledger row names its match, not the table: the match knows it."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        table = _number(self.value())
        if table is None:
            return queryset
        at_table = Match.objects.filter(competition=OuterRef("book__competition"), code=OuterRef("match"), table=table)
        return queryset.filter(Exists(at_table))


class _LedgerRoundFilter(RoundFilter):
    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        number = _number(self.value())
        if number is None:
            return queryset
        in_round = Match.objects.filter(competition=OuterRef("book__competition"), code=OuterRef("match"), round__number=number)
        return queryset.filter(Exists(in_round))


class _KindFilter(admin.SimpleListFilter):
    title = _("类别")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, str]]:
        kinds = model_admin.get_queryset(request).order_by("kind").values_list("kind", flat=True).distinct()
        return [(kind, entry_kind(kind)) for kind in kinds]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


def with_actor_names(queryset: QuerySet[Any]) -> QuerySet[Any]:
    """Adds the names behind the actor's pid in the same query."""
    people = Grant.objects.filter(pid=OuterRef("actor"))
    devices = Device.objects.filter(pid=OuterRef("actor"))
    return queryset.annotate(actor_user=Subquery(people.values("user__username")[:1]), actor_label=Subquery(devices.values("label")[:1]))


def with_names_of(queryset: QuerySet[Any], *columns: str) -> QuerySet[Any]:
    """Adds for each column that holds an actor's pid `<column>_name`: the account, else the device; all in the same query."""
    for column in columns:
        people = Grant.objects.filter(pid=OuterRef(column)).values("user__username")[:1]
        devices = Device.objects.filter(pid=OuterRef(column)).values("label")[:1]
        queryset = queryset.annotate(**{f"{column}_name": Coalesce(Subquery(people), Subquery(devices), Value(""))})
    return queryset


class _ActorsAdmin(ScopedAdmin):
    """Rows that say who wrote them."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return with_actor_names(super().get_queryset(request))

    @admin.display(description=_("记录者"))
    def actor_name(self, row: Any) -> str:
        return row.actor_user or row.actor_label or row.actor

    @admin.display(description=_("身份"), ordering="role")
    def role_word(self, row: Any) -> str:
        return role_label(row.role)


@admin.register(LedgerEntry)
class LedgerEntryAdmin(_ActorsAdmin):
    event_path = "book__competition__event"
    competition_path = "book__competition"
    round_path = table_path = "match"
    list_display = ["seq", "competition", "kind_word", "match", "number", "actor_name", "role_word", "device", "server_time"]
    fields = [
        *("seq", "competition", "kind_word", "match", "game", "number", "room", "body", "supersedes"),
        *("actor_name", "role_word", "actor", "device", "device_time", "server_time"),
        *("key", "fingerprint", "rulebook_digest", "prev", "hash"),
    ]
    readonly_fields = ["competition", "kind_word", "actor_name", "role_word"]
    list_filter = [EventFilter, CompetitionFilter, _LedgerRoundFilter, _LedgerTableFilter, _KindFilter]
    search_fields = ["=match", "=hash", "=key"]
    ordering = ["-id"]
    list_select_related = ["book__competition"]

    @admin.display(description=_("项目"), ordering="book__competition")
    def competition(self, row: LedgerEntry) -> str:
        return str(row.book.competition)

    @admin.display(description=_("类别"), ordering="kind")
    def kind_word(self, row: LedgerEntry) -> str:
        return entry_kind(row.kind, rulebook_of(row.book.competition).game)

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        if not obj.match:
            return LedgerEntry.objects.filter(pk=obj.pk)
        return LedgerEntry.objects.filter(book=obj.book, match=obj.match).order_by("seq")


@admin.register(HandRecord)
class HandRecordAdmin(_ActorsAdmin):
    event_path = "match__competition__event"
    competition_path = "match__competition"
    round_path = "match__round__number"
    table_path = "match__table"
    list_display = ["competition", "round", "table", "slot_word", "state", "record_word", "points_word", "by", "actor_name", "entered_at"]
    exclude = ["points", "entered_side"]
    readonly_fields = ["record_word", "points_word", "side_word"]
    list_filter = [EventFilter, CompetitionFilter, RoundFilter, TableFilter, "state"]
    search_fields = ["=match__code", "=hash"]
    ordering = ["-id"]
    list_select_related = ["match__round", "match__competition"]

    @admin.display(description=_("项目"), ordering="match__competition")
    def competition(self, row: HandRecord) -> str:
        return str(row.match.competition)

    @admin.display(description=_("轮次"), ordering="match__round__number")
    def round(self, row: HandRecord) -> int:
        return row.match.round.number

    @admin.display(description=_("桌号"), ordering="match__table")
    def table(self, row: HandRecord) -> int:
        return row.match.table

    @admin.display(description=_("第几局"), ordering="number")
    def slot_word(self, row: HandRecord) -> str:
        return slot_text(row)

    @admin.display(description=_("结果"))
    def record_word(self, row: HandRecord) -> str:
        return record_text(row.record)

    @admin.display(description=_("得分"), ordering="points")
    def points_word(self, row: HandRecord) -> str:
        return points_text(row.points)

    @admin.display(description=_("哪方记的"), ordering="entered_side")
    def side_word(self, row: HandRecord) -> str:
        return sides_text([row.entered_side] if row.entered_side else [])

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        return LedgerEntry.objects.filter(book__competition=obj.match.competition, match=obj.match.code).order_by("seq")


class _ComputedAdmin(ScopedAdmin):
    """What was computed from a competition's entries."""

    competition_path = "competition"
    list_filter = [EventFilter, CompetitionFilter]
    list_select_related = ["competition"]

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        return LedgerEntry.objects.filter(book__competition=obj.competition, match="").order_by("seq")


@admin.register(Snapshot)
class SnapshotAdmin(_ComputedAdmin):
    list_display = ["competition", "seq", "made_by", "made_at", "digest"]


@admin.register(Publication)
class PublicationAdmin(_ComputedAdmin):
    list_display = ["competition", "version", "seq", "published_at", "reopened_at", "digest"]


@admin.register(Draw)
class DrawAdmin(_ComputedAdmin):
    list_display = ["competition", "draw", "round", "team", "method", "seed", "entry_seq", "made_at"]
    list_select_related = ["competition", "team"]
    fields = ["competition", "draw", "round", "team", "method", "seed", "order_word", "entry_seq", "made_at"]
    readonly_fields = ["order_word"]

    @admin.display(description=_("结果"))
    def order_word(self, row: Draw) -> str:
        return order_text(row.order, names_of(competition=row.competition))

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        return LedgerEntry.objects.filter(book__competition=obj.competition, kind="draw").order_by("seq")


@admin.register(Refusal)
class RefusalAdmin(_ActorsAdmin):
    competition_path = "competition"
    list_display = ["at", "competition", "match", "status", "why", "actor_name", "role_word"]
    fields = ["at", "competition", "action", "match", "status", "why", "codes", "actor_name", "role_word", "device", "key"]
    readonly_fields = ["why", "actor_name", "role_word"]
    list_filter = [EventFilter, CompetitionFilter, "status"]
    list_select_related = ["competition"]

    @admin.display(description=_("原因"))
    def why(self, row: Refusal) -> str:
        times = row.codes[0].get("times", 1) if row.codes else 1
        return " ".join([*(problem_text(item["code"], {}) for item in row.codes), *([f"× {times}"] if times > 1 else [])])

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        return LedgerEntry.objects.filter(book__competition=obj.competition, match=obj.match).order_by("seq")
