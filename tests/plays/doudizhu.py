"""The kept events of 斗地主, and what their workings say table by table."""

from types import ModuleType
from typing import Any

LADDER = "doudizhu-ladder"
REFILL = "doudizhu-refill"
CUT = "doudizhu-ten-hands"
POINTS = (
    "healthcup-doudizhu",
    "doudizhu-single-hand",
    "doudizhu-three-hands",
    "doudizhu-stack-300",
    "doudizhu-travelling",
    "doudizhu-repechage",
    REFILL,
    "doudizhu-beans",
    CUT,
)
EVENTS = (*POINTS, LADDER)


def tables_worked(working: ModuleType) -> list[Any]:
    """Every table of an event as its working.py has it, round by round."""
    event, rows = working.read()
    rounds = working.stages(event, rows)[0] if hasattr(working, "stages") else working.play_all(event, rows)
    return [table for one in rounds for table in (one.all() if hasattr(one, "all") else one)]
