"""Shapes of what may be sent: each checks a value, all faults at once, and describes itself as JSON Schema.

No coercion: "5" is not a number, 1 is not true. Text comes out in NFC, so that one name has one spelling.
"""

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from events.clock import YEARS
from events.services.names import text_faults
from scoring.outcomes import Fault

Faults = list[Fault]
MOST_SCORE = 100_000


class Shape(Protocol):
    def read(self, value: Any, at: str, faults: Faults) -> Any:
        """The clean value, or None with at least one fault added."""

    def schema(self) -> dict[str, Any]:
        """The same rule as JSON Schema 2020-12."""


def _wrong(faults: Faults, code: str, at: str, **values: Any) -> Any:
    """Adds a fault; gives the None that stands for no clean value."""
    faults.append(Fault(code, at=at, values=values))
    return None


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text for people, of at most `most` characters; what text may be is one rule, kept in events.services.names."""

    most: int
    least: int = 1
    note: str = ""

    def read(self, value: Any, at: str, faults: Faults) -> str | None:
        text, found = text_faults(value, at=at, most=self.most, required=self.least > 0)
        faults.extend(found)
        return None if found else text

    def schema(self) -> dict[str, Any]:
        out: dict[str, Any] = {"type": "string", "minLength": self.least, "maxLength": self.most}
        if self.note:
            out["description"] = self.note
        return out


@dataclass(frozen=True, slots=True)
class Pattern:
    """Text for machines: a hash, an id, a key. `name` names the fault and the schema's description."""

    pattern: str
    code: str
    note: str = ""

    def read(self, value: Any, at: str, faults: Faults) -> str | None:
        if not isinstance(value, str):
            return _wrong(faults, "not_text", at)
        if re.fullmatch(self.pattern, value, re.ASCII) is None:
            return _wrong(faults, self.code, at)
        return value

    def schema(self) -> dict[str, Any]:
        out: dict[str, Any] = {"type": "string", "pattern": f"^{self.pattern}$"}
        if self.note:
            out["description"] = self.note
        return out


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    least: int
    most: int
    note: str = ""

    def read(self, value: Any, at: str, faults: Faults) -> int | None:
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # JSON has one kind of number: 1.0 is 1
        if isinstance(value, bool) or not isinstance(value, int):
            return _wrong(faults, "not_whole", at)
        if not self.least <= value <= self.most:
            return _wrong(faults, "out_of_range", at, least=self.least, most=self.most)
        return value

    def schema(self) -> dict[str, Any]:
        out: dict[str, Any] = {"type": "integer", "minimum": self.least, "maximum": self.most}
        if self.note:
            out["description"] = self.note
        return out


@dataclass(frozen=True, slots=True)
class Score:
    """An exact number: whole, or the text `n/d`. Never a float. Or one of `words` that stand for a number of the rulebook."""

    words: tuple[str, ...] = ()

    def read(self, value: Any, at: str, faults: Faults) -> int | str | None:
        if isinstance(value, str) and (value in self.words or re.fullmatch(r"-?[0-9]{1,6}/[1-9][0-9]{0,5}", value, re.ASCII)):
            return value
        return Whole(-MOST_SCORE, MOST_SCORE).read(value, at, faults)

    def schema(self) -> dict[str, Any]:
        fraction = {"type": "string", "pattern": "^-?[0-9]{1,6}/[1-9][0-9]{0,5}$"}
        words = [{"type": "string", "enum": list(self.words)}] if self.words else []
        return {"oneOf": [{"type": "integer", "minimum": -MOST_SCORE, "maximum": MOST_SCORE}, fraction, *words]}


@dataclass(frozen=True, slots=True)
class Flag:
    """true or false."""

    def read(self, value: Any, at: str, faults: Faults) -> bool | None:
        if not isinstance(value, bool):
            return _wrong(faults, "not_a_truth_value", at)
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    choices: tuple[str, ...]

    def read(self, value: Any, at: str, faults: Faults) -> str | None:
        if not isinstance(value, str) or value not in self.choices:
            return _wrong(faults, "not_a_choice", at, choices=list(self.choices))
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.choices)}


