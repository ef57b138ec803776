"""The parts of a record that a form can ask for, one field each: a choice, a number, yes or no, a place in a list (`bids.0`),
a part of a part (`ruled.winner`, `transfers.2`).

Reads a schema, a record and what was typed; knows no rule. What cannot be read goes on as typed, for the rules to refuse.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

NO_ONE = "null"
YES, NO = "yes", "no"
MOST_FIELDS = 3  # of one list; a longer one is typed as words
MOST_DIGITS = 6
Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """One field of a form: `name` with its dot, the field of the record it belongs to, where in it, and the schema of what it holds."""

    name: str
    field: str
    key: str | int | None
    of: Schema
    required: bool = False

    @property
    def words(self) -> str:
        """The field whose words its values have: where one only calls or passes, 1 is no number."""
        of = self.of["items"] if self.listed else self.of
        if of.get("enum") == [0, 1]:
            return "call"
        return self.field if isinstance(self.key, int) else self.name

    @property
    def listed(self) -> bool:
        """Whether the field holds a whole list, typed as words."""
        return self.of.get("type") == "array"


def parts_of(schema: Schema) -> tuple[Part, ...]:
    """Every part that a form of these records asks for, in the order of the schema."""
    return tuple(part for name, of in schema["properties"].items() for part in _parts(name, of, name in schema["required"]))


def askable(of: Schema) -> bool:
    """Whether one field can ask for it: a choice, a whole number, or yes and no."""
    return "enum" in of or of.get("type") in ("integer", ["integer", "null"], "boolean")


def _parts(name: str, of: Schema, required: bool) -> Iterator[Part]:
    if askable(of):
        yield Part(name, name, None, of, required)
    elif of.get("type") == "array" and askable(of.get("items", {})):
        if of.get("maxItems", MOST_FIELDS + 1) <= MOST_FIELDS:
            yield from (Part(f"{name}.{place}", name, place, of["items"]) for place in range(of["maxItems"]))
        else:
            yield Part(name, name, None, of, required)
    elif of.get("type") == "object" and of.get("properties") and all(askable(part) for part in of["properties"].values()):
        yield from (Part(f"{name}.{key}", name, key, part) for key, part in of["properties"].items())


def held(part: Part, record: Mapping[str, Any]) -> str:
    """What stands in the field for this record; "" for what the record does not say."""
    if part.field not in record:
        return ""
    value = record[part.field]
    if part.listed:
        return " ".join(as_text(item) for item in value)
    if isinstance(part.key, int):
        return as_text(value[part.key]) if part.key < len(value) else ""
    if part.key is not None:
        return as_text(value[part.key]) if part.key in value else ""
    return as_text(value)


def stated(parts: tuple[Part, ...], sent: Mapping[str, str]) -> dict[str, Any]:
    """The fields of the record that were typed. A list ends with the last place filled in; an empty place before it stays empty text."""
    found: dict[str, Any] = {}
    for part in parts:
        text = sent.get(part.name, "").strip()
        if isinstance(part.key, int):
            found.setdefault(part.field, []).append(_typed(part.of, text) if text else "")
        elif part.key is not None:
            if text:
                found.setdefault(part.field, {})[part.key] = _typed(part.of, text)
        elif text:
            found[part.field] = [_typed(part.of["items"], word) for word in text.split()] if part.listed else _typed(part.of, text)
    for name in [name for name, value in found.items() if isinstance(value, list)]:
        while found[name] and found[name][-1] == "":
            found[name].pop()
        if not found[name]:
            del found[name]
    return found


def as_text(value: Any) -> str:
    """A value as a form sends it."""
    if isinstance(value, bool):
        return YES if value else NO
    return NO_ONE if value is None else str(value)


def whole(text: str) -> int | str:
    """A whole number as typed, with or without its sign; anything else stays text."""
    digits = text.replace("−", "-").removeprefix("+")
    plain = digits.removeprefix("-")
    return int(digits) if plain.isascii() and plain.isdigit() and len(plain) <= MOST_DIGITS else text


def _typed(of: Schema, text: str) -> Any:
    if of.get("type") == "boolean":
        return {YES: True, NO: False}.get(text, text)
    if "enum" in of:
        return next((option for option in of["enum"] if as_text(option) == text), text)
    return whole(text)
