"""斗地主: one hand of landlord against two peasants, scored by points, stacks, beans, or won and lost. Clauses DZH-01 to 13, F1 to F10.

A record is `{"hand", "first_bidder", "bids", "landlord", "out", "bombs", "rocket", "spring", …}`; which of it a rulebook has, its groups
of leaves say (`scoring.games.doudizhu.fields`). A hand that nobody called has none of the play.
"""

from collections.abc import Mapping
from typing import Any

from scoring.games.doudizhu.carry import Carry, fixed_bidder, fresh
from scoring.games.doudizhu.carry import read as read_carry
from scoring.games.doudizhu.fields import schema_of
from scoring.games.doudizhu.hand import PASSED_OUT, PLAYED, RULED, Played, opener_least, play
from scoring.games.doudizhu.leaves import BY_HAND_NUMBER, BY_ROUND, NEXT_BIDDER, OPTIONAL, SCHEMA, SCORING, TARIFFS, WINNER
from scoring.games.doudizhu.normal import normal_form
from scoring.games.doudizhu.penalties import charged, check_penalty, counts_with_hand, stated
from scoring.games.doudizhu.record import check_record
from scoring.outcomes import Fault, Outcome
from scoring.parameters import Rulebook
from scoring.sides import THREE

MOVED = ("kind", "unit", "landlord", "bid", "winner", "multiplier", "passed", "totals", "fines", "next_bidder", "opener_least")
SHOWN = ("first_bidder", "bids", "landlord", "bid", "out", "winner", "bombs", "rocket", "spring", "shown", "ruled", "transfers", "timeouts")


