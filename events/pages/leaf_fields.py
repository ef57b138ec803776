"""What an organiser may set in a rulebook, as form fields: a number, a choice, yes or no, a list of words, a table cell by cell.

Reads a rulebook and a form; the rules judge what was typed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from events.wording.leaves import GROUPS, column_name, group_title, leaf_name, option_text, value_text
from events.wording.printed import printed as in_language
from scoring.formats.stages.leaves import CHAMPION
from scoring.leaf_types import Choice, Flag, LeafType, Several, Table, Whole, plain_value
from scoring.parameters import Leaf, Rulebook
from scoring.tallies.table_of_three.leaves import MINUTES

MOST_DIGITS = 9
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table: its field, what is in it, and the choices where there are any. `fixed`: it follows from its neighbours."""

    field: str
    value: str
    options: tuple[tuple[str, str], ...]
    fixed: bool


@dataclass(frozen=True, slots=True)
class LeafField:
    """One value an organiser may set: its field, what is in it, what is printed and by which clause. A table has `rows` instead."""

    field: str
    name: str
    value: str
    printed: str
    printed_text: str
    clause: str
    options: tuple[tuple[str, str], ...]
    least: int
    most: int
    number: bool
    reading: str  # the adopted reading, where the text is silent or faulty
    blank: bool = False  # the text leaves it open and nothing goes on before the organiser has set it
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()

    @property
    def changed(self) -> bool:
        return self.value != self.printed


def groups_of(rulebook: Rulebook, values: Mapping[str, object]) -> list[tuple[str, list[LeafField]]]:
    """The other fields under the titles of the rulebook page, in its order. `values` are those of a form that came back."""
    groups: dict[str, list[LeafField]] = {}
    for path, leaf in rulebook.leaves.items():
        if leaf.overridable and not _asked(rulebook, path, leaf):
            groups.setdefault(path.split(".")[0], []).append(_field_of(rulebook, path, leaf, values))
    return [(group_title(key), groups[key]) for key in sorted(groups, key=_place)]


def asked_of(rulebook: Rulebook, values: Mapping[str, object]) -> list[LeafField]:
    """The choices that the text leaves open and that decide how the game is played or ranked: an organiser is to look at each."""
    return [_field_of(rulebook, path, leaf, values) for path, leaf in rulebook.leaves.items() if _asked(rulebook, path, leaf)]


def _blank(path: str, leaf: Leaf) -> bool:
    """Whether the text leaves this open for the organiser to fill in: minutes of a table, the champion's prize, while they are 0."""
    return leaf.overridable and path in (MINUTES, CHAMPION) and leaf.value == 0


def _asked(rulebook: Rulebook, path: str, leaf: Leaf) -> bool:
    if _blank(path, leaf):
        return True
    decides = path.split(".")[0] in ("game_rules", "tally_rules", "format_rules", "ranking")
    return decides and leaf.overridable and bool(leaf.reading) and isinstance(rulebook.schema[path], Choice | Flag | Several)


def _place(group: str) -> tuple[int, str]:
    known = list(GROUPS)
    return known.index(group) if group in known else len(known), group


def overrides_of(rulebook: Rulebook, sent: Mapping[str, Any]) -> dict[str, object]:
    """What was sent for the rulebook, in the leaves' types; what cannot be read goes on as typed, for the rules to refuse."""
    found: dict[str, object] = {}
    for path, leaf in rulebook.leaves.items():
        if not leaf.overridable:
            continue
        kind, field = rulebook.schema[path], _name(rulebook, path)
        if isinstance(kind, Table):
            rows = _rows_sent(kind, field, plain_value(leaf.value), sent)
            if rows is not None:
                found[path] = rows
        elif str(sent.get(field, "")).strip():
            found[path] = _typed(kind, str(sent[field]).strip())
    return found


