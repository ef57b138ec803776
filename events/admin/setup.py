"""Events, competitions, teams, pairs and players: names change here through services, structure on the set-up pages."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.forms import CharField, ModelForm
from django.http import HttpRequest
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as __
from django.views.decorators.csrf import csrf_protect

from events.access import ACTIONS, Actor
from events.admin.base import ScopedAdmin, actor_in, holds_any
from events.admin.filters import CompetitionFilter, EventFilter
from events.admin.forms import ServiceForm
from events.models import Competition, Entrant, Event, LedgerEntry, Player, Team, Visibility
from events.refusals import NotAllowed
from events.services.competitions import competition_rename
from events.services.events import CHANGEABLE, event_change, event_create
from events.services.keyed import new_key
from events.services.publishing import board_freeze, board_unfreeze, visibility_set
from events.services.teams import player_rename, team_rename

NOTICE_MINUTES = 30


class EditedAdmin(ScopedAdmin):
    """Rows with a few fields that change through one service."""

    action_needed = ""
    form = ServiceForm

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        if obj is None:
            return holds_any(request, ACTIONS[self.action_needed])
        # A superuser looks; who changes must be somebody in the event, for the record to name.
        actor = actor_in(request, self.event_of(obj)) if self.in_scope(request, obj) else None
        return actor is not None and actor.may(self.action_needed)

    def changed(self, form: ServiceForm, by: Actor) -> Any:
        """Call the service with what the form holds."""
        raise NotImplementedError

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> type[ModelForm]:
        form = super().get_form(request, obj, change, **kwargs)

        def service(filled: ServiceForm) -> Any:
            actor = actor_in(request, self.event_of(obj))
            if actor is None:
                raise NotAllowed("role_may_not", values={"action": self.action_needed, "role": ""})
            return self.changed(filled, actor)

        form.service = staticmethod(service) if change else None  # type: ignore[attr-defined]
        return form

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Saved by the service when the form was checked."""


