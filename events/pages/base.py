"""What every page does the same way: find the competition, and turn a refusal into a calm page.

Reads through the selectors; writes nothing. A page never answers with a bare 500 for something a visitor typed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from events.access import Actor
from events.actors import for_user
from events.clock import YEARS
from events.models import Competition, Event
from events.refusals import Busy, NotAllowed, NotFound, Refused
from events.selectors.competitions import competition_visible, event_visible
from events.selectors.published import Published

RETRY_AFTER_SECONDS = "2"

View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page stands: the event, the competition, and who looks (None: the public)."""

    event: Event
    competition: Competition
    actor: Actor | None

    def may(self, action: str) -> bool:
        return self.actor is not None and self.actor.may(action)

    def context(self) -> dict[str, Any]:
        """What the frame and the menu of a competition's pages need."""
        return {
            "event": self.event,
            "competition": self.competition,
            "zone": zone_of(self.event),
            "may_desk": self.may("desk.read"),
            "may_setup": self.may("draw.make"),
        }


def standing_of(shown: Published) -> dict[str, Any]:
    """What the seal and the lines under it need: the phase, until when there is a notice, where the board stands still."""
    names = ("phase", "version", "notice_until", "notice_over", "frozen", "held", "stages", "under_review")
    return {name: getattr(shown, name) for name in names}


def page(view: View) -> View:
    """Decorator of every page: refusals become 403, 404 or 503 pages, and shared caches keep languages and people apart."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except NotFound as refusal:
            raise Http404(refusal.code) from refusal
        except NotAllowed as refusal:
            raise PermissionDenied(refusal.code) from refusal
        except (Busy, OperationalError):
            return busy(request)
        except RequestDataTooBig:
            raise
        except Refused as refusal:
            raise SuspiciousOperation(refusal.code) from refusal
        patch_vary_headers(response, ["Cookie"])
        if not response.has_header("Cache-Control"):
            response["Cache-Control"] = "no-cache"
        return response

    return answered


def busy(request: HttpRequest) -> HttpResponse:
    """503: the database did not answer in time; a reload usually helps."""
    response = render(request, "503.html", status=503)
    response["Retry-After"] = RETRY_AFTER_SECONDS
    return response


def zone_of(event: Event) -> tzinfo:
    """The event's zone for `{% timezone zone %}`; UTC where the name is not one."""
    try:
        return ZoneInfo(event.time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def local_time(stamp: str) -> datetime | None:
    """A ledger row's time as a moment, for the templates to show in the event's zone; None where it is not one that every zone can show."""
    try:
        moment = datetime.fromisoformat(stamp)
    except ValueError:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) if moment.year in YEARS else None


def event_place(request: HttpRequest, code: str) -> tuple[Event, Actor | None]:
    """The event and who looks at it. Raises NotFound for one that is not there or not theirs to know of."""
    event = event_visible(user=request.user, code=code)
    return event, for_user(user=request.user, event=event)


def place_of(request: HttpRequest, event: str, competition: str) -> Place:
    """The competition under an address. Raises NotFound, also for a hidden one and a visitor without a grant."""
    found = competition_visible(user=request.user, event=event, code=competition)
    return Place(event=found.event, competition=found, actor=for_user(user=request.user, event=found.event))


def whole_number(raw: str | None, *, default: int, least: int, most: int) -> int:
    """A number of a query string; what cannot be meant becomes the default, never an error page."""
    if raw is None or not raw.isascii() or not raw.isdigit() or len(raw) > 9:
        return default
    return min(max(int(raw), least), most)
