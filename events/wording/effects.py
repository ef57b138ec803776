"""Words for what an act would change, before it is saved: figures by their codes, and whole sentences for what is no figure."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from events.wording.entries import match_state
from events.wording.leaves import value_text
from events.wording.terms import operand

# A figure of a hand, a side, a row of the standings, by its code.
FIGURES: Mapping[str, Promise] = {
    "points": pgettext_lazy("figure", "分"),
    "current": _("本轮"),
    "level": _("级数"),
    "wins": _("胜局"),
    "deal": _("下一副的庄"),
    "winner": _("胜方"),
    "counted": _("计分"),
    "state": _("状态"),
    "under_review": _("待裁定的局"),
    "penalties": _("判罚"),
    "double_downs": _("双下"),
    "net": _("净分"),
    "percent": _("得分率"),
    "won": pgettext_lazy("encounters", "胜"),
    "drawn": pgettext_lazy("encounters", "平"),
    "lost": pgettext_lazy("encounters", "负"),
    "best": _("最高级"),
    "status": _("去留"),
    "reached": _("打到第几轮"),
    "split_by": _("靠什么分先后"),
}

STATUSES: Mapping[str, Promise] = {
    "in": _("在赛"),
    "out": _("出局"),
    "champion": _("冠军"),
    "waiting": _("等候"),
    "tied": _("并列"),
    "disqualified": _("取消资格"),
    "withdrawn": _("退赛"),
}

# What holds or not of the match: the sentence for each turn.
TURNS: Mapping[tuple[str, bool], Promise] = {
    ("confirmed", True): _("核对成立。"),
    ("confirmed", False): _("签过的核对不再有效，这一桌要重新核对。"),
    ("closed", True): _("这一桌锁住。"),
    ("closed", False): _("这一桌解锁。"),
    ("time_up", True): _("记下时间到。"),
    ("time_up", False): _("时间到的记录撤去。"),
}


def figure_name(code: str) -> str:
    """What a figure is called; one that came later shows as its code."""
    return str(FIGURES.get(code, code))


def turn_text(what: str, holds: bool) -> str:
    """The sentence for something of the match that comes or goes; "" where it is no such thing."""
    return str(TURNS.get((what, holds), ""))


def value_word(what: str, value: Any) -> str:
    """A value that is no number, in words: a state, a status, what split two rows, yes or no."""
    if isinstance(value, bool):
        return gettext("是") if value else gettext("否")
    if what == "state":
        return match_state(value)
    if what == "status":
        return str(STATUSES.get(value, value))
    if what == "split_by":
        return str(value_text(value)) if value not in ("", "shared") else gettext("并列") if value else ""
    return operand(value)
