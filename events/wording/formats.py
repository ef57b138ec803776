"""Words for the formats 赛制: what their leaderboard is called."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: Mapping[str, Promise] = {
    "round_robin": _("团体名次"),
    "knockout": _("淘汰赛"),
    "rooms_round_robin": _("队式赛"),
    "mitchell": _("双人赛"),
    "groups": _("分组晋级"),
    "stages": _("分阶段晋级与复活"),
    "cut": _("统一排名晋级"),
    "travelling": _("个人移位赛"),
    "ladder": _("晋级榜"),
}


def board_title(form: str) -> str:
    """The heading of a format's leaderboard; one that came later shows as its name."""
    return str(TITLES.get(form, form))
