"""A referee's case: one match with everything a referee may do about it, as plain forms that call the services.

Each form carries its own key, so a double press is a replay. What a refused form held is shown again beside what was
wrong, with clause and remedy; nothing typed is lost. No rule and no write stands here.
"""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from events.access import Actor
from events.models import Match
from events.pages.base import Place, page
from events.pages.case_acts import COMMON_ACTS, Act, Kept, Sent, clauses_of, css_of, new_key
from events.pages.case_shared import shared_context
from events.pages.desk_place import desk_place
from events.pages.desk_reseated import reseated_words
from events.pages.effect_words import EffectTold
from events.pages.looked import looked, must_look, scoring_clauses, upheld_effects, wants_look
from events.pages.penalty_picker import picker
from events.pages.refused import told
from events.pages.slip_rows import refused_of
from events.pages.whole_acts import WHOLE_ACTS
from events.pages.whole_case import whole_context
from events.pinned import rulebook_of
from events.refusals import NotFound, Refused
from events.selectors.desk_case import Case, case_of, counted_of
from events.selectors.table_page import kinds_of
from events.selectors.tables import match_of
from events.selectors.whole_case import slot_of_record
from events.services import hands, rulings
from events.services.replies import Reply
from events.wording.terms import TERMS
from scoring.parameters import Rulebook
from scoring.tallies import TALLIES

__all__ = ["Kept", "act", "case", "case_state", "new_key"]


def _slip(sent: Sent) -> object:
    """补录: the rows that were filled in, each under its own key; the first refusal is shown, the good rows stay.

    The form showed these slots empty: one that meanwhile holds another result is asked back, until the box of its row is ticked.
    """
    items = []
    for name in sent.data:
        if name.startswith("row-") and sent.text(name):
            raw = name.removeprefix("row-")
            number = int(raw) if raw.isascii() and raw.isdigit() and len(raw) <= 3 else 0
            items.append({"key": sent.text(f"key-{raw}"), "record": sent.record(name, number), "ask": sent.text(f"report-{raw}") != "yes"})
    return hands.slip_record(competition=sent.place.competition, match=sent.match.code, items=items, by=sent.by)


def _rival(sent: Sent) -> Reply:
    """另报一个结果: a hand of the referee's own for a slot that is taken; a different result is kept until a ruling."""
    return hands.hand_record(**sent.about(), record=sent.record())


def _rule(sent: Sent) -> Reply:
    upheld = sent.text("uphold")
    return rulings.ruling_make(
        **sent.about(),
        number=sent.number(),
        uphold=upheld or None,
        record=None if upheld else sent.record(),
        clauses=sent.data.getlist("clauses"),
        reason=sent.text("reason"),
    )


ACTS: Mapping[str, Act] = {
    "slip": Act("hand.record", _slip),
    "rival": Act("hand.record", _rival),
    "correct": Act(
        "hand.correct",
        lambda sent: hands.hand_correct(
            **sent.about(), supersedes=sent.text("supersedes"), record=sent.record(), reason=sent.text("reason")
        ),
    ),
    "void": Act(
        "hand.void",
        lambda sent: hands.hand_void(**sent.about(), supersedes=sent.text("supersedes"), reason=sent.text("reason")),
    ),
    "rule": Act("ruling.make", _rule),
    **COMMON_ACTS,
}


def acts_of(rulebook: Rulebook) -> Mapping[str, Act]:
    """What may be done at a table: hands that are simply added up have forms of their own."""
    return ACTS if TALLIES[rulebook.tally].additive else WHOLE_ACTS


def words_done() -> dict[str, str]:
    """What is said when an act is done, in the active language; spelled out so that the catalog finds the sentences."""
    return {
        "slip": _("已补录"),
        "record": _("已记"),
        "penalty": _("已判罚"),
        "time-up": _("已记下时间到"),
        "adjust": _("已调整"),
        "adjust-points": _("已调整"),
        "rival": _("和现有记录相同，没有新的争议。"),
        "correct": _("已更正"),
        "void": _("已撤回"),
        "rule": _("已裁定"),
        "confirm": _("已代确认"),
        "forfeit": _("已登记弃权"),
        "line-up": _("已登记上场名单"),
        "withdraw": _("已撤销"),
        "close": _("已锁桌"),
        "reopen": _("已解锁"),
        "answer": _("已处理"),
        "swap": _("座位已更正"),
        "raise": _("争议开好了，这一桌停打，等裁定。"),
        "clock": _("表已拨好"),
        "let-stand": _("已裁定照坐照打"),
        "first-finished": _("记好了，补桌的人定了"),
    }


@require_GET
@page
def case(request: HttpRequest, event: str, competition: str, match: str) -> HttpResponse:
    """The case page."""
    place, _by, found = _find(request, event, competition, match)
    return _render(request, place, found, Kept())


@require_GET
@page
def case_state(request: HttpRequest, event: str, competition: str, match: str) -> HttpResponse:
    """The number of changes to the match, for a page that is open: ETag, so that nothing new is a 304."""
    _place, _by, found = _find(request, event, competition, match)
    etag = f'"{found.code}-{found.version}"'
    response = HttpResponse(status=304) if request.headers.get("If-None-Match") == etag else JsonResponse({"version": found.version})
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_POST
@page
def act(request: HttpRequest, event: str, competition: str, match: str, act: str) -> HttpResponse:
    """One act. Done: back to the page with a word. Refused: the page again, with what was typed and why not."""
    place, by, found = _find(request, event, competition, match)
    acts = acts_of(rulebook_of(place.competition))
    if act not in acts:
        raise NotFound("act")
    sent = Sent(place, by, found, request.POST, request.FILES)
    try:
        if wants_look(sent):
            return _looked(request, sent, act, looked(sent, acts[act].run))
        if (first := must_look(sent, act, acts[act].run)) is not None:
            return _looked(request, sent, act, first, look=True)
        reply = acts[act].run(sent)
    except Refused as refused:
        return _refused(request, sent, act, refused)
    if isinstance(reply, list):
        bad = next((one for one in reply if one.status >= 400), None)
        if bad is not None:
            return _refused(request, sent, act, refused_of(bad))
    messages.success(request, _notice(act, reply) + reseated_words(place.competition, reply))
    if sent.text("back") == "desk":
        return HttpResponseRedirect(reverse("desk", args=[event, competition]))
    return HttpResponseRedirect(reverse("desk-case", args=[event, competition, match]))


