"""The frozen rulebook and its leaves: what the rules read. Loading stands in `scoring.rulebook`."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.clauses import Clause, house_clause
from scoring.leaf_types import (
    OPEN_END,
    Choice,
    Flag,
    LeafType,
    LeafValue,
    Schema,
    Several,
    Table,
    Whole,
    frozen_value,
    plain_value,
)
from scoring.outcomes import Fault, shown

__all__ = [
    "OPEN_END",
    "Choice",
    "Flag",
    "Leaf",
    "LeafType",
    "Rulebook",
    "RulebookFaults",
    "Schema",
    "Several",
    "Table",
    "Whole",
    "frozen_value",
]


READING_KEYS = ("reading", "why", "reading_en", "why_en")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A parameter's value and the clause it comes from. `reading` and `why`, in both languages, where the text is faulty or silent."""

    value: LeafValue
    clause: str
    reading: str = ""
    why: str = ""
    overridable: bool = False
    reading_en: str = ""
    why_en: str = ""

    def as_json(self) -> dict[str, Any]:
        row: dict[str, Any] = {"value": plain_value(self.value), "clause": self.clause}
        if self.reading:
            row |= {name: text for name in READING_KEYS if (text := getattr(self, name))}
        if self.overridable:
            row["overridable"] = True
        return row


CrossCheck = Callable[[Mapping[str, Leaf]], tuple[Fault, ...]]  # leaves that are right each by itself and wrong together


class RulebookFaults(Exception):
    """A rulebook, or an organiser's change of one, that cannot stand: all its faults. `at` is the key, `values["file"]` the file."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("; ".join(f"{fault.at or '-'}: {fault.code} {dict(fault.values)}" for fault in faults))


@dataclass(frozen=True)
class Rulebook:
    """One complete, checked rulebook 规程. Equal content has an equal `digest`, whatever file it came from."""

    id: str
    title: Mapping[str, str]
    source: str
    game: str
    tally: str
    format: str
    clauses: Mapping[str, Clause]
    leaves: Mapping[str, Leaf]
    schema: Schema = field(compare=False, repr=False)
    cross_checks: tuple[CrossCheck, ...] = field(compare=False, repr=False)
    aliases: tuple[str, ...] = ()
    text: str = field(init=False, repr=False)
    digest: str = field(init=False)
    groups: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        content: dict[str, Any] = {
            "id": self.id,
            "title": dict(self.title),
            "source": self.source,
            "game": self.game,
            "tally": self.tally,
            "format": self.format,
            "clauses": {key: clause.as_json() for key, clause in self.clauses.items()},
            **({"aliases": list(self.aliases)} if self.aliases else {}),
        }
        for path, leaf in self.leaves.items():
            *tables, name = path.split(".")
            table = content
            for part in tables:
                table = table.setdefault(part, {})
            table[name] = leaf.as_json()
        text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "digest", hashlib.sha256(text.encode()).hexdigest())
        groups = {path.rsplit(".", depth)[0] for path in self.leaves for depth in range(path.count(".") + 1)}
        object.__setattr__(self, "groups", frozenset(groups))

    def has(self, group: str) -> bool:
        """Whether the text has the leaf or the group of leaves at `group`: what it does not print is left out of its file, whole."""
        return group in self.groups

    def number(self, path: str) -> int:
        """The whole number at `path`."""
        value = self.leaves[path].value
        if type(value) is not int:
            raise TypeError(f"{path} is not a whole number")
        return value

    def choice(self, path: str) -> str:
        """The name chosen at `path`."""
        value = self.leaves[path].value
        if not isinstance(value, str):
            raise TypeError(f"{path} is not a name")
        return value

    def flag(self, path: str) -> bool:
        """The truth at `path`."""
        value = self.leaves[path].value
        if not isinstance(value, bool):
            raise TypeError(f"{path} is not true or false")
        return value

    def several(self, path: str) -> tuple[str, ...]:
        """The names listed at `path`, in order."""
        value = self.leaves[path].value
        if not isinstance(value, tuple):
            raise TypeError(f"{path} is not a list")
        return value

    def rows(self, path: str) -> tuple[Mapping[str, Any], ...]:
        """The rows of the table at `path`, in order."""
        value = self.leaves[path].value
        if not isinstance(value, tuple):
            raise TypeError(f"{path} is not a table")
        return value

    def row_at(self, path: str, number: int) -> Mapping[str, Any]:
        """The row of the tiling table at `path` in which `number` lies."""
        kind = self.schema[path]
        if not isinstance(kind, Table):
            raise TypeError(f"{path} is not a table")
        return kind.row_at(self.rows(path), number)

    def law(self, path: str) -> str:
        """The id of the clause that the leaf at `path` cites (`GD-08`, or `house:1` for the organiser's own)."""
        return self.leaves[path].clause

    def with_overrides(self, changes: Mapping[str, object]) -> "Rulebook":
        """The rulebook with an organiser's own values, each citing `house:<n>`; raises RulebookFaults with all that may not be.

        A value equal to the printed one changes nothing and cites nothing.
        """
        faults: list[Fault] = []
        leaves, clauses = dict(self.leaves), dict(self.clauses)
        number = sum(1 for key in clauses if key.startswith("house:"))
        for path in sorted(changes):
            value, leaf = changes[path], self.leaves.get(path)
            if leaf is None:
                faults.append(Fault("unknown_leaf", at=str(shown(path))))
            elif (wrong := self.schema[path].fault(value)) is not None:
                faults.append(Fault(wrong[0], leaf.clause, path, wrong[1]))
            elif type(frozen_value(value)) is type(leaf.value) and frozen_value(value) == leaf.value:
                continue
            elif not leaf.overridable:
                faults.append(Fault("not_overridable", leaf.clause, path, {"value": plain_value(leaf.value)}))
            else:
                number += 1
                house = house_clause(number, clauses[leaf.clause])
                clauses[house.id] = house
                leaves[path] = replace(leaf, value=frozen_value(value), clause=house.id)
        faults += [fault for check in self.cross_checks for fault in check(leaves)] if not faults else []
        if faults:
            raise RulebookFaults(tuple(faults))
        return replace(self, clauses=clauses, leaves=leaves)
