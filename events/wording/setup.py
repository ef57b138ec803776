"""Setting an event up: rosters, draws, rounds, rights."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    "code_taken": (
        _("这个代号已有人用。"),
        _("请换一个。"),
    ),
    "name_taken": (
        _("已有同名的队。"),
        _("请加以区别，例如加“二队”。"),
    ),
    "not_changeable": (
        _("这一项定下后不能改。"),
        _("要改请另建。"),
    ),
    "time_zone_unknown": (
        _("不认识这个时区。"),
        _("例如 Asia/Shanghai。"),
    ),
    "role_unknown": (
        _("没有这种身份。"),
        _("可选：%(choices)s。"),
    ),
    "user_unknown": (
        _("没有这个账号。"),
        _("请先由管理员建立账号。"),
    ),
    "last_organiser": (
        _("这是最后一位组委会成员，不能撤销。"),
        _("请先授权另一位。"),
    ),
    "rulebook_unknown": (
        _("没有这部规程。"),
        _("可选：%(choices)s。"),
    ),
    "too_many_teams": (
        _("最多 %(limit)s 队。"),
        _("请分成几个项目。"),
    ),
    "too_many_pairs": (
        _("一队最多 %(limit)s 对。"),
        _("请减少。"),
    ),
    "players_wanted": (
        _("一个参赛方 %(wanted)s 人，实有 %(given)s 人。"),
        _("请写 %(wanted)s 个名字。"),
    ),
    "line_malformed": (
        _("第 %(line)s 行应是三个词：队名和两位选手，实有 %(given)s 个。"),
        _("名字里不要有空格。一个也还没有加入，改好再按一次。"),
    ),
    "line_of_three_malformed": (
        _("第 %(line)s 行应是三个词：单位、选手、出生日期，实有 %(given)s 个。"),
        _("日期写成 1985-03-31 这样；名字里不要有空格。一个也还没有加入，改好再按一次。"),
    ),
    "line_of_two_malformed": (
        _("第 %(line)s 行应是两个词：单位和选手，实有 %(given)s 个。"),
        _("名字里不要有空格。一个也还没有加入，改好再按一次。"),
    ),
    "line_refused": (
        _("第 %(line)s 行 %(who)s：%(why)s"),
        _("一个也还没有加入；改好或去掉这一行，再按一次。"),
    ),
    "too_many_lines": (
        _("一次最多贴 %(limit)s 行，实有 %(given)s 行。"),
        _("请分几次贴。"),
    ),
    "line_twice": (
        _("第 %(line)s 行写了两次同一个名字。"),
        _("请写两位选手；真的同名，请加以区别。"),
    ),
    "account_malformed": (
        _("账号只能用字母、数字和 @ . + - _。"),
        _("中文姓名请写在“姓名”一栏。"),
    ),
    "player_twice": (
        _("同一对里写了两次同一个名字。"),
        _("请写两位选手；真的同名，请加以区别。"),
    ),
    "roster_frozen": (
        _("抽签之后名单不能再变。"),
        _("改名可以；人员变动请裁判员在桌上登记上场名单。"),
    ),
    "rounds_opened": (
        _("已经开轮，不能再抽签。"),
        _("如须重来，请另建项目。"),
    ),
    "teams_first": (
        _("请先抽代表队签号。"),
        _("抽完代表队再抽各队选手。"),
    ),
    "team_missing": (
        _("抽选手签号要写明是哪一队。"),
        _("请给出队的编号。"),
    ),
    "team_not_wanted": (
        _("抽代表队签号不针对某一队。"),
        _("请去掉队的编号。"),
    ),
    "seed_or_order": (
        _("请给出种子（电脑抽签）或结果（现场抽签），只能一样。"),
        _("请只留一样。"),
    ),
    "not_a_list_of_ids": (
        _("抽签结果应是编号的列表。"),
        _("请按签号次序列出全部编号。"),
    ),
    "id_unknown": (
        _("抽签结果里有不认识的编号。"),
        _("编号见队伍列表。"),
    ),
    "id_twice": (
        _("%(id)s 抽到了两个签。"),
        _("每个编号恰好出现一次。"),
    ),
    "id_missing": (
        _("%(id)s 没有抽到签。"),
        _("每个编号恰好出现一次。"),
    ),
    "no_lot_wanted": (
        _("现在没有要抽签定的名次。"),
        _("各轮打完后，其他各项都相同的队才抽签；规程还要选了抽签。"),
    ),
    "not_the_tied": (
        _("抽签的队要正好是并列的那几队。"),
        _("请刷新，按列出的并列各队填写。"),
    ),
    "too_few_teams": (
        _("队数不够：%(teams)s 队，至少 %(least)s 队。"),
        _("请先报名。"),
    ),
    "numbers_not_once_each": (
        _("1 至 %(most)s 每个号要用一次，不能多也不能少。重复的或不在其中的：%(wrong)s。"),
        _("请照现场抽到的签改好，再按一次。"),
    ),
    "seat_twice": (
        _("有座位写了不止一次：%(wrong)s。"),
        _("一个座位只坐一人；请照现场抽到的改好，再按一次。"),
    ),
    "seats_not_filled": (
        _("写了 %(most)s 人的座位，要正好坐满前面各桌。不在其中的：%(wrong)s。"),
        _("请照现场抽到的改好，再按一次。"),
    ),
    "draw_missing": (
        _("还没有抽%(draw)s。"),
        _("请先抽签。"),
    ),
    "pairs_missing": (
        _("还没有报名的对子。"),
        _("请先给各队报名。"),
    ),
    "pairs_unequal": (
        _("有一队有 %(pairs)s 对，别的队有 %(wanted)s 对。"),
        _("请补齐或减少，使各队对数相同。"),
    ),
    "draws_missing": (
        _("还没有抽完签。"),
        _("请先抽完列出的各签。"),
    ),
    "not_next": (
        _("下一轮是第 %(next)s 轮。"),
        _("请按次序开轮。"),
    ),
    "no_more_rounds": (
        _("%(rounds)s 轮已全部开完。"),
        _("可以公布成绩了。"),
    ),
    "round_unfinished": (
        _("上一轮还没有打完。"),
        _("请先了结没交、没核对的各桌；或由组委会写明理由提前开。"),
    ),
    "round_not_locked": (
        _("第 %(round)s 轮没有锁定。"),
        _("不用解锁。"),
    ),
    "table_out_of_range": (
        _("桌号须在 %(least)s 至 %(most)s 之间。"),
        _("请检查桌号。"),
    ),
}
