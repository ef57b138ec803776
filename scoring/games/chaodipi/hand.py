"""One hand of 炒地皮 in its context: points, the row of the table, both sides' climb, the hook, the deal, the end of the game.

Pure: what stood before and what was played in, what stands after out. Clauses CDP-04, 10..24, 28, 36.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.games.chaodipi.carry import Carry, must_play, rank
from scoring.games.chaodipi.leaves import (
    BANDS,
    GAME,
    HAND,
    HOOK_LEVEL,
    HOOK_MAIN,
    HOOK_SUB,
    NEW_DEALER,
    NEXT_CCW,
    PARTNER,
    SAME_SIDE,
    START,
)
from scoring.games.chaodipi.levels import MAIN, PASSED, band_law, band_of, climb, hooked, rank_after
from scoring.games.chaodipi.penalties import losing, mistaken
from scoring.games.chaodipi.points import Scored, points
from scoring.outcomes import Fault, Step
from scoring.parameters import Rulebook
from scoring.penalties import Penalty
from scoring.penalties import law as penalty_law
from scoring.sides import OTHER, SEATS, SIDE_OF, SIDES

PASSED_A, JUDGED = "passed_A", "judged"
NO_HOOK = "none"


@dataclass(frozen=True, slots=True)
class Played:
    """A hand judged. `after` is None where it is not known what stood before: then only the points and their row are known.

    `judged` is the side that loses the hand by an official's decision, `demoted` the side that falls back by a hooked kitty.
    """

    scored: Scored
    band: Mapping[str, Any]
    deal: str
    dealer: str
    after: Carry | None
    demoted: str
    judged: str
    findings: tuple[Fault, ...]
    trace: tuple[Step, ...]


def next_dealer(rulebook: Rulebook, declarer: str, *, swaps: bool) -> str:
    """The seat that deals next, empty where the side chooses: the partner, or the next player of the other side (CDP-22)."""
    if swaps:
        return SEATS[(SEATS.index(declarer) + 1) % len(SEATS)] if rulebook.choice(NEW_DEALER) == NEXT_CCW else ""
    return SEATS[(SEATS.index(declarer) + 2) % len(SEATS)] if rulebook.choice(SAME_SIDE) == PARTNER else ""


def play(rulebook: Rulebook, carry: Carry | None, normal: Mapping[str, Any], penalties: Sequence[Penalty], at: str = "") -> Played:
    """The hand of a normal form, with all penalties that stand about it. `at` is the place of the hand in what it is part of."""
    declarers = SIDE_OF[normal["declarer"]]
    under = f"{at}." if at else ""
    findings = [*_contradictions(rulebook, carry, normal, under), *mistaken(rulebook, penalties, normal, f"{under}penalties")]
    scored, judged, faults = _scored(rulebook, normal, penalties, under)
    findings += faults
    hook = NO_HOOK if judged else normal["hook"]
    row = band_of(rulebook, scored.final, before_fines=None if judged else scored.earned)
    swaps = bool(row["swaps"])
    deal, dealer = OTHER[declarers] if swaps else declarers, next_dealer(rulebook, normal["declarer"], swaps=swaps)
    climbing = declarers if row["declarers"] else OTHER[declarers]
    steps = int(row["declarers"] or row["defenders"])
    op = "band_declarers" if row["declarers"] else "band_defenders" if row["defenders"] else "band_nobody"
    trace = [*scored.trace, Step(band_law(rulebook, row), op, (scored.final, row["least"]), steps, climbing)]
    if carry is None:
        return Played(scored, row, deal, dealer, None, "", judged, tuple(findings), tuple(trace))
    after, more = climbed(rulebook, carry, row, declarers)
    trace += more
    demoted = hooked(rulebook, hook, carry.levels[declarers], normal["table_points"], scored.final)
    if demoted:
        after = replace(
            after, levels={**after.levels, declarers: demoted}, declared=after.declared - {declarers}, winner=_none(after, declarers)
        )
        law = rulebook.law(HOOK_MAIN if hook == MAIN else HOOK_SUB)
        trace.append(Step(law, f"hook_{hook}", (normal["table_points"], scored.final), rank(demoted), declarers))
    after = replace(after, deal=deal, dealer=dealer, reason=PASSED_A if after.winner else "")
    lost, faults = _lost(rulebook, penalties, GAME, under)
    if lost is not None:
        after = replace(after, winner=OTHER[lost.side], reason=JUDGED)
        trace.append(Step(penalty_law(rulebook, lost.code), "game_judged", (), 0, lost.side))
    return Played(scored, row, deal, dealer, after, declarers if demoted else "", judged, (*findings, *faults), tuple(trace))


def climbed(rulebook: Rulebook, carry: Carry, row: Mapping[str, Any], declarers: str) -> tuple[Carry, list[Step]]:
    """Levels after a hand in this row of the table; `winner` where a side goes beyond the last level (CDP-04, CDP-10)."""
    declared = carry.declared | {declarers}
    levels, winner = dict(carry.levels), ""
    trace: list[Step] = []
    for side, steps in ((declarers, int(row["declarers"])), (OTHER[declarers], int(row["defenders"]))):
        if not steps:
            continue
        before = carry.levels[side]
        after = climb(rulebook, before, steps, as_declarers=side == declarers, declared=side in declared)
        op = "climb" if rank_after(after) == rank(before) + steps else "climb_stopped" if after != before else "climb_refused"
        trace.append(Step(rulebook.law(START), op, (rank(before), steps), rank_after(after), side))
        if after == PASSED:
            winner = side
        elif after != before:
            levels[side], declared = after, declared - {side}
    return replace(carry, levels=levels, declared=frozenset(declared), winner=winner), trace


def standing(rulebook: Rulebook, carry: Carry) -> dict[str, bool]:
    """Whether each side stands at a level that it has to play."""
    return {side: must_play(rulebook, carry.levels[side]) for side in SIDES}


def _none(after: Carry, side: str) -> str:
    return "" if after.winner == side else after.winner


def _contradictions(rulebook: Rulebook, carry: Carry | None, normal: Mapping[str, Any], under: str) -> list[Fault]:
    """What the record says against what stood before it: who has the deal, who deals, the level that can be hooked."""
    if carry is None:
        return []
    declarer, faults = normal["declarer"], []
    if carry.deal and carry.deal != SIDE_OF[declarer]:
        faults.append(Fault("side_has_not_the_deal", rulebook.law(BANDS), f"{under}declarer", {"given": declarer, "side": carry.deal}))
    elif carry.dealer and carry.dealer != declarer:
        faults.append(Fault("another_dealer", rulebook.law(SAME_SIDE), f"{under}declarer", {"given": declarer, "wanted": carry.dealer}))
    level, wanted = carry.levels[SIDE_OF[declarer]], rulebook.choice(HOOK_LEVEL)
    if normal["hook"] != NO_HOOK and level != wanted:
        faults.append(Fault("hook_at_another_level", rulebook.law(HOOK_LEVEL), f"{under}hook", {"level": level, "wanted": wanted}))
    return faults


def _scored(
    rulebook: Rulebook, normal: Mapping[str, Any], penalties: Sequence[Penalty], under: str
) -> tuple[Scored, str, tuple[Fault, ...]]:
    """The points, or the worst row of the table for the side that loses the hand by decision (CDP-28)."""
    lost, faults = _lost(rulebook, penalties, HAND, under)
    played = points(rulebook, normal, penalties)
    if lost is None:
        return played, "", faults
    rows = rulebook.rows(BANDS)
    final = int(rows[-1 if lost.side == SIDE_OF[normal["declarer"]] else 0]["least"])
    step = Step(penalty_law(rulebook, lost.code), "hand_judged", (final,), final, lost.side)
    return Scored(played.earned, final, (*played.trace, step)), lost.side, faults


def _lost(rulebook: Rulebook, penalties: Sequence[Penalty], scope: str, under: str) -> tuple[Penalty | None, tuple[Fault, ...]]:
    """The decision that a side loses the hand or the game; decisions against both sides are a finding and decide nothing."""
    found = losing(rulebook, penalties, scope)
    if len({penalty.side for penalty in found}) > 1:
        law = penalty_law(rulebook, found[0].code)
        return None, (Fault("both_sides_judged", law, f"{under}penalties", {"codes": [penalty.code for penalty in found]}),)
    return (min(found, key=lambda penalty: (penalty.code, penalty.hash)) if found else None), ()
