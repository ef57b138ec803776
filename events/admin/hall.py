"""The hall while it plays: rounds and tables. Seen by grant; changed by actions that call services."""

import json
from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as __

from events.access import ACTIONS, Actor
from events.admin.base import ScopedAdmin, holds_any
from events.admin.filters import CompetitionFilter, EventFilter, MatchStateFilter, RoundFilter, TableFilter
from events.admin.reasons import reason_given, reason_page
from events.admin.wording import entry_text, findings_text, points_text, record_text, sides_text, slot_text, standing_text
from events.models import Dispute, Entrant, HandRecord, LedgerEntry, Match, Round
from events.pinned import rulebook_of
from events.refusals import NotFound
from events.selectors.people import names_of
from events.selectors.statements import standing_statements
from events.services.keyed import new_key
from events.services.matches import entry_withdraw, match_forfeit, table_close, table_reopen
from events.services.rounds import round_lock, round_unlock
from events.wording.stages import stage_word
from events.wording.terms import operand

SITTING = ("ns", "ew", "third")  # the columns of who sits at a table


@admin.register(Round)
class RoundAdmin(ScopedAdmin):
    competition_path = "competition"
    round_path = "number"
    list_display = ["competition", "number", "stage_word", "day", "state", "opened_at"]
    fields = ["competition", "number", "stage_word", "day", "state", "opened_at"]
    readonly_fields = ["stage_word"]
    list_filter = [EventFilter, CompetitionFilter, RoundFilter, "state"]
    list_select_related = ["competition"]
    actions = ["lock", "unlock"]

    @admin.display(description=__("阶段"), ordering="stage")
    def stage_word(self, row: Round) -> str:
        return stage_word(row.stage, row.number) if row.stage else ""

    def has_lock_permission(self, request: HttpRequest) -> bool:
        return holds_any(request, ACTIONS["round.lock"])

    @admin.action(description=__("锁定本轮"), permissions=["lock"])
    def lock(self, request: HttpRequest, queryset: QuerySet[Round]) -> HttpResponse | None:
        return self._switch(request, queryset, round_lock, "lock", _("锁定本轮"), _("已锁定"))

    @admin.action(description=__("解锁本轮"), permissions=["lock"])
    def unlock(self, request: HttpRequest, queryset: QuerySet[Round]) -> HttpResponse | None:
        return self._switch(request, queryset, round_unlock, "unlock", _("解锁本轮"), _("已解锁"))

    def _switch(
        self, request: HttpRequest, queryset: QuerySet[Round], switch: Callable[..., object], action: str, title: str, done: str
    ) -> HttpResponse | None:
        """With a reason, as at the desk."""
        reason = reason_given(request)
        if not reason:
            return reason_page(self, request, queryset, action=action, title=title)
        self.each(
            request,
            queryset,
            done,
            lambda row, by: switch(competition=row.competition, number=row.number, by=by, key=new_key(), reason=reason),
        )
        return None

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        kinds = ("round_opened", "round_locked", "round_unlocked")
        # The number is the last of the body, or the seats that were stated follow it.
        about = Q(body__contains=f'"round":{obj.number}}}') | Q(body__contains=f'"round":{obj.number},')
        return LedgerEntry.objects.filter(about, book__competition=obj.competition, kind__in=kinds).order_by("seq")


class _LookedAt(admin.TabularInline):
    """Rows under a match: to look at."""

    extra = 0
    can_delete = False
    show_change_link = True

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True  # the match above it was let through

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class HandInline(_LookedAt):
    """The records of a match under it."""

    model = HandRecord
    fields = ["slot_word", "state", "record_word", "points_word", "by", "seq", "side_word", "entered_at"]
    readonly_fields = ["slot_word", "state", "record_word", "points_word", "by", "seq", "side_word", "entered_at"]

    @admin.display(description=__("第几局"))
    def slot_word(self, row: HandRecord) -> str:
        return slot_text(row)

    @admin.display(description=__("结果"))
    def record_word(self, row: HandRecord) -> str:
        return record_text(row.record)

    @admin.display(description=__("得分"))
    def points_word(self, row: HandRecord) -> str:
        return points_text(row.points)

    @admin.display(description=__("哪方记的"))
    def side_word(self, row: HandRecord) -> str:
        return sides_text([row.entered_side] if row.entered_side else [])


class DisputeInline(_LookedAt):
    """The disputes of a match under it."""

    model = Dispute
    fields = ["raised_at", "number", "subject", "raised_side", "state", "outcome", "ruled_at"]
    readonly_fields = ["raised_at", "number", "subject", "raised_side", "state", "outcome", "ruled_at"]


def _named(pair: Entrant) -> str:
    """`总装车间：张三/李四`."""
    return f"{pair.team}：{'/'.join(player.name for player in pair.players.all())}"


