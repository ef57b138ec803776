"""各桌分组抽签: who sits at which table of the coming round, where the tables of every round are drawn (D-6, D-8..D-13).

Writes Draw, the draw numbers of Entrant and, through events.ledger, the entry `draw`. Who is to be drawn is read from the full fold.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from events.access import Actor
from events.models import Book, Competition, Draw, Entrant
from events.pinned import rulebook_of
from events.refusals import Problems, StateRefusal
from events.selectors.plan import setup_of
from events.services.keyed import Write, keyed
from events.services.replies import Reply
from events.standings import full
from scoring.draws import draw_order
from scoring.formats import drawn_form
from scoring.formats.drawn_tables import GROUPS
from scoring.formats.laws import DRAW, law_of
from scoring.outcomes import Fault

RECORDED = "recorded"
NOT_A_HINDRANCE = ("draw_missing",)


def group_draw(*, competition: Competition, asked: Mapping[str, Any], by: Actor, key: str) -> Reply:
    """`asked` holds `round` and a checked `seed` (drawn here) or `order` (drawn in the hall): 201 `{"draw", "round", "method", …}`.

    A draw before its round opens replaces the earlier one. StateRefusal: `results_missing` (nobody is known for that round yet),
    `not_next`, and what blocks the plan. Problems: `draw_recorded_only`, `id_unknown`, `id_twice`, `id_missing`.
    """
    rulebook = rulebook_of(competition)
    law, form = law_of(rulebook, DRAW), drawn_form(rulebook)

    def work(_book: Book, write: Write) -> Mapping[str, Any]:
        state = full(competition)
        coming = _coming(state, asked["round"], law)
        if "seed" in asked and coming.get("method") == RECORDED:
            raise Problems([Fault("draw_recorded_only", law, "seed")])
        entrants, partial = list(coming["entrants"]), bool(coming.get("partial"))
        order = list(draw_order(asked["seed"], entrants)) if "seed" in asked else list(asked["order"])
        faults = [*order_faults(order, entrants, law, partial=partial)]
        faults += form.order_faults(rulebook, state, order) if form is not None and not faults else ()
        if faults:
            raise Problems(faults)
        method = "seed" if "seed" in asked else RECORDED
        body = {"draw": GROUPS, "round": coming["round"], "method": method, "seed": asked.get("seed", ""), "order": order}
        entry = write("draw", body)
        Draw.objects.create(competition=competition, entry_seq=entry.seq, **body)
        numbers_follow(competition)
        return body

    return keyed(competition=competition, action="draw_make", asked=asked, key=key, by=by, work=work)


def _coming(state: Mapping[str, Any], number: int, law: str) -> Mapping[str, Any]:
    """What the coming round needs, if it is the one asked for and waits for a draw."""
    hindrances = [row for row in state["plan"]["blocked"] if row["code"] not in NOT_A_HINDRANCE]
    if hindrances:
        raise StateRefusal(hindrances[0]["code"], clause=law, values=hindrances[0]["values"], current={"blocked": hindrances})
    coming = state["next"]
    if coming is None or coming.get("seats_known"):
        raise StateRefusal("no_draw_wanted", clause=law)
    if coming["round"] != number:
        raise StateRefusal("not_next", values={"next": coming["round"]})
    found: Mapping[str, Any] = coming
    return found


def order_faults(order: Sequence[str], wanted: Sequence[str], law: str, *, partial: bool = False) -> list[Fault]:
    """Every id that is unknown here, stands twice, or is missing; with `partial` nobody is missing."""
    count, known = Counter(order), set(wanted)
    faults = [Fault("id_unknown", law, f"order[{place}]") for place, pid in enumerate(order) if pid not in known]
    faults += [Fault("id_twice", law, "order", {"id": pid}) for pid in wanted if count[pid] > 1]
    faults += [] if partial else [Fault("id_missing", law, "order", {"id": pid}) for pid in wanted if not count[pid]]
    return faults[:50]


def numbers_follow(competition: Competition) -> None:
    """The draw numbers of the entrants as the rules read them after the entry just written."""
    told = {row["entrant"]: row["number"] for team in setup_of(competition)["teams"] for row in team["entrants"]}
    kept = dict(Entrant.objects.filter(competition=competition).values_list("pid", "number"))
    moved = [pid for pid, number in told.items() if kept.get(pid) != number]
    if not moved:
        return
    Entrant.objects.filter(competition=competition, pid__in=moved).update(number=None)  # numbers are unique at every step
    rows = Entrant.objects.filter(competition=competition).in_bulk(moved, field_name="pid")
    for pid, row in rows.items():
        row.number = told[pid]
    Entrant.objects.bulk_update(rows.values(), ["number"])
