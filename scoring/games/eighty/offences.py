"""Offences 犯规 at 80分: what an official must say of one, and until when it can be claimed. Clauses E80-05, E80-13, E80-15..23.

Deadlines are facts of the penalty, never times: whether play went on over it, in which trick it was found.
"""

from collections.abc import Mapping
from typing import Any

from scoring.cards import SUITS
from scoring.games.eighty import schema
from scoring.games.eighty.pack import pack_points, step_of_points
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook
from scoring.penalties import Penalty, check_body, law, leaf
from scoring.sides import SIDES

WORDS: Mapping[str, tuple[str, ...]] = {
    "suit": SUITS,
    "found": schema.FOUND,
    "held": schema.HELD,
    "objector": schema.OBJECTORS,
}
FLAGS = ("looked", "followed")


def condoned_by(rulebook: Rulebook, penalty: Penalty) -> str | None:
    """The leaf by which play going on condones the offence, or None (E80-13, E80-23).

    A throw is condoned for a holder of the higher card who has followed; for the thrower's partner only where the rulebook says so.
    """
    if penalty.body.get("followed") is not True or not rulebook.flag(schema.LAPSE):
        return None
    if penalty.body.get("objector") == schema.PARTNER and not rulebook.flag(schema.PARTNER_CONDONES):
        return None
    return schema.LAPSE


def check_penalty(
    rulebook: Rulebook, body: object, at: str = "", sides: tuple[str, ...] = SIDES, *, inline: bool = False
) -> tuple[Fault, ...]:
    """All that is wrong with the body of a penalty: its shape, its operands, and whether its time is over."""
    faults = list(check_body(rulebook, schema.TARIFFS, body, at, sides, inline=inline))
    if faults or not isinstance(body, Mapping):
        return tuple(faults)
    reader = _Operands(rulebook, body, at)
    reader.read()
    return tuple(reader.faults)


class _Operands:
    """Reads the operands of one body of which the common part is right."""

    def __init__(self, rulebook: Rulebook, body: Mapping[str, Any], at: str) -> None:
        self.rulebook, self.body, self.under = rulebook, body, at
        self.code: str = body["code"]
        self.faults: list[Fault] = []

    def wrong(self, fault: str, name: str, clause: str = "", **values: object) -> None:
        at = f"{self.under}.{name}" if self.under else name
        self.faults.append(Fault(fault, clause or law(self.rulebook, self.code), at, values))

    def read(self) -> None:
        for name, known in WORDS.items():
            if name in self.body and (not isinstance(self.body[name], str) or self.body[name] not in known):
                self.wrong("not_a_choice", name, options=list(known), given=shown(self.body[name]))
        for name in FLAGS:
            if name in self.body and not isinstance(self.body[name], bool):
                self.wrong("wrong_type", name, wanted="boolean", given=shown(self.body[name]))
        if "points_before" in self.body:
            self._points_before(self.body["points_before"])
        elif self.code == schema.UNPLAYABLE and self.rulebook.choice(leaf(self.code, "moves")) == schema.REST_OF_POINTS:
            self.wrong("missing_field", "points_before")
        if not self.faults:
            self._whose()
            self._in_time()

    def _points_before(self, value: object) -> None:
        if not isinstance(value, Mapping) or set(value) != set(SIDES):
            self.wrong("wrong_type", "points_before", wanted="object", given=shown(value))
            return
        most, step = pack_points(self.rulebook), step_of_points(self.rulebook)
        for side in SIDES:
            points, name = value[side], f"points_before.{side}"
            if type(points) is not int:
                self.wrong("wrong_type", name, wanted="integer", given=shown(points))
            elif not 0 <= points <= most:
                self.wrong("out_of_range", name, least=0, most=most, given=shown(points))
            elif points % step:
                self.wrong("not_a_multiple", name, step=step, given=points)
        if self.faults:
            return
        if (total := value["NS"] + value["EW"]) > most:
            self.wrong("more_than_the_pack", "points_before", most=most, given=total)
        if self.code == schema.KITTY_LATE and total:
            self.wrong("nothing_before_trick_one", "points_before", given=total)

    def _whose(self) -> None:
        """A miscount found before looking is the last holder's, found after looking the looker's own (E80-05)."""
        if self.code == schema.MISCOUNT and "looked" in self.body and "held" in self.body:
            path = schema.AFTER_LOOKING if self.body["looked"] else schema.BEFORE_LOOKING
            wanted = schema.NOW if self.rulebook.choice(path) == schema.HOLDER else schema.BEFORE
            if self.body["held"] != wanted:
                self.wrong("other_holder_liable", "held", self.rulebook.law(path), wanted=wanted, given=self.body["held"])
        if self.code == schema.HARMLESS and self.rulebook.flag(schema.CAP_WITHOUT_DAMAGE) and "suit" not in self.body:
            self.wrong("missing_field", "suit")

    def _in_time(self) -> None:
        rulebook, found, trick = self.rulebook, self.body.get("found"), self.body.get("at", 0)
        if found == schema.AFTER_LAST_TRICK and rulebook.flag(schema.UNTIL_LAST):
            self.wrong("claim_too_late", "found", rulebook.law(schema.UNTIL_LAST))
        elif found == schema.SAME_TRICK and self.code == schema.REVOKE:
            self.wrong("not_late_yet", "found", code=schema.WRONG_CARD)
        elif found == schema.LATER_TRICK and self.code == schema.WRONG_CARD:
            self.wrong("found_later", "found", code=schema.REVOKE)
        elif (
            found == schema.LATER_TRICK
            and self.code in (schema.HARMLESS, schema.HARMFUL)
            and rulebook.choice(schema.CONCEALED_LATE) == schema.REST
        ):
            self.wrong("found_later", "found", rulebook.law(schema.CONCEALED_LATE), code=schema.REVOKE)
        tricks = rulebook.number(schema.KITTY_TRICKS)
        if self.code == schema.KITTY_EARLY and trick > tricks:
            self.wrong("found_later", "at", rulebook.law(schema.KITTY_TRICKS), code=schema.KITTY_LATE)
        if self.code == schema.KITTY_LATE and 0 < trick <= tricks:
            self.wrong("not_late_yet", "at", rulebook.law(schema.KITTY_TRICKS), code=schema.KITTY_EARLY)
