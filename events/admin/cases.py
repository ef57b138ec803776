"""Disputes, decisions that wait for a second official, pictures: to look at; changed by actions that call services.

A picture is opened at the desk, by whom its rules let.
"""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as __

from events.access import ACTIONS
from events.admin.base import ScopedAdmin, holds_any
from events.admin.facts import with_names_of
from events.admin.filters import CompetitionFilter, EventFilter, RoundFilter, TableFilter
from events.admin.reasons import reason_given, reason_page
from events.models import Attachment, Dispute, LedgerEntry, Proposal
from events.services.disputes import dispute_take, dispute_withdraw
from events.services.keyed import new_key
from events.services.proposals import proposal_refuse, proposal_second
from events.wording.evidence import act_word
from events.wording.terms import operand


@admin.register(Dispute)
class DisputeAdmin(ScopedAdmin):
    event_path = "match__competition__event"
    competition_path = "match__competition"
    round_path = "match__round__number"
    table_path = "match__table"
    list_display = ["raised_at", "competition", "round", "table", "number", "subject", "raised_side", "state", "outcome", "ruler"]
    fields = [
        *("pid", "match", "game", "number", "room", "subject", "state", "outcome", "clauses_word", "first_outcome", "first_clauses_word"),
        *("raised_side", "raised_at", "raiser", "taken_at", "taker", "ruled_at", "ruler", "appealed_side", "appealed_at", "final_at"),
    ]
    readonly_fields = ["clauses_word", "first_clauses_word", "raiser", "taker", "ruler"]
    list_filter = [EventFilter, CompetitionFilter, RoundFilter, TableFilter, "state", "subject", "outcome"]
    search_fields = ["=pid", "=match__code", "match__ns__team__name", "match__ew__team__name", "match__third__team__name"]
    list_select_related = ["match__round", "match__competition"]
    actions = ["take", "withdraw"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dispute]:
        return with_names_of(super().get_queryset(request), "raised_by", "taken_by", "ruled_by")

    @admin.display(description=__("项目"), ordering="match__competition")
    def competition(self, row: Dispute) -> str:
        return str(row.match.competition)

    @admin.display(description=__("轮次"), ordering="match__round__number")
    def round(self, row: Dispute) -> int:
        return row.match.round.number

    @admin.display(description=__("桌号"), ordering="match__table")
    def table(self, row: Dispute) -> int:
        return row.match.table

    @admin.display(description=__("依据条款"))
    def clauses_word(self, row: Dispute) -> str:
        return operand(row.clauses)

    @admin.display(description=__("首次依据"))
    def first_clauses_word(self, row: Dispute) -> str:
        return operand(row.first_clauses)

    @admin.display(description=__("谁提出"))
    def raiser(self, row: Any) -> str:
        return row.raised_by_name or row.raised_by

    @admin.display(description=__("谁受理"))
    def taker(self, row: Any) -> str:
        return row.taken_by_name or row.taken_by

    @admin.display(description=__("谁裁定"))
    def ruler(self, row: Any) -> str:
        return row.ruled_by_name or row.ruled_by

    def has_take_permission(self, request: HttpRequest) -> bool:
        return holds_any(request, ACTIONS["dispute.take"])

    def has_withdraw_permission(self, request: HttpRequest) -> bool:
        return holds_any(request, ACTIONS["dispute.withdraw"])

    @admin.action(description=__("受理争议"), permissions=["take"])
    def take(self, request: HttpRequest, queryset: QuerySet[Dispute]) -> None:
        self.each(
            request,
            queryset,
            _("已受理"),
            lambda row, by: dispute_take(competition=row.match.competition, dispute=row.pid, key=new_key(), by=by),
        )

    @admin.action(description=__("撤回争议"), permissions=["withdraw"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Dispute]) -> HttpResponse | None:
        reason = reason_given(request)
        if not reason:
            return reason_page(self, request, queryset, action="withdraw", title=_("撤回争议"))
        self.each(
            request,
            queryset,
            _("已撤回"),
            lambda row, by: dispute_withdraw(competition=row.match.competition, dispute=row.pid, key=new_key(), by=by, reason=reason),
        )
        return None

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        """What names it; the rulings that moved a hand for it stand in the match's own history."""
        book = LedgerEntry.objects.filter(book__competition=obj.match.competition, match=obj.match.code)
        return book.filter(body__contains=f'"{obj.pid}"').order_by("seq")


