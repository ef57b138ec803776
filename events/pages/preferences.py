"""字大 and the language: two small forms, each keeping one cookie. They work without JavaScript.

Reads the two cookies, writes them, and touches nothing else. Pages are Chinese until somebody chooses otherwise,
whatever the browser claims to accept: a hall's borrowed laptop is often set to English.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

SIZE_COOKIE = "size"
SIZES = frozenset({"normal", "big"})
YEAR = 365 * 24 * 3600

# What stands on the switch; each in its own language, and so no sentence of a catalog.
SHORT = {"zh-hans": "简", "zh-hant": "繁", "en": "EN"}

# Programs ask in the header; people press a button.
HEADER_PREFIXES = ("/api/",)


class ChosenLanguage:
    """Middleware: the language of the cookie, else Chinese; the API listens to Accept-Language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = language_of(request)
        translation.activate(language)
        request.LANGUAGE_CODE = language
        response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response


def language_of(request: HttpRequest) -> str:
    """The language code to answer in, one of settings.LANGUAGES."""
    if request.path_info.startswith(HEADER_PREFIXES):
        return translation.get_language_from_request(request)
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def big_type(request: HttpRequest) -> bool:
    return request.COOKIES.get(SIZE_COOKIE) == "big"


def preferences(request: HttpRequest) -> dict[str, object]:
    """Context processor: what templates/base.html needs to name its language and to draw the two switches."""
    return {
        "big_type": big_type(request),
        "here": request.get_full_path(),
        "html_lang": html_lang(translation.get_language() or settings.LANGUAGE_CODE),
        "tongues": [(code, html_lang(code), SHORT[code], name) for code, name in settings.LANGUAGES],
    }


def html_lang(language: str) -> str:
    """`zh-Hant` for `zh-hant`: as BCP 47 writes it, and as style sheets ask for it."""
    name, _dash, script = language.partition("-")
    return f"{name}-{script.title()}" if script else name


def _back(request: HttpRequest) -> HttpResponseRedirect:
    """Where the form was pressed; never to another host."""
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return HttpResponseRedirect(target if safe and target.startswith("/") and "\x00" not in target else "/")


# The two forms are exempt from the CSRF check on purpose: a forged one changes the size of the letters and nothing
# else, and without the token public pages set no cookie, have the same bytes for all, and can be answered with a 304.
@csrf_exempt
@require_POST
def size(request: HttpRequest) -> HttpResponse:
    """POST size=big|normal: remember the size of the letters on this device."""
    response = _back(request)
    value = request.POST.get("size", "")
    if value in SIZES:
        response.set_cookie(SIZE_COOKIE, value, max_age=YEAR, samesite="Lax")
    return response


@csrf_exempt
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """POST language=zh-hans|zh-hant|en: remember the language on this device."""
    response = _back(request)
    value = request.POST.get("language", "")
    if value in dict(settings.LANGUAGES):
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, value, max_age=YEAR, samesite="Lax")
    return response
