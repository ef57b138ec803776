"""Words for a rulebook's parameters and their values, as the page 规程 shows them."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from events.wording import chaodipi, doudizhu_formats, doudizhu_leaves, eighty, eighty_pairs, gomoku, knockout, tariffs
from events.wording.terms import operand

# In the order of the page.
GROUPS: Mapping[str, Promise] = {
    "game_rules": _("一局"),
    "tally_rules": _("一场"),
    "format_rules": _("编排"),
    "ranking": _("名次"),
    "confirmation": _("记分与核对"),
    "protest": _("异议"),
    "penalties": _("判罚"),
    "competence": _("由谁决定"),
    "awards": _("奖励"),
}

LEAVES: Mapping[str, Promise] = {
    "game_rules.points.double_down": _("双下得分"),
    "game_rules.points.first_third": _("上游+三游得分"),
    "game_rules.points.first_fourth": _("上游+下游得分"),
    "game_rules.points.loser": _("输方得分"),
    "game_rules.hands": _("一场几局"),
    "game_rules.players": _("一桌几人"),
    "game_rules.decks": _("几副牌"),
    "game_rules.level": _("打几"),
    "game_rules.tribute": _("进贡"),
    "game_rules.shuffler": _("谁洗牌"),
    "game_rules.cutter": _("谁切牌"),
    "game_rules.joker_turned": _("翻到王"),
    "game_rules.borrowed_lead": _("没人压时谁接着出"),
    "game_rules.straight_flush_beats_bombs_of": _("同花顺大过几张以内的炸弹"),
    "game_rules.report_at": _("剩几张报数"),
    "game_rules.missed_plays.shown_card": _("亮过的牌出错，停出几次"),
    "game_rules.missed_plays.dropped_card": _("带落了牌，停出几次"),
    "game_rules.missed_plays.out_of_turn": _("抢先出牌，停出几次"),
    "tally_rules.forfeit.points": _("对方弃权得分"),
    "tally_rules.forfeit.conceded": _("弃权方得分"),
    "tally_rules.forfeit.both_absent": _("双方弃权各得"),
    "tally_rules.forfeit.double_downs": _("弃权得分带几次双下"),
    "tally_rules.double_forfeit.limit": _("几次弃权作废全部成绩"),
    "tally_rules.double_forfeit.policy": _("作废怎么算"),
    "tally_rules.changed_partner": _("换了搭档"),
    "tally_rules.team_round": _("队的一轮得分"),
    "format_rules.pairing": _("轮次表"),
    "format_rules.pairs_meet": _("选手对怎么相遇"),
    "format_rules.ns_by": _("谁坐南北"),
    "format_rules.rounds": _("轮数"),
    "format_rules.pairs": _("每队几对"),
    "format_rules.bye_points": _("轮空得分"),
    "ranking.first": _("先比"),
    "ranking.second": _("再比"),
    "ranking.third": _("三比"),
    "ranking.head_to_head": _("相互成绩怎么比"),
    "ranking.final_tie": _("都一样时"),
    "confirmation.records_side": _("谁记分"),
    "confirmation.confirms_side": _("谁核对"),
    "confirmation.unit": _("核对什么"),
    "protest.deadline": _("异议到什么时候"),
    "competence.line_up": _("认定上场名单"),
    "competence.forfeit": _("认定弃权"),
    "competence.annulment": _("认定成绩作废"),
    "competence.withdrawal": _("撤销认定"),
    "competence.violation": _("处理一般犯规"),
    "competence.ruling": _("裁定一局的结果"),
    "competence.appeal": _("受理申诉"),
    "competence.correction_after_confirmation": _("签字后更正"),
    "competence.void_after_confirmation": _("签字后撤回"),
    "competence.confirmation_on_behalf": _("代确认"),
    "competence.table_close": _("锁桌"),
    "competence.close": _("公布正式成绩"),
    "competence.reopen": _("公布后重开"),
    **eighty.LEAVES,
    **eighty_pairs.LEAVES,
    **tariffs.LEAVES,
    **knockout.LEAVES,
    **gomoku.LEAVES,
    **chaodipi.LEAVES,
    **doudizhu_leaves.LEAVES,
    **doudizhu_formats.LEAVES,
}

VALUES: Mapping[str, Promise] = {
    "points": _("积分"),
    "double_downs": _("双下次数"),
    "head_to_head": _("相互成绩"),
    "none": _("不比"),
    "mini_league": _("只取相互之间的场次相加"),
    "two_only": _("只有两队时才比"),
    "shared": _("名次并列"),
    "lot": _("抽签"),
    "match": _("一场一次"),
    "hand": _("一局一次"),
    "match_end": _("打完这一场"),
    "close": _("公布成绩"),
    "right_hand": _("洗牌人的右手"),
    "left_hand": _("洗牌人的左手"),
    "turn_again": _("重翻一张"),
    "shuffler_draws_first": _("洗牌人先摸"),
    "partner": _("搭档"),
    "next_player": _("下家"),
    "annul_both": _("对双方都不算"),
    "zero_offender_keep_opponent": _("只算这一对没有分，对手的照算"),
    "award_18_all": _("每一场都按弃权算"),
    "forfeit": _("算弃权"),
    "recorded": _("只记录"),
    "sum": _("各对相加"),
    "berger": _("贝格尔编排"),
    "circle": _("逆时针轮转"),
    "same_number": _("同号相遇"),
    "shifted": _("每轮错开一号"),
    "lower_number": _("队签号小的"),
    "alternate": _("逐轮交替"),
    **eighty.VALUES,
    **eighty_pairs.VALUES,
    **tariffs.VALUES,
    **knockout.VALUES,
    **gomoku.VALUES,
    **chaodipi.VALUES,
    **doudizhu_leaves.VALUES,
    **doudizhu_formats.VALUES,
}

# Columns of tables, whatever the table.
COLUMNS: Mapping[str, Promise] = {**eighty.COLUMNS, **eighty_pairs.COLUMNS, **chaodipi.COLUMNS, **doudizhu_formats.COLUMNS}

TEN = "T"


def group_title(key: str) -> str:
    """The title of a table of leaves; an unknown one shows as its key."""
    return str(GROUPS.get(key, key))


def leaf_name(path: str) -> str:
    """What the parameter is called; one without a name shows as its path, which a test refuses."""
    return str(LEAVES.get(path, path))


# Values that elsewhere stand for something else: S is South, and `none` compares nothing.
MEANT: Mapping[tuple[str, str], Promise] = {
    ("trump", "S"): _("♠ 黑桃"),
    ("trump", "H"): _("♥ 红桃"),
    ("trump", "D"): _("♦ 方块"),
    ("trump", "C"): _("♣ 梅花"),
    ("tally_rules.declarer_credit", "none"): _("不另得分"),
    ("tally_rules.declarer_credit", "complement"): _("得 200 减去防守方的分"),
    ("game_rules.rest_of_points.kitty", "single"): _("按单张抠底翻倍"),
    **doudizhu_leaves.MEANT,
    **doudizhu_formats.MEANT,
}


def column_name(path: str, column: str) -> str:
    """What a column of a table is called; one without a name shows as its key, which a test refuses."""
    if (path, column) in doudizhu_formats.COLUMNS_MEANT:
        return str(doudizhu_formats.COLUMNS_MEANT[path, column])
    return str(COLUMNS.get(column, column))


def option_text(where: str, value: Any) -> str:
    """The value of the parameter or the column `where`: one that means something else there than elsewhere is said as it is meant."""
    return str(MEANT[where, value]) if isinstance(value, str) and (where, value) in MEANT else value_text(value)


def value_text(value: Any) -> str:
    """The value in words: yes or no, a number, a term, a list of them; a table by the number of its rows."""
    if isinstance(value, tuple):
        if value and isinstance(value[0], Mapping):
            return gettext("%(count)d 行") % {"count": len(value)}
        return gettext("、").join(value_text(item) for item in value) or gettext("（无）")
    if isinstance(value, bool):
        return pgettext("setting", "是") if value else pgettext("setting", "否")
    if isinstance(value, int):
        return str(value)
    if value == TEN:
        return "10"
    return str(VALUES[value]) if value in VALUES else operand(value)
