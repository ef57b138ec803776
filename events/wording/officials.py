"""What officials state beside the hands, boards and brackets: why it was not taken."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    "match_decided": (
        _("这一场已经打完，不能再记。"),
        _("若是补记或记错，请裁判员更正已记的各局。"),
    ),
    "match_not_done": (
        _("这一场还没有打完，不能核对。"),
        _("请打完并记全后再核对。"),
    ),
    "next_match_begun": (
        _("改动会换掉晋级者，而下一场（第%(round)s轮%(table)s桌）已经开打。"),
        _("请先撤回下一场的记录再改；或由裁判长说明理由，裁定下一场照打照算（在那一桌的页面上也可以先裁定）。"),
    ),
    "walkover_given": (
        _("第%(round)s轮已开，这一场的对手当时按轮空晋级，不能再补出 %(match)s。"),
        _("请维持原来的判定；如必须补赛，请裁判长与组委会另行商定。"),
    ),
    "results_missing": (
        _("上一轮还没有全部分出胜负，排不出下一轮。"),
        _("请先打完或判定上一轮的各场。"),
    ),
    "bracket_differs": (
        _("%(match)s 的对阵与上一轮的结果不一致。"),
        _("请裁判长裁定：换人重打，或照打照算。"),
    ),
    "penalties_by_officials": (
        _("记一局时不能带判罚。"),
        _("犯规请叫裁判，由裁判员另行判罚。"),
    ),
    "no_tariff": (
        _("这份规程没有扣分的判罚。"),
        _("请记为裁定或警告，不必填分值。"),
    ),
    "not_in_this_game": (
        _("这个项目没有这一项。"),
        _("请核对是不是选错了项目。"),
    ),
    "groups_differ": (
        _("分组与打过这副牌的各场对不上。"),
        _("打过这副牌的每一场都要放进一组，且只放一组：%(wanted)s。"),
    ),
}
