"""One match 对阵 from its hands: the sum of the hands, a forfeit, a match annulled. Clauses GD-01, GD-05, GD-06, GD-08."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.games import GAMES
from scoring.match_facts import MatchFacts
from scoring.outcomes import Fault, Step
from scoring.parameters import Choice, Rulebook, Schema, Whole
from scoring.sides import OTHER, SIDES
from scoring.slots import Slot

WON, CONCEDED, BOTH = "tally_rules.forfeit.points", "tally_rules.forfeit.conceded", "tally_rules.forfeit.both_absent"
DOUBLE_DOWNS = "tally_rules.forfeit.double_downs"
LIMIT, POLICY = "tally_rules.double_forfeit.limit", "tally_rules.double_forfeit.policy"
CHANGED_PARTNER = "tally_rules.changed_partner"
TEAM_ROUND = "tally_rules.team_round"
HANDS = "game_rules.hands"
ANNUL_BOTH, ZERO_OFFENDER, AWARD_ALL = POLICIES = ("annul_both", "zero_offender_keep_opponent", "award_18_all")

SCHEMA: Schema = {
    WON: Whole(0, 99),
    CONCEDED: Whole(0, 99),
    BOTH: Whole(0, 99),
    DOUBLE_DOWNS: Choice((0, 3)),
    LIMIT: Whole(1, 99),
    POLICY: Choice(POLICIES),
    CHANGED_PARTNER: Choice(("forfeit", "recorded")),
    TEAM_ROUND: Choice(("sum",)),
}


@dataclass(frozen=True, slots=True)
class Played:
    """What the live hands of a match say, whatever counts in the end. Keys are `NS` and `EW`."""

    points: Mapping[str, int]
    double_downs: Mapping[str, int]
    hands: int


@dataclass(frozen=True, slots=True)
class Credit:
    """What a match counts. `points` is None when the match is annulled for both; state is as in the published state."""

    state: str
    points: Mapping[str, int] | None
    double_downs: Mapping[str, int]
    trace: tuple[Step, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "state": self.state,
            "points": None if self.points is None else dict(self.points),
            "double_downs": dict(self.double_downs),
            "trace": [step.as_json() for step in self.trace],
        }

    @staticmethod
    def from_json(row: Mapping[str, Any]) -> "Credit":
        trace = tuple(Step(step["clause"], step["op"], tuple(step["operands"]), step["value"], step["of"]) for step in row["trace"])
        return Credit(row["state"], row["points"], row["double_downs"], trace)


def sum_hands(hands: Sequence[tuple[Mapping[str, int], Mapping[str, int]]]) -> Played:
    """Points and double-downs of the hands added, side by side (GD-08)."""
    return Played(
        {side: sum(points[side] for points, _ in hands) for side in SIDES},
        {side: sum(downs[side] for _, downs in hands) for side in SIDES},
        len(hands),
    )


def forfeit_credit(rulebook: Rulebook, sides: Collection[str]) -> Credit:
    """A match with one or both sides absent (GD-05): the hands played in it count nothing."""
    law = rulebook.law(WON)
    if len(sides) > 1:
        none, law = rulebook.number(BOTH), rulebook.law(BOTH)
        steps = tuple(Step(law, "both_absent", (none,), none, side) for side in SIDES)
        return Credit("forfeited", {"NS": none, "EW": none}, {"NS": 0, "EW": 0}, steps)
    (absent,) = sides
    present = OTHER[absent]
    points = {present: rulebook.number(WON), absent: rulebook.number(CONCEDED)}
    laws = {present: law, absent: rulebook.law(CONCEDED)}
    trace = tuple(Step(laws[side], "forfeit", (points[side],), points[side], side) for side in SIDES)
    downs = {present: rulebook.number(DOUBLE_DOWNS), absent: 0}
    return Credit("forfeited", {side: points[side] for side in SIDES}, {side: downs[side] for side in SIDES}, trace)


def hands_credit(rulebook: Rulebook, played: Played, traces: Mapping[str, tuple[int, ...]]) -> Credit:
    """A match as its hands stand: complete with all of them, running points before that."""
    law = rulebook.law(HANDS)
    state = "complete" if played.hands == rulebook.number(HANDS) else "playing" if played.hands else "waiting"
    trace = tuple(Step(law, "sum", traces[side], played.points[side], side) for side in SIDES) if played.hands else ()
    return Credit(state, played.points, played.double_downs, trace)


def adjusted_credit(credit: Credit, facts: MatchFacts) -> Credit:
    """A match whose points the chief referee set right, after its hands: what is annulled later is annulled with that (GD-06)."""
    if not facts.adjusted or credit.points is None:
        return credit
    points = {side: credit.points[side] + facts.adjusted_by(side) for side in SIDES}
    steps = [step for one in facts.adjusted for step in one.steps(SIDES)]
    totals = [
        Step(step.clause, "adjusted_total", (credit.points[step.of], facts.adjusted_by(step.of)), points[step.of], step.of)
        for step in {step.of: step for step in steps}.values()  # one for each side that was adjusted, under the last clause
    ]
    return Credit(
        credit.state, points, credit.double_downs, (*credit.trace, *steps, *sorted(totals, key=lambda step: SIDES.index(step.of)))
    )


def annulled_credit(rulebook: Rulebook, credit: Credit, annulled: Collection[str]) -> Credit:
    """A match of a pair that forfeited too often (GD-06). `annulled` names the side or sides of such pairs.

    annul_both: nothing of the match counts, for either side. zero_offender_keep_opponent: the offender has nothing, the
    other keeps what the match gave or would give by forfeit. award_18_all: every match of the pair is a forfeit.
    """
    policy, law = rulebook.choice(POLICY), rulebook.law(POLICY)
    if policy == ANNUL_BOTH:
        return Credit("annulled", None, {"NS": 0, "EW": 0}, tuple(Step(law, "annulled", (), 0, side) for side in SIDES))
    if len(annulled) > 1 or policy == AWARD_ALL:
        awarded = forfeit_credit(rulebook, annulled)
        return Credit("annulled", awarded.points, awarded.double_downs, awarded.trace)
    (offender,) = annulled
    if credit.state not in ("complete", "forfeited") or credit.points is None:
        credit = forfeit_credit(rulebook, annulled)
    kept = OTHER[offender]
    points = {**(credit.points or {}), offender: 0}
    trace = (*(step for step in credit.trace if step.of == kept), Step(law, "annulled", (), 0, offender))
    return Credit("annulled", {side: points[side] for side in SIDES}, {**credit.double_downs, offender: 0}, trace)


class MatchSum:
    """The tally of a match whose hands are added up. See `scoring.tallies.protocol.Tally`."""

    schema = SCHEMA
    additive = True

    def partners_frozen(self, rulebook: Rulebook) -> bool:
        return rulebook.choice(CHANGED_PARTNER) == "forfeit"

    def sitting(self, rulebook: Rulebook, seat: Mapping[str, Any], facts: MatchFacts) -> dict[str, Any]:
        """`hands`, `played` and `credit`: what the match would count by itself; what is annulled only the encounter knows.

        A conflict and a correction leave a live record in the slot, so they never make a complete match incomplete; a void or
        a withdrawn forfeit does.
        """
        slots = facts.slots
        played = sum_hands([(slot.live.normal["points"], slot.live.normal["double_downs"]) for slot in slots])
        if facts.absent:
            credit = forfeit_credit(rulebook, facts.absent)
        else:
            traces = {side: tuple(slot.live.normal["points"][side] for slot in slots) for side in SIDES}
            credit = hands_credit(rulebook, played, traces)
        credit = adjusted_credit(credit, facts)
        return {"hands": [_hand(rulebook, slot) for slot in slots], "played": dict(played.points), "credit": credit.as_json()}

    def check_adjustment(self, rulebook: Rulebook, board: object, body: Mapping[str, Any]) -> tuple[Fault, ...]:
        """Hands are corrected or ruled, never adjusted."""
        return (Fault("not_in_this_game"),)

    def whole(self, rulebook: Rulebook, part: Mapping[str, Any]) -> bool:
        return len(part["hands"]) == rulebook.number(HANDS)


def _hand(rulebook: Rulebook, slot: Slot) -> dict[str, Any]:
    live, game = slot.live, GAMES[rulebook.game]
    return {
        "number": slot.number,
        "hash": live.hash,
        **game.row(rulebook, live.record, live.normal),
        "under_review": slot.in_question,
        "rivals": [{"hash": rival.hash, **game.result(rival.normal)} for rival in slot.rivals],
        "by": live.by,
        "clauses": list(live.clauses),
        "findings": [],
    }
