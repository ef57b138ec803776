"""Ways in for officials: a one-time link (two steps, so that a link preview cannot burn it), a password where that is safe, and out."""

from django.contrib import messages
from django.contrib.auth import login as start_session
from django.contrib.auth import logout as end_session
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from events import access
from events.pages.base import page
from events.refusals import NotAllowed, NotFound
from events.selectors.grants import events_granted
from events.services.logins import login_link_use, password_login

# The link and the password are checked by the service; the session is then opened in the model backend's name.
MOST_ADDRESS = 500
BACKEND = "django.contrib.auth.backends.ModelBackend"


def _allowed(request: HttpRequest) -> bool:
    return access.password_login_allowed(request)


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def login(request: HttpRequest) -> HttpResponse:
    """GET explains the link, and shows the password form where a password may travel; POST checks it."""
    allowed = _allowed(request)
    error = ""
    if request.method == "POST":
        if not allowed:
            raise NotAllowed("password_not_here")
        try:
            user = password_login(username=request.POST.get("username", ""), password=request.POST.get("password", ""))
        except NotAllowed as refusal:
            too_many = refusal.code == "too_many_tries"
            error = _("试的次数太多，请过一刻钟再来，或请组委会发一个登录链接。") if too_many else _("用户名或密码不对。")
        else:
            start_session(request, user, backend=BACKEND)
            return HttpResponseRedirect(_wanted(request) or _where_they_work(user))
    return render(
        request,
        "pages/login.html",
        {"allowed": allowed, "error": error, "username": request.POST.get("username", "")[:150], "next": _wanted(request)},
        status=403 if error else 200,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def login_link(request: HttpRequest, secret: str) -> HttpResponse:
    """GET shows one button and uses nothing up; POST opens the session, once."""
    if request.method != "POST":
        response = render(request, "pages/login_link.html", {"here": reverse("login")})
        return response
    try:
        user = login_link_use(secret=secret)
    except NotFound:
        return render(request, "pages/login_link.html", {"spent": True, "here": reverse("login")}, status=404)
    start_session(request, user, backend=BACKEND)
    return HttpResponseRedirect(_where_they_work(user))


def _wanted(request: HttpRequest) -> str:
    """The page somebody was sent here from, if it is one of ours."""
    address = request.POST.get("next", request.GET.get("next", ""))
    ours = url_has_allowed_host_and_scheme(address, allowed_hosts=None) and address.startswith("/") and len(address) <= MOST_ADDRESS
    return address if ours else ""


def _where_they_work(user: User) -> str:
    """The home of somebody's only event, where desk and set-up are; with several or none, the list."""
    codes = list(events_granted(user=user).values_list("code", flat=True)[:2])
    return reverse("event", args=codes) if len(codes) == 1 else reverse("events")


@require_POST
@page
def logout(request: HttpRequest) -> HttpResponse:
    """Ends the session of this browser."""
    end_session(request)
    messages.info(request, _("已退出。"))
    return HttpResponseRedirect(reverse("events"))
