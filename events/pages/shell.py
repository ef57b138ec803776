"""The worker that lets a table's page open again while the server is away, where the browser allows one (HTTPS or the machine itself).

It is one of the static scripts, answered at the root of the site: a worker governs the addresses below its own.
"""

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from events.pages.base import page
from events.refusals import NotFound


@require_GET
@page
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script itself, looked for anew each time the browser asks."""
    found = finders.find("js/service_worker.js")
    if not found:
        raise NotFound("not_found")
    return HttpResponse(Path(str(found)).read_bytes(), content_type="text/javascript; charset=utf-8")
