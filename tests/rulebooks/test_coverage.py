"""No number without a case: every clause is cited, every leaf's change is caught, every case of the inventory is accounted for."""

import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring.parameters import OPEN_END, Choice, Flag, LeafType, Rulebook, Several, Table, Whole, frozen_value
from scoring.rulebook import ids
from tests.rulebooks.runner import case_file, rules_of, run

TESTS = Path(__file__).parents[1]
WAITING = {"healthcup-guandan": {147, 149, 177, 178}}  # these and no others may wait for disputes and appeals


Value = str | int | bool | tuple[Any, ...]


def legal_others(kind: LeafType, value: Any) -> list[Any]:
    """Other values the leaf could lawfully have: the numbers beside it, every other choice, each cell of a table changed by itself."""
    if isinstance(kind, Whole):
        return [other for other in (value - 1, value + 1) if kind.fault(other) is None]
    if isinstance(kind, Choice):
        return [option for option in kind.options if option != value]
    if isinstance(kind, Several):
        others = [[*value[:place], *value[place + 1 :]] for place in range(len(value))]
        others += [[*value, option] for option in kind.options if option not in value]
        return [frozen_value(other) for other in others if kind.fault(other) is None]
    if isinstance(kind, Table):
        return [frozen_value(other) for other in changed_cells(kind, [dict(row) for row in value]) if kind.fault(other) is None]
    assert isinstance(kind, Flag)
    return [not value]


def changed_cells(kind: Table, rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Tables with one cell changed; of a table that tiles, a bound between two rows moves in both."""
    for place, row in enumerate(rows):
        for name, of in kind.columns.items():
            if kind.tiles and name == kind.tiles[0]:
                continue
            for other in legal_others(of, row[name]) if row[name] != OPEN_END else []:
                changed = [dict(kept) for kept in rows]
                changed[place][name] = other
                if kind.tiles and name == kind.tiles[1]:
                    changed[place + 1][kind.tiles[0]] = other + 1
                yield changed


def mutated(rulebook: Rulebook, path: str, value: Value) -> Rulebook:
    """The rulebook with one leaf changed behind the loader's back."""
    leaf = replace(rulebook.leaves[path], value=value)
    return replace(rulebook, leaves={**rulebook.leaves, path: leaf}, cross_checks=())


def caught(rulebook: Rulebook, cases: list[dict[str, Any]]) -> bool:
    for case in cases:
        try:
            run(rulebook, case)
        except AssertionError:
            return True
    return False


def shown_id(value: Value) -> str:
    return str(value) if not isinstance(value, tuple) else f"{zlib.crc32(str(value).encode()):08x}"


def mutations() -> Iterator[Any]:
    for name in ids():
        rulebook, file = rules_of(name), case_file(name)
        for path, leaf in rulebook.leaves.items():
            if path not in file["recorded_leaves"]:
                for value in legal_others(rulebook.schema[path], leaf.value):
                    yield pytest.param(name, path, value, id=f"{name}-{path}={shown_id(value)}")


@pytest.mark.parametrize(("name", "path", "value"), list(mutations()))
def test_a_changed_leaf_makes_a_case_fail(name: str, path: str, value: Value) -> None:
    assert caught(mutated(rules_of(name), path, value), case_file(name)["case"])


@pytest.mark.parametrize("name", ids())
def test_recorded_leaves_exist_have_a_reason_and_move_no_case(name: str) -> None:
    rulebook, file = rules_of(name), case_file(name)
    for path, reason in file["recorded_leaves"].items():
        assert reason.strip()
        for value in legal_others(rulebook.schema[path], rulebook.leaves[path].value):
            assert not caught(mutated(rulebook, path, value), file["case"]), f"{path} is no longer recorded only"


@pytest.mark.parametrize("name", ids())
def test_every_other_leaf_can_be_changed(name: str) -> None:
    """A leaf that has no other lawful value is fixed, and must say so among the recorded ones."""
    rulebook, file = rules_of(name), case_file(name)
    fixed = {path for path, leaf in rulebook.leaves.items() if not legal_others(rulebook.schema[path], leaf.value)}
    assert fixed == {path for path, reason in file["recorded_leaves"].items() if reason.startswith("固定")}


@pytest.mark.parametrize("name", ids())
def test_every_reading_of_the_organiser_has_a_case(name: str) -> None:
    """An overridable leaf is changed by some case, unless it is recorded only."""
    rulebook, file = rules_of(name), case_file(name)
    changed = {path for case in file["case"] for path in case.get("change", {})}
    overridable = {path for path, leaf in rulebook.leaves.items() if leaf.overridable}
    assert overridable - changed - set(file["recorded_leaves"]) == set()


@pytest.mark.parametrize("name", ids())
def test_every_clause_is_cited(name: str) -> None:
    """By a case or a workflow test; a clause of kind R or D may be recorded only."""
    rulebook, file = rules_of(name), case_file(name)
    shown = {clause for case in [*file["case"], *file["workflow"]] for clause in case["clauses"]}
    recorded = {clause for row in file["recorded"] for clause in row["clauses"]}
    assert shown | recorded <= rulebook.clauses.keys()
    assert rulebook.clauses.keys() - shown == recorded - shown
    assert {rulebook.clauses[clause].kind for clause in recorded} <= {"R", "D"}


@pytest.mark.parametrize("name", ids())
def test_every_case_of_the_inventory_is_accounted_for_once(name: str) -> None:
    file = case_file(name)
    inventory = Counter(number for numbers in file["inventory"].values() for number in numbers)
    places = {
        "here": {number for case in file["case"] for number in case.get("n", [])},
        "workflow": {row["n"] for row in file["workflow"]},
        "recorded": {number for row in file["recorded"] for number in row["n"]},
        "waiting": {number for row in file["waiting"] for number in row["n"]},
    }
    assert Counter(number for numbers in places.values() for number in numbers) == inventory
    assert places["waiting"] == WAITING.get(name, set())
    clause_of = {number: clause for clause, numbers in file["inventory"].items() for number in numbers}
    for case in [*file["case"], *file["recorded"], *file["waiting"]]:
        for number in case.get("n", []):
            assert clause_of[number] in case["clauses"]
    for row in file["workflow"]:
        assert clause_of[row["n"]] in row["clauses"]


@pytest.mark.parametrize("name", ids())
def test_the_rulebook_is_the_one_that_was_published(name: str) -> None:
    file = case_file(name)
    assert file["rulebook"] == name
    assert file["digest"] == rules_of(name).digest, "tell organisers in CHANGELOG.md, then pin this digest"


@pytest.mark.parametrize("name", ids())
def test_every_worked_example_is_accounted_for(name: str) -> None:
    file = case_file(name)
    wanted = {f"{section}-{number}" for section, count in file["inventory_worked"].items() for number in range(1, count + 1)}
    assert {case["worked"] for case in [*file["case"], *file["workflow"]] if "worked" in case} == wanted


@pytest.mark.parametrize("name", ids())
def test_every_workflow_case_names_a_test(name: str) -> None:
    found = {
        int(match)
        for path in TESTS.rglob("test_*.py")
        for match in re.findall(r"^(?:    )?def test_case_(\d+)_\w+\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    missing = {row["n"] for row in case_file(name)["workflow"]} - found
    assert not missing, f"no test function test_case_<n>_… for {sorted(missing)}"
