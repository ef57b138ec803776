"""Why one contender stands before the next: the keys of the ranking in order, with both values, as far as the one that decided.

Reads rows of the published standings; recomputes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from events.selectors.boards.parts import name_of, row_key
from events.selectors.people import Names
from scoring.clauses import Clause
from scoring.parameters import Rulebook
from scoring.standings import chain
from scoring.tiebreaks import FINAL_TIE, STEPS, head_to_head, lot

Key = tuple[str, Clause]


@dataclass(frozen=True, slots=True)
class KeyLine:
    """One key of the ranking chain between two teams. `state`: equal, decided, unused, unknown."""

    key: str
    clause: Clause
    mine: object | None
    theirs: object | None
    state: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Why `ahead` stands before `behind`; nothing decided when they share the rank."""

    ahead: str
    ahead_team: str
    behind: str
    behind_team: str
    keys: tuple[KeyLine, ...]
    shared: bool
    tied_on_points: bool
    downs: tuple[tuple[str, tuple[tuple[int, int], ...], int], ...]


def keys_of_chain(rulebook: Rulebook) -> list[Key]:
    """The keys of a rulebook that states them step by step, each with the clause that puts it there."""
    return [(key, _law_of(rulebook, key)) for key in chain(rulebook)]


def keys_of_list(rulebook: Rulebook, leaf: str) -> list[Key]:
    """The keys of a rulebook that states them as one list, and the lot where it wants one."""
    keys = [(str(key), rulebook.clauses[rulebook.law(leaf)]) for key in rulebook.several(leaf)]
    return [*keys, (lot.KEY, rulebook.clauses[rulebook.law(FINAL_TIE)])] if rulebook.choice(FINAL_TIE) == lot.KEY else keys


def compare(
    state: Mapping[str, Any], names: Names, rows: Sequence[Mapping[str, Any]], place: int, keys: Sequence[Key]
) -> Comparison | None:
    """The contender at `place` of `rows` against the next one below; for the last, against the one above. None for one alone."""
    if len(rows) < 2:
        return None
    upper = min(place, len(rows) - 2)
    ahead, behind = rows[upper], rows[upper + 1]
    decided_by = behind["split_by"]
    lines: list[KeyLine] = []
    decided = False
    for key, clause in keys:
        mine, theirs = _values(state, key, ahead, behind)
        if not decided and key == decided_by and behind["split"]:
            mine, theirs = behind["split"]["theirs"], behind["split"]["mine"]
            if key == lot.KEY:  # kept as minus the place from 0; told as the place
                mine, theirs = 1 - mine, 1 - theirs
        if decided:
            verdict = "unused"
        elif key == decided_by:
            verdict, decided = "decided", True
        else:
            verdict = (
                "unknown" if mine is None or theirs is None else "equal" if Fraction(str(mine)) == Fraction(str(theirs)) else "unknown"
            )
        lines.append(KeyLine(key, clause, mine, theirs, verdict))
    return Comparison(
        ahead=name_of(names, ahead),
        ahead_team=row_key(ahead),
        behind=name_of(names, behind),
        behind_team=row_key(behind),
        keys=tuple(lines),
        shared=not decided,
        tied_on_points=ahead["points"] == behind["points"],
        downs=tuple(
            (
                name_of(names, row),
                tuple((term["round"], term["double_downs"]) for term in row["rounds"] if term["counted"]),
                row["double_downs"],
            )
            for row in (ahead, behind)
            if "double_downs" in row
        ),
    )


def _law_of(rulebook: Rulebook, key: str) -> Clause:
    """The clause that puts this key into the chain."""
    leaf = next((step for step in STEPS if rulebook.choice(step) == key), FINAL_TIE)
    return rulebook.clauses[rulebook.law(leaf)]


def _values(state: Mapping[str, Any], key: str, ahead: Mapping[str, Any], behind: Mapping[str, Any]) -> tuple[object | None, object | None]:
    """Both contenders' published values of a key; the meetings of the two for head-to-head, None where they have not met."""
    if key in ahead and key in behind:
        return ahead[key], behind[key]
    if key != head_to_head.KEY:
        return None, None  # told by the split alone
    for encounter in state["encounters"]:
        met = {encounter["low"], encounter["high"]} == {ahead["team"], behind["team"]}
        if met and encounter["finished"] and encounter.get("counted", 1):
            mine = "low" if encounter["low"] == ahead["team"] else "high"
            return encounter["points"][mine], encounter["points"]["high" if mine == "low" else "low"]
    return None, None
