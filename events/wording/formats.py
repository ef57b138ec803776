"""Words for the formats 赛制: what their leaderboard is called, and what a round of a knock-out is."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

TITLES: Mapping[str, Promise] = {
    "round_robin": _("团体名次"),
    "knockout": _("淘汰赛"),
    "rooms_round_robin": _("队式赛"),
    "mitchell": _("双人赛"),
}

FINAL, SEMI_FINAL = 2, 4


def board_title(form: str) -> str:
    """The heading of a format's leaderboard; one that came later shows as its name."""
    return str(TITLES.get(form, form))


def stage_name(of: int) -> str:
    """A round of a knock-out by how many are still in it: 决赛, 半决赛, 8 强."""
    if of == FINAL:
        return gettext("决赛")
    if of == SEMI_FINAL:
        return gettext("半决赛")
    return gettext("%(of)s 强") % {"of": of}
