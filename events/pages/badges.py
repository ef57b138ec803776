"""参赛码 for printing: one badge a player, with names, team, number and the QR that opens 我的桌.

A code's secret is known only when it is made, so the sheet makes its codes and shows them at once, as the sheet of pairing codes does.
Whoever has a code keeps it unless it is renewed, which ends the phones it paired.
"""

from dataclasses import dataclass

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from events.models import Player
from events.pages.base import page
from events.pages.desk_place import desk_place
from events.pages.devices import QR_SALT, hall_url
from events.pages.refused import told
from events.pinned import rulebook_of
from events.refusals import StateRefusal
from events.selectors.personal_codes import code_rows
from events.services.personal_codes import personal_codes_make
from scoring.formats import FORMATS
from scoring.formats.protocol import TEAMS

MOST_BADGES = 400


@dataclass(frozen=True, slots=True)
class Badge:
    """One card: the player, the number that was drawn (the team's, or his own where entrants are drawn), the address and its picture."""

    player: Player
    number: int | None
    url: str
    picture: str


@require_GET
@page
def badges(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """Who has a code since when, with how many phones; and the forms that make them."""
    place, _by = desk_place(request, event, competition, "code.make")
    rows = code_rows(competition=place.competition)
    everybody = [row for _team, own in rows for row in own]
    context = {"rows": rows, "without": sum(1 for row in everybody if row.made_at is None), "everybody": len(everybody)}
    return render(request, "setup/badges.html", place.context() | context)


@require_POST
@page
def badge_sheet(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """Makes codes and shows them as a sheet: `of` names a team or a player (pid), empty for everybody; `renew` for those who have one."""
    place, by = desk_place(request, event, competition, "code.make")
    of, renew = request.POST.get("of", ""), request.POST.get("renew") == "yes"
    wanted = [
        row.player.pid for team, own in code_rows(competition=place.competition) for row in own if of in ("", team.pid, row.player.pid)
    ]
    back = HttpResponseRedirect(reverse("badges", args=[event, competition]))
    if len(wanted) > MOST_BADGES:
        messages.error(request, _("一次最多做 %(most)d 张，请一队一队地做。") % {"most": MOST_BADGES})
        return back
    try:
        made = personal_codes_make(competition=place.competition, by=by, players=wanted, renew=renew)
    except StateRefusal as refused:
        messages.error(request, told(refused)[0].message)
        return back
    if not made:
        messages.error(request, _("这些选手都已经有参赛码了：丢了的请点“换新的”，旧的就作废。"))
        return back
    by_team = FORMATS[rulebook_of(place.competition).format].contenders == TEAMS
    here = hall_url(request, "/").removesuffix("/")
    cards = []
    for one in made:
        url = here + reverse("badge", args=[one.secret])
        entrant = one.player.entrant
        number = entrant.team.number if by_team else entrant.number
        cards.append(Badge(one.player, number, url, reverse("qr", args=[signing.dumps(url, salt=QR_SALT)])))
    response = render(request, "setup/badge_sheet.html", place.context() | {"cards": cards})
    patch_cache_control(response, private=True, no_store=True)
    return response