@dataclass(frozen=True, slots=True)
class Day:
    """A calendar day, YYYY-MM-DD."""

    def read(self, value: Any, at: str, faults: Faults) -> datetime.date | None:
        if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
            try:
                return datetime.date.fromisoformat(value)
            except ValueError:
                pass
        return _wrong(faults, "not_a_date", at)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date"}


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time with its offset from UTC, as `2026-11-30T15:40:00+08:00`."""

    note: str = ""

    def read(self, value: Any, at: str, faults: Faults) -> datetime.datetime | None:
        if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})", value, re.ASCII):
            try:
                moment = datetime.datetime.fromisoformat(value).astimezone(datetime.UTC)
            except (ValueError, OverflowError):
                return _wrong(faults, "not_a_time", at)
            if moment.year in YEARS:  # so that every zone can show it
                return moment
        return _wrong(faults, "not_a_time", at)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date-time"} | ({"description": self.note} if self.note else {})


@dataclass(frozen=True, slots=True)
class Many:
    """A list of `least` to `most` things of one shape, each once when `distinct`."""

    of: Shape
    least: int
    most: int
    distinct: bool = True

    def read(self, value: Any, at: str, faults: Faults) -> list[Any] | None:
        if not isinstance(value, list):
            return _wrong(faults, "not_a_list", at)
        if not self.least <= len(value) <= self.most:
            return _wrong(faults, "wrong_count", at, least=self.least, most=self.most, count=len(value))
        before = len(faults)
        out = [self.of.read(item, f"{at}[{index}]", faults) for index, item in enumerate(value)]
        if len(faults) == before and self.distinct:
            for index, item in enumerate(out):
                if item in out[:index]:
                    _wrong(faults, "named_twice", f"{at}[{index}]")
        return out if len(faults) == before else None

    def schema(self) -> dict[str, Any]:
        out = {"type": "array", "items": self.of.schema(), "minItems": self.least, "maxItems": self.most}
        if self.distinct:
            out["uniqueItems"] = True
        return out


@dataclass(frozen=True, slots=True)
class Record:
    """A game's record or a penalty's body: an object that only the rules can judge, so nothing in it is looked at here."""

    component: str = "Record"

    def read(self, value: Any, at: str, faults: Faults) -> dict[str, Any] | None:
        if not isinstance(value, dict):
            return _wrong(faults, "not_an_object", at)
        return value

    def schema(self) -> dict[str, Any]:
        return {"$ref": f"#/components/schemas/{self.component}"}


@dataclass(frozen=True, slots=True)
class Values:
    """An object from parameter names to values that the rulebook's own schema judges."""

    def read(self, value: Any, at: str, faults: Faults) -> dict[str, Any] | None:
        if not isinstance(value, dict):
            return _wrong(faults, "not_an_object", at)
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": True}


@dataclass(frozen=True, slots=True)
class Fields:
    """An object with exactly these fields: unknown ones are refused, absent optional ones stay absent."""

    required: Mapping[str, Shape] = field(default_factory=dict)
    optional: Mapping[str, Shape] = field(default_factory=dict)
    one_of: Sequence[str] = ()  # exactly one of these optional fields

    def read(self, value: Any, at: str, faults: Faults) -> dict[str, Any] | None:
        if not isinstance(value, dict):
            return _wrong(faults, "not_an_object", at)
        before = len(faults)
        prefix = f"{at}." if at else ""
        out = {}
        for name in value:
            if name not in self.required and name not in self.optional:
                _wrong(faults, "unknown_field", prefix + name[:40], known=[*self.required, *self.optional])
        for name, shape in {**self.required, **self.optional}.items():
            if name in value:
                out[name] = shape.read(value[name], prefix + name, faults)
            elif name in self.required:
                _wrong(faults, "field_missing", prefix + name)
        if self.one_of and sum(name in value for name in self.one_of) != 1:
            _wrong(faults, "exactly_one_of", at, fields=list(self.one_of))
        return out if len(faults) == before else None

    def schema(self) -> dict[str, Any]:
        shapes = {**self.required, **self.optional}
        out: dict[str, Any] = {
            "type": "object",
            "properties": {name: shape.schema() for name, shape in shapes.items()},
            "additionalProperties": False,
        }
        if self.required:
            out["required"] = list(self.required)
        if self.one_of:
            out["oneOf"] = [{"required": [name]} for name in self.one_of]
        return out


NOTHING = Fields()
