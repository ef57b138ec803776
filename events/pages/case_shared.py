"""What every case page has, whatever the game: the match, the form that came back, its disputes, and what this person may do.

Reads through the selectors; no rule and no write stands here.
"""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from events.models import Match
from events.pages.base import Place
from events.pages.case_acts import Act, Kept, css_of, new_key
from events.pages.case_evidence import evidence_context
from events.pages.looked import seen_of
from events.pinned import rulebook_of
from events.selectors.disputes import DisputeRow, disputes_at
from events.selectors.people import names_of
from events.selectors.tables import seated_beside
from events.services.seatings import COMPARED, EXCHANGED
from events.wording.disputes import AFTER, STATES, SUBJECTS
from events.wording.sides import side_name


def shared_context(place: Place, match: Match, kept: Kept, acts: Mapping[str, Act]) -> dict[str, Any]:
    """`disputes`: those of the match, open ones first; `seen`: what a form carries once its effect was looked at."""
    return evidence_context(place, match, kept) | {
        "state_url": reverse("desk-case-state", args=[place.event.code, place.competition.code, match.code]),
        "match": match,
        "kept": kept,
        "competition_game": rulebook_of(place.competition).game,
        "disputes": [_told(row) for row in sorted(disputes_at(match), key=lambda row: not row.open)],
        "subjects": SUBJECTS.items(),
        "afters": AFTER.items(),
        "seen": seen_of(match),
        "seating": _seating(place, match, kept),
        "may": {name.replace("-", "_"): place.may(spec.needs) for name, spec in acts.items()},
        "new_key": new_key,
    }


def _seating(place: Place, match: Match, kept: Kept) -> list[dict[str, Any]]:
    """Each side with who may really have sat there: those of this table, and of the same team at the encounter's other tables."""
    rulebook = rulebook_of(place.competition)
    if rulebook.format in COMPARED:
        return []
    game, names = rulebook.game, names_of(competition=place.competition)
    seated = match.entrants()
    typed = kept.values if kept.act == "swap" else {}
    others = seated_beside(match) if rulebook.format in EXCHANGED else []
    return [
        {
            "side": side,
            "name": side_name(side, game),
            "css": css_of(side),
            "chosen": typed.get(f"sat-{side}", [entrant.pid])[0],
            "choices": [
                (one.pid, f"{one.team.name} {names.pair(one.pid)}", one in others)
                for one in (*seated.values(), *(other for other in others if other.team_id in {each.team_id for each in seated.values()}))
            ],
        }
        for side, entrant in seated.items()
    ]


def _told(row: DisputeRow) -> dict[str, Any]:
    return {
        "row": row.dispute,
        "open": row.open,
        "subject": SUBJECTS.get(row.dispute.subject, row.dispute.subject),
        "state": STATES.get(row.dispute.state, row.dispute.state),
    }
