"""A page for whoever opens an address that only answers to a button: reloading, a bookmark, the language switched on a refused form.

Browsers show an error of their own for an empty 405. This one says what happened and leads to the page where the button stands.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

READS = frozenset({"GET", "HEAD"})


class OnlyPosted:
    """Middleware: an empty 405 to somebody who reads gets words and a way on; the status and `Allow` stay."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or request.method not in READS or response.content:
            return response
        worded = render(request, "405.html", {"up": above(request.path_info)}, status=405)
        worded["Allow"] = response.get("Allow", "POST")
        worded["Cache-Control"] = "no-cache"
        return worded


def above(path: str) -> str:
    """The nearest address above `path` that leads somewhere."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(path)
        except Resolver404:
            continue
        return path
    return path
