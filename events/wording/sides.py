"""What the two sides of a table are called: by the compass where four sit round it, 甲 and 乙 where two sit at a board."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from events.wording.terms import TERMS

AT_A_BOARD: Mapping[str, Promise] = {
    "NS": pgettext_lazy("side of a board", "甲方"),
    "EW": pgettext_lazy("side of a board", "乙方"),
}
OF_TWO = frozenset({"gomoku"})


def side_name(side: str, game: str) -> str:
    """A side in the words of its game."""
    return str((AT_A_BOARD if game in OF_TWO else TERMS).get(side, side))
