"""抽签定名次: the lot among teams that nothing else separates, where the rulebook asks for one (TR-06, final tie).

Writes Draw and, through events.ledger, the entry `draw`. Who is tied is read from the full fold, never from a snapshot.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from events.access import Actor, require
from events.models import Book, Competition, Draw
from events.pinned import rulebook_of
from events.refusals import Problems, StateRefusal
from events.services.bracket import seats_follow
from events.services.keyed import Write, keyed
from events.services.replies import Reply, refusals_kept
from events.standings import full
from scoring.draws import draw_order
from scoring.formats import drawn_form
from scoring.formats.laws import LOT as LOT_LAW
from scoring.formats.laws import law_of
from scoring.outcomes import Fault

LOT = "lot"


def lots_wanted(state: Mapping[str, Any]) -> list[list[str]]:
    """The groups of teams or entrants, by pid in order of draw number, that still need a lot; best rank first."""
    return [list(wanted.get("teams") or wanted["entrants"]) for wanted in state["plan"]["draws"] if wanted["draw"] == LOT]


def lot_draw(*, competition: Competition, asked: Mapping[str, Any], by: Actor, key: str) -> Reply:
    """`asked` holds a checked `seed` (the best-ranked open tie is drawn here) or `order` (drawn in the hall, best first).

    201 `{"draw": "lot", "method", "seed", "order", "entry"}`. Raises StateRefusal `no_lot_wanted` while no tie needs one, Problems
    `not_the_tied` when the order does not name exactly the teams of one open tie, NotAllowed.
    """
    with refusals_kept(competition=competition, action="draw.make", by=by, key=key):
        require(by, "draw.make", event_id=competition.event_id, competition_id=competition.pk)

        def work(book: Book, write: Write) -> Mapping[str, Any]:
            wanted = lots_wanted(full(competition))
            if not wanted:
                raise StateRefusal("no_lot_wanted", clause=law_of(rulebook_of(competition), LOT_LAW))
            order = list(draw_order(asked["seed"], wanted[0])) if "seed" in asked else _drawn(competition, asked["order"], wanted)
            body = {"draw": LOT, "method": "seed" if "seed" in asked else "recorded", "seed": asked.get("seed", ""), "order": order}
            entry = write("draw", body)
            Draw.objects.create(competition=competition, entry_seq=entry.seq, **body)
            if drawn_form(rulebook_of(competition)) is not None:
                seats_follow(book, competition, by=by)
            return body

        return keyed(competition=competition, action="draw_make", asked=asked, key=key, by=by, work=work)


def _drawn(competition: Competition, order: Sequence[str], wanted: Sequence[Sequence[str]]) -> list[str]:
    """The order drawn in the hall, if it names the teams of one open tie once each."""
    if not any(sorted(order) == sorted(tied) for tied in wanted):
        raise Problems(
            [Fault("not_the_tied", law_of(rulebook_of(competition), LOT_LAW), "order", {"ids": [list(tied) for tied in wanted]})]
        )
    return list(order)
