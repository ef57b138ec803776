"""Every worked case of every case file, one test each."""

from typing import Any

import pytest

from scoring.rulebook import ids
from tests.rulebooks.runner import case_file, rules_of, run

CASES = [pytest.param(rulebook, case, id=f"{rulebook}-{case['name']}") for rulebook in ids() for case in case_file(rulebook)["case"]]


@pytest.mark.parametrize(("rulebook", "case"), CASES)
def test_case(rulebook: str, case: dict[str, Any]) -> None:
    run(rules_of(rulebook), case)


@pytest.mark.parametrize("rulebook", ids())
def test_names_are_not_repeated(rulebook: str) -> None:
    names = [case["name"] for case in case_file(rulebook)["case"]]
    assert len(set(names)) == len(names)
