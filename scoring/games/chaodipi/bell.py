"""The two hours of a game: whether they are over, which hand is the last, and who leads. Clauses CDP-02, CDP-03.

Times come in as seconds somebody measured; there is no clock here.
"""

from scoring.games.chaodipi.carry import Carry, rank
from scoring.games.chaodipi.leaves import BY_BANK, BY_LEVEL, FINISH, LEADER, LOT, MINUTES, ONE_MORE_HAND
from scoring.parameters import Rulebook
from scoring.sides import SIDES

SECONDS = 60


def time_is_up(rulebook: Rulebook, seconds_played: int) -> bool:
    """Whether a game that has been played for so many seconds, pauses left out, has had its time."""
    return seconds_played >= rulebook.number(MINUTES) * SECONDS


def last_hand(rulebook: Rulebook, finished: int, *, running: bool) -> int:
    """The last hand that counts, when the bell rang after `finished` hands and another was `running`."""
    return finished + 1 if running and rulebook.flag(FINISH) else finished


def at_bell(rulebook: Rulebook, carry: Carry, *, more: bool = False, lot: str = "") -> tuple[str, str]:
    """The side that is ahead and what tells it, in the rulebook's order; without a side, what has to decide; or two empty texts.

    `more`: the one more hand that a tie may bring has been granted already; `lot`: the side that a lot named.
    """
    one, other = SIDES
    for criterion in rulebook.several(LEADER):
        if criterion == BY_LEVEL and carry.levels[one] != carry.levels[other]:
            return (one if rank(carry.levels[one]) > rank(carry.levels[other]) else other), criterion
        if criterion == BY_BANK and carry.deal:
            return carry.deal, criterion
        if criterion == ONE_MORE_HAND and not more:
            return "", criterion
        if criterion == LOT:
            return lot, criterion
    return "", ""
