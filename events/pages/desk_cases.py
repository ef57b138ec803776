"""One dispute as a case at an address of its own: the card of the desk, what was ruled of the like before, pictures, what was decided.

Each act is a form that works alone; what a choice would change and how it is read out a script asks for while it is chosen.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from events.access import Actor
from events.pages.base import Place, page, zone_of
from events.pages.case_acts import Kept, new_key
from events.pages.desk_cards import Card, card_of
from events.pages.desk_judged import Judged, record_said, said_of
from events.pages.desk_kept import kept_of
from events.pages.desk_place import desk_place
from events.pages.effect_words import effect_told
from events.pages.photos import photos_part
from events.pages.record_form import penalty_fields, record_form
from events.pinned import rulebook_of
from events.refusals import NotFound, Refused
from events.selectors.desk_cards import files_of
from events.selectors.desk_open import case_of_dispute
from events.selectors.disputes import DisputeRow, dispute_of, similar_rulings
from events.selectors.match_value import match_value, seat_of
from events.services import disputes
from events.services.case_notes import case_hand_over, case_note_erase, case_note_keep
from scoring.tallies import TALLIES


@require_safe
@page
def dispute(request: HttpRequest, event: str, competition: str, dispute: str) -> HttpResponse:
    """The case, or what was decided."""
    place, by = desk_place(request, event, competition)
    return _page(request, place, by, dispute_of(place.competition, dispute), Kept())


@require_POST
@page
def dispute_effect(request: HttpRequest, event: str, competition: str, dispute: str) -> HttpResponse:
    """What the form would change and the words to read out, as HTML in two parts; nothing is saved."""
    place, by = desk_place(request, event, competition, "dispute.rule")
    row = dispute_of(place.competition, dispute)
    judged = Judged(place, by, row.dispute, request.POST, row.over)
    effect = judged.effect()
    told = effect_told(place.competition, effect, judged.dispute.match.code)
    response = render(request, "desk/card_effect.html", place.context() | {"effect": told, "read": judged.read_out(effect)})
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_POST
@page
def dispute_act(request: HttpRequest, event: str, competition: str, dispute: str, act: str) -> HttpResponse:
    """One act. Done: the page of the dispute, with what is to be read out. Refused: the page again, with what was typed and why not."""
    place, by = desk_place(request, event, competition)
    row = dispute_of(place.competition, dispute)
    if act not in ACTS:
        raise NotFound("act")
    judged = Judged(place, by, row.dispute, request.POST, row.over)
    if act == "rule" and request.POST.get("preview") == "yes":
        return _preview(request, judged, row)
    try:
        if act in ("rule", "hand-over") and request.POST.get("note", "").strip():
            _note(place, by, row.match.code, dispute, request.POST["note"])
        reply = ACTS[act](judged)
    except Refused as refused:
        if refused.status == 404:
            raise
        kept = kept_of(place.competition, act, request.POST, refused, dispute)
        return _page(request, place, by, dispute_of(place.competition, dispute), kept, refused.status)
    proposed = getattr(reply, "status", 201) == 202
    messages.success(request, _("已提议，等另一位裁判附议") if proposed else _done()[act])
    return HttpResponseRedirect(reverse("desk-dispute", args=[event, competition, dispute]))


@require_POST
@page
def note(request: HttpRequest, event: str, competition: str, match: str, about: str) -> HttpResponse:
    """笔录, kept while it is typed; sent as a form by hand it goes back to where it was written."""
    place, by = desk_place(request, event, competition, "case.note")
    kept = case_note_keep(competition=place.competition, match=match, about=about, text=request.POST.get("note", ""), by=by)
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"kept_at": localtime(kept.kept_at, zone_of(place.event)).strftime("%H:%M:%S")})
    messages.success(request, _("笔录已存"))
    return _back(place, about)


@require_POST
@page
def note_erase(request: HttpRequest, event: str, competition: str, match: str, about: str) -> HttpResponse:
    """What another official wrote at a case is forgotten."""
    place, by = desk_place(request, event, competition, "case.note_erase")
    case_note_erase(competition=place.competition, match=match, about=about, author=request.POST.get("author", ""), by=by)
    messages.success(request, _("笔录已删"))
    return _back(place, about)


@require_POST
@page
def hand_over(request: HttpRequest, event: str, competition: str, match: str, about: str) -> HttpResponse:
    """移交裁判长, of two records that nobody has disputed."""
    place, by = desk_place(request, event, competition, "case.note")
    case_hand_over(competition=place.competition, match=match, about=about, by=by)
    messages.success(request, _done()["hand-over"])
    return _back(place, about)


def _back(place: Place, about: str) -> HttpResponse:
    where = [place.event.code, place.competition.code]
    return HttpResponseRedirect(reverse("desk-dispute", args=[*where, about]) if about.startswith("q") else reverse("desk", args=where))


def _take(judged: Judged) -> object:
    return disputes.dispute_take(**_about(judged))


def _withdraw(judged: Judged) -> object:
    return disputes.dispute_withdraw(**_about(judged), reason=judged.data.get("reason", ""))


def _appeal(judged: Judged) -> object:
    return disputes.dispute_appeal(**_about(judged), reason=judged.data.get("reason", ""), side=judged.data.get("side", ""))


def _hand_over(judged: Judged) -> object:
    match = judged.dispute.match.code
    return case_hand_over(competition=judged.place.competition, match=match, about=judged.dispute.pid, by=judged.by)


def _about(judged: Judged) -> dict[str, Any]:
    return {
        "competition": judged.place.competition,
        "dispute": judged.dispute.pid,
        "key": judged.data.get("key", ""),
        "by": judged.by,
    }


ACTS: Mapping[str, Callable[[Judged], object]] = {
    "take": _take,
    "rule": lambda judged: judged.rule(),
    "withdraw": _withdraw,
    "appeal": _appeal,
    "hand-over": _hand_over,
}


def _done() -> dict[str, str]:
    return {
        "take": _("由您处理"),
        "rule": _("已裁定，请宣读"),
        "withdraw": _("争议已撤回"),
        "appeal": _("申诉已登记"),
        "hand-over": _("已移交裁判长"),
    }


def _note(place: Place, by: Actor, match: str, about: str, text: str) -> None:
    case_note_keep(competition=place.competition, match=match, about=about, text=text, by=by)


def _preview(request: HttpRequest, judged: Judged, row: DisputeRow) -> HttpResponse:
    """看影响 without a script: the page again with the form as it was sent, and what it would change."""
    effect = judged.effect()
    values = {name: request.POST.getlist(name) for name in request.POST}
    told = effect_told(judged.place.competition, effect, row.match.code)
    kept = Kept("rule", row.dispute.pid, values, key=request.POST.get("key", ""), effect=told)
    return _page(request, judged.place, judged.by, row, kept, read=judged.read_out(effect))


def _page(request: HttpRequest, place: Place, by: Actor, row: DisputeRow, kept: Kept, status: int = 200, *, read: str = "") -> HttpResponse:
    rulebook = rulebook_of(place.competition)
    context = place.context() | {
        "row": row,
        "rulebook": rulebook,
        "desk": {"game": rulebook.game},
        "own": True,
        "card": _card(place, by, row, kept, read) if row.open else None,
        "read": "" if row.open else _ruled(place, row),
        "similar": similar_rulings(place.competition, row.dispute),
        "cited": [rulebook.clauses[clause] for clause in row.dispute.clauses if clause in rulebook.clauses],
        "kept": kept,
        "new_key": new_key,
        "may_rule": place.may("dispute.rule"),
        "may_note": place.may("case.note"),
        "may_forget_notes": place.may("case.note_erase"),
        "may_appeal": row.may_appeal and place.may("dispute.appeal"),
        "may_withdraw": row.open and place.may("dispute.withdraw"),
    }
    context |= photos_part(place, row.match.code, row.dispute.pid)
    response = render(request, "desk/dispute.html", context, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _card(place: Place, by: Actor, row: DisputeRow, kept: Kept, read: str) -> Card:
    """The card with the forms that only a page of its own has room for: another record, what a penalty wants to know."""
    (file,) = files_of(place.competition, [case_of_dispute(row.dispute)], by)
    card = card_of(place, by, file, kept)
    rulebook = rulebook_of(place.competition)
    seat = seat_of(competition=place.competition, match=row.match.code)
    whole = bool(row.dispute.number) and not TALLIES[rulebook.tally].additive
    live = next((record for record in file.here if record.state == "live"), None)
    form = record_form(rulebook, seat, kept.first, live=None if live is None else live.record).fields if whole else ()
    code = kept.first.get("code", "")
    return replace(card, form=form, fields=penalty_fields(rulebook, seat, code, kept.first) if code in dict(card.tariff) else (), read=read)


def _ruled(place: Place, row: DisputeRow) -> str:
    """What was decided, to be read out."""
    dispute = row.dispute
    if not dispute.outcome:
        return ""
    rulebook = rulebook_of(place.competition)
    state = {"matches": [match_value(competition=place.competition, match=dispute.match.code)]}
    live = dispute.match.hands.filter(game=dispute.game, number=dispute.number, room=dispute.room, state="live").first()
    told = record_said(rulebook, live.record) if live is not None and dispute.outcome in ("upheld", "changed") else {}
    return said_of(rulebook, dispute, dispute.outcome, dispute.clauses, state, over=row.over, **told)
