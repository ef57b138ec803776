"""One game 局 of a match from its live hands, its penalties and its bell: what each hand moved, where it stands, who won.

Hands are judged in order of their numbers from 1 as far as none is missing. Clauses CDP-03, CDP-04, CDP-28, CDP-36.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.games.chaodipi import Chaodipi
from scoring.games.chaodipi.bell import at_bell
from scoring.games.chaodipi.carry import Carry, rank
from scoring.games.chaodipi.hand import JUDGED, PASSED_A, Played, play
from scoring.games.chaodipi.leaves import GAME, LAST, LEADER, LOT, ONE_MORE_HAND
from scoring.games.chaodipi.penalties import losing
from scoring.games.chaodipi.points import moves_points
from scoring.match_facts import MatchFacts
from scoring.outcomes import Fault, Step
from scoring.parameters import Rulebook
from scoring.penalties import Penalty, law
from scoring.sides import OTHER, SIDE_OF, SIDES
from scoring.slots import Slot

Value = dict[str, Any]
GAME_RULES = Chaodipi()
TIME_LEADER = "time_leader"
BAND = ("least", "most", "declarers", "defenders", "swaps")


@dataclass
class Game:
    """A game as far as it is known. `gap` is the first hand that is missing although play went beyond it.

    `bell` is the last hand that counts once the time is up, with the one more hand that a tie brings; `wanted` is `one_more_hand`
    or `lot` while one of them has to decide. `next_hand` is None once nothing more is to be played.
    """

    number: int
    carry: Carry
    rows: list[Value] = field(default_factory=list)
    findings: list[Fault] = field(default_factory=list)
    next_hand: int | None = 1
    gap: int | None = None
    bell: int | None = None
    wanted: str = ""
    decided_by: Step | None = None

    @property
    def winner(self) -> str:
        """The side that won the game, or nothing."""
        return self.carry.winner


def fold_game(rulebook: Rulebook, number: int, facts: MatchFacts, *, decided: int) -> Game:
    """Game `number` of a match. `decided`: the earlier game that decided the match, so that nothing of this one counts; else 0."""
    folder = _Folder(rulebook, number, facts, decided=decided)
    folder.fold()
    return folder.game


class _Folder:
    def __init__(self, rulebook: Rulebook, number: int, facts: MatchFacts, *, decided: int) -> None:
        self.rulebook, self.decided = rulebook, decided
        self.slots = sorted((slot for slot in facts.slots if slot.game == number), key=lambda slot: slot.number)
        self.penalties = [penalty for penalty in facts.penalties if penalty.game == number]
        self.lot = facts.lots.get(number, "")
        self.more = False  # the one more hand after a tie at the bell has been granted
        start = GAME_RULES.start(rulebook)
        self.game = Game(number, replace(start, time_up=number in facts.time_ups), bell=facts.time_ups.get(number))
        self.next = 1

    def fold(self) -> None:
        self.ring()
        for slot in self.slots:
            self.hand(slot)
        self.judge_game()
        if self.game.bell is not None and not self.game.winner and not self.game.wanted and self.next <= self.game.bell:
            self.game.gap = self.game.gap or self.next
        self.game.next_hand = None if self.over() or self.game.wanted == LOT else self.next
        self.check_penalties()

    def over(self) -> bool:
        return bool(self.game.winner or self.decided)

    def hand(self, slot: Slot) -> None:
        at = f"game[{self.game.number}].hand[{slot.number}]"
        own = [penalty for penalty in self.penalties if penalty.number == slot.number]
        out_of_place = self.out_of_place(slot, at)
        if out_of_place is None and slot.number == self.next:
            before = self.game.carry
            played = play(self.rulebook, before, slot.live.normal, own, at)
            self.game.carry = played.after or before
            self.game.findings += played.findings
            if self.game.carry.reason == PASSED_A:
                levels = tuple(rank(self.game.carry.levels[side]) for side in SIDES)
                self.game.decided_by = Step(self.rulebook.law(LAST), PASSED_A, levels, 1, self.game.winner)
            elif self.game.carry.reason == JUDGED:
                self.game.decided_by = next(step for step in reversed(played.trace) if step.op == "game_judged")
            self.game.rows.append(self.row(slot, played, before))
            self.next += 1
            self.ring()
            return
        played = replace(play(self.rulebook, None, slot.live.normal, own, at), findings=(out_of_place,) if out_of_place else ())
        self.game.findings += played.findings
        if out_of_place is None and self.game.gap is None:
            self.game.gap = self.next
        self.game.rows.append(self.row(slot, played, None))

    def out_of_place(self, slot: Slot, at: str) -> Fault | None:
        """Why a hand does not count at all, though nothing before it is missing."""
        values = {"game": self.game.number, "hand": slot.number}
        if self.decided:
            return Fault("game_after_decision", self.rulebook.law(LAST), at, {**values, "decided": self.decided})
        if self.game.winner:
            return Fault("hand_after_end", self.rulebook.law(LAST), at, {**values, "side": self.game.winner})
        if self.game.bell is not None and self.next > self.game.bell:
            return Fault("hand_after_bell", self.rulebook.law(LEADER), at, {**values, "last": self.game.bell})
        return None

    def ring(self) -> None:
        """At the end of the last hand that counts, who leads; a tie may want one more hand, then a lot (CDP-03)."""
        game = self.game
        game.wanted = ""
        if game.bell is None or game.winner or self.next != game.bell + 1:
            return
        side, criterion = at_bell(self.rulebook, game.carry, more=self.more, lot=self.lot)
        if side:
            self.won_at_bell(side, criterion)
        elif criterion == ONE_MORE_HAND:
            self.more, game.bell, game.wanted = True, game.bell + 1, criterion
        else:
            game.wanted = criterion
            code = "lot_needed" if criterion == LOT else "nobody_leads"
            game.findings.append(Fault(code, self.rulebook.law(LEADER), f"game[{game.number}]", {"game": game.number}))

    def won_at_bell(self, side: str, criterion: str) -> None:
        game = self.game
        levels = tuple(rank(game.carry.levels[one]) for one in SIDES)
        game.carry = replace(game.carry, winner=side, reason=TIME_LEADER)
        game.decided_by = Step(self.rulebook.law(LEADER), f"{TIME_LEADER}_{criterion}", levels, 1, side)

    def judge_game(self) -> None:
        """A game that an official gives to one side: as a whole, or at a hand that is not there to be judged (CDP-28, CDP-36)."""
        lost = [
            penalty
            for penalty in losing(self.rulebook, self.penalties, GAME)
            if penalty.number == 0 or (not self.game.winner and penalty.number >= self.next)
        ]
        if not lost or self.decided:
            return
        first = min(lost, key=lambda penalty: (penalty.number, penalty.code, penalty.hash))
        if len({penalty.side for penalty in lost if penalty.number == first.number}) > 1:
            at, values = f"game[{self.game.number}].penalties", {"codes": sorted({penalty.code for penalty in lost})}
            self.game.findings.append(Fault("both_sides_judged", law(self.rulebook, first.code), at, values))
            return
        self.game.carry = replace(self.game.carry, winner=OTHER[first.side], reason=JUDGED)
        self.game.decided_by = Step(law(self.rulebook, first.code), "game_judged", (), 0, first.side)
        self.game.wanted, self.game.gap = "", None

    def check_penalties(self) -> None:
        """Penalties that have no hand to work on: of the game as a whole though they move points, or after its end."""
        played = {row["number"] for row in self.game.rows}
        for penalty in self.penalties:
            at = f"game[{self.game.number}].penalties"
            values = {"code": penalty.code, "hand": penalty.number, "game": self.game.number}
            clause = law(self.rulebook, penalty.code)
            if penalty.number == 0:
                if moves_points(self.rulebook, penalty) or penalty not in losing(self.rulebook, self.penalties, GAME):
                    self.game.findings.append(Fault("penalty_needs_hand", clause, at, values))
            elif self.over() and self.unused(penalty, played):
                self.game.findings.append(Fault("penalty_after_end", clause, at, values))

    def unused(self, penalty: Penalty, played: set[int]) -> bool:
        """Whether a game that is over did not come to the hand a penalty is about."""
        decided = self.game.decided_by
        decides = decided is not None and decided.op == "game_judged" and penalty in losing(self.rulebook, self.penalties, GAME)
        return penalty.number not in played and not decides

    def row(self, slot: Slot, played: Played, before: Carry | None) -> Value:
        live, after = slot.live, played.after
        defenders = OTHER[SIDE_OF[live.normal["declarer"]]]
        return {
            "number": slot.number,
            "game": slot.game,
            "room": slot.room,
            "hash": live.hash,
            **GAME_RULES.row(self.rulebook, live.record, live.normal),
            "points": {side: played.scored.final if side == defenders else 0 for side in SIDES},
            "D": played.scored.final,
            "earned": played.scored.earned,
            "band": {name: played.band[name] for name in BAND},
            "counted": after is not None,
            "before": None if before is None else _standing(before),
            "after": None if after is None else _standing(after),
            "demoted": played.demoted,
            "judged": played.judged,
            "ended": "" if after is None else after.reason,
            "under_review": slot.in_question,
            "rivals": [{"hash": rival.hash, **GAME_RULES.result(rival.normal)} for rival in slot.rivals],
            "by": live.by,
            "clauses": list(live.clauses),
            "findings": [fault.as_json() for fault in played.findings],
            "trace": [step.as_json() for step in played.trace],
        }


def _standing(carry: Carry) -> Value:
    return {"levels": dict(carry.levels), "deal": carry.deal, "dealer": carry.dealer}


def numbers(facts: MatchFacts) -> Sequence[int]:
    """The games that anything is said about, in order, the first one always."""
    said = {slot.game for slot in facts.slots} | {penalty.game for penalty in facts.penalties} | set(facts.time_ups)
    return sorted({1, *said})


def shown_games(games: Sequence[Game]) -> list[Mapping[str, Any]]:
    """Each game: levels as they stand, who won it and how."""
    return [{"game": game.number, "levels": dict(game.carry.levels), "winner": game.winner, "reason": game.carry.reason} for game in games]
