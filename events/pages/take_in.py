"""收未上传: the desk takes in what a tablet could not send: a file, its text, or a QR code that a referee's own phone has read.

A GET shows the way in; what stands behind the # of the address never comes here by itself, the page's script puts it into the form.
The first POST shows what is in it and changes nothing; the second hands it to the batch service as the official who looks at it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.datastructures import MultiValueDictKeyError
from django.views.decorators.http import require_http_methods

from events.access import Actor
from events.actors import for_user
from events.models import Match
from events.pages.base import Place, local_time, page, place_of, zone_of
from events.pages.case_words import record_line
from events.pages.refused import Told, told
from events.pages.take_in_text import MOST_TEXT, Group, read_text
from events.pinned import rulebook_of
from events.refusals import Problems
from events.selectors.competitions import competitions_at
from events.selectors.uploads import Slot, keys_answered, matches_named, slots_named
from events.services.replies import Reply
from events.services.uploads import MOST_ITEMS, item_faults, items_upload, taken_in_faults
from events.wording.fields import record_vocabulary
from events.wording.sides import side_name
from events.wording.terms import operand
from scoring.games import GAMES
from scoring.judge import judge
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.records import normal


@dataclass(frozen=True, slots=True)
class Row:
    """One item in words. `result` is "" before it was taken in, then stored, echo, conflict, repeat, refused or busy. `now`, `signed` and
    `gone` tell of the slot as it was before."""

    key: str
    kind: str
    match: Match | None
    code: str
    number: int | None
    said: str
    at: Any
    known: bool
    result: str = ""
    why: tuple[Told, ...] = ()
    now: str = ""  # what stands where a correction or take-back would change something
    signed: bool = False
    gone: bool = False  # what it would change does not stand there any more


@dataclass(frozen=True, slots=True)
class Taken:
    """The items of one competition, whose game is `game`. `place` is None where the one who looks has no part in it."""

    group: Group
    place: Place | None
    game: str = ""
    rows: tuple[Row, ...] = ()

    @property
    def zone(self) -> tzinfo:
        """The hall's, for the times."""
        return zone_of(self.place.event) if self.place is not None else UTC


