"""一副牌各桌的结果: one board of a pairs competition. Public like the leaderboard; there is none while results are withheld."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from events.pages.base import page, place_of, standing_of
from events.pinned import rulebook_of
from events.refusals import NotFound
from events.selectors.people import names_of
from events.selectors.published import published_of
from events.selectors.traveller import traveller_of
from events.wording.printed import clause_text


@require_safe
@page
def traveller(request: HttpRequest, event: str, competition: str, number: int) -> HttpResponse:
    """404 for a board that is not in play, or a competition whose boards are not compared over tables."""
    place = place_of(request, event, competition)
    shown = published_of(competition=place.competition, sees_all=place.may("hidden.read"))
    found = traveller_of(published=shown, names=names_of(competition=place.competition), board=number) if shown.scores_shown else None
    if found is None:
        raise NotFound("board")
    rulebook = rulebook_of(place.competition)
    clauses = [rulebook.clauses[clause] for clause in found.clauses if clause in rulebook.clauses]
    context = place.context() | {
        "sheet": found,
        "rulebook": rulebook,
        "sides": {"NS": gettext("南北"), "EW": gettext("东西")},
        "clauses": [(clause, clause_text(clause)) for clause in clauses],
        **standing_of(shown),
        "seq": shown.seq,
        "made_at": shown.made_at,
        "published_at": shown.published_at,
    }
    return render(request, "pages/traveller.html", context)
