"""Accounts: for a superuser alone. New ones get no password: their owner comes in by a one-time link and may set one where that is safe."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, User
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as __

from events.access import password_login_allowed
from events.admin.lists import DeclaredLists
from events.refusals import NotAllowed
from events.services.logins import login_link_make

admin.site.unregister(Group)
admin.site.unregister(User)


class NewAccount(forms.ModelForm):
    class Meta:
        model = User
        fields = ["username", "last_name", "first_name", "is_staff"]

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit=False)
        user.set_unusable_password()
        if commit:
            user.save()
        return user


@admin.register(User)
class AccountAdmin(DeclaredLists, UserAdmin):
    add_form = NewAccount
    add_fieldsets = [(None, {"fields": ["username", "last_name", "first_name", "is_staff"]})]
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        (__("人"), {"fields": ["last_name", "first_name"]}),
        (__("权限"), {"fields": ["is_active", "is_staff", "is_superuser"]}),
        (__("时间"), {"fields": ["last_login", "date_joined"]}),
    ]
    readonly_fields = ["last_login", "date_joined"]
    list_display = ["username", "last_name", "first_name", "is_staff", "is_active", "last_login"]
    list_filter = ["is_staff", "is_active"]
    filter_horizontal = []
    actions = ["login_link"]

    def _is_owner(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_staff and request.user.is_superuser)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self._is_owner(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self._is_owner(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._is_owner(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self._is_owner(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Accounts are switched off, not deleted: grants and with them the ledger's actors hang on them."""
        return False

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        if not password_login_allowed(request):
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> None:  # type: ignore[override]
        return None

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> None:  # type: ignore[override]
        return None

    @admin.action(description=__("做一次性登录链接"))
    def login_link(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            try:
                secret = login_link_make(user=user)
            except NotAllowed:
                messages.error(request, _("账号已停用：%(username)s") % {"username": user.get_username()})
            else:
                link = request.build_absolute_uri(f"/login/{secret}/")
                messages.success(
                    request, _("%(username)s（15分钟内有效，只能用一次）：%(link)s") % {"username": user.get_username(), "link": link}
                )
