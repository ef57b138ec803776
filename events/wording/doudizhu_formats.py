"""斗地主 formats in words: the parameters of who goes on, of stages, of ladders and of awards, and what they may be."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from events.wording.stages import STAGES

LEAVES: Mapping[str, Promise] = {
    "format_rules.advance": _("每桌晋级几人"),
    "format_rules.carry": _("带什么到下一桌"),
    "format_rules.first_round": _("第一轮怎样分桌"),
    "format_rules.leftover": _("分桌余下的一两人"),
    "format_rules.two_left": _("最后只剩两人"),
    "format_rules.final_strict": _("决赛哪些名次必须分出"),
    "format_rules.absent": _("有人不在的一桌怎样定先后"),
    "format_rules.refill.counts": _("补打的人有两个成绩，算哪个"),
    "format_rules.bust.both": _("一局里两人输光"),
    "format_rules.stages": _("各阶段"),
    "format_rules.routes.heats": _("初赛各名次去哪里"),
    "format_rules.routes.semifinal": _("复赛各名次去哪里"),
    "format_rules.routes.repechage": _("复活赛各名次去哪里"),
    "format_rules.routes.decider": _("最后的对决各名次去哪里"),
    "format_rules.goes_on.heats": _("初赛取几人进下一阶段"),
    "format_rules.goes_on.semifinal": _("复赛取几人进决赛（0：没有复赛）"),
    "format_rules.byes": _("轮空的人"),
    "format_rules.final_second": _("决赛第二名同分"),
    "format_rules.play_off.hands": _("加赛打几局"),
    "format_rules.play_off.fill_equal": _("补进加赛的同分者"),
    "format_rules.play_off.again": _("几桌的加赛还分不出，再赛几次"),
    "format_rules.play_off.more": _("三人以上同分"),
    "format_rules.most_tables": _("最多开几桌"),
    "format_rules.move_when": _("什么时候换桌"),
    "format_rules.direction": _("2号位往哪边换桌"),
    "format_rules.board_movement": _("牌副怎样走"),
    "format_rules.board_shift": _("牌副每轮移几桌"),
    "format_rules.top_level": _("升到几级是冠军"),
    "format_rules.levels_per_win": _("胜一局升几级"),
    "format_rules.restart_level": _("重新报名从几级起"),
    "format_rules.daily_cap.wins": _("一天最多胜几局"),
    "format_rules.daily_cap.scope": _("一天胜几局怎样数"),
    "format_rules.lot.level": _("几级的人有两个以上要抽签"),
    "format_rules.lot.plays": _("抽签以后谁打"),
    "format_rules.age.least": _("年满几岁"),
    "format_rules.age.most": _("几岁以下"),
    "format_rules.age.most_included": _("几岁以下包括本数"),
    "format_rules.drawn_by": _("一场怎样抽签"),
    "format_rules.reentry": _("输了以后哪天可以重新报名"),
    "format_rules.voucher": _("入场参赛凭证"),
    "format_rules.ticket": _("下一局凭什么参赛"),
    "format_rules.champion": _("冠军产生以后"),
    "format_rules.disqualified": _("取消资格的人"),
    "ranking.total": _("按什么排名"),
    "ranking.by": _("按哪个级数排名"),
    "ranking.list": _("风云榜列几人"),
    "ranking.out_together": _("同一轮出局的名次"),
    "awards.by_rank": _("各名次的奖金"),
    "awards.champion": _("冠军的奖金（元，0：没有定）"),
    "awards.cumulative": _("各级奖励累计"),
    "awards.repeat": _("同一级奖励能得几次"),
    "awards.running": _("冠军产生时正在打的一局"),
    "awards.without_champion": _("没有产生冠军，冠军的奖品"),
    "awards.bronze.level": _("铜奖几级"),
    "awards.bronze.cash": _("铜奖奖金（元）"),
    "awards.silver.level": _("银奖几级"),
    "awards.silver.cash": _("银奖奖金（元）"),
    "awards.gold.level": _("金奖几级"),
    "awards.gold.cash": _("金奖奖金（元）"),
    "awards.champion.cash": _("冠军奖金（元）"),
    "awards.champion.goods": _("冠军奖品"),
    "awards.champion.places": _("冠军名额"),
}

VALUES: Mapping[str, Promise] = {
    "nothing": _("不带"),
    "bye": _("轮空，进下一轮"),
    "arrival": _("按到场先后"),
    "best_out": _("出局的人里最好的补上"),
    "first": _("第一名"),
    "all": _("三个名次"),
    "by_place": _("按在桌上的名次"),
    "better": _("好的"),
    "last": _("后一个"),
    "survivor_alone": _("剩下的一人独自晋级"),
    "points_then_lot": _("在场的比分数，一样就抽签"),
    "out": pgettext_lazy("stage", "出局"),
    "use_places": _("占晋级的名额"),
    "beside": _("不占晋级的名额"),
    "tables": _("抽签分桌加赛"),
    "by_points": _("按这一阶段的分"),
    "cards": _("抽牌"),
    "refused": _("不收，要凑成三人一桌"),
    "all_finished": _("各桌都打完"),
    "up": _("桌号加一"),
    "down": _("桌号减一"),
    "fresh_deal": _("每轮重新发牌"),
    "shift": _("每轮移若干桌"),
    "with_seat3": _("跟着3号位走"),
    "person_day": _("一人一天，各次报名合计"),
    "run": _("只数这一次报名"),
    "first_only": _("抽到的先打，其余等着"),
    "groups_and_seats": _("分组和座位都抽签"),
    "next_session": _("等下一场"),
    "same_day": _("当天就可以"),
    "next_day": _("第二天"),
    "one_a_game": _("一局一张"),
    "players_copy": _("上一局成绩确认表的选手联"),
    "ends_event": _("后面各场取消，比赛结束"),
    "barred": _("不能再报名"),
    "best": _("最高到过的"),
    "current": _("现在的"),
    "once_a_person": _("一人一次"),
    "each_run": _("每次报名都可以"),
    "earn": _("照样算，照样得奖"),
    "car": _("国产轿车一台"),
    "with_hand": _("在那一局的得分上"),
    "own_points": _("他自己的分"),
    "loses_hand": _("他这一局判负"),
    "disqualifies": _("取消他的参赛资格"),
    **STAGES,
}

# What means something else elsewhere, by the parameter or the column.
MEANT: Mapping[tuple[str, str], Promise] = {
    ("format_rules.carry", "stack"): _("手里的筹码"),
    ("format_rules.first_round", "lot"): _("抽签"),
    ("format_rules.two_left", "shared"): _("并列第一"),
    ("format_rules.bust.both", "chief_referee"): _("由裁判长定"),
    ("format_rules.leftover", "refill"): _("和最先打完的一桌补成一桌"),
    ("format_rules.final_second", "shared"): _("并列第二"),
    ("format_rules.final_second", "extra_hands"): _("再加打"),
    ("format_rules.play_off.more", "lot"): _("直接抽签"),
    ("format_rules.play_off.fill_equal", "lot"): _("抽签"),
    ("format_rules.ticket", "none"): _("不用凭什么"),
    ("format_rules.absent", "last"): _("排在打过的人后面"),
    ("ranking.total", "net"): _("各轮净胜分相加"),
    ("ranking.final_tie", "lot"): _("抽签"),
    ("awards.running", "nothing"): _("不算奖励"),
    ("awards.champion.goods", ""): _("没有"),
    ("awards.without_champion", "kept"): _("归组委会"),
}

# Columns of tables, by the parameter where the same name is something else elsewhere.
COLUMNS: Mapping[str, Promise] = {
    "cash": _("奖金（元）"),
    "stage": _("阶段"),
    "tables": _("桌数"),
    "wild_cards": _("外卡几人"),
    "place": _("桌上名次"),
}
COLUMNS_MEANT: Mapping[tuple[str, str], Promise] = {
    ("awards.by_rank", "rank"): _("名次"),
    ("format_rules.routes.heats", "to"): _("去"),
    ("format_rules.routes.semifinal", "to"): _("去"),
    ("format_rules.routes.repechage", "to"): _("去"),
    ("format_rules.routes.decider", "to"): _("去"),
}


def award_word(award: str) -> str:
    """What a prize is called: `rank_1` by the rank, `level_6` by the level."""
    by, _line, number = award.partition("_")
    words = {"rank": gettext("第 %(n)s 名"), "level": gettext("%(n)s 级奖")}
    return words[by] % {"n": number} if by in words else award


def goods_word(goods: str) -> str:
    """What is given in kind."""
    return str(VALUES.get(goods, goods))