@require_http_methods(["GET", "POST"])
@page
def take_in(request: HttpRequest, event: str = "", competition: str = "") -> HttpResponse:
    """Both addresses: the one of a competition's desk takes what belongs there alone, the short one finds the place from the items."""
    here = place_of(request, event, competition) if event else None
    if here is not None and not here.may("hand.record"):
        raise PermissionDenied
    context: dict[str, Any] = {**(here.context() if here else {}), "place": here, "groups": [], "text": "", "problems": [], "acted": False}
    status = 200
    if request.method == "POST" and not request.user.is_authenticated:
        status = 403  # the page asks for a login; nothing is looked up for a stranger
    elif request.method == "POST":
        context["text"] = _text(request)
        context["acted"] = request.POST.get("step") == "take"
        try:
            groups = read_text(context["text"])
        except Problems as refused:
            context["problems"] = told(refused)
            status = 422
        else:
            context["groups"] = _groups(request, groups, here, act=context["acted"])
    response = render(request, "desk/take_in.html", context, status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _text(request: HttpRequest) -> str:
    """The file where one was chosen, else what was pasted."""
    try:
        sent = request.FILES["file"]
    except MultiValueDictKeyError:
        return request.POST.get("text", "")
    return sent.read(MOST_TEXT + 1).decode("utf-8-sig", "replace") if isinstance(sent, UploadedFile) else ""


def _groups(request: HttpRequest, groups: Sequence[Group], here: Place | None, *, act: bool) -> list[Taken]:
    """Every group at its competition: all are looked up at once, whoever looks is looked up once for each event."""
    found = competitions_at(user=request.user, places=[(group.event, group.competition) for group in groups])
    actors = {row.event_id: for_user(user=request.user, event=row.event) for row in found.values()}
    taken = []
    for group in groups:
        competition = found.get((group.event, group.competition))
        actor = actors[competition.event_id] if competition is not None else None
        elsewhere = here is not None and here.competition != competition
        if competition is None or actor is None or not actor.may("hand.record") or elsewhere:
            taken.append(Taken(group, None))
        else:
            taken.append(_taken(group, Place(event=competition.event, competition=competition, actor=actor), actor, act=act))
    return taken


def _taken(group: Group, place: Place, by: Actor, *, act: bool) -> Taken:
    rulebook = rulebook_of(place.competition)
    readable = [item for item in group.items if not item_faults(item)]
    named = {item["body"]["supersedes"] for item in readable if "supersedes" in item["body"]}
    slots = slots_named(competition=place.competition, hashes=named)
    known = frozenset() if act else keys_answered(competition=place.competition, keys={item["key"] for item in readable})
    matches = matches_named(competition=place.competition, codes={item["match"] for item in readable})
    replies = _acted(place, by, group) if act else [None] * len(group.items)
    rows = tuple(_row(item, rulebook, matches, slots, known, reply) for item, reply in zip(group.items, replies, strict=True))
    return Taken(group, place, rulebook.game, rows)


def _acted(place: Place, by: Actor, group: Group) -> list[Reply | None]:
    replies: list[Reply | None] = []
    for first in range(0, len(group.items), MOST_ITEMS):
        replies += items_upload(competition=place.competition, items=group.items[first : first + MOST_ITEMS], by=by, as_table=True)
    return replies


def _row(
    item: Mapping[str, Any],
    rulebook: Rulebook,
    matches: Mapping[str, Match],
    slots: Mapping[str, Slot],
    known: frozenset[str],
    reply: Reply | None,
) -> Row:
    faults = item_faults(item)
    record = item["body"].get("record") if not faults else None
    judged = judge(rulebook, record) if record is not None else None
    wrong = faults or [*taken_in_faults(item), *(judged.problems if judged is not None else ())]
    slot = slots.get(item["body"].get("supersedes", "")) if not faults else None
    live = slot.live if slot is not None else None
    result, why = _result(reply, rulebook) if reply is not None else ("", told(Problems(wrong), rulebook) if wrong else ())
    return Row(
        key=str(item.get("key", ""))[:64],
        kind=str(item.get("kind", ""))[:20],
        match=None if faults else matches.get(item["match"]),
        code=str(item.get("match", ""))[:40],
        number=slot.number if slot is not None else GAMES[rulebook.game].place(record)[1] if record is not None and not wrong else None,
        said=_said(rulebook, record) if record is not None and not wrong else "",
        at=local_time(str(item.get("device_time", ""))),
        known=not faults and item["key"] in known,
        result=result,
        why=why,
        now=_said(rulebook, live.record) if live is not None else "",
        signed=slot is not None and slot.signed,
        gone=slot is not None and (live is None or live.hash != item["body"]["supersedes"]),
    )


def _said(rulebook: Rulebook, record: Mapping[str, Any]) -> str:
    """What was played, in words: by the short name of the result where the game has one."""
    judged = normal(rulebook, record)
    if "kind" in judged and "side" in judged:
        return f"{side_name(str(judged['side']), rulebook.game)} {operand(judged['kind'])}"
    return record_line(rulebook, record)


def _result(reply: Reply, rulebook: Rulebook) -> tuple[str, tuple[Told, ...]]:
    if reply.replayed:
        return "repeat", ()
    if reply.status < 300:
        return {200: "echo", 202: "conflict"}.get(reply.status, "stored"), ()
    body = reply.body
    faults = [Fault(one["code"], one.get("clause", ""), one.get("at", ""), one.get("values", {})) for one in body.get("problems", ())]
    alone = Fault(body["code"], body.get("clause", ""), "", body.get("values", {}))
    return "busy" if reply.status == 503 else "refused", told(Problems(faults or [alone]), rulebook)


@require_http_methods(["GET"])
@page
def arrive(request: HttpRequest) -> HttpResponse:
    """Where a tablet brings what it holds when the server has a new address; its script does the rest, in the tablet's own storage."""
    response = render(request, "table/arrive.html", {"record_words": record_vocabulary()})
    patch_cache_control(response, private=True, no_store=True)
    return response
