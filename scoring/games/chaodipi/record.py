"""Records of 炒地皮 hands as they come in: what cannot be right by itself, and the scored normal form.

Any JSON value is answered with all its faults, never raised on. Clauses CDP-06..09, 23, 24, 26, 30, 31.
"""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from scoring.games.chaodipi.calls import ACTS, MOST_CALLS, check_calls, ranking
from scoring.games.chaodipi.leaves import (
    DIG_SINGLE,
    DIG_TRACTOR,
    HOOK_LEVEL,
    HOOK_NO_TRUMP,
    KITTY_CARDS,
    KITTY_MOST,
    NO_CALL,
    NO_TRUMP,
    PACK_POINTS,
    PLAY_ON,
    SAME_SIDE,
    START,
    STEP,
    SUITS,
    TARIFFS,
)
from scoring.games.chaodipi.penalties import check_penalty
from scoring.games.chaodipi.points import NO_DIG, SINGLE, component, digs
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook
from scoring.penalties import codes
from scoring.sides import SEATS

DECLARERS, DEFENDERS = TRICK_SIDES = ("declarers", "defenders")
NO_HOOK, MAIN, SUB = HOOKS = ("none", "main", "sub")
MOST_GAMES, MOST_HANDS, MOST_PENALTIES, MOST_STRANGE = 99, 999, 99, 10
NEEDED = ("game", "hand", "declarer", "trump", "buried_by", "table_points", "kitty_points", "last_trick", "dig", "hook")
FIELDS = (*NEEDED, "calls", "penalties")


def check_record(rulebook: Rulebook, record: object, *, inline_penalties: bool) -> tuple[Fault, ...]:
    """Everything that cannot be right by itself. Penalties may stand in the record only where nobody else can enter them."""
    if not isinstance(record, Mapping):
        return (Fault("record_not_object", at="", values={"given": shown(record)}),)
    reader = _Reader(rulebook, record)
    reader.read(inline_penalties=inline_penalties)
    return tuple(reader.faults)


class _Reader:
    def __init__(self, rulebook: Rulebook, record: Mapping[str, Any]) -> None:
        self.rulebook, self.record = rulebook, record
        self.faults: list[Fault] = []

    def wrong(self, code: str, leaf: str, at: str, **values: object) -> None:
        self.faults.append(Fault(code, self.rulebook.law(leaf) if leaf else "", at, values))

    def read(self, *, inline_penalties: bool) -> None:
        for name in islice((name for name in self.record if name not in FIELDS), MOST_STRANGE):
            self.wrong("unknown_field", "", str(shown(name)), known=list(FIELDS))
        self.number("game", START, 1, MOST_GAMES)
        self.number("hand", START, 1, MOST_HANDS)
        self.name("declarer", SAME_SIDE, SEATS, "unknown_seat")
        self.trump()
        self.name("buried_by", KITTY_CARDS, SEATS, "unknown_seat")
        self.card_points()
        last = self.name("last_trick", DIG_SINGLE, TRICK_SIDES, "not_a_choice")
        dig = self.name("dig", DIG_TRACTOR, digs(self.rulebook), "not_a_choice")
        hook = self.name("hook", HOOK_LEVEL, HOOKS, "not_a_choice")
        self.kitty(last, dig, hook)
        if "calls" in self.record:
            self.faults += check_calls(self.rulebook, self.record)
        self.penalties(inline=inline_penalties)

    def number(self, name: str, leaf: str, least: int, most: int) -> int | None:
        value = self.record.get(name)
        if name not in self.record:
            self.wrong("missing_field", leaf, name)
        elif type(value) is not int:
            self.wrong("wrong_type", leaf, name, wanted="integer", given=shown(value))
        elif not least <= value <= most:
            self.wrong("out_of_range", leaf, name, least=least, most=most, given=shown(value))
        else:
            return value
        return None

    def name(self, name: str, leaf: str, known: tuple[str, ...], code: str) -> str | None:
        value = self.record.get(name)
        if name not in self.record:
            self.wrong("missing_field", leaf, name)
        elif not isinstance(value, str):
            self.wrong("wrong_type", leaf, name, wanted="string", given=shown(value))
        elif value not in known:
            self.wrong(code, leaf, name, options=list(known), known=list(known), given=shown(value))
        else:
            return value
        return None

    def trump(self) -> None:
        if "trump" in self.record and self.record["trump"] is None:
            if self.rulebook.choice(NO_CALL) != PLAY_ON:
                self.wrong("trump_missing", NO_CALL, "trump")
        else:
            self.name("trump", NO_CALL, (*SUITS, NO_TRUMP), "not_a_choice")

    def card_points(self) -> None:
        """Points come in fives, and both packs hold no more than they hold (CDP-26, section on points)."""
        pack, step = self.rulebook.number(PACK_POINTS), self.rulebook.number(STEP)
        table = self.number("table_points", PACK_POINTS, 0, pack)
        kitty = self.number("kitty_points", KITTY_MOST, 0, self.rulebook.number(KITTY_MOST))
        for name in ("table_points", "kitty_points"):
            value = self.record.get(name)
            if type(value) is int and value % step:
                self.wrong("not_a_multiple", STEP, name, step=step, given=shown(value))
        if table is not None and kitty is not None and table + kitty > pack:
            self.wrong("more_than_the_pack", PACK_POINTS, "kitty_points", most=pack, given=table + kitty)

    def kitty(self, last: str | None, dig: str | None, hook: str | None) -> None:
        """Only defenders who take the last trick dig the kitty, and only a dig can be hooked (CDP-23, CDP-30)."""
        if last == DECLARERS and dig not in (None, NO_DIG):
            self.wrong("dig_by_declarers", DIG_SINGLE, "dig", given=dig)
        if last == DEFENDERS and dig == NO_DIG and self.record.get("kitty_points") not in (0, None):
            self.wrong("dig_missing", DIG_SINGLE, "dig", options=list(digs(self.rulebook))[1:])
        if hook not in (None, NO_HOOK) and (last == DECLARERS or dig == NO_DIG):
            self.wrong("hook_without_dig", HOOK_LEVEL, "hook", given=hook)

    def penalties(self, *, inline: bool) -> None:
        given = self.record.get("penalties", [])
        if not isinstance(given, list):
            self.wrong("wrong_type", "", "penalties", wanted="list", given=shown(given))
        elif given and not inline:
            self.wrong("penalties_by_officials", "", "penalties", known=list(codes(self.rulebook)))
        elif len(given) > MOST_PENALTIES:
            self.wrong("out_of_range", "", "penalties", least=0, most=MOST_PENALTIES, given=len(given))
        else:
            for place, body in enumerate(given):
                at = f"penalties[{place}]"
                self.faults += check_penalty(self.rulebook, body, at=at, relative=True)


