"""争议: why something about a dispute is refused, and the words for its subject, its state and its outcome."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _said
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    "disputed": (
        _("第 %(hands)s 局有争议未决，先不改。"),
        _("等%(need)s裁定：结果由裁定来定。"),
    ),
    "match_disputed": (
        _("本场有一件争议未决，先不签字，也不改。"),
        _("等裁判裁定后再核对。"),
    ),
    "dispute_open": (
        _("第 %(hand)s 局有一件争议未决，不能另作裁定。"),
        _("请%(need)s在这件争议里裁定。"),
    ),
    "dispute_taken": (
        _("这件争议已经有裁判在处理。"),
        _("不用再受理；要裁定可以直接裁定。"),
    ),
    "dispute_not_ruled": (
        _("这件争议还没有裁定。"),
        _("先等裁判裁定，不服再申诉。"),
    ),
    "dispute_ruled": (
        _("这件争议已经裁定。"),
        _("有异议请在比赛结束前申诉。"),
    ),
    "dispute_appealed": (
        _("这件争议正在申诉。"),
        _("请裁判长作终裁。"),
    ),
    "dispute_final": (
        _("这件争议已有终裁。"),
        _("终裁不再改。"),
    ),
    "dispute_withdrawn": (
        _("这件争议已经撤回。"),
        _("仍有异议，请重新提出。"),
    ),
    "dispute_here": (
        _("这一方在这里已有一件争议未决。"),
        _("还有话请当面对裁判说，一并裁定。"),
    ),
    "dispute_settled": (
        _("同一件事已经提过，也已了结。"),
        _("确有新情况，请叫裁判，由裁判代为提出。"),
    ),
    "disputes_open_many": (
        _("这一方在本场已有 %(limit)s 件争议未决。"),
        _("请等裁判先了结这些。"),
    ),
    "disputes_too_many": (
        _("这一方在本场已提过 %(limit)s 件争议。"),
        _("仍有异议，请叫裁判，由裁判代为提出。"),
    ),
    "protest_over": (
        _("%(table)s 桌已签字或已锁桌，过了提出异议的时限。"),
        _("确有差错，请裁判长查证后更正。"),
    ),
    "appeal_used": (
        _("申诉只有一次，裁判长的裁决是最终判罚。"),
        _("不能再申诉。"),
    ),
    "ruler_hears_no_appeal": (
        _("首次裁定由您作出，申诉由另一位裁判长裁决。"),
        _("请另一位裁判长作终裁。"),
    ),
    "not_with_outcome": (
        _("这样裁定不用附这一项。"),
        _("请去掉这一项，或改选裁定结果。"),
    ),
    "hand_needed": (
        _("这件争议不针对哪一局，没有可以作废的局。"),
        _("请改选裁定结果。"),
    ),
    "dispute": (
        _("没有这件争议。"),
        _("请刷新后再看。"),
    ),
}

SUBJECTS: Mapping[str, Promise] = {
    "result": _("成绩不对"),
    "revoke": _("有牌不跟"),
    "wrong_card": _("出错牌"),
    "exposed": _("亮牌漏牌"),
    "out_of_turn": _("抢出牌"),
    "miscount": _("张数不对"),
    "slow_play": _("打得太慢"),
    "behaviour": _("言行"),
    "equipment": _("牌具"),
    "other": _("别的事"),
}

STATES: Mapping[str, Promise] = {
    "raised": _("待处理"),
    "taken": _("处理中"),
    "ruled": _("已裁定"),
    "appealed": _("申诉中"),
    "final": _("终裁"),
    "withdrawn": pgettext_lazy("dispute", "已撤回"),
}

OUTCOMES: Mapping[str, Promise] = {
    "upheld": _("维持原成绩"),
    "changed": _("改判"),
    "voided": _("本局作废重打"),
    "penalty": _("判罚"),
    "warning": _("警告"),
    "dismissed": _("不予受理"),
}

AFTER: Mapping[str, Promise] = {
    "at_once": _("当场"),
    "next_player_followed": _("下家已出牌"),
    "trick_ended": _("这一圈已收"),
    "hand_ended": _("这一局已打完"),
}


# How long a ruling may be appealed against, by the rulebook's deadline; read out after it.
PROTEST: Mapping[str, Promise] = {
    "match_end": _("有异议的，签字以前可以申诉一次。"),
    "close": _("有异议的，成绩正式公布以前可以申诉一次。"),
}
PROTEST_OVER = _("申诉的时限已过。")


def protest_said(deadline: str, *, over: bool) -> str:
    """Until when somebody may appeal against a ruling, or that nobody may any more."""
    return str(PROTEST_OVER if over else PROTEST[deadline])


def subject(code: str) -> str:
    """What a dispute is about, in words; a code that came later shows as itself."""
    return str(SUBJECTS.get(code, code))


def state(code: str, *, final: bool = False) -> str:
    """How a dispute stands. `final`: a ruling that nobody can appeal against any more."""
    return str(STATES["final"] if final and code == "ruled" else STATES.get(code, code))


def outcome(code: str) -> str:
    return str(OUTCOMES.get(code, code))


def noticed(stated: Mapping[str, Any]) -> str:
    """When an irregularity was noticed, in words; "" where nothing of it was stated."""
    if not stated:
        return ""
    return _said("第 %(trick)s 圈，%(after)s") % {"trick": stated["trick"], "after": after(str(stated["after"]))}


def after(code: str) -> str:
    """How far play had gone on when it was noticed."""
    return str(AFTER.get(code, code))
