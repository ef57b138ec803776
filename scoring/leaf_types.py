"""What a leaf of a rulebook may be: a whole number, a choice, a flag, a list of choices, a table whose rows may have to tile."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from scoring.outcomes import shown


@dataclass(frozen=True, slots=True)
class Whole:
    """A leaf that is a whole number between two bounds, both included."""

    least: int
    most: int

    def fault(self, value: object) -> tuple[str, dict[str, Any]] | None:
        if type(value) is not int:
            return "wrong_type", {"wanted": "integer", "given": shown(value)}
        if not self.least <= value <= self.most:
            return "out_of_range", {"least": self.least, "most": self.most, "given": shown(value)}
        return None


@dataclass(frozen=True, slots=True)
class Choice:
    """A leaf that is one of a closed list of names or numbers."""

    options: tuple[str | int, ...]

    def fault(self, value: object) -> tuple[str, dict[str, Any]] | None:
        if not any(type(value) is type(option) and value == option for option in self.options):
            return "not_a_choice", {"options": list(self.options), "given": shown(value)}
        return None


@dataclass(frozen=True, slots=True)
class Flag:
    """A leaf that is true or false."""

    def fault(self, value: object) -> tuple[str, dict[str, Any]] | None:
        return None if isinstance(value, bool) else ("wrong_type", {"wanted": "boolean", "given": shown(value)})


@dataclass(frozen=True, slots=True)
class Several:
    """A leaf that is a list of different choices, in an order that may matter."""

    options: tuple[str | int, ...]
    least: int = 0

    def fault(self, value: object) -> tuple[str, dict[str, Any]] | None:
        if not isinstance(value, list | tuple):
            return "wrong_type", {"wanted": "list", "given": shown(value)}
        one = Choice(self.options)
        for item in value:
            if (wrong := one.fault(item)) is not None:
                return wrong
        if len(set(value)) != len(value):
            return "named_twice", {"given": [shown(item) for item in value[:MOST_NAMED]]}
        if len(value) < self.least:
            return "too_few_named", {"least": self.least, "given": len(value)}
        return None


OPEN_END = "open"  # the upper bound of the last row of a table that tiles
MOST_ROWS = 200
MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class Table:
    """A leaf that is a table: rows with all of `columns` and no other.

    `tiles` names the two columns (whole numbers, both included) whose rows tile from 0 in steps of one, without gap or overlap;
    the last upper bound is the word `open`. `keys` are columns that together name a row, which must not stand twice.
    """

    columns: Mapping[str, "Whole | Choice | Flag"]
    tiles: tuple[str, str] | None = None
    keys: tuple[str, ...] = ()
    least: int = 1

    def fault(self, value: object) -> tuple[str, dict[str, Any]] | None:
        if not isinstance(value, list | tuple):
            return "wrong_type", {"wanted": "list", "given": shown(value)}
        if not self.least <= len(value) <= MOST_ROWS:
            return "rows_out_of_range", {"least": self.least, "most": MOST_ROWS, "given": len(value)}
        for place, row in enumerate(value):
            if (wrong := self._row_fault(row, last=place == len(value) - 1)) is not None:
                return wrong[0], {"row": place + 1, **wrong[1]}
        return self._tiling_fault(value) or self._keys_fault(value)

    def _row_fault(self, row: object, *, last: bool) -> tuple[str, dict[str, Any]] | None:
        if not isinstance(row, Mapping):
            return "wrong_type", {"wanted": "table", "given": shown(row)}
        if set(row) != set(self.columns):
            return "columns_differ", {"wanted": list(self.columns), "given": [shown(name) for name in list(row)[:MOST_NAMED]]}
        for name, kind in self.columns.items():
            if self.tiles is not None and name == self.tiles[1] and last:
                if row[name] != OPEN_END:
                    return "last_row_not_open", {"column": name, "given": shown(row[name])}
            elif (wrong := kind.fault(row[name])) is not None:
                return wrong[0], {"column": name, **wrong[1]}
        return None

    def _tiling_fault(self, rows: Sequence[Mapping[str, Any]]) -> tuple[str, dict[str, Any]] | None:
        if self.tiles is None:
            return None
        least, most = self.tiles
        wanted = 0
        for place, row in enumerate(rows):
            if row[least] != wanted:
                code = "gap_between_rows" if row[least] > wanted else "rows_overlap"
                return code, {"row": place + 1, "wanted": wanted, "given": row[least]}
            if row[most] == OPEN_END:
                return None
            if row[most] < row[least]:
                return "rows_overlap", {"row": place + 1, "wanted": row[least], "given": row[most]}
            wanted = row[most] + 1
        return None

    def _keys_fault(self, rows: Sequence[Mapping[str, Any]]) -> tuple[str, dict[str, Any]] | None:
        names = [tuple(row[key] for key in self.keys) for row in rows] if self.keys else []
        twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
        return None if twice is None else ("row_twice", {"given": list(twice)})

    def row_at(self, rows: Sequence[Mapping[str, Any]], number: int) -> Mapping[str, Any]:
        """The row of a table that tiles in which `number` (0 or more) lies."""
        if self.tiles is None:
            raise TypeError("the table does not tile")
        least, most = self.tiles
        return next(row for row in rows if row[least] <= number and (row[most] == OPEN_END or number <= row[most]))


LeafType = Whole | Choice | Flag | Several | Table
LeafValue = str | int | bool | tuple[Any, ...]
Schema = Mapping[str, LeafType]


def frozen_value(value: Any) -> Any:
    """A leaf's value that nobody can change afterwards: lists become tuples, tables read-only."""
    if isinstance(value, list | tuple):
        return tuple(frozen_value(item) for item in value)
    return MappingProxyType({key: frozen_value(item) for key, item in value.items()}) if isinstance(value, Mapping) else value


def plain_value(value: Any) -> Any:
    """The value as JSON has it."""
    if isinstance(value, tuple):
        return [plain_value(item) for item in value]
    return {key: plain_value(item) for key, item in value.items()} if isinstance(value, Mapping) else value
