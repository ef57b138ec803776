"""Refusals, sides and points as a person reads them in the administration."""

from collections.abc import Iterable, Mapping

from events.refusals import Problems, Refused
from events.wording import problem_text, remedy_text
from events.wording.terms import operand
from scoring.outcomes import Fault


def refusal_lines(refused: Refused) -> list[str]:
    """One line for each thing that is wrong: what, and what to do. For a list of what is missing, a line an item."""
    if isinstance(refused, Problems):
        return [_line(fault) for fault in refused.faults]
    lines = [_line(Fault(refused.code, refused.clause, "", refused.values))]
    for item in (refused.current or {}).get("missing", [])[:20]:
        lines.append(_line(Fault(f"missing_{item['code']}" if "code" in item else "missing_unfinished", "", "", item)))
    return lines


def _line(fault: Fault) -> str:
    text = f"{problem_text(fault.code, fault.values)} {remedy_text(fault.code, fault.values)}".strip()
    return f"{text}（{fault.clause}）" if fault.clause else text


def sides_text(sides: Iterable[str]) -> str:
    """`东西` for `["EW"]`; empty for none."""
    return operand(list(sides))


def points_text(points: Mapping[str, object] | None) -> str:
    """`南北 1 : 东西 0` for `{"NS": 1, "EW": 0}`; empty for none."""
    return " : ".join(f"{operand(side)} {operand(points[side])}" for side in ("NS", "EW") if side in points) if points else ""
