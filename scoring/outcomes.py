"""What a rule says of a record: faults, steps and the outcome. Codes and operands, never sentences."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Score = int | Fraction

LONGEST_SHOWN = 40


def score_json(score: Score) -> int | str:
    """An exact number for JSON: an integer, or the string `n/d`. Never a float."""
    if isinstance(score, Fraction):
        return score.numerator if score.denominator == 1 else f"{score.numerator}/{score.denominator}"
    return score


def shown(value: object) -> object:
    """What was given, made safe to repeat in an answer: short, encodable, and not deep."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < 10**15 else "…"
    if isinstance(value, str):
        safe = "".join(letter if letter.isprintable() else "�" for letter in value[:LONGEST_SHOWN])
        return safe + "…" if len(value) > LONGEST_SHOWN else safe
    return type(value).__name__


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: `code` names it, `clause` the law, `at` the place in the record (`order[2]`)."""

    code: str
    clause: str = ""
    at: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "clause": self.clause, "at": self.at, "values": dict(self.values)}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a computation: `operands` combined by `op` under `clause` give the running `value`.

    `of` names the side or team the step is about, where the computation has several.
    """

    clause: str
    op: str
    operands: tuple[Score, ...]
    value: Score
    of: str = ""

    def as_json(self) -> dict[str, Any]:
        row: dict[str, Any] = {
            "clause": self.clause,
            "op": self.op,
            "operands": [score_json(operand) for operand in self.operands],
            "value": score_json(self.value),
        }
        if self.of:
            row["of"] = self.of
        return row


@dataclass(frozen=True, slots=True)
class Outcome:
    """One record judged: the points of each side, what else it moves, and the steps that made the numbers.

    `counted_as` names the record's number (`hand`, `board`, `game`). With problems, `points` is None and nothing moves.
    """

    counted_as: str
    number: int | None
    points: Mapping[str, Score] | None
    moved: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[Fault, ...] = ()
    findings: tuple[Fault, ...] = ()
    trace: tuple[Step, ...] = ()

    def as_json(self) -> dict[str, Any]:
        points = None if self.points is None else {side: score_json(score) for side, score in self.points.items()}
        return {
            self.counted_as: self.number,
            "points": points,
            **self.moved,
            "problems": [fault.as_json() for fault in self.problems],
            "findings": [fault.as_json() for fault in self.findings],
            "trace": [step.as_json() for step in self.trace],
        }
