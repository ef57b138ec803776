"""Words for the fields of a record and of a penalty, and for what may stand in them: the forms of the desk."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from events.wording import doudizhu_fields
from events.wording.sides import seat_of_three
from events.wording.terms import TERMS, operand
from scoring.sides import THREE

FIELDS: Mapping[str, Promise] = {
    "game": _("第几局"),
    "hand": _("第几副"),
    "board": _("牌号"),
    "declarer": _("庄家"),
    "trump": _("主"),
    "rank": _("打几"),
    "buried_by": _("谁埋的底"),
    "table_points": _("牌面得分（防守方）"),
    "declarers_points": _("庄家方牌面得分"),
    "kitty_points": _("底牌里的分"),
    "last_trick": _("末轮谁大"),
    "dig": _("怎么抠的底"),
    "hook": _("打 J 时用什么抠底"),
    "black": _("执黑"),
    "winner": _("胜方"),
    "reason": _("怎么赢的"),
    "rps": _("猜拳胜方"),
    # of a penalty
    "code": _("犯规"),
    "side": _("哪一方"),
    "count": _("几张或几次"),
    "at": _("第几轮牌（不知道就留空）"),
    "amount": _("罚多少分"),
    "seat": _("谁"),
    "cards": _("实有几张"),
    "suit": _("哪门花色"),
    "found": _("什么时候发现的"),
    "held": _("错在哪一桌"),
    "looked": _("看过牌面才发现"),
    "followed": _("下家已跟牌"),
    "objector": _("谁持有更大的牌"),
    "points_before": _("犯规前双方已得的分"),
    **doudizhu_fields.FIELDS,
}

VALUES: Mapping[tuple[str, str], Promise] = {
    ("trump", "S"): _("♠ 黑桃"),
    ("trump", "H"): _("♥ 红桃"),
    ("trump", "C"): _("♣ 梅花"),
    ("trump", "D"): _("♦ 方块"),
    ("trump", "NT"): _("无主"),
    ("suit", "S"): _("♠ 黑桃"),
    ("suit", "H"): _("♥ 红桃"),
    ("suit", "C"): _("♣ 梅花"),
    ("suit", "D"): _("♦ 方块"),
    ("suit", "NT"): _("主牌"),
    ("rank", "T"): _("10"),
    ("last_trick", "declarers"): _("庄家方"),
    ("last_trick", "defenders"): _("防守方"),
    ("last_trick", "none"): _("没有打完"),
    ("dig", "none"): _("没有抠底"),
    ("dig", "single"): _("单张"),
    ("dig", "pair"): _("一对"),
    ("dig", "sister_pairs"): _("姐妹对"),
    ("dig", "throw"): _("甩牌"),
    ("hook", "none"): _("没用 J"),
    ("hook", "main"): _("正J"),
    ("hook", "sub"): _("副J"),
    ("black", "A"): pgettext_lazy("side of a board", "甲方"),
    ("black", "B"): pgettext_lazy("side of a board", "乙方"),
    ("winner", "A"): pgettext_lazy("side of a board", "甲方"),
    ("winner", "B"): pgettext_lazy("side of a board", "乙方"),
    ("winner", "null"): _("没有（和棋）"),
    ("rps", "A"): pgettext_lazy("side of a board", "甲方"),
    ("rps", "B"): pgettext_lazy("side of a board", "乙方"),
    ("reason", "five"): _("五连"),
    ("reason", "resigned"): _("对方认输"),
    ("reason", "forfeit"): _("对方弃权"),
    ("reason", "draw"): _("和棋"),
    ("found", "same_trick"): _("当轮"),
    ("found", "later_trick"): _("下一轮出牌以后"),
    ("found", "after_last_trick"): _("打完以后"),
    ("looked", "yes"): _("是"),
    ("looked", "no"): _("不是"),
    ("followed", "yes"): _("是"),
    ("followed", "no"): _("不是"),
    ("held", "now"): _("本桌"),
    ("held", "before"): _("上一桌"),
    ("unit", "net"): _("净得分"),
    ("unit", "match_points"): _("比赛分"),
    ("unit", "percent"): _("百分比"),
    ("objector", "opponent"): _("对方"),
    ("objector", "partner"): _("搭档"),
    **doudizhu_fields.VALUES,
}


# Where a game has its own word.
OF_GAME: Mapping[tuple[str, str, str], Promise] = {("eighty", "trump", "NT"): _("无将")}
FIELDS_OF_GAME: Mapping[tuple[str, str], Promise] = {("doudizhu", "hand"): _("第几局")}


def field_name(name: str, game: str = "") -> str:
    """What a field is called in `game`; one without a name shows as its key, which a test refuses."""
    if (game, name) in FIELDS_OF_GAME:
        return str(FIELDS_OF_GAME[game, name])
    return str(FIELDS.get(name, name))


def part_name(name: str, key: str | int | None, game: str = "") -> str:
    """What a part of a field is called: a place in a list by its number, a part of a part by its own name or by whose it is."""
    if key is None:
        return field_name(name, game)
    if isinstance(key, int):
        return str(_("%(what)s，第%(n)s个")) % {"what": field_name(name, game), "n": key + 1}
    if f"{name}.{key}" in FIELDS:
        return str(FIELDS[f"{name}.{key}"])
    whose = seat_of_three(key) or field_name(key)
    return str(_("%(what)s：%(whose)s")) % {"what": field_name(name, game), "whose": whose}


def parts_said(name: str, value: Any, game: str = "") -> list[tuple[str, str]]:
    """A field of a record with what it holds, in words; one that has parts, part by part."""
    if isinstance(value, Mapping):
        return [(part_name(name, key, game), _held(f"{name}.{key}", part, game)) for key, part in value.items()]
    return [(field_name(name, game), _held(name, value, game))]


def _held(name: str, value: Any, game: str) -> str:
    if isinstance(value, list | tuple):
        return gettext("、").join(_held(name, one, game) for one in value)
    if isinstance(value, bool):
        return field_value(name, "yes" if value else "no", game)
    return field_value(name, "null" if value is None else str(value), game)


def field_value(name: str, value: str, game: str = "") -> str:
    """What a value of a field is called in `game`: `tractor3` and `throw:pair` are put together from their parts."""
    if (game, name, value) in OF_GAME:
        return str(OF_GAME[game, name, value])
    if (name, value) in VALUES:
        return str(VALUES[name, value])
    if name in doudizhu_fields.SEATS and seat_of_three(value):
        return seat_of_three(value)
    if name == "dig" and value.startswith("throw:"):
        return str(_("甩牌，最大的一组是%(what)s")) % {"what": field_value("dig", value.removeprefix("throw:"))}
    if name == "dig" and value.startswith("tractor"):
        return str(_("%(n)s连对")) % {"n": value.removeprefix("tractor")}
    return operand(value)


def record_vocabulary() -> list[tuple[str, str]]:
    """Every word that a record of any game needs, for a page that has to read one by itself: `field_<name>` for fields,
    `value_<field>_<value>` for what has a word in one field alone, `term_<value>` for the rest."""
    fields = [(f"field_{name}", str(word)) for name, word in FIELDS.items()]
    values = [(f"value_{name}_{value}", str(word)) for (name, value), word in VALUES.items()]
    seats = [(f"value_{name}_{side}", seat_of_three(side)) for name in sorted(doudizhu_fields.SEATS) for side in THREE]
    return [*fields, *values, *seats, *((f"term_{value}", str(word)) for value, word in TERMS.items())]
