"""斗地主 in words: the fields of a record and of a penalty, and what may stand in them."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

# Fields whose value is one of the three at the table.
SEATS = frozenset({"first_bidder", "landlord", "out", "ruled.offender", "side"})

FIELDS: Mapping[str, Promise] = {
    "first_bidder": pgettext_lazy("record of a hand", "谁先叫"),
    "bids": pgettext_lazy("record of a hand", "叫牌"),
    "landlord": pgettext_lazy("record of a hand", "地主"),
    "out": pgettext_lazy("record of a hand", "谁先出完"),
    "bombs": _("出了几个炸弹"),
    "rocket": pgettext_lazy("record of a hand", "火箭"),
    "spring": pgettext_lazy("record of a hand", "春天"),
    "shown": pgettext_lazy("hand shown", "明牌"),
    "ruled": _("裁判判定"),
    "ruled.winner": _("裁判判定：哪边胜"),
    "ruled.doubled": _("裁判判定：再翻倍"),
    "ruled.offender": _("裁判判定：谁犯规"),
    "transfers": _("得失多少豆"),
    "timeouts": _("超时几次"),
    "face_up": _("明牌是从上面数第几张"),
}

VALUES: Mapping[tuple[str, str], Promise] = {
    ("bids", "0"): pgettext_lazy("record of a hand", "不叫"),
    ("call", "0"): pgettext_lazy("record of a hand", "不叫"),
    ("call", "1"): _("叫"),
    ("landlord", "null"): _("没有人叫"),
    ("out", "null"): _("没有打完"),
    ("rocket", "yes"): pgettext_lazy("record of a hand", "出了"),
    ("rocket", "no"): _("没有出"),
    ("spring", "none"): _("不是"),
    ("spring", "spring"): pgettext_lazy("record of a hand", "春天"),
    ("spring", "anti_spring"): pgettext_lazy("record of a hand", "反春"),
    ("shown", "yes"): pgettext_lazy("hand shown", "明了"),
    ("shown", "no"): pgettext_lazy("hand shown", "没有明"),
    ("ruled.winner", "landlord"): pgettext_lazy("record of a hand", "地主"),
    ("ruled.winner", "peasants"): pgettext_lazy("record of a hand", "农民"),
    ("ruled.doubled", "yes"): _("翻"),
    ("ruled.doubled", "no"): _("不翻"),
}
