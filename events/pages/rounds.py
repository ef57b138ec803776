"""轮次与各桌: the rounds, one round's tables, and one match hand by hand with the entries it rests on."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from events.models import LedgerEntry
from events.pages.base import local_time, page, place_of, standing_of
from events.pages.ruled import decided_of, ruled_of
from events.pinned import hands_wanted, of_three, rulebook_of
from events.refusals import NotFound
from events.selectors.boards.encounter import encounters_of
from events.selectors.ledger import ledger_page
from events.selectors.people import Names, names_of
from events.selectors.published import Phase, published_of, upto_of
from events.selectors.schedule import match_view, rounds_view
from events.selectors.secrets_kept import tells_who
from events.selectors.sittings.best_of import Drawing, GameRow, drawing_of
from events.wording.entries import match_state, public_kind
from events.wording.printed import clause_text
from events.wording.terms import operand
from scoring.parameters import Rulebook

MOST_ENTRIES = 500


def _rooms(state: Mapping[str, Any], names: Names, number: int) -> object:
    return encounters_of(state, names, only=number)


# What a round's page shows beside its tables, by the format's name.
DETAILS: Mapping[str, Callable[[Mapping[str, Any], Names, int], object]] = {"rooms_round_robin": _rooms}


@require_safe
@page
def rounds(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """Every round of the plan: opened ones with their scores, later ones with who meets whom."""
    place = place_of(request, event, competition)
    shown = published_of(competition=place.competition, sees_all=place.may("hidden.read"))
    views = rounds_view(published=shown, names=names_of(competition=place.competition), rulebook=rulebook_of(place.competition))
    context = place.context() | {
        "rounds": views,
        "three": of_three(rulebook_of(place.competition)),
        "meta": f"rounds/{rulebook_of(place.competition).format}_plan.html",
        **standing_of(shown),
        "scores": shown.scores_shown,
    }
    return render(request, "pages/rounds.html", context)


@require_safe
@page
def one_round(request: HttpRequest, event: str, competition: str, number: int) -> HttpResponse:
    """One round's tables: who sits where, score and state. 404 for a round that is not in the plan."""
    place = place_of(request, event, competition)
    shown = published_of(competition=place.competition, sees_all=place.may("hidden.read"))
    rulebook, names = rulebook_of(place.competition), names_of(competition=place.competition)
    views = rounds_view(published=shown, names=names, rulebook=rulebook)
    view = next((row for row in views if row.round == number), None)
    if view is None:
        raise NotFound("round")
    context = place.context() | {
        "round": view,
        "total": len(views),
        "rulebook": rulebook,
        "tables": f"rounds/{rulebook.format}.html",
        "three": of_three(rulebook),
        "details": DETAILS[rulebook.format](shown.state, names, number) if rulebook.format in DETAILS and shown.scores_shown else None,
        "hands_wanted": hands_wanted(rulebook),
        **standing_of(shown),
        "scores": shown.scores_shown,
    }
    return render(request, "pages/round.html", context)


@require_safe
@page
def match(request: HttpRequest, event: str, competition: str, match: str) -> HttpResponse:
    """One match. Under review its number stands still and the hand says 核对中; what the other report says is for the desk."""
    place = place_of(request, event, competition)
    shown = published_of(competition=place.competition, sees_all=place.may("hidden.read"))
    rulebook, names = rulebook_of(place.competition), names_of(competition=place.competition)
    view = match_view(published=shown, names=names, code=match, rulebook=rulebook)
    if view is None or shown.phase is Phase.WITHHELD:
        raise NotFound("match")
    entries = ledger_page(competition=place.competition, match=match, limit=MOST_ENTRIES, upto=upto_of(shown)).entries
    outside = not place.may("hidden.read") and not place.competition.book.closed
    context = place.context() | {
        "view": view,
        "table": view.table,
        "sheet": view.sheet,
        "sheet_template": f"match/{rulebook.tally}.html",
        "rulebook": rulebook,
        "three": of_three(rulebook),
        "sides": view.sides,
        "drawings": drawings_of(view.sheet, entries, rulebook) if rulebook.tally == "best_of" else [],
        "hands_wanted": hands_wanted(rulebook),
        "state_word": match_state(view.table.state),
        "clauses": [
            (rulebook.clauses[clause], clause_text(rulebook.clauses[clause])) for clause in view.clauses if clause in rulebook.clauses
        ],
        "disputes": decided_of(view.disputes),
        "entries": [
            (entry, public_kind(entry.kind, rulebook.game), _role(entry, outside=outside), local_time(entry.server_time), ruled_of(entry))
            for entry in entries
        ],
        **standing_of(shown),
        "seq": shown.seq,
    }
    return render(request, "pages/match.html", context)


def _role(entry: LedgerEntry, *, outside: bool) -> str:
    """In which role it was written; of what a table disputes the public is not told, for the role names the side."""
    return "" if outside and tells_who(entry) else operand(entry.role)


def drawings_of(sheet: Any, entries: Sequence[LedgerEntry], rulebook: Rulebook) -> list[tuple[GameRow, Drawing]]:
    """Games with their boards, where the moves of the live record were written down and nobody disputes them."""
    bodies = {entry.hash: entry.body for entry in entries}
    size = rulebook.number("game_rules.board")
    found = []
    for game in sheet.games:
        if game.stones and not game.under_review and game.hash in bodies:
            record = json.loads(bodies[game.hash]).get("record") or {}
            if record.get("moves"):
                found.append((game, drawing_of(game, record["moves"], size)))
    return found
