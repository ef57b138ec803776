"""A record or a penalty as a plain form, made from what the rules say a record is (JSON Schema) or a tariff wants.

Reads schemas and what was typed; knows no rule. What cannot be read goes on as typed, for the rules to refuse.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from events.wording.fields import field_name, field_value
from scoring.games import GAMES
from scoring.parameters import Rulebook
from scoring.penalties import Tariff, leaf
from scoring.records import json_schema
from scoring.sides import SEATS, SIDES

FROM_SEAT = ("room", "ns", "ew")  # said by the table, never typed
PLACES = ("game", "hand", "board")
NO_ONE = "null"
FLAGS = ("looked", "followed")
BOTH_SIDES = ("points_before",)
MOST_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Field:
    """One field: choices, or a number between two bounds. `value` is what stands in it."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]
    least: int
    most: int
    step: int
    value: str
    required: bool


@dataclass(frozen=True, slots=True)
class RecordForm:
    """The fields of a record at a table. `kept`: parts of the live record that the form does not show and a correction keeps."""

    fields: tuple[Field, ...]
    kept: tuple[str, ...]


def record_form(
    rulebook: Rulebook, seat: Mapping[str, Any], values: Mapping[str, Any], *, live: Mapping[str, Any] | None = None
) -> RecordForm:
    """The form of a record at the table of `seat`, holding `values` as typed, else those of the `live` record it corrects."""
    schema = json_schema(rulebook)
    shown: list[Field] = []
    for name, of in schema["properties"].items():
        if name in FROM_SEAT or not askable(of) or (live is not None and name in PLACES):
            continue
        options = [_as_text(option) for option in of.get("enum", ())]
        if name == "board":
            options = [option for option in options if int(option) in seat["boards"]]
        current = values.get(name, _as_text(live[name]) if live is not None and name in live else "")
        shown.append(
            Field(
                name=name,
                label=field_name(name),
                options=tuple((option, field_value(name, option, rulebook.game)) for option in options),
                least=of.get("minimum", 0),
                most=of.get("maximum", 0),
                step=of.get("multipleOf", 1),
                value=str(current),
                required=name in schema["required"],
            )
        )
    unseen = [name for name in live or {} if name not in FROM_SEAT and not askable(schema["properties"].get(name, {}))]
    return RecordForm(tuple(shown), tuple(unseen))


def record_typed(
    rulebook: Rulebook, seat: Mapping[str, Any], sent: Mapping[str, str], *, live: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The record a form states. A correction starts from the live record; `drop-<part>` leaves out what the form does not show."""
    schema = json_schema(rulebook)
    record: dict[str, Any] = {} if live is None else {name: part for name, part in live.items() if f"drop-{name}" not in sent}
    for name, of in schema["properties"].items():
        if name in FROM_SEAT:
            record[name] = _from_seat(name, seat)
        elif askable(of) and (live is None or name not in PLACES):
            text = sent.get(name, "").strip()
            if text:
                record[name] = _typed(of, text)
            else:
                record.pop(name, None)
    return record


def penalty_fields(rulebook: Rulebook, code: str, values: Mapping[str, Any]) -> tuple[Field, ...]:
    """The fields that a penalty of this code wants, beside its side, hand and reason."""
    tariff: Tariff = GAMES[rulebook.game].tariffs[code]
    per = rulebook.choice(leaf(code, "per"))
    names = ["count"] * (per in ("card", "occurrence")) + ["amount"] * (per == "ruled") + ["at"]
    fields = [_number(name, values, 0 if name == "at" else 1, 999, required=name != "at") for name in names]
    for name in tariff.operands:
        if name in BOTH_SIDES:
            fields += [_number(f"{name}.{side}", values, 0, 999, required=name in tariff.required) for side in SIDES]
        elif name in FLAGS:
            fields.append(_choice(name, ("yes", "no"), values))
        elif name == "cards":
            fields.append(_number(name, values, 0, 99, required=False))
        else:
            fields.append(_choice(name, SEATS if name == "seat" else GAMES[rulebook.game].operand_words(name), values))
    return tuple(fields)


def penalty_typed(rulebook: Rulebook, code: str, sent: Mapping[str, str]) -> dict[str, Any]:
    """The body a form states."""
    body: dict[str, Any] = {"code": code, "side": sent.get("side", "")}
    tariffs = GAMES[rulebook.game].tariffs
    for field in penalty_fields(rulebook, code, sent) if code in tariffs else ():
        text = sent.get(field.name, "").strip()
        if not text:
            continue
        name, _dot, side = field.name.partition(".")
        if side:
            body.setdefault(name, {})[side] = _whole(text)
        elif name in FLAGS:
            body[name] = text == "yes"
        else:
            body[name] = text if field.options else _whole(text)
    return body


def _number(name: str, values: Mapping[str, Any], least: int, most: int, *, required: bool) -> Field:
    word, _dot, side = name.partition(".")
    label = field_name(word) + (f"：{field_value('side', side)}" if side else "")
    return Field(name, label, (), least, most, 1, str(values.get(name, "")), required)


def _choice(name: str, options: tuple[str, ...], values: Mapping[str, Any]) -> Field:
    return Field(
        name, field_name(name), tuple((option, field_value(name, option)) for option in options), 0, 0, 1, str(values.get(name, "")), False
    )


def askable(of: Mapping[str, Any]) -> bool:
    """Whether a form can ask for it: a choice or a whole number."""
    return "enum" in of or of.get("type") in ("integer", ["integer", "null"])


def _from_seat(name: str, seat: Mapping[str, Any]) -> Any:
    return seat["room"] if name == "room" else seat["numbers"][name]


def _as_text(value: Any) -> str:
    return NO_ONE if value is None else str(value)


def _typed(of: Mapping[str, Any], text: str) -> Any:
    if "enum" in of:
        return next((option for option in of["enum"] if _as_text(option) == text), text)
    return _whole(text)


def _whole(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else text
