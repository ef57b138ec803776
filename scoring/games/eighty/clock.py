"""Time 时间 of a session: minutes allowed for so many boards, and what overtime means. Clause E80-25. The clock comes in as a value."""

from scoring.games.eighty.schema import BOARD_MINUTES, GRACE_MINUTES, SESSION_BOARDS, SESSION_MINUTES
from scoring.parameters import Rulebook

IN_TIME, OVER, CHIEF_DECIDES = ("in_time", "over", "chief_decides")


def minutes_allowed(rulebook: Rulebook, boards: int) -> int:
    """Whole sessions at a session's time, what is left over at a board's time."""
    sessions, rest = divmod(boards, rulebook.number(SESSION_BOARDS))
    return sessions * rulebook.number(SESSION_MINUTES) + rest * rulebook.number(BOARD_MINUTES)


def overtime(rulebook: Rulebook, boards: int, minutes: int) -> str:
    """`in_time`, `over` (to be watched), or `chief_decides` about the boards not played, from the whole grace on."""
    over = minutes - minutes_allowed(rulebook, boards)
    if over <= 0:
        return IN_TIME
    return CHIEF_DECIDES if over >= rulebook.number(GRACE_MINUTES) else OVER
