"""80分双人赛 in words: what keeps a round from being opened, the parameters of pairs and of their movement, and their values."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    "rounds_replay": (
        _("%(tables)s 桌打 %(rounds)s 轮，会再遇到打过的牌或对手。"),
        _("这样移位最多打 %(most)s 轮；请改轮数，或改双数桌的办法。"),
    ),
    "nothing_to_compare": (
        _("%(entrants)s 对打 %(rounds)s 轮，每副牌只有一个结果，没有可比的。"),
        _("请增加参赛的对数或轮数。"),
    ),
}

LEAVES: Mapping[str, Promise] = {
    "tally_rules.scoring": _("双人赛怎样计分"),
    "tally_rules.match_points.win": _("每胜一对得"),
    "tally_rules.match_points.tie": _("每平一对得"),
    "tally_rules.factoring": _("结果较少的牌怎样折算"),
    "tally_rules.fouled.small_groups": _("牌插错后，小组的百分比"),
    "tally_rules.fouled.largest_group": _("牌插错后，最大的一组"),
    "tally_rules.adjusted.basis": _("裁定的百分比按什么算"),
    "tally_rules.adjusted.offender": _("藏牌的一方得百分之几"),
    "tally_rules.adjusted.other": _("对方藏牌，得百分之几"),
    "tally_rules.adjusted.plus": _("裁定时没有责任的得百分之几"),
    "tally_rules.adjusted.average": _("裁定时有一部分责任的得百分之几"),
    "tally_rules.adjusted.minus": _("裁定时有责任的得百分之几"),
    "format_rules.seating": _("签号怎样定座位"),
    "format_rules.missing_line": _("对数为单，哪一方少一对"),
    "format_rules.even_tables": _("桌数为双，怎样避免重复"),
    "format_rules.boards_per_round": _("一轮几副"),
    "format_rules.arrow_switch_rounds": _("最后几轮对调方向"),
    "format_rules.sit_out": _("轮空的一轮"),
    "ranking.keys": _("依次比什么"),
    "ranking.directions": _("两个方向怎样排"),
}

VALUES: Mapping[str, Promise] = {
    "butler": _("与平均分之差换分"),
    "total_points": _("防守方得分相加"),
    "scale": _("按满分的比例"),
    "unscaled": _("不折算"),
    "neuberg": _("诺伊贝格公式"),
    "by_factor": _("照比较折算"),
    "by_size": _("也按百分比"),
    "board_top": _("这副牌的满分"),
    "own_score": _("自己打出来的分"),
    "first_half_ns": _("前一半坐南北"),
    "odd_ns": _("单数号坐南北"),
    "skip": _("过半多跳一桌"),
    "relay": _("首末两桌合用牌、中间放一组"),
    "no_skip": _("不避免"),
    "no_score": _("不计分"),
    "average_score": _("按平均分记"),
    "percent": _("得分率"),
    "tops": _("得满分的副数"),
    "each_direction": _("分别排名"),
    "together": _("一起排名"),
}

# Columns of the tables.
COLUMNS: Mapping[str, Promise] = {
    "size": _("组里几个结果"),
    "best": _("最好的得百分之几"),
    "worst": _("最差的得百分之几"),
}
