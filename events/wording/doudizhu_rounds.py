"""斗地主 in words: what keeps a round of tables from being drawn or opened, and what was refused of people who come and go."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    # what the plan waits for
    "ties_open": (
        _("%(entrants)s 还没有分出先后，而谁晋级要看这个。"),
        _("请在赛事设置里抽签，或让他们按规程加打。"),
    ),
    "seats_differ": (
        _("%(match)s 坐的人或带的筹码，和前面的结果对不上。"),
        _("还没有打的会自动换过来；已经打了的请裁判长裁定：撤回重打，或照打照算。"),
    ),
    "two_bust": (
        _("%(entrants)s 在同一局里都输光了，谁随剩下的一人晋级没有定。"),
        _("请裁判长决定，按决定在赛事设置里抽签或记下先后。"),
    ),
    "first_finished_missing": (
        _("第%(round)s轮余下 %(entrants)s 等着补桌，还没有记哪一桌最先打完。"),
        _("有一桌打完就在赛事设置里记下来，由那一桌的人补上。"),
    ),
    "entrants_wanted": (
        _("这一轮现有 %(entrants)s 人，要正好 %(wanted)s 人，三人一桌。"),
        _("请先补足或去掉：抽签以前可以加人、撤人，有外卡的阶段加一张外卡。"),
    ),
    "stage_entrants_wanted": (
        _("%(stage)s现有 %(entrants)s 人，要正好 %(wanted)s 人，三人一桌。"),
        _("请先补足或去掉：抽签以前可以加人、撤人。"),
    ),
    "wild_card_wanted": (
        _("%(stage)s现有 %(entrants)s 人，要正好 %(wanted)s 人，三人一桌：还差的由外卡补。"),
        _("请加一张外卡，再抽这一阶段的签。"),
    ),
    "tables_too_many": (
        _("要开 %(tables)s 桌，牌的点数只够 %(most)s 桌。"),
        _("请分成两项，或减少人数。"),
    ),
    "places_differ": (
        _("各阶段的人数接不上：这一阶段要 %(wanted)s 人，前面只出 %(entrants)s 人。"),
        _("请在规程的阶段表、去向表里改桌数、名次或外卡。"),
    ),
    "route_wrong": (
        _("第 %(place)s 名的去向不对：只能去后面的阶段，或出局。"),
        _("请在规程的去向表里改正。"),
    ),
    "minutes_unset": (
        _("每桌打几分钟还没有定。"),
        _("原文空着这一项：请在“每桌几分钟”里填上。"),
    ),
    "awards_unset": (
        _("第 %(rank)s 名的奖金还没有定。"),
        _("原文前后说得不一样：请组委会定下数目，在“冠军的奖金”里填上。"),
    ),
    # draws
    "draw_recorded_only": (
        _("这一轮不由电脑抽签。"),
        _("请按到场先后或现场抽到的牌，记下次序。"),
    ),
    "no_draw_wanted": (
        _("现在没有要抽的签。"),
        _("座位已经定了，或前面的结果还没有齐；请看赛事设置里还差什么。"),
    ),
    "round_not_wanted": (
        _("这种抽签不分轮次。"),
        _("请去掉轮次。"),
    ),
    # who comes and goes
    "stands_already": (
        _("裁判长已经裁定这一桌照坐照打。"),
        _("不用再裁定一次。"),
    ),
    "not_in_this_format": (
        _("这种赛制没有这一项。"),
        _("请核对是不是选错了项目。"),
    ),
    "no_refill_wanted": (
        _("这一轮没有人等着补桌。"),
        _("不用记哪一桌最先打完。"),
    ),
    "table_not_finished": (
        _("%(table)s 桌还没有打完。"),
        _("请等这一桌打完，或选已经打完的一桌。"),
    ),
    "disqualified_already": (
        _("他已经被取消资格。"),
        _("不用再记；记错了请先撤销。"),
    ),
    "day_is_the_servers": (
        _("正式比赛的日期由服务器定，不能另填。"),
        _("请去掉日期；只有试打的赛事可以填。"),
    ),
}
