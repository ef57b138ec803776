"""One record judged by itself, with nothing carried into it: preview and the `score` command."""

from scoring.games import GAMES
from scoring.outcomes import Outcome
from scoring.parameters import Rulebook


def judge(rulebook: Rulebook, record: object) -> Outcome:
    """The outcome of any JSON value as a record: points and trace, or all its problems."""
    return GAMES[rulebook.game].judge(rulebook, record)
