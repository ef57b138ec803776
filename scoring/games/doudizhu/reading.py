"""Reading single values of a record of 斗地主: each that is missing or not what it should be is a fault with its clause and place."""

from collections.abc import Mapping
from typing import Any

from scoring.games.doudizhu.fields import Fields
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook

SEATS = (1, 2, 3)


class Reading:
    """A record being read. What a method returns is the value, or None where there is none that can be used."""

    def __init__(self, rulebook: Rulebook, record: Mapping[str, Any]) -> None:
        self.rulebook, self.record = rulebook, record
        self.fields = Fields(rulebook)
        self.faults: list[Fault] = []

    def wrong(self, code: str, leaf: str, at: str, **values: object) -> None:
        """A fault under the clause of a leaf."""
        self.faults.append(Fault(code, self.rulebook.law(leaf), at, values))

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

    def seat(self, name: str, leaf: str, *, of: Mapping[str, Any] | None = None, at: str = "") -> int | None:
        table = self.record if of is None else of
        value, at = table.get(name), at or name
        if name not in table:
            self.wrong("missing_field", leaf, at)
        elif type(value) is not int:
            self.wrong("wrong_type", leaf, at, wanted="integer", given=shown(value))
        elif value not in SEATS:
            self.wrong("unknown_seat", leaf, at, known=list(SEATS), options=list(SEATS), given=shown(value))
        else:
            return value
        return None

    def word(self, name: str, leaf: str, known: tuple[str, ...], of: Mapping[str, Any], at: str) -> str | None:
        value = of.get(name)
        if name not in of:
            self.wrong("missing_field", leaf, at)
        elif not isinstance(value, str):
            self.wrong("wrong_type", leaf, at, wanted="string", given=shown(value))
        elif value not in known:
            self.wrong("not_a_choice", leaf, at, options=list(known), given=shown(value))
        else:
            return value
        return None

    def flag(self, name: str, leaf: str, of: Mapping[str, Any], at: str) -> bool | None:
        value = of.get(name)
        if name not in of:
            self.wrong("missing_field", leaf, at)
        elif not isinstance(value, bool):
            self.wrong("wrong_type", leaf, at, wanted="boolean", given=shown(value))
        else:
            return value
        return None
