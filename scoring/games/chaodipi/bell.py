"""The two hours of a game: whether they are over, which hand is the last, and who leads. Clauses CDP-02, CDP-03.

Times come in as seconds somebody measured; there is no clock here.
"""

from collections.abc import Sequence

from scoring.games.chaodipi.carry import Carry, rank
from scoring.games.chaodipi.leaves import BY_BANK, BY_LEVEL, FINISH, LEADER, MINUTES, ONE_MORE_HAND
from scoring.parameters import Rulebook
from scoring.sides import SIDES

SECONDS = 60


def time_is_up(rulebook: Rulebook, seconds_played: int) -> bool:
    """Whether a game that has been played for so many seconds, pauses left out, has had its time."""
    return seconds_played >= rulebook.number(MINUTES) * SECONDS


def last_hand(rulebook: Rulebook, finished: int, *, running: bool) -> int:
    """The last hand that counts, when the bell rang after `finished` hands and another was `running`."""
    return finished + 1 if running and rulebook.flag(FINISH) else finished


def before_another_hand(rulebook: Rulebook) -> tuple[str, ...]:
    """What is compared at the bell before anything else is played or drawn."""
    chain = rulebook.several(LEADER)
    return chain[: chain.index(ONE_MORE_HAND)] if ONE_MORE_HAND in chain else chain


def leader(carry: Carry, chain: Sequence[str]) -> tuple[str, str]:
    """The side that is ahead and what tells it (`level`, `bank`), or two empty texts. `chain` is what may be compared, in order."""
    one, other = SIDES
    for criterion in chain:
        if criterion == BY_LEVEL and carry.levels[one] != carry.levels[other]:
            return (one if rank(carry.levels[one]) > rank(carry.levels[other]) else other), criterion
        if criterion == BY_BANK and carry.deal:
            return carry.deal, criterion
    return "", ""
