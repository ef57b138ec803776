"""比赛记录: the ledger, a page at a time. The public sees that something was recorded, when and in which role; its content is for
those who may read the ledger, because a rival report in a dispute is not public before it is ruled."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from events.pages.base import local_time, page, place_of, whole_number
from events.pinned import rulebook_of
from events.selectors.ledger import ledger_page
from events.selectors.schedule import tables_of
from events.wording.entries import entry_kind
from events.wording.terms import operand

PAGE = 100
MOST_SEQ = 10**9


@require_safe
@page
def ledger(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """`?after=seq` shows the hundred entries after it; without it, the last ones."""
    place = place_of(request, event, competition)
    head = place.competition.book.seq
    newest = max(0, head - PAGE)
    after = whole_number(request.GET.get("after"), default=newest, least=0, most=MOST_SEQ)
    found = ledger_page(competition=place.competition, after=after, limit=PAGE)
    tables = tables_of(competition=place.competition, codes={entry.match for entry in found.entries if entry.match})
    full = place.may("ledger.read")
    game = rulebook_of(place.competition).game
    context = place.context() | {
        "full": full,
        "game": game,
        "head": found.head,
        "rows": [
            {
                "entry": entry,
                "kind": entry_kind(entry.kind, game),
                "role": operand(entry.role),
                "at": local_time(entry.server_time),
                "where": tables.get(entry.match),
                "body": entry.body if full else "",
            }
            for entry in found.entries
        ],
        "earlier": max(0, after - PAGE) if after > 0 else None,
        "later": found.next_after,
        "newest": newest,
    }
    return render(request, "pages/ledger.html", context)
