"""Words for operands: sides, roles, kinds. What is not a term is shown as it is."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

TERMS: Mapping[str, Promise] = {
    "NS": _("南北"),
    "EW": _("东西"),
    "N": _("北"),
    "W": _("西"),
    "S": _("南"),
    "E": _("东"),
    "organiser": _("组委会"),
    "chief_referee": _("裁判长"),
    "referee": _("裁判员"),
    "officials": _("裁判员"),
    "others": _("其余各家"),
    "each": _("各家"),
    "scorer": _("记分"),
    "checker": _("核对"),
    "auditor": _("审计"),
    "double_down": _("双下"),
    "first_third": _("上游+三游"),
    "first_fourth": _("上游+下游"),
    "teams": _("代表队签号"),
    "pairs": _("选手签号"),
    "entrants": _("签号"),
    "lot": _("名次并列的签"),
    "groups": _("各桌分组"),
    "hidden": _("不公开"),
    "provisional": _("临时成绩"),
    "official": _("正式成绩"),
    "big_jokers": _("大鬼"),
    "small_jokers": _("小鬼"),
    "spades": _("黑桃"),
    "hearts": _("红心"),
    "clubs": _("草花"),
    "diamonds": _("方片"),
    "no_trump": _("无主"),
}

MOST_SHOWN = 120


def operand(value: Any) -> str:
    """One operand as text in the active language; long ones are cut."""
    if isinstance(value, str):
        return str(TERMS.get(value, _cut(value)))
    if isinstance(value, list | tuple):
        return gettext("、").join(operand(item) for item in value[:20])
    if value is None:
        return gettext("（无）")
    return _cut(str(value))


def _cut(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"
