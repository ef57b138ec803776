"""Refusals as the lines a person reads in the administration."""

from events.refusals import Problems, Refused
from events.wording import problem_text, remedy_text
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
