"""What comparing a board over its tables has found: the same board with another trump, rank or hands in the other room or at another table.

Reads the published state; no table can see this by itself.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Fault = Mapping[str, Any]


def between_tables(state: Mapping[str, Any]) -> dict[str, Sequence[Fault]]:
    """Match code -> the faults that concern it: those of its encounter for both rooms, those of a board for the table that differs."""
    found: dict[str, list[Fault]] = {}
    of_encounter = {row["encounter"]: row.get("findings", ()) for row in state["encounters"]}
    for match in state["matches"]:
        for fault in of_encounter.get(match.get("encounter", ""), ()):
            found.setdefault(match["match"], []).append(fault)
    for board in state.get("boards", ()):
        for fault in board.get("findings", ()):
            found.setdefault(fault["values"]["match"], []).append(fault)
    return {match: tuple(faults) for match, faults in found.items()}
