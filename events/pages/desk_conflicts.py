"""Two records of one hand at the desk: what a ruling for either would change, and the words to read out. Nothing is saved here."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_POST

from events.models import HandRecord
from events.pages.base import page
from events.pages.case_acts import Sent
from events.pages.desk_judged import record_said
from events.pages.desk_place import desk_place
from events.pages.effect_words import effect_told
from events.pages.looked import tried
from events.pages.match_forms import acts_of
from events.pages.read_out import Said, place_said, read_out, score_said
from events.pinned import rulebook_of
from events.refusals import NotFound
from events.selectors.records import record_named
from events.selectors.tables import match_of
from events.services.rehearsal import Effect
from scoring.disputes import CHANGED, UPHELD


@require_POST
@page
def conflict_effect(request: HttpRequest, event: str, competition: str, match: str) -> HttpResponse:
    """What ruling for the version `uphold` would change, and its words, as HTML in two parts."""
    place, by = desk_place(request, event, competition, "ruling.make")
    sent = Sent(place, by, match_of(competition=place.competition, code=match), request.POST)
    named = record_named(sent.match, sent.text("uphold"))
    if named is None:
        raise NotFound("hand")
    effect = tried(sent, acts_of(rulebook_of(place.competition))["rule"].run)
    told = effect_told(place.competition, effect, match)
    response = render(request, "desk/card_effect.html", place.context() | {"effect": told, "read": _words(sent, named, effect)})
    patch_cache_control(response, private=True, no_store=True)
    return response


def _words(sent: Sent, named: HandRecord, effect: Effect) -> str:
    """Nothing where the ruling would be refused."""
    if effect.refused is not None:
        return ""
    rulebook = sent.rulebook
    counts = record_said(rulebook, named.record)
    rows = [row for row in effect.after["matches"] if row["match"] == sent.match.code]
    said = Said(
        table=sent.match.table,
        place=place_said(rulebook.game, named.number),
        outcome=CHANGED if named.state == "conflict" else UPHELD,
        result=counts.get("result", ""),
        points=counts.get("points", ""),
        clauses=[rulebook.clauses[clause].ref for clause in sent.data.getlist("clauses") if clause in rulebook.clauses],
        score=score_said(rulebook, rows[0]) if rows else "",
    )
    return read_out(said)
