"""One record judged by itself, or after what a game with memory carries into it: preview and the `score` command."""

from typing import Any

from scoring.games import GAMES, WITH_MEMORY
from scoring.outcomes import Outcome
from scoring.parameters import Rulebook


def judge(rulebook: Rulebook, record: object, carry: Any = None) -> Outcome:
    """The outcome of any JSON value as a record: points and trace, or all its problems.

    `carry` is what `scoring.games.GameWithMemory.carry_of` made of a stated carry; without it a game with memory judges what
    can be judged of the record alone. A game without memory takes none.
    """
    if carry is not None:
        return WITH_MEMORY[rulebook.game].step(rulebook, carry, record)[0]
    return GAMES[rulebook.game].judge(rulebook, record)
