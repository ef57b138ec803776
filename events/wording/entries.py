"""Words for the kinds of ledger entries and the states of a match, as 比赛记录 shows them."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

ENTRY_KINDS: Mapping[str, Promise] = {
    "open": _("开项"),
    "team": _("报名：代表队"),
    "entrant": _("报名：一对选手"),
    "entrant_out": _("报名撤下"),
    "draw": _("抽签"),
    "round_opened": _("开轮"),
    "round_locked": _("锁轮"),
    "round_unlocked": _("解锁轮次"),
    "line_up": _("上场名单"),
    "hand": _("记一局"),
    "correction": pgettext_lazy("entry", "更正"),
    "void": pgettext_lazy("entry", "撤回"),
    "confirmation": _("核对签字"),
    "forfeit": _("弃权"),
    "withdrawn": _("撤销判定"),
    "ruling": _("裁定"),
    "table_closed": _("锁桌"),
    "table_reopened": _("重开一桌"),
    "close": pgettext_lazy("entry", "公布正式成绩"),
    "reopen": _("重开"),
    "penalty": _("判罚"),
    "time_up": _("时间到"),
    "adjustment": _("调整分"),
    "board_trump": _("定将牌"),
    "fouled": _("牌副分组"),
    "reseated": _("对阵换人"),
    "clock": _("本桌的表"),
    "first_finished": _("最先打完的一桌"),
    "voucher": _("参赛凭证"),
    "disqualified": _("取消资格"),
}

# Games whose hands are called 副, not 局.
DEALT = frozenset({"chaodipi", "eighty"})

MATCH_STATES: Mapping[str, Promise] = {
    "waiting": _("还没开始"),
    "playing": _("在打"),
    "complete": _("已交"),
    "forfeited": _("弃权"),
    "annulled": _("作废"),
}


def entry_kind(kind: str, game: str = "") -> str:
    """The kind in words, in the unit of the game; a kind that came later shows as its code."""
    if kind == "hand" and game in DEALT:
        return gettext("记一副")
    return str(ENTRY_KINDS.get(kind, kind))


def match_state(state: str) -> str:
    return str(MATCH_STATES.get(state, state))