class Doudizhu:
    """The game. It remembers: who bids first, pass-outs and who can pay hang on the hands before."""

    schema = SCHEMA
    optional = OPTIONAL
    sides = THREE
    secrets: tuple[str, ...] = ("cards",)
    official_parts: tuple[str, ...] = ("ruled",)
    tariffs = TARIFFS
    extra_acts: tuple[str, ...] = ("penalty", "time_up")
    remembers = True

    def operand_words(self, name: str) -> tuple[str, ...]:
        """Operands here are numbers."""
        return ()

    def place(self, record: Mapping[str, Any]) -> tuple[int, int, str]:
        """Hands are numbered as they are dealt, passed-out ones too."""
        return 1, int(record["hand"]), ""

    def given_twice(self, rulebook: Rulebook, record: Mapping[str, Any]) -> Fault:
        """A hand is dealt once."""
        return Fault("hand_given_twice", rulebook.law(NEXT_BIDDER), "hand", {"hand": record["hand"]})

    def fits_seat(self, rulebook: Rulebook, record: Mapping[str, Any], seat: Mapping[str, Any]) -> tuple[Fault, ...]:
        """Where the number of a hand alone says who bids first, anybody else is wrong (F4-04)."""
        if rulebook.choice(NEXT_BIDDER) not in (BY_HAND_NUMBER, BY_ROUND) or "first_bidder" not in record:
            return ()
        wanted = fixed_bidder(rulebook, fresh(rulebook, seat), record["hand"])
        if wanted in (None, str(record["first_bidder"])):
            return ()
        values = {"wanted": int(wanted or 0), "given": record["first_bidder"]}
        return (Fault("first_bidder_differs", rulebook.law(NEXT_BIDDER), "first_bidder", values),)

    def check(self, rulebook: Rulebook, record: object) -> tuple[Fault, ...]:
        """All that cannot be right by itself; penalties in it too, for an official enters them apart."""
        return check_record(rulebook, record, inline_penalties=False)

    def check_penalty(self, rulebook: Rulebook, body: object, number: int | None = None) -> tuple[Fault, ...]:
        """All that is wrong with the body of a penalty, entered for hand `number` or for the table as a whole (0), if that is known."""
        return check_penalty(rulebook, body, number=number)

    def check_board_fact(self, rulebook: Rulebook, kind: str, body: Mapping[str, Any]) -> tuple[Fault, ...]:
        """There are no boards that are compared."""
        return (Fault("not_in_this_game", at="board"),)

    def normal(self, rulebook: Rulebook, record: Mapping[str, Any]) -> dict[str, Any]:
        """See `scoring.games.doudizhu.normal.normal_form`."""
        return normal_form(rulebook, record)

    def result(self, normal: Mapping[str, Any]) -> dict[str, Any]:
        """What was bid and played, as it scores."""
        return {"kind": kind_of(normal), **{name: normal[name] for name in SHOWN}}

    def row(self, rulebook: Rulebook, record: Mapping[str, Any], normal: Mapping[str, Any]) -> dict[str, Any]:
        """What was bid and played. What it is worth is known to the match alone."""
        return {**self.result(normal), "points": {}}

    def start(self, rulebook: Rulebook, seat: Mapping[str, Any] | None = None) -> Carry:
        """A table about to begin; `start` of the seat is what each player brings to it."""
        return fresh(rulebook, seat)

    def carry_of(self, rulebook: Rulebook, value: object) -> tuple[Carry | None, tuple[Fault, ...]]:
        """A carry that somebody states, or all that is wrong with it."""
        return read_carry(rulebook, value)

    def judge(self, rulebook: Rulebook, record: object, carry: Carry | None = None) -> Outcome:
        """The hand after what `carry` says; without it the hand alone, and nothing that hangs on others."""
        return self.step(rulebook, carry, record)[0]

    def step(self, rulebook: Rulebook, carry: Carry | None, record: object) -> tuple[Outcome, Carry | None]:
        """The outcome of a record and what stands after it, None where that is not known."""
        problems = check_record(rulebook, record, inline_penalties=True)
        if problems or not isinstance(record, Mapping):
            number = record.get("hand") if isinstance(record, Mapping) else None
            return self.unjudged(problems, number if type(number) is int and abs(number) < 10**9 else None), None
        normal = normal_form(rulebook, record)
        played = play(rulebook, carry, normal)
        rows = charged(rulebook, stated(record))
        fines = {seat: -taken for seat in THREE if (taken := sum(cost for penalty, cost, _ in rows if penalty.side == seat))}
        trace = (*played.trace, *(step for _, _, step in rows if step is not None))
        moved = {**_moved(rulebook, normal, played), "fines": fines}
        found = (*played.findings, *played.remarks)
        return Outcome("hand", record["hand"], played.points, moved, findings=found, trace=trace), played.after

    def unjudged(self, problems: tuple[Fault, ...], number: int | None = None) -> Outcome:
        """The outcome of what cannot be judged: nothing is known."""
        return Outcome("hand", number, None, dict.fromkeys(MOVED), problems=problems)

    def unused_carry(self, carry: Mapping[str, Any]) -> tuple[Fault, ...]:
        """Everything a carry has is used; what is wrong with it `carry_of` says."""
        return ()

    def json_schema(self, rulebook: Rulebook) -> dict[str, Any]:
        """JSON Schema of a record."""
        return schema_of(rulebook)


def kind_of(normal: Mapping[str, Any]) -> str:
    """Whether a hand was played, passed out, or given by an official."""
    return PASSED_OUT if not normal["winner"] else RULED if normal["ruled"] else PLAYED


def _moved(rulebook: Rulebook, normal: Mapping[str, Any], played: Played) -> dict[str, Any]:
    after = played.after
    return {
        "kind": played.kind,
        "unit": rulebook.choice(SCORING),
        "landlord": normal["landlord"],
        "bid": normal["bid"],
        "winner": normal["winner"],
        "multiplier": played.multiplier,
        "passed": None if after is None else after.passed,
        "totals": None if after is None else dict(after.totals),
        "next_bidder": None if after is None else after.first_bidder,
        "opener_least": opener_least(rulebook, after),
    }


__all__ = ["PASSED_OUT", "PLAYED", "RULED", "WINNER", "Carry", "Doudizhu", "Played", "charged", "counts_with_hand", "opener_least", "play"]
