"""Runs a worked case of a case file against a rulebook. What comes out is compared in full; a difference raises AssertionError."""

import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from scoring.parameters import Rulebook
from scoring.rulebook import load_file
from tests.rulebooks.kinds.common import COMMON, Case

FOLDER = Path(__file__).parent


@cache
def case_file(rulebook_id: str) -> dict[str, Any]:
    """The cases of a rulebook, read once; the lists a variant has no use for may be left out of its file."""
    none: dict[str, Any] = {"recorded_leaves": {}, "inventory": {}, "inventory_worked": {}, "workflow": [], "recorded": [], "waiting": []}
    return none | tomllib.loads((FOLDER / f"{rulebook_id}.toml").read_text(encoding="utf-8"))


@cache
def rules_of(rulebook_id: str) -> Rulebook:
    """The rulebook, read once: many tests change one leaf of it each, behind its back."""
    return load_file(rulebook_id)


def run(rulebook: Rulebook, case: Case) -> None:
    """Play one case. `change` applies to this case alone. The kinds are those of the rulebook's game and the common ones."""
    rules = rulebook.with_overrides(case["change"]) if "change" in case else rulebook
    kinds = {**COMMON, **import_module(f"tests.rulebooks.kinds.{rulebook.game}").KINDS}
    (kind,) = kinds.keys() & case.keys()
    kinds[kind](rules, case[kind], case.get("expect", {}))
