"""Words for the stages 初赛、复赛、决赛 of competitions at tables of three, and for what one gets there."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

STAGES: Mapping[str, Promise] = {
    "heats": pgettext_lazy("stage", "初赛"),
    "preliminary": pgettext_lazy("stage", "初赛"),
    "semifinal": pgettext_lazy("stage", "复赛"),
    "repechage": pgettext_lazy("stage", "复活赛"),
    "decider": pgettext_lazy("stage", "最后的对决"),
    "final": pgettext_lazy("stage", "决赛"),
    "play_off": pgettext_lazy("stage", "加赛"),
    "refill": pgettext_lazy("stage", "补位桌"),
}

PLAY_OFF = "_play_off"  # behind the code of the stage whose ties are played off

# The prizes of a ladder from the top down; further ones go by their level.
TIERS: tuple[Promise, ...] = (_("冠军"), _("金奖"), _("银奖"), _("铜奖"))


def stage_word(code: str, number: int = 0) -> str:
    """What a stage is called; one without a name of its own by the number of its round."""
    if code in STAGES:
        return str(STAGES[code])
    stage, _play, off = code.rpartition(PLAY_OFF)
    if stage in STAGES and not off:
        return gettext("%(stage)s加赛") % {"stage": STAGES[stage]}
    return gettext("第 %(n)s 轮") % {"n": number} if number else code


def tier_word(level: int, tiers: tuple[int, ...]) -> str:
    """What the prize of a level is called; nothing for a level without one."""
    if level not in tiers:
        return ""
    place = sorted(tiers, reverse=True).index(level)
    return str(TIERS[place]) if place < len(TIERS) else gettext("%(n)s 级奖") % {"n": level}