def normal_form(rulebook: Rulebook, record: Mapping[str, Any]) -> dict[str, Any]:
    """The record with everything that scores, and its trump, in one spelling; `points` is empty: levels are not points.

    A kitty that is empty or stays with the declarers is dug by nobody; a throw is its component; in no trump all cards of the
    declarers' level are alike.
    """
    dug = record["last_trick"] == DEFENDERS and record["dig"] != NO_DIG
    hook = record["hook"]
    if hook != NO_HOOK and record["trump"] in (None, NO_TRUMP):
        hook = {MAIN: MAIN, SUB: SUB}.get(rulebook.choice(HOOK_NO_TRUMP), NO_HOOK)
    return {
        "game": record["game"],
        "hand": record["hand"],
        "declarer": record["declarer"],
        "trump": record["trump"],
        "buried_by": record["buried_by"],
        "table_points": record["table_points"],
        "kitty_points": record["kitty_points"] if dug else 0,
        "dig": component(rulebook, record["dig"]) if dug and record["kitty_points"] else NO_DIG,
        "hook": hook,
        "points": {},
    }


def schema_of(rulebook: Rulebook) -> dict[str, Any]:
    """JSON Schema of a record."""
    step = rulebook.number(STEP)
    trump: list[str | None] = [*SUITS, NO_TRUMP]
    properties: dict[str, Any] = {
        "game": {"type": "integer", "minimum": 1, "maximum": MOST_GAMES},
        "hand": {"type": "integer", "minimum": 1, "maximum": MOST_HANDS},
        "declarer": {"enum": list(SEATS)},
        "trump": {"enum": [*trump, None] if rulebook.choice(NO_CALL) == PLAY_ON else trump},
        "buried_by": {"enum": list(SEATS)},
        "table_points": {"type": "integer", "minimum": 0, "maximum": rulebook.number(PACK_POINTS), "multipleOf": step},
        "kitty_points": {"type": "integer", "minimum": 0, "maximum": rulebook.number(KITTY_MOST), "multipleOf": step},
        "last_trick": {"enum": list(TRICK_SIDES)},
        "dig": {"enum": list(digs(rulebook))},
        "hook": {"enum": list(HOOKS)},
        "calls": {
            "type": "array",
            "maxItems": MOST_CALLS,
            "items": {
                "type": "object",
                "properties": {
                    "seat": {"enum": list(SEATS)},
                    "act": {"enum": list(ACTS)},
                    "with": {"enum": list(ranking(rulebook))},
                },
                "required": ["seat", "act"],
                "additionalProperties": False,
            },
        },
        "penalties": {
            "type": "array",
            "maxItems": MOST_PENALTIES,
            "items": {
                "type": "object",
                "properties": {"code": {"enum": list(TARIFFS)}, "side": {"enum": [*TRICK_SIDES, "NS", "EW"]}},
                "required": ["code", "side"],
            },
        },
    }
    return {"type": "object", "properties": properties, "required": list(NEEDED), "additionalProperties": False}


__all__ = ["DECLARERS", "DEFENDERS", "HOOKS", "SINGLE", "check_record", "normal_form", "schema_of"]
