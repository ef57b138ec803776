"""What one board is worth in one room or at one table: points won by play, points given to a side for an offence, fines beside them.

D is the defenders' points. It comes from the tricks and the kitty (E80-10..12) or, where an offence ended the count, from what both
sides had won before it (E80-17, E80-22). Fines go to D or stay outside it, as the tariff says. What D is worth is the tally's business.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.games.eighty import schema
from scoring.games.eighty.offences import condoned_by
from scoring.games.eighty.pack import pack_points
from scoring.outcomes import Fault, Step
from scoring.parameters import Rulebook
from scoring.penalties import Penalty, cost, cost_step, in_order, law, leaf
from scoring.sides import OTHER, SIDES


@dataclass(frozen=True, slots=True)
class Charged:
    """A penalty and what it takes: `amount` of what `moves` names, by `clause`."""

    penalty: Penalty
    amount: int
    moves: str
    clause: str

    def as_json(self) -> dict[str, Any]:
        penalty = self.penalty
        place = {"game": penalty.game, "number": penalty.number, "count": penalty.count, "at": penalty.at}
        return {"hash": penalty.hash, "code": penalty.code, "side": penalty.side, **place, "amount": self.amount, "clause": self.clause}


@dataclass(slots=True)
class Judged:
    """A board judged. `by_play` is D before fines, `D` after those that work on it; `fines` and `match_points` are what each side
    is fined outside D; `adjusted` names the sides whose offence leaves the board to be scored as adjusted; `finished` is false where
    play stopped and nobody has said what becomes of the rest."""

    declarers: str
    defenders: str
    by_play: int
    D: int
    finished: bool
    fines: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    match_points: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    adjusted: list[str] = field(default_factory=list)
    charged: list[Charged] = field(default_factory=list)
    findings: list[Fault] = field(default_factory=list)
    trace: list[Step] = field(default_factory=list)

    @property
    def fined(self) -> int:
        """D if all fines of the board had been put on it: defenders' taken off, declarers' added."""
        return self.D - self.fines[self.defenders] + self.fines[self.declarers]


def play_steps(rulebook: Rulebook, normal: Mapping[str, Any]) -> list[Step]:
    """The tricks and, where the defenders won the last one, the kitty as they dug it; the last value is D."""
    steps = [Step(rulebook.law(schema.CARD_POINTS["K"]), "table_points", (normal["table_points"],), normal["table_points"])]
    if normal["dig"] != "none":
        operands = (normal["table_points"], normal["kitty_points"], normal["times"])
        steps.append(Step(rulebook.law(schema.DIG[normal["dig"]]), "kitty", operands, normal["D"]))
    return steps


def judge_board(rulebook: Rulebook, normal: Mapping[str, Any], penalties: Iterable[Penalty] = ()) -> Judged:
    """The board of a normal form with the penalties that stand on it, in the rulebook's order whatever order they came in."""
    judged = Judged(normal["declarers"], normal["defenders"], normal["D"], normal["D"], normal["last_trick"] != "none")
    judged.trace += play_steps(rulebook, normal)
    standing = sorted(penalties, key=lambda penalty: in_order(rulebook, penalty))
    moving = [(penalty, rulebook.choice(leaf(penalty.code, "moves"))) for penalty in standing]
    if settling := [penalty for penalty, moves in moving if moves == schema.REST_OF_POINTS]:
        _give_rest(rulebook, normal, judged, settling)
    suits: dict[tuple[str, str], int] = {}
    for penalty, moves in moving:
        if moves != schema.REST_OF_POINTS:
            _fine(rulebook, judged, penalty, moves, suits)
    judged.charged.sort(key=lambda row: in_order(rulebook, row.penalty))
    if not judged.finished:
        judged.findings.append(Fault("play_stopped", rulebook.law(leaf(schema.UNPLAYABLE, "amount")), values={"board": normal["board"]}))
    return judged