def _notice(act: str, reply: object) -> str:
    replies = reply if isinstance(reply, list) else [reply]
    waiting = [one for one in replies if isinstance(one, Reply) and one.status == 202]
    if any("proposal" in one.body for one in waiting):
        return _("已提议，等另一位裁判附议，附议以后才生效。")
    if waiting:
        return _("这一局已有别的记录，两个都留着，请裁定。")
    return words_done()[act]


def _about(sent: Sent, act: str) -> str:
    """Several forms of one kind stand on the page: by the hand for corrections and rulings, by the hash for the rest.

    What a correction replaces says of which hand it is, also where the form does not.
    """
    of_hand = sent.text("slot") or (sent.text("number") if act in ("correct", "rival", "rule") else "")
    if not of_hand and act == "correct":
        return slot_of_record(sent.match, sent.text("supersedes"))
    return of_hand or sent.text("supersedes")


def _looked(request: HttpRequest, sent: Sent, act: str, effect: EffectTold, *, look: bool = False) -> HttpResponse:
    """The page again with what was typed and what it would change; nothing was saved and the key is not used."""
    values = {name: sent.data.getlist(name) for name in sent.data if name not in ("preview", "seen")}
    kept = Kept(act, _about(sent, act), values, key=sent.text("key"), effect=effect, look=look)
    return _render(request, sent.place, sent.match, kept)


def _refused(request: HttpRequest, sent: Sent, act: str, refused: Refused) -> HttpResponse:
    # A key that has been used for something else would be refused for ever: this form gets a new one.
    key = "" if refused.code in ("key_reused", "key_missing", "key_malformed") else sent.text("key")
    values = {name: sent.data.getlist(name) for name in sent.data}
    kept = Kept(act, _about(sent, act), values, told(refused, rulebook_of(sent.place.competition)), key, refused.code)
    fresh = match_of(competition=sent.place.competition, code=sent.match.code)
    return _render(request, sent.place, fresh, kept, status=refused.status)


def _find(request: HttpRequest, event: str, competition: str, match: str) -> tuple[Place, Actor, Match]:
    place, by = desk_place(request, event, competition)
    return place, by, match_of(competition=place.competition, code=match)


def _render(request: HttpRequest, place: Place, match: Match, kept: Kept, status: int = 200) -> HttpResponse:
    rulebook = rulebook_of(place.competition)
    if not TALLIES[rulebook.tally].additive:
        context = place.context() | shared_context(place, match, kept, WHOLE_ACTS) | whole_context(request, place, match, rulebook, kept)
        return render(request, "desk/whole_case.html", context, status=status)
    found = case_of(competition=place.competition, match=match)
    kinds = kinds_of(rulebook)
    choices = [
        {
            "value": f"{side}:{kind['code']}",
            "side": side,
            "kind": kind["code"],
            "label": f"{TERMS[side]} {TERMS[kind['code']]} {kind['points']}",
        }
        for side in match.sides
        for kind in kinds
    ]
    context = (
        place.context()
        | shared_context(place, match, kept, ACTS)
        | {
            "case": found,
            "counted": counted_of(match, rulebook),
            "upheld": upheld_effects(place, match, rulebook, _contested(found)),
            "prechecked": {
                slot.number: scoring_clauses(rulebook, [said.row.record for said in slot.contenders]) for slot in found.contested
            },
            "own_entries": place.actor is not None and found.entered_by(place.actor.pid),
            "choices": [{**choice, "digit": digit} for digit, choice in enumerate(choices, 1)],
            "clauses": clauses_of(rulebook, [kind["clause"] for kind in kinds]),
            "sides": [
                {
                    "code": side,
                    "css": css_of(side),
                    "name": TERMS[side],
                    "entrant": entrant,
                    "players": found.players[side],
                }
                for side, entrant in match.entrants().items()
            ],
            "slip_rows": _slip_rows(found, kept),
            "picker": picker(rulebook, request.GET.get("q", ""), place.actor.roles if place.actor is not None else frozenset()),
        }
    )
    return render(request, "desk/case.html", context, status=status)


def _contested(found: Case) -> list[tuple[tuple[int, int, str], str]]:
    return [((1, slot.number, ""), said.row.hash) for slot in found.contested for said in slot.contenders]


def _slip_rows(found: Case, kept: Kept) -> list[dict[str, Any]]:
    """The empty slots, and those of a refused slip that meanwhile hold another result: these ask before a second one is kept."""
    rows = []
    for slot in found.slots:
        chosen = kept.values.get(f"row-{slot.number}", [""])[0] if kept.act == "slip" else ""
        taken = slot.live is not None and chosen not in ("", f"{slot.live.side}:{slot.live.kind}")
        if slot.live is None or taken:
            key = kept.values.get(f"key-{slot.number}", [""])[0] or new_key()
            rows.append({"number": slot.number, "chosen": chosen, "key": key, "taken": taken})
    return rows
