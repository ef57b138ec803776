"""淘汰制 in words: what stands in the way of a bracket, its parameters and their values."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    "too_few_entrants": (
        _("参赛的只有 %(entrants)s，至少要 %(least)s。"),
        _("请先登记参赛的人；按场发凭证的，请先发够凭证。"),
    ),
}

LEAVES: Mapping[str, Promise] = {
    "format_rules.elimination": _("怎样淘汰"),
    "format_rules.placing": _("签号怎样进签表"),
    "format_rules.keep_apart": _("同一单位第一轮分开"),
    "format_rules.to_win": _("一场先胜几局"),
    "format_rules.final_to_win": _("决赛先胜几局"),
    "format_rules.third_place": _("第三名"),
    "format_rules.both_absent": _("双方都弃权时谁晋级"),
}

VALUES: Mapping[str, Promise] = {
    "single_loss": _("输一场就出局"),
    "standard": _("按标准签位，小号轮空"),
    "top": _("从上往下排，轮空在最上"),
    "spread": _("从上往下排，轮空分散"),
    "lower_draw": _("签号小的"),
    "upper_line": _("签表上面的一方"),
    "played": _("加赛一场"),
    "nobody": _("没有人"),
}
