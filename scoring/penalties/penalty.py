"""One penalty 判罚 as it stands, the check of its body, and what it costs by the tariff.

A body is `{"code", "side", "count", "at", "amount"}` and the operands of its code. It comes from outside: any JSON value is
answered with all its faults, never raised on. Where it stands in a record, what is fined by the card says `cards` for `count`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from scoring.outcomes import Fault, Step, shown
from scoring.parameters import Rulebook
from scoring.penalties.tariff import FIXED, PER_CARD, RULED, Tariff, codes, law, leaf

SIDES = ("NS", "EW")
COUNT, CARDS = "count", "cards"
COMMON = ("code", "side", COUNT, "at", "amount")
MOST_COUNT = 99
MOST_TRICKS = 99  # more than any deal has cards in a hand
MOST_STRANGE = 10


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty that stands. `count` cards or times, `at` the trick (0: not stated); `body` has the operands of its code.

    `game`, `number` and `room` are the slot it belongs to; number 0 is the match or game as a whole.
    """

    hash: str
    code: str
    side: str
    game: int
    number: int
    room: str
    count: int
    at: int
    body: Mapping[str, Any]

    @staticmethod
    def from_body(body: Mapping[str, Any], *, game: int = 0, number: int = 0, room: str = "", hash: str = "") -> "Penalty":
        """A penalty from a body that `check_body` finds nothing wrong with."""
        count, at = int(body.get("count", 1)), int(body.get("at", 0))
        return Penalty(hash, str(body["code"]), str(body["side"]), game, number, room, count, at, body)


def in_order(rulebook: Rulebook, penalty: Penalty) -> tuple[int, int, int, str, str]:
    """The key that sorts penalties: hand, trick, the tariff's order, code, hash. Never the order of arrival."""
    return (penalty.number, penalty.at, rulebook.number(leaf(penalty.code, "order")), penalty.code, penalty.hash)


def cost(rulebook: Rulebook, penalty: Penalty) -> int:
    """What the tariff makes of it: the amount once, for each card or time, or as ruled."""
    amount, per = rulebook.number(leaf(penalty.code, "amount")), rulebook.choice(leaf(penalty.code, "per"))
    if per == RULED:
        return int(penalty.body.get("amount", 0))
    return amount if per == FIXED else amount * penalty.count


def cost_step(rulebook: Rulebook, penalty: Penalty) -> Step:
    """The step that shows how the cost comes about: the tariff's amount and how often, for the fined side."""
    value, per = cost(rulebook, penalty), rulebook.choice(leaf(penalty.code, "per"))
    once = (value,) if per in (FIXED, RULED) else (rulebook.number(leaf(penalty.code, "amount")), penalty.count)
    return Step(law(rulebook, penalty.code), penalty.code, once, value, penalty.side)


def check_body(
    rulebook: Rulebook, tariffs: Mapping[str, Tariff], body: object, at: str = "", sides: tuple[str, ...] = SIDES, *, inline: bool = False
) -> tuple[Fault, ...]:
    """All that is wrong with the body of a penalty. `at` is its place in what it came in (`penalties[2]`), `inline` that this is a record.

    The operands of a code are checked for presence only; the game that names them checks what they hold.
    """
    if not isinstance(body, Mapping):
        return (Fault("wrong_type", at=at, values={"wanted": "object", "given": shown(body)}),)
    reader = _Reader(rulebook, body, at)
    code = reader.name("code", codes(rulebook), "unknown_penalty")
    tariff = None if code is None else tariffs.get(code)
    clause = "" if code is None else law(rulebook, code)
    reader.clause = clause
    reader.name("side", sides, "unknown_side")
    per = None if code is None else rulebook.choice(leaf(code, "per"))
    counted_by = _counted_by(tariff, body) if inline else COUNT
    reader.number(counted_by, 1, MOST_COUNT, needed=per not in (None, FIXED, RULED))
    reader.number("at", 0, MOST_TRICKS, needed=False)
    if code is not None:
        if per == RULED:
            reader.number("amount", 0, rulebook.number(leaf(code, "amount")), needed=True)
        elif body.get("amount") is not None:
            reader.wrong("amount_not_yours", "amount", {"given": shown(body["amount"])})
    known = (*COMMON, *((CARDS,) if counted_by == CARDS else ()), *(tariff.operands if tariff else ()))
    for name in islice((name for name in body if name not in known and code is not None), MOST_STRANGE):
        reader.wrong("unknown_field", str(shown(name)), {"known": list(known)})
    for name in tariff.required if tariff else ():
        if name not in body:
            reader.wrong("missing_field", name, {})
    return tuple(reader.faults)


def as_entered(tariffs: Mapping[str, Tariff], body: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a penalty that stands in a record, without faults, as an official would enter it."""
    if CARDS not in body or _counted_by(tariffs[body["code"]], body) != CARDS:
        return dict(body)
    return {**{name: value for name, value in body.items() if name != CARDS}, COUNT: body[CARDS]}


def _counted_by(tariff: Tariff | None, body: Mapping[str, Any]) -> str:
    """The field that counts in a record: `cards` for what may be fined by the card, unless the code has other cards to tell of."""
    by_card = tariff is not None and PER_CARD in tariff.per and CARDS not in tariff.operands
    return CARDS if by_card and COUNT not in body else COUNT


class _Reader:
    """Gathers the faults of one body."""

    def __init__(self, rulebook: Rulebook, body: Mapping[str, Any], at: str) -> None:
        self.rulebook, self.body, self.under = rulebook, body, at
        self.clause = ""
        self.faults: list[Fault] = []

    def wrong(self, code: str, name: str, values: Mapping[str, Any]) -> None:
        self.faults.append(Fault(code, self.clause, f"{self.under}.{name}" if self.under else name, values))

    def name(self, name: str, known: tuple[str, ...], code: str) -> str | None:
        value = self.body.get(name)
        if name not in self.body:
            self.wrong("missing_field", name, {})
        elif not isinstance(value, str):
            self.wrong("wrong_type", name, {"wanted": "string", "given": shown(value)})
        elif value not in known:
            self.wrong(code, name, {"known": list(known), "given": shown(value)})
        else:
            return value
        return None

    def number(self, name: str, least: int, most: int, *, needed: bool) -> None:
        value = self.body.get(name)
        if name not in self.body:
            if needed:
                self.wrong("missing_field", name, {})
        elif type(value) is not int:
            self.wrong("wrong_type", name, {"wanted": "integer", "given": shown(value)})
        elif not least <= value <= most:
            self.wrong("out_of_range", name, {"least": least, "most": most, "given": shown(value)})
