"""Right in itself, but not now; and what is still missing."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    "competition_closed": (
        _("成绩已正式公布，不能再改。"),
        _("须改请裁判长重开。"),
    ),
    "already_closed": (
        _("已经公布。"),
        _("不用再公布。"),
    ),
    "not_closed": (
        _("还没有公布，不用重开。"),
        _("可以直接更正。"),
    ),
    "close_first": (
        _("只有裁判长公布后才是正式成绩。"),
        _("请先公布。"),
    ),
    "closed_is_official": (
        _("已公布的成绩只能是正式成绩或不公开。"),
        _("要改回临时，请裁判长重开。"),
    ),
    "not_ready": (
        _("还不能公布。"),
        _("请先了结列出的各桌：没打完、没核对或在核对中。"),
    ),
    "round_not_opened": (
        _("还有轮次没有开。"),
        _("请先打完各轮。"),
    ),
    "unfinished": (
        _("还没有打完。"),
        _("请补录各局。"),
    ),
    "unconfirmed": (
        _("还没有核对。"),
        _("请由对方核对，或请裁判员代确认。"),
    ),
    "finding": (
        _("有待查的矛盾。"),
        _("请裁判员查清。"),
    ),
    "lot_missing": (
        _("有并列的队还没有抽签。"),
        _("请先抽签定名次。"),
    ),
    "missing_lot_missing": (
        _("有并列的队还没有抽签。"),
        _("请先抽签定名次。"),
    ),
    "missing_round_not_opened": (
        _("第 %(round)s 轮还没有开。"),
        _("请先打完各轮。"),
    ),
    "missing_unfinished": (
        _("第 %(round)s 轮 %(table)s 桌没有打完。"),
        _("请补录各局。"),
    ),
    "missing_unconfirmed": (
        _("第 %(round)s 轮 %(table)s 桌没有核对。"),
        _("请由对方核对，或请裁判员代确认。"),
    ),
    "missing_under_review": (
        _("第 %(round)s 轮 %(table)s 桌有局在核对中。"),
        _("请裁定。"),
    ),
    "missing_finding": (
        _("第 %(round)s 轮 %(table)s 桌有待查的矛盾。"),
        _("请裁判员查清。"),
    ),
    "round_locked": (
        _("第 %(round)s 轮已锁定。"),
        _("请裁判员处理。"),
    ),
    "table_closed": (
        _("%(table)s 桌已锁。"),
        _("请裁判员开桌后再记。"),
    ),
    "table_not_closed": (
        _("%(table)s 桌没有锁。"),
        _("可以直接记录。"),
    ),
    "match_confirmed": (
        _("本场已核对，不能再由桌上改动。"),
        _("如有错，请裁判员更正。"),
    ),
    "match_forfeited": (
        _("本场已记弃权。"),
        _("如记错，请裁判长先撤销弃权。"),
    ),
    "under_review": (
        _("有局在核对中。"),
        _("请等裁定。"),
    ),
    "stale": (
        _("这条记录已不是有效的那条。"),
        _("请刷新，看过现在有效的记录再更正。"),
    ),
    "covers_stale": (
        _("核对的不是现在这几局。"),
        _("请刷新，看过现在的各局再核对。"),
    ),
    "hands_missing": (
        _("还缺第 %(missing)s 局。"),
        _("请记齐再核对。"),
    ),
    "slot_taken": (
        _("第 %(hand)s 局已有别的记录：现在是%(live)s，您填的是%(given)s。"),
        _("还没有保存。看清以后，要么去掉这一局，要么勾选“照样报上”，两个都留着等裁定。"),
    ),
    "slot_taken_unsaid": (
        _("这里已经记了另一个结果，写在下面“各条记录”里。"),
        _("还没有保存。看清以后，要么不报，要么勾选“照样报上”，两个都留着等裁定。"),
    ),
    "not_contested": (
        _("第 %(hand)s 局没有争议，不用裁定。"),
        _("要改请“更正”。"),
    ),
    "reason_missing": (
        _("请写明理由。"),
        _("用一句话说明即可。"),
    ),
    "reason_unknown": (
        _("没有这种事由。"),
        _("可选：%(choices)s。"),
    ),
}
