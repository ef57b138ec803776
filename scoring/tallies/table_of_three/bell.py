"""The time of a table of three: whether it is over, and which hand is the last. Clauses DZH-12, F3-15, F5-01, F7-02.

Times come in as seconds somebody measured; there is no clock here.
"""

from scoring.parameters import Rulebook
from scoring.tallies.table_of_three.leaves import FINISH, MINUTES, TIME

SECONDS = 60


def minutes_of(rulebook: Rulebook) -> int | None:
    """The minutes of a table; None where it has none, or the organiser has still to say how many."""
    return (rulebook.number(MINUTES) or None) if rulebook.has(TIME) else None


def time_is_up(rulebook: Rulebook, seconds_played: int) -> bool:
    """Whether a table that has been playing for so many seconds, pauses left out, has had its time."""
    minutes = minutes_of(rulebook)
    return minutes is not None and seconds_played >= minutes * SECONDS


def last_hand(rulebook: Rulebook, finished: int, *, running: bool) -> int:
    """The last hand that counts, when the bell rang after `finished` hands and another was `running`."""
    return finished + 1 if running and rulebook.has(TIME) and rulebook.flag(FINISH) else finished
