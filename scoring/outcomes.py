"""What a rule says of a record: faults, steps and the outcome. Codes and operands, never sentences."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Score = int | Fraction


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: `code` names it, `clause` the law, `at` the place in the record (`order[2]`)."""

    code: str
    clause: str = ""
    at: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a computation: `operands` combined by `op` under `clause` give the running `value`."""

    clause: str
    op: str
    operands: tuple[Score, ...]
    value: Score