def _field_of(rulebook: Rulebook, path: str, leaf: Leaf, values: Mapping[str, object]) -> LeafField:
    kind = rulebook.schema[path]
    field, printed = _name(rulebook, path), _words(path, leaf.value) if isinstance(kind, Several) else _as_sent(leaf.value)
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    value = str(values.get(field, printed))
    if isinstance(kind, Table):
        columns = tuple(column_name(path, name) for name in kind.columns)
        rows = tuple(_cells(kind, field, place, row, values) for place, row in enumerate(plain_value(leaf.value)))
        sent = _rows_sent(kind, field, plain_value(leaf.value), values)
        value = printed if sent is None else str(sent)
    return LeafField(
        field=field,
        name=leaf_name(path),
        value=value,
        printed=printed,
        printed_text=option_text(path, leaf.value),
        clause=rulebook.clauses[leaf.clause].ref,
        options=_options(kind, path),
        least=kind.least if isinstance(kind, Whole) else 0,
        most=kind.most if isinstance(kind, Whole) else 0,
        number=isinstance(kind, Whole),
        reading=in_language(leaf.reading, leaf.reading_en),
        blank=_blank(path, leaf),
        columns=columns,
        rows=rows,
    )


def _cells(kind: Table, field: str, place: int, row: Mapping[str, Any], values: Mapping[str, object]) -> tuple[Cell, ...]:
    return tuple(
        Cell(
            field=f"{field}:{place}:{name}",
            value=str(values.get(f"{field}:{place}:{name}", _as_sent(row[name]))),
            options=_options(of, name),
            fixed=kind.tiles is not None and (name == kind.tiles[0] or row[name] == "open"),
        )
        for name, of in kind.columns.items()
    )


def _rows_sent(kind: Table, field: str, printed: list[dict[str, Any]], sent: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """The table as it came, None where none of it did. The lower bound of a row that tiles follows from the one above."""
    if not any(f"{field}:{place}:{name}" in sent for place in range(len(printed)) for name in kind.columns):
        return None
    rows: list[dict[str, Any]] = []
    for place, row in enumerate(printed):
        made = {name: _cell(of, str(sent.get(f"{field}:{place}:{name}", "")).strip(), row[name]) for name, of in kind.columns.items()}
        if kind.tiles is not None and rows and type(rows[-1][kind.tiles[1]]) is int:
            made[kind.tiles[0]] = rows[-1][kind.tiles[1]] + 1
        rows.append(made)
    return rows


def _cell(kind: LeafType, text: str, printed: Any) -> object:
    return printed if not text or text == printed else _typed(kind, text)


def _options(kind: LeafType, where: str) -> tuple[tuple[str, str], ...]:
    if isinstance(kind, Flag):
        return ((YES, value_text(True)), (NO, value_text(False)))
    return tuple((_as_sent(option), option_text(where, option)) for option in kind.options) if isinstance(kind, Choice) else ()


def _typed(kind: LeafType, text: str) -> object:
    if isinstance(kind, Flag):
        return {YES: True, NO: False}.get(text, text)
    if isinstance(kind, Choice):
        return _option(kind.options, text)
    if isinstance(kind, Several):
        listed = [word.strip() for word in text.replace("、", ",").replace("，", ",").split(",")]
        return [_option(kind.options, word) for word in (listed if len(listed) > 1 else text.split()) if word]
    return whole_of(text)


def _option(options: tuple[str | int, ...], text: str) -> object:
    return next((option for option in options if text in (_as_sent(option), value_text(option))), text)


def _words(where: str, value: Any) -> str:
    """A list as an organiser writes it: in words, in order."""
    return gettext("、").join(option_text(where, item) for item in value)


def whole_of(text: str) -> int | str:
    """A whole number as typed; anything else stays text, for the rules to refuse."""
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS else digits


def _as_sent(value: Any) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, list | tuple):
        plain = plain_value(value)
        return str(plain) if plain and isinstance(plain[0], dict) else " ".join(str(word) for word in plain)
    return str(value)


def _name(rulebook: Rulebook, path: str) -> str:
    return f"{rulebook.id}:{path}"