@admin.register(Event)
class EventAdmin(EditedAdmin):
    event_path = "pk"
    action_needed = "event.change"
    fields = ["name", "code", "host", "venue", "starts_on", "time_zone", "simulated", "officials_required"]
    list_display = ["name", "code", "starts_on", "venue", "simulated"]
    search_fields = ["name", "code"]

    def event_of(self, obj: Any) -> Event:
        return obj

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and request.user.is_staff

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [] if obj is None else ["code", "simulated"]

    @method_decorator(csrf_protect)
    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Without the transaction Django lays around it: the service may write to books, each in a transaction of its own."""
        return self._changeform_view(request, object_id, form_url, extra_context)  # type: ignore[attr-defined]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> type[ModelForm]:
        form = super().get_form(request, obj, change, **kwargs)
        if not change:
            # The service says what a code must be; Django's own text speaks of a slug.
            help_text = _("用在网址里：小写字母、数字和短横线，例 chunji-2026。建好后不能改。")
            form.base_fields["code"] = CharField(label=_("代号"), max_length=40, help_text=help_text)
            founder = request.user

            def service(filled: ServiceForm) -> Event:
                if not isinstance(founder, User):
                    raise NotAllowed("staff_only")
                return event_create(by_user=founder, **filled.cleaned_data)

            form.service = staticmethod(service)  # type: ignore[attr-defined]
        return form

    def changed(self, form: ServiceForm, by: Actor) -> Event:
        changes = {name: form.cleaned_data[name] for name in form.changed_data if name in CHANGEABLE}
        return event_change(event=form.instance, changes=changes, by=by)

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        kinds = ("open", "officials", "close", "reopen")
        return LedgerEntry.objects.filter(book__competition__event=obj, kind__in=kinds).order_by("book", "seq")


@admin.register(Competition)
class CompetitionAdmin(EditedAdmin):
    event_path = "event"
    competition_path = "pk"
    action_needed = "competition.create"
    fields = ["event", "name", "code", "rulebook_id", "visibility", "created_at"]
    readonly_fields = ["event", "code", "rulebook_id", "visibility", "created_at"]
    list_display = ["name", "event", "code", "rulebook_id", "visibility"]
    list_filter = [EventFilter, "visibility"]
    search_fields = ["name", "=code"]
    list_select_related = ["event"]
    actions = ["show_provisional", "show_notice", "show_official", "hide", "freeze_now", "freeze_next", "unfreeze"]

    def changed(self, form: ServiceForm, by: Actor) -> Competition:
        return competition_rename(competition=form.instance, name=form.cleaned_data["name"], by=by)

    def competition_of(self, obj: Any) -> Competition:
        return obj

    def has_visibility_permission(self, request: HttpRequest) -> bool:
        return holds_any(request, ACTIONS["visibility.set"])

    @admin.action(description=__("公布状态：临时成绩"), permissions=["visibility"])
    def show_provisional(self, request: HttpRequest, queryset: QuerySet[Competition]) -> None:
        self._show(request, queryset, Visibility.PROVISIONAL)

    @admin.action(description=__("公布状态：正式成绩"), permissions=["visibility"])
    def show_official(self, request: HttpRequest, queryset: QuerySet[Competition]) -> None:
        self._show(request, queryset, Visibility.OFFICIAL)

    @admin.action(description=__("公布状态：不公开"), permissions=["visibility"])
    def hide(self, request: HttpRequest, queryset: QuerySet[Competition]) -> None:
        self._show(request, queryset, Visibility.HIDDEN)

    @admin.action(description=__("公布状态：公示 30 分钟"), permissions=["visibility"])
    def show_notice(self, request: HttpRequest, queryset: QuerySet[Competition]) -> None:
        done = _("公布状态已改为%(state)s") % {"state": Visibility.NOTICE.label}
        self.each(
            request,
            queryset,
            done,
            lambda row, by: visibility_set(
                competition=row, visibility=Visibility.NOTICE, notice_minutes=NOTICE_MINUTES, by=by, key=new_key()
            ),
        )

    def has_freeze_permission(self, request: HttpRequest) -> bool:
        return holds_any(request, ACTIONS["board.freeze"])

    @admin.action(description=__("封榜（本轮起，马上）"), permissions=["freeze"])
    def freeze_now(self, request: HttpRequest, queryset: QuerySet[Competition]) -> None:
        self._freeze(request, queryset, 0)

    @admin.action(description=__("封榜（下一轮起）"), permissions=["freeze"])
    def freeze_next(self, request: HttpRequest, queryset: QuerySet[Competition]) -> None:
        self._freeze(request, queryset, 1)

    def _freeze(self, request: HttpRequest, queryset: QuerySet[Competition], later: int) -> None:
        """From the last round that was opened, or from the one after it."""

        def call(row: Competition, by: Actor) -> object:
            last = row.rounds.filter(opened_at__isnull=False).order_by("-number").first()
            return board_freeze(competition=row, round=max(1, (last.number if last else 0) + later), key=new_key(), by=by)

        self.each(request, queryset, _("已封榜"), call)

    @admin.action(description=__("解封"), permissions=["freeze"])
    def unfreeze(self, request: HttpRequest, queryset: QuerySet[Competition]) -> None:
        self.each(request, queryset, _("已解封"), lambda row, by: board_unfreeze(competition=row, key=new_key(), by=by))

    def _show(self, request: HttpRequest, queryset: QuerySet[Competition], visibility: str) -> None:
        done = _("公布状态已改为%(state)s") % {"state": Visibility(visibility).label}
        self.each(request, queryset, done, lambda row, by: visibility_set(competition=row, visibility=visibility, by=by))

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        return LedgerEntry.objects.filter(book__competition=obj, match="").order_by("seq")


class _RosterAdmin(EditedAdmin):
    action_needed = "team.change"

    def about(self, obj: Any, pid: str) -> QuerySet[LedgerEntry]:
        """Entries whose body names a pid."""
        return LedgerEntry.objects.filter(book__competition=self.competition_of(obj), body__contains=f'"{pid}"').order_by("seq")

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        return self.about(obj, obj.pid)


class EntrantInline(admin.TabularInline):
    """The pairs or players of a team under it: to look at."""

    model = Entrant
    fields = ["number", "names", "pid"]
    readonly_fields = ["number", "names", "pid"]
    extra = 0
    can_delete = False
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entrant]:
        return super().get_queryset(request).prefetch_related("players")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True  # the team above it was let through

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description=__("选手"))
    def names(self, row: Entrant) -> str:
        return "/".join(player.name for player in row.players.all())


@admin.register(Team)
class TeamAdmin(_RosterAdmin):
    competition_path = "competition"
    fields = ["competition", "name", "number"]
    readonly_fields = ["competition", "number"]
    list_display = ["name", "number", "competition"]
    list_filter = [EventFilter, CompetitionFilter]
    search_fields = ["name", "entrants__players__name"]
    list_select_related = ["competition"]
    inlines = [EntrantInline]

    def get_inline_instances(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        """Shown, never sent: a form that comes back holds the name alone."""
        return [] if request.method == "POST" else super().get_inline_instances(request, obj)

    def changed(self, form: ServiceForm, by: Actor) -> Team:
        team = form.instance
        return team_rename(competition=team.competition, team=team.pid, name=form.cleaned_data["name"], by=by)


@admin.register(Player)
class PlayerAdmin(_RosterAdmin):
    event_path = "entrant__competition__event"
    competition_path = "entrant__competition"
    fields = ["team", "name"]
    readonly_fields = ["team"]
    list_display = ["name", "team", "pair", "competition"]
    list_filter = [EventFilter, CompetitionFilter]
    search_fields = ["name", "entrant__team__name"]
    list_select_related = ["entrant__team", "entrant__competition"]

    @admin.display(description=__("代表队"), ordering="entrant__team__name")
    def team(self, row: Player) -> str:
        return str(row.entrant.team)

    @admin.display(description=__("签号"), ordering="entrant__number")
    def pair(self, row: Player) -> int | None:
        return row.entrant.number

    @admin.display(description=__("项目"), ordering="entrant__competition")
    def competition(self, row: Player) -> str:
        return str(row.entrant.competition)

    def changed(self, form: ServiceForm, by: Actor) -> Player:
        player = form.instance
        return player_rename(competition=player.entrant.competition, player=player.pid, name=form.cleaned_data["name"], by=by)


@admin.register(Entrant)
class EntrantAdmin(ScopedAdmin):
    competition_path = "competition"
    fields = ["competition", "team", "names", "number_word", "pid"]
    readonly_fields = ["names", "number_word", "pid"]
    list_display = ["pid", "names", "team", "number_word", "competition"]
    list_filter = [EventFilter, CompetitionFilter]
    search_fields = ["=pid", "team__name", "players__name"]
    list_select_related = ["team", "competition"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entrant]:
        return super().get_queryset(request).prefetch_related("players")

    @admin.display(description=__("选手"))
    def names(self, row: Entrant) -> str:
        return "/".join(player.name for player in row.players.all())

    @admin.display(description=__("签号"), ordering="number")
    def number_word(self, row: Entrant) -> int | None:
        return row.number

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        return LedgerEntry.objects.filter(book__competition=obj.competition, body__contains=f'"{obj.pid}"').order_by("seq")
