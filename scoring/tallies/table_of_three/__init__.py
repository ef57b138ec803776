"""One table of three 一桌: points, stacks or beans of its hands, who is first, second and third.

Reads the live hands, the penalties, the bell and the forfeits of a match; writes nothing. What a hand is worth is the game's business
(`scoring.games.doudizhu`); which places must be decided is the seat's (`strict`), which the format knows. Lots among the tied are the
format's too: a table that wants one is complete and says who is `tied`. Clauses DZH-12, DZH-13, F2-09, F3-15, F7-02, F8-01, F9-05.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games.doudizhu.leaves import SCORING, STAKES, START
from scoring.match_facts import MatchFacts
from scoring.outcomes import Fault, Step
from scoring.parameters import Rulebook, Schema
from scoring.penalties import law
from scoring.sides import THREE
from scoring.tallies.table_of_three.fold import OVER, REGULAR, Hand, Table, fold_table
from scoring.tallies.table_of_three.leaves import BUST, BUST_AT, CHAIN, OPTIONAL, SCHEMA
from scoring.tallies.table_of_three.places import groups_of, order_of, places_of, tied_across
from scoring.tallies.table_of_three.rows import counted_law, hand_row, shown

Value = dict[str, Any]


class TableOfThree:
    """The tally of a table of three. See `scoring.tallies.protocol.Tally`."""

    schema: Schema = SCHEMA
    optional: Mapping[str, Schema] = OPTIONAL
    additive = False

    def partners_frozen(self, rulebook: Rulebook) -> bool:
        """There are no partners; who sat there in somebody's place is for the officials."""
        return False

    def check_adjustment(self, rulebook: Rulebook, board: object, body: Mapping[str, Any]) -> tuple[Fault, ...]:
        """There are no boards to adjust."""
        return (Fault("not_in_this_game", at="board"),)

    def sitting(self, rulebook: Rulebook, seat: Mapping[str, Any], facts: MatchFacts) -> Value:
        """The hands with what each moved, the points, the places, and who has still to be told apart.

        `points` are final: with what was brought (`start`) and what penalties take. `net` is what the regular hands alone brought.
        """
        table = fold_table(rulebook, seat, facts)
        part = _forfeited(table, facts.absent) if facts.absent else _played(table)
        return {
            "hands": [hand_row(rulebook, hand) for hand in table.hands],
            **part,
            "net": table.net(),
            "busted": list(table.busted),
            "trace": [step.as_json() for step in _trace(rulebook, table, facts)],
            "findings": [] if facts.absent else [fault.as_json() for fault in table.findings],
            "penalties": [_penalty(rulebook, table, place) for place in range(len(table.charges))],
            "shown": shown(rulebook, table, tied=part["tied"], left=bool(facts.absent)),
        }

    def whole(self, rulebook: Rulebook, part: Mapping[str, Any]) -> bool:
        """Played to its end, and nothing contradicts anything."""
        return part["state"] == "complete" and not part["findings"]


def _played(table: Table) -> Value:
    keys = table.keys()
    places = places_of(keys)
    complete = table.part == OVER and table.gap is None
    first = [seat for seat in THREE if places[seat] == 1]
    return {
        "state": "complete" if complete else "playing" if table.hands or table.bell is not None else "waiting",
        "points": table.points(),
        "places": places,
        "order": order_of(keys),
        "tied": table.tied if table.part != REGULAR else [],
        "winner": first[0] if complete and len(first) == 1 else "",
    }


def _forfeited(table: Table, absent: Sequence[str]) -> Value:
    """A table that somebody left or did not come to: it cannot be played, so the others stand as they are and the absent come last.

    Who is level among the others, and must not be, is for a lot.
    """
    points = table.points()
    lowest = min(points.values()) - 1
    keys = {seat: (int(seat not in absent), lowest if seat in absent else points[seat]) for seat in THREE}
    groups = groups_of(keys)
    return {
        "state": "forfeited",
        "points": points,
        "places": places_of(keys),
        "order": order_of(keys),
        "tied": tied_across(keys, table.strict, absent),
        "winner": groups[0][0] if len(groups[0]) == 1 and groups[0][0] not in absent else "",
    }


def _trace(rulebook: Rulebook, table: Table, facts: MatchFacts) -> list[Step]:
    """How each player's points came about: what he brought, hands, penalties, adjustments; then what told the tied apart."""
    steps: list[Step] = []
    regular = [hand for hand in table.hands if hand.counted and not hand.extra]
    fines = table.fines()
    for seat in THREE:
        brought = table.start[seat]
        if rulebook.has(STAKES):
            steps.append(Step(rulebook.law(START), "start", (brought,), brought, seat))
        own = tuple(hand.played.points[seat] for hand in regular)
        steps.append(Step(counted_law(rulebook), "sum", own, sum(own), seat))
        steps += [step for penalty, _, step in table.charges if step is not None and penalty.side == seat and table.of_total(penalty)]
        steps += [step for one in facts.adjusted for step in one.steps((seat,))]
        if rulebook.has(STAKES) or fines[seat] or table.adjusted[seat]:
            more = tuple(part for part in (fines[seat], table.adjusted[seat]) if part)
            parts = (*((brought,) if rulebook.has(STAKES) else ()), sum(own), *more)
            steps.append(Step(rulebook.law(SCORING), "total", parts, sum(parts), seat))
    if rulebook.has(BUST):
        steps += [Step(rulebook.law(BUST_AT), "bust", (table.carry.totals[seat],), rulebook.number(BUST_AT), seat) for seat in table.busted]
    for place in range(len(table.batches)):
        points = table.batch_points(place)
        steps += [Step(rulebook.law(CHAIN), "extra_hands", (place + 1, points[seat]), points[seat], seat) for seat in THREE]
    return steps


def _penalty(rulebook: Rulebook, table: Table, place: int) -> Value:
    penalty, taken, _ = table.charges[place]
    return {
        "hash": penalty.hash,
        "code": penalty.code,
        "side": penalty.side,
        "game": penalty.game,
        "number": penalty.number,
        "count": penalty.count,
        "amount": taken,
        "clause": law(rulebook, penalty.code),
        "at": penalty.at,
    }


__all__ = ["Hand", "TableOfThree"]
