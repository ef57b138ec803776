"""The page between an action and its effect, where a reason is asked. Needs no script."""

from typing import Any

from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from events.services.names import MOST_REASON


def reason_given(request: HttpRequest) -> str:
    """The reason of a posted reason page; empty on the way to it, or when none was written."""
    return " ".join(request.POST.get("reason", "").split()) if "reason" in request.POST else ""


def reason_page(model_admin: Any, request: HttpRequest, queryset: QuerySet[Any], *, action: str, title: str) -> TemplateResponse:
    """Asks for the reason and sends the same action again with it."""
    context = {
        **model_admin.admin_site.each_context(request),
        "title": title,
        "opts": model_admin.opts,
        "objects": list(queryset),
        "action": action,
        "checkbox": ACTION_CHECKBOX_NAME,
        "most": MOST_REASON,
        "given": request.POST.get("reason", "")[:MOST_REASON],
        "error": _("请写明理由。") if "reason" in request.POST else "",
    }
    return TemplateResponse(request, "admin/reason.html", context, status=400 if "reason" in request.POST else 200)
