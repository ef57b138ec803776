"""What the sides of a table are called: by the compass where four sit round it, 甲 and 乙 where two sit at a board, by their
numbers where three sit."""

from collections.abc import Mapping

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext, override, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from events.wording.terms import TERMS

AT_A_BOARD: Mapping[str, Promise] = {
    "NS": pgettext_lazy("side of a board", "甲方"),
    "EW": pgettext_lazy("side of a board", "乙方"),
}
OF_THREE: Mapping[str, Promise] = {"1": _("1号位"), "2": _("2号位"), "3": _("3号位")}
OF_TWO = frozenset({"gomoku"})


def side_name(side: str, game: str) -> str:
    """A side in the words of its game."""
    words = OF_THREE if side in OF_THREE else AT_A_BOARD if game in OF_TWO else TERMS
    return str(words.get(side, side))


def seat_of_three(value: object) -> str:
    """A seat of a table of three as a record (1) or a side (`"1"`) names it; "" for what is none."""
    return str(OF_THREE[str(value)]) if not isinstance(value, bool) and str(value) in OF_THREE else ""


def place_name(table: int, side: str, game: str) -> str:
    """A table and a side of it: what a device is called that nobody named."""
    return gettext("%(table)d桌 %(side)s") % {"table": table, "side": side_name(side, game)}


def device_name(label: str, table: int, side: str, game: str) -> str:
    """A device by the name that somebody gave it; by its place in the reader's language, in whatever language that was kept."""
    for language, _word in settings.LANGUAGES:
        with override(language):
            by_place = label == place_name(table, side, game)
        if by_place:
            return place_name(table, side, game)
    return label
