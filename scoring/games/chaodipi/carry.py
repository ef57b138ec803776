"""What a hand of 炒地皮 needs from the hands before it: both levels, who has the deal, who deals next, and how the game ended.

JSON: `{"levels": {"NS": "J", "EW": "9"}, "deal": "NS", "dealer": "N", "declared": ["NS"], "time_up": false}`. Clauses CDP-03, 10, 22.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Any

from scoring.games.chaodipi.leaves import DECLARE_ONCE, LAST, LEVELS, MUST_PLAY, NEW_DEALER, SEMANTICS, START
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook
from scoring.sides import SEATS, SIDE_OF, SIDES

FIELDS = ("levels", "deal", "dealer", "declared", "time_up")
MOST_STRANGE = 10
SPELLINGS: Mapping[str, str] = MappingProxyType({**{level: level for level in LEVELS}, "T": "10"})


@dataclass(frozen=True, slots=True)
class Carry:
    """Where a game stands between two hands.

    `deal` is the side that has the deal, empty before the first hand; `dealer` the seat that deals next, empty where the rules
    do not say. `declared` are the sides that have been declarers at their level since they reached it. `winner` is empty
    while the game goes on; `reason` is `passed_A`, `time_leader` or `judged`.
    """

    levels: Mapping[str, str]
    deal: str = ""
    dealer: str = ""
    declared: frozenset[str] = frozenset()
    time_up: bool = False
    winner: str = ""
    reason: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "levels": dict(self.levels),
            "deal": self.deal,
            "dealer": self.dealer,
            "declared": [side for side in SIDES if side in self.declared],
            "time_up": self.time_up,
        }


def fresh(rulebook: Rulebook) -> Carry:
    """A game about to begin: both sides at the first level, nobody has the deal (CDP-09, CDP-10)."""
    return Carry({side: rulebook.choice(START) for side in SIDES})


def rank(level: str) -> int:
    """A level as a number: 2 is 2, J 11, A 14."""
    return LEVELS.index(level) + 2


def must_play(rulebook: Rulebook, level: str) -> bool:
    """Whether a side at this level has to play it (CDP-10)."""
    return level in rulebook.several(MUST_PLAY)


def read(rulebook: Rulebook, carry: object, at: str = "carry") -> tuple[Carry | None, tuple[Fault, ...]]:
    """A stated carry, or None and all that is wrong with it.

    `levels` and `deal` are always needed. `declared` is needed only where having declared once lets a side go on; `dealer` may be
    left out: then no dealer is expected.
    """
    if not isinstance(carry, Mapping):
        return None, (Fault("wrong_type", at=at, values={"wanted": "object", "given": shown(carry)}),)
    strange = islice((name for name in carry if name not in FIELDS), MOST_STRANGE)
    faults = [Fault("unknown_field", at=f"{at}.{shown(name)}", values={"known": list(FIELDS)}) for name in strange]
    levels = _levels(rulebook, carry.get("levels"), f"{at}.levels", faults)
    deal = _one_of(carry, "deal", ("", *SIDES), "unknown_side", at, rulebook.law(NEW_DEALER), faults)
    dealer = "" if "dealer" not in carry else _one_of(carry, "dealer", ("", *SEATS), "unknown_seat", at, rulebook.law(NEW_DEALER), faults)
    if dealer and deal and SIDE_OF[dealer] != deal:
        faults.append(Fault("dealer_not_of_side", rulebook.law(NEW_DEALER), f"{at}.dealer", {"given": dealer, "side": deal}))
    time_up = carry.get("time_up", False)
    if not isinstance(time_up, bool):
        faults.append(Fault("wrong_type", at=f"{at}.time_up", values={"wanted": "boolean", "given": shown(time_up)}))
    declared = _declared(rulebook, carry, at, faults)
    if faults:
        return None, tuple(faults)
    return Carry(levels, deal, dealer, frozenset(declared), time_up), ()


def _levels(rulebook: Rulebook, levels: object, at: str, faults: list[Fault]) -> dict[str, str]:
    law, last = rulebook.law(START), rank(rulebook.choice(LAST))
    if not isinstance(levels, Mapping):
        code = "missing_field" if levels is None else "wrong_type"
        faults.append(Fault(code, law, at, {"wanted": "object", "given": shown(levels)}))
        return {}
    strange = islice((name for name in levels if name not in SIDES), MOST_STRANGE)
    faults += [Fault("unknown_field", law, f"{at}.{shown(name)}", {"known": list(SIDES)}) for name in strange]
    found: dict[str, str] = {}
    for side in SIDES:
        level = levels.get(side)
        if side not in levels:
            faults.append(Fault("missing_field", law, f"{at}.{side}"))
        elif not isinstance(level, str):
            faults.append(Fault("wrong_type", law, f"{at}.{side}", {"wanted": "string", "given": shown(level)}))
        elif level not in SPELLINGS or rank(SPELLINGS[level]) > last:
            faults.append(Fault("unknown_level", law, f"{at}.{side}", {"known": list(LEVELS), "given": shown(level)}))
        else:
            found[side] = SPELLINGS[level]
    return found


def _declared(rulebook: Rulebook, carry: Mapping[str, Any], at: str, faults: list[Fault]) -> list[str]:
    law, declared = rulebook.law(SEMANTICS), carry.get("declared")
    if declared is None:
        if rulebook.choice(SEMANTICS) == DECLARE_ONCE:
            faults.append(Fault("missing_field", law, f"{at}.declared"))
        return []
    if not isinstance(declared, list) or len(declared) > len(SIDES):
        faults.append(Fault("wrong_type", law, f"{at}.declared", {"wanted": "list", "given": shown(declared)}))
        return []
    wrong = [
        Fault("unknown_side", law, f"{at}.declared[{place}]", {"known": list(SIDES), "given": shown(side)})
        for place, side in enumerate(declared)
        if not isinstance(side, str) or side not in SIDES
    ]
    faults += wrong
    return [] if wrong else declared


def _one_of(table: Mapping[str, Any], name: str, known: tuple[str, ...], code: str, at: str, law: str, faults: list[Fault]) -> str:
    value = table.get(name)
    if name not in table:
        faults.append(Fault("missing_field", law, f"{at}.{name}"))
    elif not isinstance(value, str):
        faults.append(Fault("wrong_type", law, f"{at}.{name}", {"wanted": "string", "given": shown(value)}))
    elif value not in known:
        faults.append(Fault(code, law, f"{at}.{name}", {"known": [option for option in known if option], "given": shown(value)}))
    else:
        return value
    return ""
