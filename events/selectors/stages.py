"""The stages that a competition is published by: those with a name, and where every round is one (a knock-out, a ladder) the rounds.

Reads a state; no query.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.parameters import Rulebook

EACH_ROUND = frozenset({"knockout", "ladder"})  # formats whose rounds are published one by one
BY_NAME = frozenset({"groups", "stages", "cut"})
BESIDE = frozenset({"play_off", "refill"})  # rounds that belong to the stage before them
PLAY_OFF = "_play_off"  # behind the code of the stage whose ties are played off
ROUND = "round_"


@dataclass(frozen=True, slots=True)
class Stage:
    """`rounds` by number; `opened` and `finished`: whether a round was opened, whether all opened ones are finished."""

    code: str
    rounds: tuple[int, ...]
    opened: bool
    finished: bool


def has_stages(rulebook: Rulebook) -> bool:
    """Whether the rulebook's format is published by stages."""
    return rulebook.format in EACH_ROUND or rulebook.format in BY_NAME


def stages_of(state: Mapping[str, Any], rulebook: Rulebook) -> list[Stage]:
    """The stages of the plan in order; empty where a competition is published as a whole."""
    if not has_stages(rulebook):
        return []
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row, code in zip(state["rounds"], codes_of(state, rulebook), strict=True):
        found.setdefault(code, []).append(row)
    return [_stage(code, rows) for code, rows in found.items() if code]


def codes_of(state: Mapping[str, Any], rulebook: Rulebook) -> list[str]:
    """The stage of each round of the state, in its order; empty where it has none."""
    codes: list[str] = []
    for row in state["rounds"]:
        if rulebook.format in EACH_ROUND:
            codes.append(f"{ROUND}{row['round']}")
            continue
        code = str(row.get("stage") or "").removesuffix(PLAY_OFF)
        codes.append(codes[-1] if code in BESIDE and codes else code)
    return codes


def _stage(code: str, rows: list[Mapping[str, Any]]) -> Stage:
    opened = [row for row in rows if row["opened"]]
    return Stage(code, tuple(row["round"] for row in rows), bool(opened), bool(opened) and all(row["finished"] for row in opened))
