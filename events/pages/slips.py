"""补录: a stack of paper slips at the desk keyboard. The table's number, its rows, Enter, the next table.

A row that is filled in goes to the service under its own key, as from a tablet: a doubled press is a replay, the result that is there
already an echo, another result is asked back and kept beside it only where the box of its row is ticked. Refused rows come back with what
was typed, cell by cell; the good rows stay.
"""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from events.access import Actor
from events.models import Match
from events.pages.base import Place, page
from events.pages.desk_place import desk_place
from events.pages.refused import told
from events.pages.slip_rows import Refusals, Slip, items_of, refused_of, slip_of
from events.pinned import hands_wanted, rulebook_of
from events.refusals import NotFound, Refused
from events.selectors.rounds import rounds_in_play
from events.selectors.tables import TableRow, match_of, table_rows
from events.services.hands import MOST_ITEMS, slip_record
from events.services.replies import Reply
from events.wording.sides import side_name
from scoring.games.guandan import LOSER, always_odd, both_sides
from scoring.tallies import TALLIES

NEEDS = "hand.record"
MOST_SUM = 4  # digits of a sum on paper


@require_GET
@page
def slips(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """`?table=8` the slip of that table in the round in play; without it only the number is asked. `?last=` the slip saved before."""
    place, _by = desk_place(request, event, competition, NEEDS)
    rows = table_rows(competition=place.competition)
    asked = request.GET.get("table", "").strip()
    row = next((row for row in rows if str(row.match.table) == asked), None)
    context: dict[str, Any] = {"strange": asked if asked and row is None else "", "last": _last(request, place)}
    if row is not None:
        context["slip"] = slip_of(place, match_of(competition=place.competition, code=row.match.code))
    return _render(request, place, rows, context)


@require_POST
@page
def slip_save(request: HttpRequest, event: str, competition: str, match: str) -> HttpResponse:
    """The rows of one slip. Everything taken: on to the next table. Something not: the slip again."""
    place, by = desk_place(request, event, competition, NEEDS)
    found = match_of(competition=place.competition, code=match)
    items = items_of(place, found, request.POST)
    if not items:
        return _again(request, place, found, {}, [_("这张单子还是空的：一行也没填。")])
    if wrong := _sums(request, place, found, items):
        return _again(request, place, found, dict.fromkeys(items), wrong, asks_sum=True)
    replies, whole = _record(place, by, found, items)
    refusals: Refusals = {name: refused_of(reply) for name, reply in replies.items() if reply.status >= 400}
    taken = sum(1 for reply in replies.values() if reply.status == 201)
    kept = [name for name, reply in replies.items() if reply.status == 202]
    if kept:
        messages.warning(request, _("第 %(rows)s 行那里已有别的记录，两个都留着，请裁定。") % {"rows": "、".join(kept)})
    if taken:
        messages.success(
            request,
            ngettext("%(table)s桌：记下 %(n)d 条", "%(table)s桌：记下 %(n)d 条", taken) % {"table": found.table, "n": taken},
        )
    if whole or refusals:
        return _again(request, place, match_of(competition=place.competition, code=match), refusals, whole)
    if not taken and not kept:
        messages.success(request, _("%(table)s桌：和已有的记录一样") % {"table": found.table})
    return HttpResponseRedirect(f"{reverse('desk-slips', args=[event, competition])}?last={found.code}")


def _record(place: Place, by: Actor, match: Match, items: Mapping[str, Any]) -> tuple[dict[str, Reply], list[str]]:
    """Row name -> its answer, and what concerns the slip as a whole."""
    replies: dict[str, Reply] = {}
    for start in range(0, len(items), MOST_ITEMS):
        names = list(items)[start : start + MOST_ITEMS]
        try:
            answers = slip_record(competition=place.competition, match=match.code, items=[items[name] for name in names], by=by)
        except Refused as refused:
            return replies, [one.message for one in told(refused, rulebook_of(place.competition))]
        replies |= dict(zip(names, answers, strict=True))
    return replies, []


def _sums(request: HttpRequest, place: Place, match: Match, items: Mapping[str, Any]) -> list[str]:
    """What the sum on the paper says against the rows: a different sum, or one that n hands cannot have."""
    rulebook = rulebook_of(place.competition)
    paper = {side: request.POST.get(f"sum-{side}", "").strip() for side in ("NS", "EW")}
    if not TALLIES[rulebook.tally].additive or not any(paper.values()) or request.POST.get("sum-anyway") == "yes":
        return []
    slip = slip_of(place, match)
    worth = {(choice.side, choice.kind): choice.points for choice in slip.choices}
    rows = {row.name: (there.side, there.worth) for row in slip.rows for there in row.there[:1]}
    for name, item in items.items():
        said = item["record"].get("side", ""), item["record"].get("kind", "")
        rows[name] = (said[0], worth.get(said, 0))
    lost = rulebook.number(LOSER)
    total = {side: sum(points if of == side else lost for of, points in rows.values() if of) for side in ("NS", "EW")}
    typed = {side: int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_SUM else 0 for side, text in paper.items()}
    if typed == total:
        return []
    values = {"paper": f"{paper['NS'] or 0}:{paper['EW'] or 0}", "rows": f"{total['NS']}:{total['EW']}"}
    wrong = [_("纸上合计 %(paper)s，各局加起来是 %(rows)s，不一样。") % values]
    hands, most = len(rows), max(both_sides(rulebook)) * len(rows)
    if always_odd(rulebook) and ((sum(typed.values()) - hands) % 2 or sum(typed.values()) > most):
        wrong.append(
            ngettext(
                "纸上的合计自己就不对：每局都是单数分，%(n)d 局加起来和局数同单双，最多 %(most)d。",
                "纸上的合计自己就不对：每局都是单数分，%(n)d 局加起来和局数同单双，最多 %(most)d。",
                hands,
            )
            % {"n": hands, "most": most}
        )
    elif sum(typed.values()) > most:
        wrong.append(
            ngettext(
                "纸上的合计自己就不对：%(n)d 局加起来最多 %(most)d。",
                "纸上的合计自己就不对：%(n)d 局加起来最多 %(most)d。",
                hands,
            )
            % {"n": hands, "most": most}
        )
    return wrong


def _last(request: HttpRequest, place: Place) -> dict[str, Any] | None:
    """The slip that was saved before this one, with its sum and what its parity says, where the points of its hands let it say anything."""
    code = request.GET.get("last", "")
    try:
        slip = slip_of(place, match_of(competition=place.competition, code=code))
    except NotFound:
        return None
    written = sum(1 for row in slip.rows if row.there)
    total = sum(slip.totals.values())
    rulebook = rulebook_of(place.competition)
    wanted = hands_wanted(rulebook)
    parity = bool(slip.choices) and always_odd(rulebook)
    full = bool(wanted) and written == wanted
    return {"slip": slip, "written": written, "total": total, "full": full, "parity": parity, "odd": total % 2 == 1}


def _again(
    request: HttpRequest, place: Place, match: Match, refusals: Refusals, wrong: list[str], *, asks_sum: bool = False
) -> HttpResponse:
    rows = table_rows(competition=place.competition)
    slip = slip_of(place, match, request.POST, refusals)
    context = {"slip": slip, "wrong": wrong, "asks_sum": asks_sum, "sums": request.POST if asks_sum else {}}
    return _render(request, place, rows, context, status=422)


def _render(request: HttpRequest, place: Place, rows: list[TableRow], context: dict[str, Any], status: int = 200) -> HttpResponse:
    rulebook = rulebook_of(place.competition)
    slip: Slip | None = context.get("slip")
    shared = {
        "tables": rows,
        "round": next((one.number for one in rounds_in_play(competition=place.competition)), 0),
        "game": rulebook.game,
        "rulebook": rulebook,
        "sides": {side: side_name(side, rulebook.game) for side in (slip.match.sides if slip is not None else ())},
    }
    return render(request, "desk/slips.html", place.context() | shared | context, status=status)
