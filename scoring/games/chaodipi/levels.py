"""Levels: what the defenders' points move, how far a side may climb, and what a hooked kitty costs the declarers.

Reads a rulebook and plain values; writes nothing. Clauses CDP-10..24.
"""

from collections.abc import Mapping
from typing import Any

from scoring.games.chaodipi.carry import must_play, rank
from scoring.games.chaodipi.leaves import (
    BANDS,
    DECLARE_AND_WIN,
    DECLARE_ONCE,
    FINAL_ONLY,
    HOOK_BASIS,
    HOOK_LEVEL,
    HOOK_MAIN,
    HOOK_SUB,
    HOOK_SUB_NEEDS,
    HOOK_THRESHOLD,
    LAST,
    LAST_AS_DECLARERS,
    LEVELS,
    SEMANTICS,
    TABLE_AND_FINAL,
    ZERO_IS_SHUTOUT,
)
from scoring.parameters import Rulebook

PASSED = "passed"  # beyond the last level: the game is won
MAIN, SUB = "main", "sub"
HOUSE = "house:"


def band_of(rulebook: Rulebook, points: int, *, before_fines: int | None = None) -> Mapping[str, Any]:
    """The row of the table in which the defenders' final points lie.

    `before_fines` are their points without fines: where fines alone made them nothing, the organiser may want the next row.
    """
    row = rulebook.row_at(BANDS, points)
    if points == 0 and before_fines and not rulebook.flag(ZERO_IS_SHUTOUT):
        return rulebook.row_at(BANDS, int(row["most"]) + 1)
    return row


def band_law(rulebook: Rulebook, row: Mapping[str, Any]) -> str:
    """The clause of a row of the table: its own, or the organiser's where the table is the organiser's."""
    law = rulebook.law(BANDS)
    return law if law.startswith(HOUSE) else str(row["clause"])


def climb(rulebook: Rulebook, level: str, steps: int, *, as_declarers: bool, declared: bool) -> str:
    """The level after a climb, or PASSED. `declared`: the side has been declarers at this level since it reached it.

    A climb stops at the first level that must be played, never beyond the last one; a side leaves such a level only as the
    rulebook's reading of must-play says (CDP-10).
    """
    if steps == 0 or not _may_leave(rulebook, level, as_declarers=as_declarers, declared=declared):
        return level
    last = rulebook.choice(LAST)
    for _ in range(steps):
        if rank(level) >= rank(last):
            return PASSED if as_declarers or not rulebook.flag(LAST_AS_DECLARERS) else level
        level = LEVELS[LEVELS.index(level) + 1]
        if must_play(rulebook, level):
            return level
    return level


def _may_leave(rulebook: Rulebook, level: str, *, as_declarers: bool, declared: bool) -> bool:
    if as_declarers or not must_play(rulebook, level):
        return True
    semantics = rulebook.choice(SEMANTICS)
    return declared if semantics == DECLARE_ONCE else semantics != DECLARE_AND_WIN


def rank_after(level: str) -> int:
    """A level, or PASSED, as a number for the trace."""
    return rank(LEVELS[-1]) + 1 if level == PASSED else rank(level)


def hooked(rulebook: Rulebook, hook: str, level: str, table: int, points: int) -> str:
    """The level that declarers at `level` fall back to when the kitty was dug with their level's card, or nothing (CDP-23, CDP-24).

    `hook` is `main`, `sub` or `none` as it counts; `table` are the points without kitty and fines, `points` the final ones.
    """
    if hook not in (MAIN, SUB) or level != rulebook.choice(HOOK_LEVEL):
        return ""
    to = rulebook.choice(HOOK_MAIN if hook == MAIN else HOOK_SUB)
    if hook == SUB and not rulebook.flag(HOOK_SUB_NEEDS):
        return to
    threshold, basis = rulebook.number(HOOK_THRESHOLD), rulebook.choice(HOOK_BASIS)
    enough = basis == FINAL_ONLY or table >= threshold
    if basis in (TABLE_AND_FINAL, FINAL_ONLY):
        enough = enough and points >= threshold
    return to if enough else ""
