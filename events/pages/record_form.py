"""A record or a penalty as a plain form, made from what the rules say a record is (JSON Schema) or a tariff wants.

Reads schemas and what was typed; knows no rule. What cannot be read goes on as typed, for the rules to refuse.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from events.pages.record_parts import NO, NO_ONE, YES, Part, as_text, held, parts_of, stated, whole
from events.wording.fields import VALUES, field_name, field_value, part_name
from scoring.games import GAMES
from scoring.parameters import Rulebook
from scoring.penalties import Tariff, leaf
from scoring.records import json_schema
from scoring.sides import SEATS, THREE, sides_of

FROM_SEAT = ("room", "ns", "ew")  # said by the table, never typed
PLACES = ("game", "hand", "board")
FLAGS = ("looked", "followed")
BOTH_SIDES = ("points_before",)


@dataclass(frozen=True, slots=True)
class Field:
    """One field: choices, or a number between two bounds. `value` is what stands in it; `words`: a list is typed, by spaces."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]
    least: int | None
    most: int
    step: int
    value: str
    required: bool
    words: bool = False


@dataclass(frozen=True, slots=True)
class RecordForm:
    """The fields of a record at a table. `kept`: parts of the live record that the form does not show and a correction keeps."""

    fields: tuple[Field, ...]
    kept: tuple[str, ...]


def record_form(
    rulebook: Rulebook,
    seat: Mapping[str, Any],
    values: Mapping[str, Any],
    *,
    live: Mapping[str, Any] | None = None,
    people: Mapping[str, str] | None = None,
) -> RecordForm:
    """The form of a record at the table of `seat`, holding `values` as typed, else those of the `live` record it corrects. `people`
    are the names of who sits there, by side, for fields that choose one of three."""
    parts = _asked(rulebook)
    shown = tuple(_field(rulebook, seat, part, values, live, people or {}) for part in parts if live is None or part.field not in PLACES)
    known = {part.field for part in parts}
    return RecordForm(shown, tuple(name for name in live or {} if name not in FROM_SEAT and name not in known))


def record_typed(
    rulebook: Rulebook, seat: Mapping[str, Any], sent: Mapping[str, str], *, live: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The record a form states. A correction starts from the live record; `drop-<part>` leaves out what the form does not show."""
    record: dict[str, Any] = {} if live is None else {name: part for name, part in live.items() if f"drop-{name}" not in sent}
    parts = tuple(part for part in _asked(rulebook) if live is None or part.field not in PLACES)
    for part in parts:
        record.pop(part.field, None)
    record |= stated(parts, sent)
    return record | {name: _from_seat(name, seat) for name in json_schema(rulebook)["properties"] if name in FROM_SEAT}


def record_words(rulebook: Rulebook, record: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """A record without its place: what each of its parts that a form asks for is called, and what it holds, in words."""
    found: dict[str, list[str]] = {}
    for part in _asked(rulebook):
        text = held(part, record)
        if not text or part.field in PLACES or (text == NO_ONE and (part.words, NO_ONE) not in VALUES):
            continue
        name = part_name(part.field, None if isinstance(part.key, int) else part.key, rulebook.game)
        words = [field_value(part.words, one, rulebook.game) for one in (text.split() if part.listed else [text])]
        found.setdefault(name, []).extend(words)
    return list(found.items())


def penalty_fields(rulebook: Rulebook, seat: Mapping[str, Any], code: str, values: Mapping[str, Any]) -> tuple[Field, ...]:
    """The fields that a penalty of this code wants at the table of `seat`, beside its side, hand and reason."""
    tariff: Tariff = GAMES[rulebook.game].tariffs[code]
    per = rulebook.choice(leaf(code, "per"))
    names = ["count"] * (per in ("card", "occurrence")) + ["amount"] * (per == "ruled") + ["at"]
    fields = [_number(name, values, 0 if name == "at" else 1, 999, required=name != "at") for name in names]
    for name in tariff.operands:
        if name in BOTH_SIDES:
            fields += [_number(f"{name}.{side}", values, 0, 999, required=name in tariff.required) for side in sides_of(seat)]
        elif name in FLAGS:
            fields.append(_choice(name, (YES, NO), values))
        elif name == "cards":
            fields.append(_number(name, values, 0, 99, required=False))
        else:
            fields.append(_choice(name, SEATS if name == "seat" else GAMES[rulebook.game].operand_words(name), values))
    return tuple(fields)


def penalty_typed(rulebook: Rulebook, seat: Mapping[str, Any], code: str, sent: Mapping[str, str]) -> dict[str, Any]:
    """The body a form states."""
    body: dict[str, Any] = {"code": code, "side": sent.get("side", "")}
    tariffs = GAMES[rulebook.game].tariffs
    for field in penalty_fields(rulebook, seat, code, sent) if code in tariffs else ():
        text = sent.get(field.name, "").strip()
        if not text:
            continue
        name, _dot, side = field.name.partition(".")
        if side:
            body.setdefault(name, {})[side] = whole(text)
        elif name in FLAGS:
            body[name] = text == YES
        else:
            body[name] = text if field.options else whole(text)
    return body


def _asked(rulebook: Rulebook) -> tuple[Part, ...]:
    return tuple(part for part in parts_of(json_schema(rulebook)) if part.field not in FROM_SEAT)


def _field(
    rulebook: Rulebook,
    seat: Mapping[str, Any],
    part: Part,
    values: Mapping[str, Any],
    live: Mapping[str, Any] | None,
    people: Mapping[str, str],
) -> Field:
    options = [YES, NO] if part.of.get("type") == "boolean" else [as_text(option) for option in part.of.get("enum", ())]
    if part.name == "board":
        options = [option for option in options if int(option) in seat["boards"]]
    named = people if _counts_sides(part, people) else {}
    options += named
    return Field(
        name=part.name,
        label=part_name(part.field, part.key, rulebook.game),
        options=tuple((option, f"{field_value(part.words, option, rulebook.game)} {named.get(option, '')}".strip()) for option in options),
        least=part.of.get("minimum"),
        most=part.of.get("maximum", 0),
        step=part.of.get("multipleOf", 1),
        value=str(values.get(part.name, held(part, live) if live is not None else "")),
        required=part.required,
        words=part.listed,
    )


def _counts_sides(part: Part, people: Mapping[str, str]) -> bool:
    """Whether a whole number names one of the three at the table."""
    return len(people) == len(THREE) and (part.of.get("minimum"), part.of.get("maximum")) == (1, len(people))


def _number(name: str, values: Mapping[str, Any], least: int, most: int, *, required: bool) -> Field:
    word, _dot, side = name.partition(".")
    label = field_name(word) + (f"：{field_value('side', side)}" if side else "")
    return Field(name, label, (), least, most, 1, str(values.get(name, "")), required)


def _choice(name: str, options: tuple[str, ...], values: Mapping[str, Any]) -> Field:
    return Field(
        name, field_name(name), tuple((option, field_value(name, option)) for option in options), 0, 0, 1, str(values.get(name, "")), False
    )


def _from_seat(name: str, seat: Mapping[str, Any]) -> Any:
    return seat["room"] if name == "room" else seat["numbers"][name]
