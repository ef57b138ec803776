"""What vouches for a case beside its records: photos, what waits for a second official, points that were set right. Reads only."""

from typing import Any

from events import ledger
from events.models import Match
from events.pages.base import Place
from events.pages.case_acts import Kept, clauses_of
from events.pages.photos import photos_part
from events.pages.proposals import proposals_part
from events.pinned import rulebook_of
from events.selectors.people import names_of
from events.wording.sides import side_name
from scoring.match_facts import points_adjusted_of
from scoring.parameters import Rulebook
from scoring.tallies import adjusts_points


def evidence_context(place: Place, match: Match, kept: Kept) -> dict[str, Any]:
    """What desk/photos.html, desk/proposals.html and desk/adjust_points.html show on the page of a match."""
    rulebook = rulebook_of(place.competition)
    context = {**photos_part(place, match.code), "proposals": proposals_part(place, match.code)}
    return context | _adjustments(place, match, rulebook, kept) if adjusts_points(rulebook) else context


def _adjustments(place: Place, match: Match, rulebook: Rulebook, kept: Kept) -> dict[str, Any]:
    names = names_of(competition=place.competition)
    typed = kept.values if kept.act == "adjust-points" else {}
    entries = ledger.entries(place.competition.book, kinds=("match_adjusted", "withdrawn"), matches=[match.code])
    return {
        "adjust_sides": [
            {
                "field": f"points-{side}",
                "name": side_name(side, rulebook.game),
                "who": names.pair(entrant.pid),
                "typed": typed.get(f"points-{side}", [""])[0],
            }
            for side, entrant in match.entrants().items()
        ],
        "adjust_clauses": clauses_of(rulebook, []),
        "adjusted": [
            {
                "hash": one.hash,
                "said": " · ".join(f"{side_name(side, rulebook.game)} {points:+d}" for side, points in one.points.items()),
            }
            for one in points_adjusted_of(entries)
        ],
    }
