"""斗地主晋级赛 in words: why somebody may not enter, has no voucher given, is not seated."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    # entering
    "birth_date_missing": (
        _("没有写出生日期，不知道年龄合不合。"),
        _("请照身份证件填写；日期只用来核对，不保存。"),
    ),
    "birth_date_malformed": (
        _("出生日期写得不对。"),
        _("请写成 2001-03-31 这样。"),
    ),
    "too_young": (
        _("今天 %(age)s 周岁，要满 %(least)s 周岁。"),
        _("不能报名；日期填错了请改正。"),
    ),
    "too_old": (
        _("今天 %(age)s 周岁，超过了规定的 %(most)s 周岁。"),
        _("不能报名；日期填错了请改正。"),
    ),
    "entrant_unknown": (
        _("没有这位选手，或已经退出。"),
        _("请刷新名单后再试。"),
    ),
    "unknown_act": (
        _("凭证没有这种处理。"),
        _("可选：%(known)s。"),
    ),
    # vouchers
    "too_few_vouchers": (
        _("领了凭证、能打下一场的只有 %(entrants)s 人，至少要 %(least)s 人。"),
        _("请先发凭证；为什么不能打，写在各人的凭证旁边。"),
    ),
    "voucher_missing": (
        _("%(entrant)s 没有领这一场的参赛凭证。"),
        _("请先发凭证，或重新抽签，不抽他。"),
    ),
    "voucher_open": (
        _("上一张凭证还没有交回。"),
        _("请先收回再发。"),
    ),
    "voucher_not_open": (
        _("他手里没有凭证。"),
        _("不用收回。"),
    ),
    "no_form_yet": (
        _("他还没有打过，没有成绩确认表可丢。"),
        _("请核对是哪一位。"),
    ),
    "form_missing": (
        _("%(entrant)s 拿不出上一局的成绩确认表（选手联），或还没有签字。"),
        _("请到上一局的那一桌补签；遗失的按规程取消资格。"),
    ),
    # seats
    "day_cap": (
        _("%(entrant)s 今天已胜 %(wins)s 局，一天最多 %(most)s 局。"),
        _("请他明天再来。"),
    ),
    "reentry_next_day": (
        _("他今天输过一局，当天不能重新报名。"),
        _("请他明天再来。"),
    ),
    "disqualified": (
        _("%(entrant)s 已被取消资格。"),
        _("不能再参赛；判错了请先撤销。"),
    ),
    "champion_known": (
        _("冠军已经产生，后面各场取消。"),
        _("不再开新的一场；正在打的打完。"),
    ),
    "match_running": (
        _("%(entrant)s 还坐在一桌上没有打完。"),
        _("请等那一桌打完。"),
    ),
    "lot_waits": (
        _("%(entrant)s 抽签没有抽到先打，要等别人打完这一局。"),
        _("请先不抽他；抽到的人打完再说。"),
    ),
    "two_at_lot_level": (
        _("同一桌有两个 %(level)s 级的：%(entrants)s。"),
        _("他们可能一起成为冠军，不能同桌；请抽签定谁先打，再重新分桌。"),
    ),
}
