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
    "dispute": _("争议"),
    "dispute_taken": _("争议受理"),
    "dispute_ruled": _("争议裁定"),
    "appeal": _("申诉"),
    "dispute_withdrawn": _("争议撤回"),
    "table_closed": _("锁桌"),
    "table_reopened": _("重开一桌"),
    "close": pgettext_lazy("entry", "公布正式成绩"),
    "reopen": _("重开"),
    "published": _("改公布状态"),
    "frozen": _("封榜"),
    "unfrozen": _("解封"),
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
    "match_adjusted": _("调整分"),
    "attachment": _("照片或签字"),
    "proposed": _("提议（待附议）"),
    "officials": _("裁定要几位裁判"),
    "proposal_refused": _("提议未通过"),
}

# Games whose hands are called 副, not 局.
DEALT = frozenset({"chaodipi", "eighty"})

# Games in which everybody plays for himself: no pair is entered.
SINGLES = frozenset({"doudizhu", "gomoku"})

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
    if kind == "entrant" and game in SINGLES:
        return gettext("报名：一名选手")
    return str(ENTRY_KINDS.get(kind, kind))


# What the public reads instead: that something is looked into and decided, not that somebody disputes it.
PUBLIC_KINDS: Mapping[str, Promise] = {
    "dispute": _("请求核对"),
    "dispute_taken": _("裁判员受理"),
    "dispute_ruled": _("裁定"),
    "dispute_withdrawn": _("撤回核对"),
}


def public_kind(kind: str, game: str = "") -> str:
    """The kind as the public pages say it."""
    return str(PUBLIC_KINDS[kind]) if kind in PUBLIC_KINDS else entry_kind(kind, game)


def match_state(state: str) -> str:
    return str(MATCH_STATES.get(state, state))
