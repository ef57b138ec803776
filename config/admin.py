"""The administration's site: one way in for everyone (/login/), no bulk deletion, no diary of its own beside the ledger."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone

from events.access import OFFICE, password_login_allowed
from events.selectors.grants import events_granted, live_grants

ZONE = "Asia/Shanghai"  # for who has no event yet, or events in several zones


class MingpaiAdminSite(admin.AdminSite):
    site_title = "明牌"
    site_header = "明牌 · 后台"
    index_title = "赛事管理"
    site_url = None  # the way back to the pages stands in the template
    enable_nav_sidebar = True
    empty_value_display = "—"

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        self.disable_action("delete_selected")

    def has_permission(self, request: HttpRequest) -> bool:
        """A grant opens the door, so that a referee who was given one comes in; the staff flag lets somebody found an event."""
        return bool(request.user.is_active and (request.user.is_staff or live_grants(user=request.user).filter(role__in=OFFICE).exists()))

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The page /login/ says whether a password may be typed here; who is signed in and may not enter is told so."""
        if request.user.is_authenticated:
            if self.has_permission(request):
                return HttpResponseRedirect(self._index_address())
            raise PermissionDenied
        return HttpResponseRedirect("/login/?" + urlencode({"next": self._index_address()}))

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Any:
        """Every page in the hall's time: the zone of the user's events where they have one in common."""
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def in_zone(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            with timezone.override(_zone_of(request)):
                response = inner(request, *args, **kwargs)
                return response.render() if isinstance(response, TemplateResponse) else response  # its times are written here

        return in_zone

    def _index_address(self) -> str:
        return reverse(f"{self.name}:index")

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """No password travels over plain HTTP, a new one neither."""
        if not password_login_allowed(request):
            raise PermissionDenied
        return super().password_change(request, extra_context)


def _zone_of(request: HttpRequest) -> ZoneInfo:
    names = set(events_granted(user=request.user).values_list("time_zone", flat=True).distinct()[:2])
    try:
        return ZoneInfo(names.pop() if len(names) == 1 else ZONE)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(ZONE)