@admin.register(Match)
class MatchAdmin(ScopedAdmin):
    competition_path = "competition"
    round_path = "round__number"
    table_path = "table"
    list_display = [
        "competition",
        "round",
        "table",
        "room",
        "ns_side",
        "ew_side",
        "third_side",
        "standing",
        "under_review",
        "over",
        "winner",
        "confirmed",
        "forfeited_word",
        "shut",
        "last_entry_at",
    ]
    list_filter = [EventFilter, CompetitionFilter, RoundFilter, TableFilter, MatchStateFilter]
    search_fields = ["=code", *(f"{side}__{name}" for side in SITTING for name in ("team__name", "players__name"))]
    list_select_related = ["competition", "round", *(f"{side}__team" for side in SITTING)]
    fields = [
        *("competition", "round", "table", "room", "boards_word", "code", "ns_side", "ew_side", "third_side"),
        *("hands_live", "standing", "under_review"),
        *("over", "winner", "to_check", "confirmed", "confirmed_on_behalf", "forfeited_word", "penalties_word", "shut", "last_entry_at"),
    ]
    readonly_fields = [
        "penalties_word",
        *("boards_word", "ns_side", "ew_side", "third_side", "standing", "over", "to_check", "confirmed", "forfeited_word", "shut"),
    ]
    inlines = [HandInline, DisputeInline]
    actions = ["close_tables", "reopen_tables", "forfeit_ns", "forfeit_ew", "forfeit_third", "withdraw_forfeit"]

    @admin.display(description=__("弃权方"))
    def forfeited_word(self, row: Match) -> str:
        return sides_text(side for side in row.forfeited_by.split(",") if side)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).prefetch_related(*(f"{side}__players" for side in SITTING))

    @admin.display(description=__("牌号"))
    def boards_word(self, row: Match) -> str:
        return operand(row.boards)

    @admin.display(description=__("现况"))
    def standing(self, row: Match) -> str:
        return standing_text(row)

    @admin.display(description=__("已打完"), ordering="done")
    def over(self, row: Match) -> str:
        return "✓" if row.done else ""

    @admin.display(description=__("待查"))
    def to_check(self, row: Match) -> str:
        return findings_text(row)

    @admin.display(description=__("南北（1号位）"))
    def ns_side(self, row: Match) -> str:
        return _named(row.ns)

    @admin.display(description=__("东西（2号位）"))
    def ew_side(self, row: Match) -> str:
        return _named(row.ew)

    @admin.display(description=__("3号位"))
    def third_side(self, row: Match) -> str:
        return "" if row.third is None else _named(row.third)

    @admin.display(description=__("已核对"))
    def confirmed(self, row: Match) -> str:
        return "✓" if row.confirmed_hash else ""

    @admin.display(description=__("已锁桌"), ordering="closed")
    def shut(self, row: Match) -> str:
        return "✓" if row.closed else ""

    @admin.display(description=__("判罚"))
    def penalties_word(self, row: Match) -> str:
        """Those that stand, each in words."""
        names, game = names_of(competition=row.competition), rulebook_of(row.competition).game
        stated = standing_statements(match=row, kinds=["penalty"])
        return "；".join(entry_text(entry.kind, json.loads(entry.body), entry.number, names, game) for entry in stated)

    def has_withdraw_permission(self, request: HttpRequest) -> bool:
        return holds_any(request, ACTIONS["match.withdraw"])

    @admin.action(description=__("撤销弃权"), permissions=["withdraw"])
    def withdraw_forfeit(self, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
        reason = reason_given(request)
        if not reason:
            return reason_page(self, request, queryset, action="withdraw_forfeit", title=_("撤销弃权"))

        def call(row: Match, by: Actor) -> object:
            stated = standing_statements(match=row, kinds=["forfeit"])
            if not stated:
                raise NotFound("forfeit")
            return entry_withdraw(
                competition=row.competition, match=row.code, supersedes=stated[-1].hash, key=new_key(), reason=reason, by=by
            )

        self.each(request, queryset, _("已撤销"), call)
        return None

    def has_close_permission(self, request: HttpRequest) -> bool:
        return holds_any(request, ACTIONS["match.close"])

    def has_forfeit_permission(self, request: HttpRequest) -> bool:
        return holds_any(request, ACTIONS["match.forfeit"])

    @admin.action(description=__("锁桌"), permissions=["close"])
    def close_tables(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        self.each(
            request, queryset, _("已锁桌"), lambda row, by: table_close(competition=row.competition, match=row.code, key=new_key(), by=by)
        )

    @admin.action(description=__("开桌"), permissions=["close"])
    def reopen_tables(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        self.each(
            request, queryset, _("已开桌"), lambda row, by: table_reopen(competition=row.competition, match=row.code, key=new_key(), by=by)
        )

    @admin.action(description=__("判弃权（南北、1号位）"), permissions=["forfeit"])
    def forfeit_ns(self, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
        return self._forfeit(request, queryset, ("NS", "1"), "forfeit_ns", _("判弃权（南北、1号位）"))

    @admin.action(description=__("判弃权（东西、2号位）"), permissions=["forfeit"])
    def forfeit_ew(self, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
        return self._forfeit(request, queryset, ("EW", "2"), "forfeit_ew", _("判弃权（东西、2号位）"))

    @admin.action(description=__("判弃权（3号位）"), permissions=["forfeit"])
    def forfeit_third(self, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
        return self._forfeit(request, queryset, ("3",), "forfeit_third", _("判弃权（3号位）"))

    def _forfeit(
        self, request: HttpRequest, queryset: QuerySet[Match], sides: tuple[str, ...], action: str, title: str
    ) -> HttpResponse | None:
        """`sides`: how the side is called at a table of two sides and at one of three; where there is none such it is refused."""
        reason = reason_given(request)
        if not reason:
            return reason_page(self, request, queryset, action=action, title=title)

        def call(row: Match, by: Actor) -> object:
            side = next((side for side in sides if side in row.sides), sides[0])
            return match_forfeit(competition=row.competition, match=row.code, sides=[side], key=new_key(), reason=reason, by=by)

        self.each(request, queryset, _("已判弃权"), call)
        return None

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        """Its own, and what was stated beside it: others seated there, its boards' trumps, groups of a fouled board."""
        about = Q(match=obj.code) | Q(match="", kind__in=("reseated", "fouled"), body__contains=f'"{obj.code}"')
        for board in obj.boards:
            about |= Q(match="", kind="board_trump", body__contains=f'"board":{board},')
        return LedgerEntry.objects.filter(about, book__competition=obj.competition).order_by("seq")
