"""Grants 授权: given by the account's exact name (nobody browses other people's accounts), ended by an action."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as __

from events.access import ACTIONS
from events.admin.base import ScopedAdmin, actor_in, events_in_scope, holds_any
from events.admin.filters import EventFilter
from events.admin.forms import ServiceForm
from events.models import Grant, LedgerEntry
from events.refusals import NotAllowed
from events.services.events import grant_give, grant_revoke


class GrantForm(ServiceForm):
    username = forms.CharField(label=__("账号"), max_length=150)

    class Meta:
        model = Grant
        fields = ["event", "role"]

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if not User.objects.filter(username=name, is_active=True).exists():
            raise ValidationError(_("没有这个账号。"))
        return name


@admin.register(Grant)
class GrantAdmin(ScopedAdmin):
    event_path = "event"
    form = GrantForm
    list_display = ["person", "role", "event", "made_at", "revoked_at"]
    list_filter = [EventFilter, "role", ("revoked_at", admin.EmptyFieldListFilter)]
    search_fields = ["user__username", "user__first_name", "user__last_name"]
    list_select_related = ["user", "event"]
    actions = ["revoke"]

    @admin.display(description=__("人员"), ordering="user__username")
    def person(self, row: Grant) -> str:
        return row.user.get_full_name() or row.user.get_username()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_revoke_permission(request)

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return holds_any(request, ACTIONS["grant.change"])

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return ["event", "username", "role"] if obj is None else ["event", "person", "role", "made_at", "revoked_at"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [] if obj is None else ["event", "person", "role", "made_at", "revoked_at"]

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_foreignkey(db_field, request, **kwargs)
        if db_field.name == "event" and field is not None:
            field.queryset = events_in_scope(request, ACTIONS["grant.change"])
        return field

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> type[ModelForm]:
        if change:
            return super().get_form(request, obj, change, **{**kwargs, "form": forms.ModelForm})
        form = super().get_form(request, obj, change, **kwargs)

        def service(filled: GrantForm) -> Grant:
            event = filled.cleaned_data["event"]
            actor = actor_in(request, event)
            if actor is None:
                raise NotAllowed("role_may_not", values={"action": "grant.change", "role": ""})
            user = User.objects.get(username=filled.cleaned_data["username"])
            return grant_give(event=event, user=user, role=filled.cleaned_data["role"], by=actor)

        form.service = staticmethod(service)  # type: ignore[attr-defined]
        return form

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Saved by the service when the form was checked."""

    @admin.action(description=__("撤销授权"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Grant]) -> None:
        self.each(request, queryset, _("已撤销"), lambda row, by: grant_revoke(event=row.event, grant=row.pid, by=by))

    def entries_of(self, obj: Any) -> QuerySet[LedgerEntry]:
        return LedgerEntry.objects.filter(book__competition__event=obj.event, actor=obj.pid).order_by("book", "seq")
