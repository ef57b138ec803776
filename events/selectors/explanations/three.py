"""怎么走到这里 at tables of three 斗地主: every table of one player, hand by hand, what it ended with, and where that left him.

Reads the published state; recomputes nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.ladder import Cell, Run, cells_of, runs_of
from events.selectors.boards.parts import name_of, number_text, numbers_of, row_key
from events.selectors.boards.three_hands import ThreeHand
from events.selectors.boards.three_people import People, Prize, prizes_of
from events.selectors.boards.three_rows import Leg, at_refill, legs_of
from events.selectors.boards.three_tables import Card, card_of, hands_of, seat_of, total_text
from events.selectors.explanations.cited import Signed, clauses_of, signed_of, steps_of
from events.selectors.explanations.comparison import Comparison, Key, compare
from events.selectors.people import Names
from events.selectors.published import Published
from events.selectors.sittings.fines import Fine, fines_of
from scoring.clauses import Clause
from scoring.formats.cut.leaves import BYES
from scoring.formats.groups.leaves import LEFTOVER
from scoring.formats.travelling.leaves import FINAL_TIE, TOTAL
from scoring.parameters import Rulebook
from scoring.tiebreaks import lot, total

TRAVELLING = "travelling"
BYES_BY: Mapping[str, str] = {"groups": LEFTOVER, "cut": BYES}  # format -> the leaf that says what becomes of one or two left over


@dataclass(frozen=True, slots=True)
class HandOf:
    """One hand as it was for this player. `role`: landlord, peasant or empty."""

    hand: ThreeHand
    points: str
    running: str
    gained: bool
    role: str


@dataclass(frozen=True, slots=True)
class Part:
    """One round of the way. `card` is None for a bye. `counted`: its round is finished. `level` after it, where levels are climbed.

    `start`: what he brought to the table, `net` what its hands brought him, `beside` what penalties took; empty where that is nothing.
    """

    leg: Leg
    card: Card | None
    hands: tuple[HandOf, ...]
    fines: tuple[Fine, ...]
    start: str
    net: str
    counted: bool
    level: int | None
    trace: tuple[Mapping[str, Any], ...]
    sides: Mapping[str, str]

    @property
    def round(self) -> int:
        return self.leg.round

    @property
    def points(self) -> str:
        return self.leg.points


@dataclass(frozen=True, slots=True)
class Explanation:
    """`parts` of finished rounds, `running` of those that are played. Levels, runs and cells stay empty where none are climbed."""

    key: str
    name: str
    team: str
    number: int
    rank: int
    shared: bool
    status: str
    stage: str
    reached: int
    points: str
    every: tuple[Part, ...]
    level: int
    best: int
    runs: tuple[Run, ...]
    cells: tuple[Cell, ...]
    tiers: tuple[int, ...]
    top_level: int
    codes: tuple[str, ...]
    prizes: tuple[Prize, ...]
    trace: tuple[Mapping[str, Any], ...]
    clauses: tuple[Clause, ...]
    comparison: Comparison | None
    matches: tuple[str, ...]
    signed: Signed

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(part for part in self.every if part.counted)

    @property
    def running(self) -> tuple[Part, ...]:
        return tuple(part for part in self.every if not part.counted)

    @property
    def placed(self) -> bool:
        return self.status not in {"in", "waiting"}


def explanation_of(*, published: Published, names: Names, rulebook: Rulebook, key: str) -> Explanation | None:
    """None for somebody who is not in the standings. No query."""
    state = published.state
    standings = state["standings"]
    place = next((place for place, row in enumerate(standings) if row_key(row) == key), None)
    if place is None:
        return None
    row = standings[place]
    own = [match for match in state["matches"] if seat_of(match, key)]
    every = tuple(_parts(state, row, key, names))
    stage, reached = at_refill(part.leg for part in every) or (row.get("stage") or "", row.get("reached") or 0)
    ladder = state.get("ladder") or {}
    tiers, top = tuple(ladder.get("tiers") or ()), ladder.get("top_level") or 0
    return Explanation(
        key=key,
        name=name_of(names, row),
        team=names.team(row["team"]),
        number=numbers_of(published).get(key, 0),
        rank=row["rank"],
        shared=row["shared"],
        status=row["status"],
        stage=stage,
        reached=reached,
        points=number_text(row["points"], signed=rulebook.format == TRAVELLING),
        every=every,
        level=row.get("level") or 0,
        best=row.get("best") or 0,
        runs=tuple(runs_of(row)),
        cells=cells_of(row["points"], top, tiers) if top else (),
        tiers=tiers,
        top_level=top,
        codes=tuple(row.get("codes") or ()),
        prizes=prizes_of({**state, "awards": [one for one in state.get("awards") or () if one["entrant"] == key]}, People(state, names)),
        trace=tuple(row["trace"]),
        clauses=clauses_of(rulebook, _steps(own, key), row["trace"], _left_over(rulebook, every)),
        comparison=compare(state, names, standings, place, keys_of(rulebook)) if rulebook.format == TRAVELLING else None,
        matches=tuple(match["match"] for match in own),
        signed=signed_of(own),
    )


def keys_of(rulebook: Rulebook) -> list[Key]:
    """What players on the move are ranked by: the total, and the lot where the rulebook wants one."""
    keys = [(total.KEY, rulebook.clauses[rulebook.law(TOTAL)])]
    return [*keys, (lot.KEY, rulebook.clauses[rulebook.law(FINAL_TIE)])] if rulebook.choice(FINAL_TIE) == lot.KEY else keys


def _left_over(rulebook: Rulebook, every: Iterable[Part]) -> list[Mapping[str, Any]]:
    """What says that somebody waits or has a bye where no table is left for him."""
    leaf = BYES_BY.get(rulebook.format)
    return [{"clause": rulebook.law(leaf)}] if leaf and any(part.card is None for part in every) else []


def _steps(own: Iterable[Mapping[str, Any]], key: str) -> list[Mapping[str, Any]]:
    """Steps of these matches that are about nobody in particular or about him."""
    return [step for match in own for step in steps_of([match]) if step.get("of", "") in ("", seat_of(match, key))]


def _parts(state: Mapping[str, Any], row: Mapping[str, Any], key: str, names: Names) -> Iterable[Part]:
    matches = {match["match"]: match for match in state["matches"]}
    finished = {one["round"] for one in state["rounds"] if one["finished"]}
    levels = {leg["round"]: leg.get("level") for leg in row.get("rounds", ())}
    for leg in legs_of(row, matches):
        match = matches.get(leg.match)
        counted = leg.round in finished or leg.done
        if match is None:
            yield Part(leg, None, (), (), "", "", counted, levels.get(leg.round), (), {})
            continue
        side = seat_of(match, key)
        start, net = (match["shown"].get("start") or {}).get(side, 0), (match.get("net") or {}).get(side)
        card = card_of(match, names)
        yield Part(
            leg=leg,
            card=card,
            hands=tuple(_hand(hand, side) for hand in hands_of(match)),
            fines=tuple(fine for fine in fines_of(match) if fine.side == side),
            start=total_text(match, start) if start else "",
            net=number_text(net, signed=True) if net is not None else "",
            counted=counted,
            level=levels.get(leg.round),
            trace=tuple(step for step in match["trace"] if step.get("of", "") in ("", side)),
            sides={seat.side: seat.name for seat in card.seats},
        )


def _hand(hand: ThreeHand, side: str) -> HandOf:
    figure = next(figure for figure in hand.figures if figure.side == side)
    role = "" if not hand.landlord else "landlord" if hand.landlord == side else "peasant"
    return HandOf(hand, figure.points, figure.running, figure.gained, role)
