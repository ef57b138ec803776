"""The live leaderboard. One rendering serves everybody of one language; the frame around it is each visitor's own.

`?fragment=board` gives the two parts that change, with an ETag of their bytes: what the page polls when the stream fails.
"""

import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from events import clock
from events.pages.base import Place, page, place_of, standing_of
from events.pages.preferences import YEAR
from events.pinned import of_three, rulebook_of
from events.selectors.announcements import announcements_now
from events.selectors.bells import bells_of
from events.selectors.board import board_of
from events.selectors.boards.parts import Board
from events.selectors.people import Names, names_of
from events.selectors.published import Published, published_of
from events.wording.formats import board_title
from events.wording.stages import PLAY_OFF, STAGES, stage_word
from scoring.formats import FORMATS
from scoring.formats.protocol import ENTRANTS
from scoring.parameters import Rulebook

RENDERED_KEPT = 64


@dataclass(frozen=True, slots=True)
class Rendered:
    """The two parts of a board in one language, and the ETag of their bytes."""

    head: SafeString
    body: SafeString
    title: str
    board: Board
    etag: str


class Kept:
    """The last renderings, by everything they were made from: a poll that changes nothing renders nothing."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._made: OrderedDict[tuple[object, ...], Rendered] = OrderedDict()

    def get(self, key: tuple[object, ...]) -> Rendered | None:
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
            return self._made.get(key)

    def put(self, key: tuple[object, ...], rendered: Rendered) -> None:
        with self._lock:
            self._made[key] = rendered
            while len(self._made) > self._size:
                self._made.popitem(last=False)


_kept = Kept(RENDERED_KEPT)


@require_safe
@page
def board(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """The whole page, or with `?fragment=board` its changing parts."""
    place = place_of(request, event, competition)
    shown = published_of(competition=place.competition, sees_all=place.may("hidden.read"))
    names = names_of(competition=place.competition)
    rendered = _rendered(place, shown, names)
    if request.GET.get("fragment") == "board":
        return _fragment(request, rendered)
    mine = request.COOKIES.get(_cookie(place), "")
    rulebook = rulebook_of(place.competition)
    context = place.context() | {
        **standing_of(shown),
        "now_ms": int(clock.now().timestamp() * 1000),
        "announcements": announcements_now(place.event, place.competition),
        "finished": rendered.board.finished,
        "head": rendered.head,
        "body": rendered.body,
        "title": rendered.title,
        "three": of_three(rulebook),
        "teams": rendered.board.choices,
        "of_entrants": FORMATS[rulebook.format].contenders == ENTRANTS,
        "mine": next((row for row in rendered.board.rows if row.key == mine), None),
    }
    return render(request, "pages/board.html", context)


@csrf_exempt  # like the letter size: a forged one pins another team to the foot of a page and nothing else
@require_POST
@page
def my_team(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """POST team=pid (of a team or an entrant): keep it at the foot of the board, on this device only. Empty: none."""
    place = place_of(request, event, competition)
    response = HttpResponseRedirect(reverse("board", args=[place.event.code, place.competition.code]))
    chosen, names = request.POST.get("team", ""), names_of(competition=place.competition)
    if chosen in names.teams or chosen in names.entrants:
        response.set_cookie(_cookie(place), chosen, max_age=YEAR, samesite="Lax")
    else:
        response.delete_cookie(_cookie(place), samesite="Lax")
    return response


def _cookie(place: Place) -> str:
    return f"team_{place.competition.pid}"


def _rendered(place: Place, shown: Published, names: Names) -> Rendered:
    """From memory where nothing that it prints has changed, whoever asks."""
    event, competition = place.event, place.competition
    key = (
        get_language(),
        (event.code, event.name, event.time_zone, competition.pid, competition.code, competition.name),
        (shown.digest, shown.seq, shown.snapshot_seq, shown.made_at, shown.phase, shown.version, shown.published_at, shown.withdrawn),
        (shown.notice_until, shown.notice_over, shown.frozen, shown.held, shown.stages),
        (tuple(sorted(names.teams.items())), tuple(sorted(names.entrants.items()))),
    )
    rendered = _kept.get(key)
    if rendered is None:
        rendered = _render(place, shown, names)
        _kept.put(key, rendered)
    return rendered


def _render(place: Place, shown: Published, names: Names) -> Rendered:
    rulebook = rulebook_of(place.competition)
    laid_out = board_of(published=shown, names=names, rulebook=rulebook)
    title = _title(laid_out, rulebook)
    # Nothing of the visitor goes in here (no menu of officials, no team of mine): these bytes are shared.
    context: dict[str, Any] = {
        "event": place.event,
        "competition": place.competition,
        "zone": place.context()["zone"],
        "board": laid_out,
        "rulebook": rulebook,
        "title": title,
        "layout": layout_of(rulebook),
        "bells": bells_of(competition=place.competition, rulebook=rulebook) if of_three(rulebook) and not shown.held else {},
        **standing_of(shown),
        "withdrawn": shown.withdrawn,
        "seq": shown.seq,
        "snapshot_seq": shown.snapshot_seq,
        "made_at": shown.made_at,
        "published_at": shown.published_at,
    }
    head, body = render_to_string("board/head.html", context), render_to_string("board/body.html", context)
    digest = hashlib.sha256((head + body).encode()).hexdigest()[:32]
    return Rendered(mark_safe(head), mark_safe(body), title, laid_out, f'"{digest}"')  # noqa: S308 - both rendered by templates


def _title(laid_out: Board, rulebook: Rulebook) -> str:
    """The stage that runs, where a format plays stages that have names; else what its leaderboard is called."""
    stage = getattr(laid_out, "stage", "")
    named = isinstance(stage, str) and stage.removesuffix(PLAY_OFF) in STAGES
    return stage_word(stage) if named else board_title(rulebook.format)


def layout_of(rulebook: Rulebook) -> dict[str, str]:
    """The templates of a board: its parts by the format's name, what a figure means by the tally's."""
    return {
        "body": f"board/{rulebook.format}.html",
        "meta": f"board/{rulebook.format}_meta.html",
        "legend": f"board/legend_{rulebook.tally}.html",
    }


def _fragment(request: HttpRequest, rendered: Rendered) -> HttpResponse:
    response: HttpResponse
    if rendered.etag in request.headers.get("If-None-Match", ""):
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(rendered.head + rendered.body)
    response["ETag"] = rendered.etag
    return response