@admin.register(Proposal)
class ProposalAdmin(ScopedAdmin):
    competition_path = "competition"
    round_path = "match__round__number"
    table_path = "match__table"
    list_display = ["proposed_at", "competition", "match", "act_word", "state", "proposer", "settler", "settled_at"]
    fields = ["pid", "competition", "match", "act_word", "state", "proposer", "proposed_at", "settler", "settled_at", "entry_seq"]
    readonly_fields = ["act_word", "proposer", "settler"]
    list_filter = [EventFilter, CompetitionFilter, RoundFilter, TableFilter, "state"]
    search_fields = ["=pid", "=match__code", "match__ns__team__name", "match__ew__team__name", "match__third__team__name"]
    list_select_related = ["competition", "match__round", "match__competition"]
    actions = ["second", "refuse"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Proposal]:
        return with_names_of(super().get_queryset(request), "proposed_by", "settled_by")

    @admin.display(description=__("什么"), ordering="act")
    def act_word(self, row: Proposal) -> str:
        return act_word(row.act)

    @admin.display(description=__("谁提的"))
    def proposer(self, row: Any) -> str:
        return row.proposed_by_name or row.proposed_by

    @admin.display(description=__("谁定的"))
    def settler(self, row: Any) -> str:
        return row.settled_by_name or row.settled_by

    def has_settle_permission(self, request: HttpRequest) -> bool:
        return holds_any(request, ACTIONS["proposal.second"])

    @admin.action(description=__("附议"), permissions=["settle"])
    def second(self, request: HttpRequest, queryset: QuerySet[Proposal]) -> None:
        self.each(
            request,
            queryset,
            _("已附议"),
            lambda row, by: proposal_second(competition=row.competition, proposal=row.pid, key=new_key(), by=by),
        )

    @admin.action(description=__("不予通过"), permissions=["settle"])
    def refuse(self, request: HttpRequest, queryset: QuerySet[Proposal]) -> HttpResponse | None:
        reason = reason_given(request)
        if not reason:
            return reason_page(self, request, queryset, action="refuse", title=_("不予通过"))
        self.each(
            request,
            queryset,
            _("未通过"),
            lambda row, by: proposal_refuse(competition=row.competition, proposal=row.pid, key=new_key(), reason=reason, by=by),
        )
        return None

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        about = Q(hash=obj.entry_hash) | Q(body__contains=f'"{obj.pid}"') if obj.entry_hash else Q(body__contains=f'"{obj.pid}"')
        return LedgerEntry.objects.filter(about, book__competition=obj.competition).order_by("seq")


@admin.register(Attachment)
class AttachmentAdmin(ScopedAdmin):
    """That there is a picture, of what and by whom; the picture itself is not handed out here."""

    competition_path = "competition"
    round_path = "match__round__number"
    table_path = "match__table"
    list_display = ["kept_at", "competition", "match", "what", "size", "keeper", "side", "erased_at"]
    fields = [
        "competition",
        "match",
        "what",
        "about",
        "media_type",
        "size",
        "sha256",
        "keeper",
        "side",
        "kept_at",
        "entry_seq",
        "erased_at",
    ]
    readonly_fields = ["keeper"]
    list_filter = [EventFilter, CompetitionFilter, RoundFilter, TableFilter, "what", ("erased_at", admin.EmptyFieldListFilter)]
    search_fields = ["=sha256", "=match__code"]
    list_select_related = ["competition", "match__round", "match__competition"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Attachment]:
        return with_names_of(super().get_queryset(request), "kept_by")

    @admin.display(description=__("谁拍的"))
    def keeper(self, row: Any) -> str:
        return row.kept_by_name or row.kept_by

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        return LedgerEntry.objects.filter(book__competition=obj.competition, body__contains=f'"{obj.sha256}"').order_by("seq")
