"""提议 at the desk: what waits for a second official, with 附议 and 不通过. No rule and no write stands here."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from events.pages.base import Place, page, whole_number
from events.pages.case_acts import new_key
from events.pages.desk_place import desk_place
from events.pages.refused import told
from events.pinned import rulebook_of
from events.refusals import NotFound, Refused
from events.selectors.people import names_of
from events.selectors.proposals import ProposalRow, proposals_open
from events.services.proposals import proposal_refuse, proposal_second
from events.wording.evidence import act_word
from events.wording.proposals import asked_words

MOST_VERSION = 10**9
NAMING = frozenset({"line_up", "reseat"})  # proposals about people


def proposals_part(place: Place, match: str = "") -> list[dict[str, Any]]:
    """What desk/proposals.html shows: each proposal in words, and whether this person may second it."""
    rows = proposals_open(place.competition, match)
    return [_told(place, row) for row in rows] if place.actor is not None else []


def _told(place: Place, row: ProposalRow) -> dict[str, Any]:
    own = place.actor is not None and place.actor.was(row.proposed_by)
    names = _named(place) if row.act in NAMING else {}
    return {
        "row": row,
        "word": act_word(row.act),
        "asks": asked_words(rulebook_of(place.competition), row.act, row.asks, names),
        "own": own,
        "may_second": place.may("proposal.second") and not own,
        "may_refuse": place.may("proposal.refuse"),
        "key": new_key(),
    }


def _named(place: Place) -> dict[str, str]:
    names = names_of(competition=place.competition)
    return {**names.players, **{pid: " ".join(people) for pid, people in names.entrants.items()}}


@require_POST
@page
def settle(request: HttpRequest, event: str, competition: str, proposal: str, act: str) -> HttpResponse:
    """附议 or 不通过; back to the desk, or to the case it is about."""
    place, by = desk_place(request, event, competition)
    if act not in ("second", "refuse"):
        raise NotFound("act")
    key, match = request.POST.get("key", ""), request.POST.get("match", "")
    say: dict[str, Any] = {"competition": place.competition, "proposal": proposal, "key": key, "by": by}
    try:
        if act == "second":
            proposal_second(**say, seen=whole_number(request.POST.get("seen"), default=0, least=0, most=MOST_VERSION) or None)
        else:
            proposal_refuse(**say, reason=request.POST.get("reason", ""))
    except NotFound:
        raise
    except Refused as refused:
        names = names_of(competition=place.competition)
        for one in told(refused, rulebook_of(place.competition), names):
            messages.error(request, f"{one.message} {one.remedy}")
    else:
        messages.success(request, _("已附议，生效了。") if act == "second" else _("这项提议没有通过。"))
    known = match and place.competition.matches.filter(code=match).exists()
    where = reverse("desk-case", args=[event, competition, match]) if known else reverse("desk", args=[event, competition])
    return HttpResponseRedirect(where)
