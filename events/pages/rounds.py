"""轮次与各桌: the rounds, one round's tables, and one match hand by hand with the entries it rests on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from events.pages.base import local_time, page, place_of
from events.pinned import hands_wanted, rulebook_of
from events.refusals import NotFound
from events.selectors.ledger import ledger_page
from events.selectors.people import names_of
from events.selectors.published import Phase, published_of
from events.selectors.schedule import match_view, rounds_view
from events.wording.entries import entry_kind, match_state
from events.wording.terms import operand

MOST_ENTRIES = 500


@require_safe
@page
def rounds(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """Every round of the plan: opened ones with their scores, later ones with who meets whom."""
    place = place_of(request, event, competition)
    shown = published_of(competition=place.competition, sees_all=place.may("hidden.read"))
    views = rounds_view(published=shown, names=names_of(competition=place.competition), rulebook=rulebook_of(place.competition))
    context = place.context() | {"rounds": views, "phase": shown.phase, "version": shown.version, "scores": shown.scores_shown}
    return render(request, "pages/rounds.html", context)


@require_safe
@page
def one_round(request: HttpRequest, event: str, competition: str, number: int) -> HttpResponse:
    """One round's tables: who sits where, score and state. 404 for a round that is not in the plan."""
    place = place_of(request, event, competition)
    shown = published_of(competition=place.competition, sees_all=place.may("hidden.read"))
    views = rounds_view(published=shown, names=names_of(competition=place.competition), rulebook=rulebook_of(place.competition))
    view = next((row for row in views if row.round == number), None)
    if view is None:
        raise NotFound("round")
    context = place.context() | {
        "round": view,
        "total": len(views),
        "hands_wanted": hands_wanted(rulebook_of(place.competition)),
        "phase": shown.phase,
        "version": shown.version,
        "scores": shown.scores_shown,
    }
    return render(request, "pages/round.html", context)


@require_safe
@page
def match(request: HttpRequest, event: str, competition: str, match: str) -> HttpResponse:
    """One match. Under review its number stands still and the hand says 核对中; what the other report says is for the desk."""
    place = place_of(request, event, competition)
    shown = published_of(competition=place.competition, sees_all=place.may("hidden.read"))
    rulebook = rulebook_of(place.competition)
    view = match_view(published=shown, names=names_of(competition=place.competition), code=match, hands_wanted=hands_wanted(rulebook))
    if view is None or shown.phase is Phase.WITHHELD:
        raise NotFound("match")
    english = get_language() == "en"
    cited = dict.fromkeys([*(clause for hand in view.hands for clause in hand.clauses), *view.trace_clauses])
    entries = ledger_page(competition=place.competition, match=match, limit=MOST_ENTRIES).entries
    context = place.context() | {
        "view": view,
        "table": view.table,
        "hands_wanted": hands_wanted(rulebook),
        "state_word": match_state(view.table.state),
        "hands": [(hand, operand(hand.kind), [operand(seat) for seat in hand.order]) for hand in view.hands],
        "clauses": [
            (rulebook.clauses[clause], rulebook.clauses[clause].en if english else rulebook.clauses[clause].zh)
            for clause in cited
            if clause in rulebook.clauses
        ],
        "entries": [(entry, entry_kind(entry.kind), operand(entry.role), local_time(entry.server_time)) for entry in entries],
        "phase": shown.phase,
        "version": shown.version,
        "seq": shown.seq,
    }
    return render(request, "pages/match.html", context)
