"""比赛记录: the ledger, a page at a time. The public sees that something was recorded, when and in which role; its content is for
those who may read the ledger, because a rival report in a dispute is not public before it is ruled."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from events.pages.base import local_time, page, place_of, standing_of, whole_number
from events.pages.ruled import ruled_of
from events.pinned import rulebook_of
from events.selectors.ledger import ledger_page
from events.selectors.published import frozen_of
from events.selectors.schedule import tables_of
from events.selectors.secrets_kept import tells_who
from events.wording.entries import entry_kind, public_kind
from events.wording.terms import operand

PAGE = 100
MOST_SEQ = 10**9


@require_safe
@page
def ledger(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """`?after=seq` shows the hundred entries after it; without it, the last ones."""
    place = place_of(request, event, competition)
    full = place.may("ledger.read")
    outside = not full and not place.competition.book.closed
    held = frozen_of(competition=place.competition, sees_all=place.may("hidden.read"))
    head = held.seq if held is not None else place.competition.book.seq
    newest = max(0, head - PAGE)
    after = whole_number(request.GET.get("after"), default=newest, least=0, most=MOST_SEQ)
    found = ledger_page(competition=place.competition, after=after, limit=PAGE, upto=held.seq if held is not None else None)
    tables = tables_of(competition=place.competition, codes={entry.match for entry in found.entries if entry.match})
    rulebook = rulebook_of(place.competition)
    game = rulebook.game
    standing = standing_of(held) if held is not None else {}
    context = (
        place.context()
        | standing
        | {
            "full": full,
            "game": game,
            "rulebook": rulebook,
            "head": found.head,
            "rows": [
                {
                    "entry": entry,
                    "kind": entry_kind(entry.kind, game) if full else public_kind(entry.kind, game),
                    "role": "" if outside and tells_who(entry) else operand(entry.role),
                    "at": local_time(entry.server_time),
                    "where": tables.get(entry.match),
                    "ruled": ruled_of(entry),
                    "body": entry.body if full else "",
                }
                for entry in found.entries
            ],
            "earlier": max(0, after - PAGE) if after > 0 else None,
            "later": found.next_after,
            "newest": newest,
        }
    )
    return render(request, "pages/ledger.html", context)
