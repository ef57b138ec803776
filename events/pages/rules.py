"""规程: what this competition plays by. Every parameter with its value, its clause and, where the text is silent, the reading adopted.

A table of the rulebook is shown as one, a list in its order, and the tariff as one table of offences.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from events.pages.base import page, place_of
from events.pinned import rulebook_of
from events.wording.leaves import GROUPS, column_name, group_title, leaf_name, option_text, value_text
from events.wording.penalties import penalty_word
from events.wording.printed import clause_text, printed, title_text
from events.wording.tariffs import PARTS
from scoring.clauses import Clause
from scoring.leaf_types import OPEN_END, Several, Table
from scoring.parameters import Leaf, Rulebook

PENALTIES = "penalties"
CLAUSE = "clause"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table: a text, or the clause that the cell names."""

    text: str
    clause: Clause | None = None


@dataclass(frozen=True, slots=True)
class Rows:
    """A table leaf: the names of its columns and its rows in order."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One leaf. `value` in words; `items` where it is a list of several; `table` where it is a table."""

    path: str
    name: str
    value: str
    items: tuple[str, ...]
    table: Rows | None
    clause: Clause
    reading: str
    why: str
    house: bool

    @property
    def part(self) -> str:
        """What a leaf of the tariff says of its offence: `penalties.<code>.<part>`."""
        return str(PARTS.get(self.path.rsplit(".", 1)[-1], ""))


@dataclass(frozen=True, slots=True)
class Offence:
    """A line of the tariff: its leaves in the order of the columns, and the clause of what it costs."""

    name: str
    cells: tuple[Parameter | None, ...]
    clause: Clause


@dataclass(frozen=True, slots=True)
class Tariff:
    columns: tuple[str, ...]
    offences: tuple[Offence, ...]
    readings: tuple[tuple[str, Parameter], ...]


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    leaves: tuple[Parameter, ...]
    tariff: Tariff | None


@require_safe
@page
def rules(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """The pinned rulebook: not today's file, but the text this competition is scored by."""
    place = place_of(request, event, competition)
    rulebook = rulebook_of(place.competition)
    context = place.context() | {
        "rulebook": rulebook,
        "title": title_text(rulebook.title),
        "groups": _groups(rulebook),
        "clauses": [(clause, clause_text(clause)) for clause in rulebook.clauses.values()],
        "house": [clause for clause in rulebook.clauses.values() if clause.id.startswith("house:")],
    }
    return render(request, "pages/rules.html", context)


def _groups(rulebook: Rulebook) -> list[Group]:
    """Leaves under their tables, from the hand to the ranking and who decides."""
    groups: dict[str, list[Parameter]] = {}
    for path, leaf in rulebook.leaves.items():
        groups.setdefault(path.split(".")[0], []).append(_parameter(rulebook, path, leaf))
    order = [*(key for key in GROUPS if key in groups), *(key for key in groups if key not in GROUPS)]
    return [
        Group(group_title(key), (), _tariff(groups[key])) if key == PENALTIES else Group(group_title(key), tuple(groups[key]), None)
        for key in order
    ]


def _parameter(rulebook: Rulebook, path: str, leaf: Leaf) -> Parameter:
    kind = rulebook.schema[path]
    value: Any = leaf.value
    return Parameter(
        path=path,
        name=leaf_name(path),
        value=option_text(path, value),
        items=tuple(value_text(item) for item in value) if isinstance(kind, Several) and len(value) > 1 else (),
        table=_rows(rulebook, path, kind, value) if isinstance(kind, Table) else None,
        clause=rulebook.clauses[leaf.clause],
        reading=printed(leaf.reading, leaf.reading_en),
        why=printed(leaf.why, leaf.why_en),
        house=leaf.clause.startswith("house:"),
    )


def _rows(rulebook: Rulebook, path: str, kind: Table, rows: tuple[Mapping[str, Any], ...]) -> Rows:
    """The two bounds of rows that tile are one column: `5–10`, `180 以上`."""
    bounds = kind.tiles or ()
    names = [name for name in kind.columns if name not in bounds]
    head = ([gettext("范围")] if bounds else []) + [column_name(path, name) for name in names]
    return Rows(tuple(head), tuple((*_bounds(row, bounds), *(_cell(rulebook, name, row[name]) for name in names)) for row in rows))


def _bounds(row: Mapping[str, Any], bounds: tuple[str, ...]) -> tuple[Cell, ...]:
    if not bounds:
        return ()
    least, most = row[bounds[0]], row[bounds[1]]
    if most == OPEN_END:
        return (Cell(gettext("%(least)s 以上") % {"least": least}),)
    return (Cell(str(least) if least == most else f"{least}–{most}"),)


def _cell(rulebook: Rulebook, column: str, value: Any) -> Cell:
    if column == CLAUSE and value in rulebook.clauses:
        return Cell(rulebook.clauses[value].ref, rulebook.clauses[value])
    return Cell(option_text(column, value))


def _tariff(leaves: list[Parameter]) -> Tariff:
    """The leaves `penalties.<code>.<part>` as one table, a line for each offence."""
    found: dict[str, dict[str, Parameter]] = {}
    for leaf in leaves:
        _penalties, code, part = leaf.path.split(".", 2)
        found.setdefault(code, {})[part] = leaf
    parts = [part for part in PARTS if any(part in its for its in found.values())]
    offences = [
        Offence(penalty_word(code), tuple(its.get(part) for part in parts), next(iter(its.values())).clause) for code, its in found.items()
    ]
    readings = [
        (f"{penalty_word(code)} · {PARTS[part]}", leaf) for code, its in found.items() for part, leaf in its.items() if leaf.reading
    ]
    return Tariff(tuple(str(PARTS[part]) for part in parts), tuple(offences), tuple(readings))
