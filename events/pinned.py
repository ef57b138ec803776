"""The rulebook a competition pinned: reloaded from the text it stores, never from today's file."""

from functools import lru_cache

from events.models import Competition
from scoring.games import GAMES
from scoring.parameters import Rulebook
from scoring.rulebook import from_canonical
from scoring.sides import THREE
from scoring.tallies import TALLIES
from scoring.tallies.match_sum import HANDS


class PinBroken(RuntimeError):
    """The stored text of a rulebook no longer has the digest the competition pinned: somebody changed the database."""


def rulebook_of(competition: Competition) -> Rulebook:
    return _loaded(competition.rulebook_digest, competition.rulebook_text)


@lru_cache(maxsize=64)
def _loaded(digest: str, text: str) -> Rulebook:
    rulebook = from_canonical(text)
    if rulebook.digest != digest:
        raise PinBroken(digest)
    return rulebook


def of_three(rulebook: Rulebook) -> bool:
    """Whether three sit at its tables, each for himself."""
    return GAMES[rulebook.game].sides == THREE


def hands_wanted(rulebook: Rulebook) -> int:
    """How many hands make a match complete (GD-08: five); 0 where that is not a number known beforehand."""
    return rulebook.number(HANDS) if TALLIES[rulebook.tally].additive else 0
