"""炒地皮: one hand of two pairs, what it moves between their levels, and a game that is followed from hand to hand.

A record is `{"game", "hand", "declarer", "trump", "buried_by", "table_points", "kitty_points", "last_trick", "dig", "hook"}` and, where
no official enters them apart, `penalties`. Clauses CDP-01..36.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.games.chaodipi.bell import at_bell
from scoring.games.chaodipi.carry import Carry, fresh, rank
from scoring.games.chaodipi.carry import read as read_carry
from scoring.games.chaodipi.hand import Played, play
from scoring.games.chaodipi.leaves import FINISH, LAST, LEADER, SCHEMA, START, TARIFFS
from scoring.games.chaodipi.penalties import check_penalty, stated
from scoring.games.chaodipi.record import NEEDED, check_record, normal_form, schema_of
from scoring.outcomes import Fault, Outcome, Step
from scoring.parameters import Rulebook
from scoring.sides import OTHER, SIDE_OF, SIDES

BAND = ("least", "most", "declarers", "defenders", "swaps")
TIME_LEADER = "time_leader"
NOTHING: Mapping[str, Any] = dict.fromkeys(("D", "earned", "band", "judged", "demoted", "levels", "deal", "dealer", "declared", "over"))


class Chaodipi:
    """The game. It remembers: what a hand is worth hangs on the hands before it, so the fold of a match steps through them."""

    schema = SCHEMA
    sides: tuple[str, ...] = SIDES
    official_parts: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    tariffs = TARIFFS
    extra_acts: tuple[str, ...] = ("penalty", "time_up")
    remembers = True

    def operand_words(self, name: str) -> tuple[str, ...]:
        """Operands here are seats and numbers."""
        return ()

    def place(self, record: Mapping[str, Any]) -> tuple[int, int, str]:
        """A hand belongs to a game of its match."""
        return int(record["game"]), int(record["hand"]), ""

    def given_twice(self, rulebook: Rulebook, record: Mapping[str, Any]) -> Fault:
        """A hand of a game is played once (CDP-10)."""
        return Fault("hand_given_twice", rulebook.law(START), "hand", {"hand": record["hand"], "game": record["game"]})

    def fits_seat(self, rulebook: Rulebook, record: Mapping[str, Any], seat: Mapping[str, Any]) -> tuple[Fault, ...]:
        """A game beyond the last one that the match can have (CDP-01, CDP-05)."""
        most = 2 * int(seat.get("to_win", 1)) - 1
        given = record["game"]
        return (Fault("game_out_of_range", rulebook.law(START), "game", {"most": most, "given": given}),) if given > most else ()

    def check(self, rulebook: Rulebook, record: object) -> tuple[Fault, ...]:
        """All that cannot be right by itself; penalties in it too, for an official enters them apart."""
        return check_record(rulebook, record, inline_penalties=False)

    def check_penalty(self, rulebook: Rulebook, body: object, number: int | None = None) -> tuple[Fault, ...]:
        """All that is wrong with the body of a penalty, entered for hand `number` or for the game as a whole (0), if that is known."""
        return check_penalty(rulebook, body, number=number)

    def check_board_fact(self, rulebook: Rulebook, kind: str, body: Mapping[str, Any]) -> tuple[Fault, ...]:
        """There are no boards."""
        return (Fault("not_in_this_game", at="board"),)

    def normal(self, rulebook: Rulebook, record: Mapping[str, Any]) -> dict[str, Any]:
        """See `scoring.games.chaodipi.record.normal_form`."""
        return normal_form(rulebook, record)

    def result(self, normal: Mapping[str, Any]) -> dict[str, Any]:
        """What was played, as it scores."""
        return {name: value for name, value in normal.items() if name not in ("game", "hand", "points")}

    def row(self, rulebook: Rulebook, record: Mapping[str, Any], normal: Mapping[str, Any]) -> dict[str, Any]:
        """What was played, as it was recorded. What it moved is known to the match alone."""
        played = {name: record[name] for name in NEEDED if name not in ("game", "hand")}
        return {"declarers": SIDE_OF[record["declarer"]], **played, "points": {}}

    def start(self, rulebook: Rulebook, seat: Mapping[str, Any] | None = None) -> Carry:
        """A game about to begin."""
        return fresh(rulebook)

    def carry_of(self, rulebook: Rulebook, value: object) -> tuple[Carry | None, tuple[Fault, ...]]:
        """A carry that somebody states, or all that is wrong with it."""
        return read_carry(rulebook, value)

    def judge(self, rulebook: Rulebook, record: object, carry: Carry | None = None) -> Outcome:
        """The hand after what `carry` says; without it the points and their row of the table, and no levels."""
        return self.step(rulebook, carry, record)[0]

    def step(self, rulebook: Rulebook, carry: Carry | None, record: object) -> tuple[Outcome, Carry | None]:
        """The outcome of a record and what stands after it, None where that is not known."""
        problems = check_record(rulebook, record, inline_penalties=True)
        if problems or not isinstance(record, Mapping):
            number = record.get("hand") if isinstance(record, Mapping) else None
            return self.unjudged(problems, number if type(number) is int and abs(number) < 10**9 else None), None
        normal, penalties = normal_form(rulebook, record), stated(record)
        late = self._too_late(rulebook, carry)
        played = play(rulebook, None if late else carry, normal, penalties)
        after, trace = played.after, played.trace
        if late:
            after = carry
        elif after is not None and after.time_up and not after.winner:
            after, step = at_the_bell(rulebook, after)
            trace = (*trace, *step)
        defenders = OTHER[SIDE_OF[record["declarer"]]]
        points = {side: played.scored.final if side == defenders else 0 for side in SIDES}
        return Outcome("hand", record["hand"], points, moved(played, after), findings=(*late, *played.findings), trace=trace), after

    @staticmethod
    def _too_late(rulebook: Rulebook, carry: Carry | None) -> tuple[Fault, ...]:
        if carry is None:
            return ()
        if carry.winner:
            return (Fault("hand_after_end", rulebook.law(LAST), "hand", {"side": carry.winner}),)
        if carry.time_up and not rulebook.flag(FINISH):
            return (Fault("hand_after_bell", rulebook.law(FINISH), "hand"),)
        return ()

    def unjudged(self, problems: tuple[Fault, ...], number: int | None = None) -> Outcome:
        """The outcome of what cannot be judged: nothing is known."""
        return Outcome("hand", number, None, NOTHING, problems=problems)

    def unused_carry(self, carry: Mapping[str, Any]) -> tuple[Fault, ...]:
        """Everything a carry has is used; what is wrong with it `carry_of` says."""
        return ()

    def json_schema(self, rulebook: Rulebook) -> dict[str, Any]:
        """JSON Schema of a record."""
        return schema_of(rulebook)


def at_the_bell(rulebook: Rulebook, carry: Carry) -> tuple[Carry, tuple[Step, ...]]:
    """The game after its last hand: the leader has won, or nobody leads yet (CDP-03)."""
    side, criterion = at_bell(rulebook, carry)
    if not side:
        return carry, ()
    levels = tuple(rank(carry.levels[one]) for one in SIDES)
    step = Step(rulebook.law(LEADER), f"{TIME_LEADER}_{criterion}", levels, 1, side)
    return replace(carry, winner=side, reason=TIME_LEADER), (step,)


def moved(played: Played, after: Carry | None) -> dict[str, Any]:
    """What a hand moved, for the answer to a preview or a scored line."""
    over = {"winner": after.winner, "reason": after.reason} if after is not None and after.winner else None
    return {
        "D": played.scored.final,
        "earned": played.scored.earned,
        "band": {name: played.band[name] for name in BAND},
        "judged": played.judged,
        "demoted": played.demoted,
        "levels": None if after is None else dict(after.levels),
        "deal": played.deal if after is None else after.deal,
        "dealer": played.dealer if after is None else after.dealer,
        "declared": None if after is None else [side for side in SIDES if side in after.declared],
        "over": over,
    }


__all__ = ["Carry", "Chaodipi", "at_the_bell", "moved"]
