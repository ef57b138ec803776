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
    "taken_in_signed": (
        _("这一局已经签字确认，桌上自己不能改，收进来也不能改。"),
        _("要改请在这一桌的裁判页更正或撤回，写明理由。"),
    ),
    "not_over": (
        _("这场比赛还没有结束，不能解除配对。"),
        _("要换设备请找裁判或总台。"),
    ),
    "unsent_left": (
        _("这台设备上还有 %(count)s 条没有上传。"),
        _("先连上网等它传完，或者把它交给总台。"),
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
    "nothing_to_notice": (
        _("还没有打完的轮次，没有可以公示的成绩。"),
        _("请先打完一轮。"),
    ),
    "notice_while_playing": (
        _("第 %(round)s 轮还在打，成绩还会动，不能公示。"),
        _("请等这一轮打完。"),
    ),
    "in_notice": (
        _("正在公示，名次不能动。"),
        _("请先改回临时成绩，或等裁判长公布正式成绩。"),
    ),
    "board_frozen": (
        _("观众看到的还停着，看不到要公示的成绩。"),
        _("请先解封，或先公开停着的阶段。"),
    ),
    "nothing_shown": (
        _("这个项目不公开，观众什么也看不到。"),
        _("请先改成临时成绩。"),
    ),
    "already_frozen": (
        _("已定从第 %(round)s 轮起封榜。"),
        _("要换一轮请先解封。"),
    ),
    "not_frozen": (
        _("没有封榜，不用解封。"),
        _("观众看到的已经是全部。"),
    ),
    "round_past": (
        _("已经开到第 %(round)s 轮，不能从更早的轮次封起。"),
        _("请从第 %(round)s 轮或以后的轮次封起。"),
    ),
    "frozen_first": (
        _("还封着榜，不能公布。"),
        _("请先解封。"),
    ),
    "stage_hidden_first": (
        _("还有阶段没有公开，不能公布。"),
        _("请先把各阶段改成临时成绩。"),
    ),
    "not_ready": (
        _("还不能公布。"),
        _("请先了结列出的各桌：没打完、没核对或在核对中。"),
    ),
    "round_clock_paused": (
        _("第 %(round)s 轮的表已经停着。"),
        _("要接着走，请按“继续”。"),
    ),
    "round_clock_running": (
        _("第 %(round)s 轮的表正在走。"),
        _("不用再开。"),
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