def _give_rest(rulebook: Rulebook, normal: Mapping[str, Any], judged: Judged, penalties: list[Penalty]) -> None:
    """The first offence after which the rest of the points goes to the other side settles D; a second one has nothing left to give.

    A wrong kitty comes before the first trick, whenever it was found.
    """
    first, *others = sorted(penalties, key=lambda penalty: penalty.code != schema.KITTY_LATE)
    for penalty in others:
        clause = law(rulebook, penalty.code)
        judged.findings.append(Fault("rest_given_twice", clause, values={"board": normal["board"], "code": penalty.code}))
        judged.charged.append(Charged(penalty, 0, schema.REST_OF_POINTS, clause))
    clause, winner = law(rulebook, first.code), OTHER[first.side]
    before = first.body.get("points_before") or dict.fromkeys(SIDES, 0)
    rest = pack_points(rulebook) - sum(before[side] for side in SIDES)
    if rulebook.choice(schema.REST_KITTY) == schema.AS_SINGLE:
        rest += normal["kitty_points"] * (rulebook.number(schema.DIG["single"]) - 1)
    given = max(0, min(rest, rulebook.number(leaf(first.code, "amount")) - before[winner]))
    defended = before[judged.defenders] + (given if winner == judged.defenders else 0)
    steps = (before[judged.defenders], defended - before[judged.defenders])
    judged.trace.append(Step(clause, "rest_of_points", steps, defended, first.side))
    judged.charged.append(Charged(first, given, schema.REST_OF_POINTS, clause))
    judged.by_play = judged.D = defended
    judged.finished = True
    most = {judged.defenders: normal["table_points"], judged.declarers: pack_points(rulebook) - normal["table_points"]}
    judged.findings += [
        Fault("more_before_than_played", clause, values={"board": normal["board"], "side": side, "most": most[side], "given": before[side]})
        for side in SIDES
        if before[side] > most[side]
    ]


def _fine(rulebook: Rulebook, judged: Judged, penalty: Penalty, moves: str, suits: dict[tuple[str, str], int]) -> None:
    """One fine: on D, beside it, or on match points; nothing where the offence was condoned, capped where the suit is."""
    clause, side = law(rulebook, penalty.code), penalty.side
    condoned = condoned_by(rulebook, penalty)
    if moves == schema.ADJUSTED:
        judged.adjusted.append(side)
        judged.finished = True
        judged.charged.append(Charged(penalty, 0, moves, clause))
        return
    if condoned is not None:
        judged.trace.append(Step(rulebook.law(condoned), "condoned", (), 0, side))
        judged.charged.append(Charged(penalty, 0, moves, rulebook.law(condoned)))
        return
    amount = cost(rulebook, penalty)
    judged.trace.append(cost_step(rulebook, penalty))
    if capped(rulebook, penalty.code):
        suit, cap = (side, str(penalty.body.get("suit"))), rulebook.number(schema.SUIT_CAP)
        left = max(0, cap - suits.get(suit, 0))
        suits[suit] = suits.get(suit, 0) + amount
        if amount > left:
            judged.trace.append(Step(rulebook.law(schema.SUIT_CAP), "cap_per_suit", (amount, cap), left, side))
            amount, clause = left, rulebook.law(schema.SUIT_CAP)
    judged.charged.append(Charged(penalty, amount, moves, clause))
    if moves == schema.ON_D:
        signed = -amount if side == judged.defenders else amount
        judged.trace.append(Step(rulebook.law(leaf(penalty.code, "moves")), "on_D", (judged.D, signed), judged.D + signed, side))
        judged.D += signed
    else:
        (judged.match_points if moves == schema.MATCH_POINTS else judged.fines)[side] += amount


def capped(rulebook: Rulebook, code: str) -> bool:
    """Whether a suit costs at most so much: with damage always, without it where the organiser says so (E80-15, E80-16)."""
    return code == schema.HARMFUL or (code == schema.HARMLESS and rulebook.flag(schema.CAP_WITHOUT_DAMAGE))
