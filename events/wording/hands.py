"""A record of a hand that cannot be right by itself, and rulings and line-ups that cannot."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    "record_not_object": (
        _("记录应是一个对象。"),
        _("按先后次序或按结果填写。"),
    ),
    "missing_field": (
        _("缺少这一项。"),
        _("请补上。"),
    ),
    "wrong_type": (
        _("类型不对：应是 %(wanted)s。"),
        _("请改正。"),
    ),
    "hand_out_of_range": (
        _("没有第 %(given)s 局：每场 %(least)s 至 %(most)s 局。"),
        _("请检查局数；多打的一局不计。"),
    ),
    "both_forms": (
        _("次序与结果只填一种。"),
        _("请留一种。"),
    ),
    "result_missing": (
        _("没有结果。"),
        _("请填出完的次序，或哪一方、怎样赢。"),
    ),
    "order_too_long": (
        _("次序里有 %(given)s 家，桌上只有 %(most)s 家。"),
        _("请重新点选。"),
    ),
    "order_incomplete": (
        _("次序没有填完。"),
        _("双下只填前两家；否则四家都要填。"),
    ),
    "unknown_seat": (
        _("没有“%(given)s”这个座位。"),
        _("座位：%(choices)s。"),
    ),
    "seat_repeated": (
        _("%(given)s家出现了两次。"),
        _("每家只出完一次。"),
    ),
    "unknown_side": (
        _("没有这一方。"),
        _("可选：%(choices)s。"),
    ),
    "side_missing": (
        _("请选哪一方弃权。"),
        _("一方或双方都可以勾选。"),
    ),
    "unknown_kind": (
        _("没有“%(given)s”这种结果。"),
        _("可选：%(choices)s。"),
    ),
    "record_unreadable": (
        _("存下的一条记录读不懂。"),
        _("请裁判员查看原件后裁定。"),
    ),
    "number_differs": (
        _("局数对不上：应是第 %(live)s 局。"),
        _("请核对局数。"),
    ),
    "nothing_changes": (
        _("第 %(hand)s 局本来就是这个结果，没有要更正的。"),
        _("请选另一个结果；只想补充理由，不用更正。"),
    ),
    "carry_not_used": (
        _("这种打法各局之间没有结转。"),
        _("请去掉。"),
    ),
    "ruling_needs_one": (
        _("裁定要么给出记录，要么维持其中一条。"),
        _("请只选一样。"),
    ),
    "clause_missing": (
        _("裁定要写明依据的条款。"),
        _("请选条款。"),
    ),
    "clause_unknown": (
        _("规程里没有这一条。"),
        _("条款见规程页。"),
    ),
    "two_players": (
        _("一方两人。"),
        _("请选两位不同的选手。"),
    ),
    "unknown_player": (
        _("本项目没有这位选手。"),
        _("编号见队伍列表。"),
    ),
}
