"""怎么算的: one contender's place, down to the hand and the clause. `?fragment=row` is what a row of the leaderboard opens."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from events.pages.base import page, place_of, standing_of
from events.pages.ruled import ruled_of
from events.pinned import of_three, rulebook_of
from events.refusals import NotFound
from events.selectors.boards.parts import spans
from events.selectors.explain import basis_of, explanation_of
from events.selectors.people import names_of
from events.selectors.published import published_of
from events.selectors.schedule import tables_of
from events.wording.entries import public_kind
from events.wording.printed import clause_text, title_text
from events.wording.terms import operand


@require_safe
@page
def why(request: HttpRequest, event: str, competition: str, team: str) -> HttpResponse:
    """`team` is the pid of a team or entrant. 404 where it is not in the standings, or the standings are not public yet."""
    place = place_of(request, event, competition)
    shown = published_of(competition=place.competition, sees_all=place.may("hidden.read"))
    if not shown.scores_shown:
        raise NotFound("team")
    rulebook = rulebook_of(place.competition)
    told = explanation_of(published=shown, names=names_of(competition=place.competition), rulebook=rulebook, key=team)
    if told is None:
        raise NotFound("team")
    context = place.context() | {
        "told": told,
        "rulebook": rulebook,
        "game": rulebook.game,
        "three": of_three(rulebook),
        "sides": {"NS": gettext("南北"), "EW": gettext("东西"), "low": gettext("主队"), "high": gettext("客队")},
        "parts": {name: f"why/{rulebook.format}_{name}.html" for name in ("head", "hero", "body", "row")},
        "clauses": [(clause, clause_text(clause)) for clause in told.clauses],
        **standing_of(shown),
        "seq": shown.seq,
        "made_at": shown.made_at,
        "published_at": shown.published_at,
    }
    if request.GET.get("fragment") == "row":
        return render(request, "why/row.html", context)
    basis = basis_of(competition_id=place.competition.pk, matches=told.matches, upto=shown.seq)
    keys = [(line, clause_text(line.clause)) for line in told.comparison.keys] if told.comparison else []
    tables = tables_of(competition=place.competition, codes={entry.match for entry in basis.touching})
    context |= {
        "basis": basis,
        "seqs": spans(basis.seqs),
        "keys": keys,
        "touching": [
            {
                "entry": entry,
                "kind": public_kind(entry.kind, rulebook.game),
                "role": operand(entry.role),
                "where": tables.get(entry.match),
                "ruled": ruled_of(entry),
            }
            for entry in basis.touching
        ],
        "rulebook_title": title_text(rulebook.title),
    }
    return render(request, "pages/why.html", context)
