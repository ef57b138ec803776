"""Words for the steps of a computation: how each number on a sheet came about.

A step is `{"clause", "op", "operands", "value", "of"}` as the rules publish it. The sentence names the operands in their order:
`%(a)s`, `%(b)s`, `%(c)s`, `%(d)s`, the running `%(value)s`, and `%(of)s`, who the step is about.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.wording import doudizhu_steps
from events.wording.penalties import PENALTIES, penalty_word

STEPS: Mapping[str, Promise] = {
    # any game
    "sum": _("%(of)s合计 %(value)s"),
    "forfeit": _("弃权：%(of)s记 %(value)s"),
    "both_absent": _("双方都没有到场：%(of)s记 %(value)s"),
    "annulled": _("作废：%(of)s记 %(value)s"),
    "head_to_head": _("相互成绩 %(value)s"),
    # 炒地皮: one hand
    "table": _("台面 %(a)s 分"),
    "dig": _("台面 %(a)s + 底牌 %(b)s × %(c)s = %(value)s"),
    "fines_netted": _("双方罚分相抵 %(b)s，不低于 %(c)s、不高于 %(d)s：%(a)s 变成 %(value)s"),
    "fines_in_turn": _("按先后罚 %(b)s，不低于 %(c)s、不高于 %(d)s：%(a)s 变成 %(value)s"),
    "earned_after_fines": _("罚后又得 %(b)s：%(a)s + %(b)s = %(value)s"),
    "fine_becomes": _("%(of)s这一项改罚 %(value)s"),
    "hand_judged": _("%(of)s判负本副，按 %(value)s 分算"),
    "game_judged": _("%(of)s判负本局"),
    "band_declarers": _("实得 %(a)s，落在 %(b)s 分档：台上%(of)s升 %(value)s 级"),
    "band_defenders": _("实得 %(a)s，落在 %(b)s 分档：台下%(of)s上台，升 %(value)s 级"),
    "band_nobody": _("实得 %(a)s，落在 %(b)s 分档：换庄，都不升级"),
    "climb": _("%(of)s从 %(a)s 升 %(b)s 级，到 %(value)s"),
    "climb_stopped": _("%(of)s从 %(a)s 升 %(b)s 级，遇必打停在 %(value)s"),
    "climb_refused": _("%(of)s在必打的 %(a)s，这一副不能升"),
    "hook_main": _("正J抠底（台面 %(a)s，实得 %(b)s）：%(of)s退到 %(value)s"),
    "hook_sub": _("副J抠底（台面 %(a)s，实得 %(b)s）：%(of)s退到 %(value)s"),
    # 炒地皮, 五子棋: one match
    "passed_A": _("%(of)s先打过 A，胜这一局"),
    "time_leader": _("时间到，%(of)s领先，胜这一局"),
    "time_leader_level": _("时间到，级数领先，%(of)s胜这一局"),
    "time_leader_bank": _("时间到，级数一样，有庄的%(of)s胜这一局"),
    "time_leader_lot": _("时间到，抽签归%(of)s，胜这一局"),
    "judged": _("判给%(of)s"),
    "first_to": _("%(of)s先胜 %(a)s 局"),
    "more_games": _("局数打满，%(of)s %(a)s : %(b)s 领先"),
    "five": _("%(of)s五子连成一线"),
    "resigned": _("对方认输，%(of)s胜"),
    "draw": _("和棋"),
    # 淘汰赛
    "champion": _("赢下决赛，冠军"),
    "out_in_round": _("第 %(a)s 轮出局，名次 %(value)s"),
    "third_place": _("三、四名决赛，名次 %(value)s"),
    # 80分: one board
    "table_points": _("牌面 %(a)s 分"),
    "kitty": _("牌面 %(a)s + 底牌 %(b)s × %(c)s = %(value)s"),
    "on_D": _("计入防守方得分：%(a)s%(b)s = %(value)s"),
    "rest_of_points": _("%(of)s犯规，余下的分归对方：防守方此前 %(a)s，再得 %(b)s，共 %(value)s"),
    "condoned": _("对方已跟牌，不追究"),
    "cap_per_suit": _("同一门花色最多罚 %(b)s，这里罚 %(value)s"),
    # 80分 in two rooms
    "defended": _("%(of)s防守，得 %(value)s"),
    "shutout": _("光头：庄家%(of)s得 %(value)s"),
    "complement": _("庄家%(of)s得其余的 %(value)s"),
    "open": _("开室 %(a)s − %(b)s，主队累计净 %(value)s"),
    "closed": _("闭室 %(a)s − %(b)s，主队累计净 %(value)s"),
    "fines": _("罚分：主队 %(a)s、客队 %(b)s，主队净 %(value)s"),
    "boards_forfeited": _("弃权：%(of)s每副记 %(a)s，%(b)s 副共 %(value)s"),
    "converted": _("净 %(a)s，换算 %(value)s 分"),
    "adjusted": _("裁判长定：%(of)s %(value)s"),
    "adjustment": _("裁判长调整：%(of)s%(value)s"),
    "adjusted_total": _("调整以后：%(of)s合计 %(value)s"),
    # 80分 by match points
    "match_points": _("%(of)s胜 %(a)s 个、平 %(b)s 个结果，得 %(value)s"),
    "scale": _("%(b)s 个结果折成满分 %(c)s：%(a)s → %(value)s"),
    "neuberg": _("%(b)s 个结果按诺伊贝格折成满分 %(c)s：%(a)s → %(value)s"),
    "none": _("不折算：%(value)s"),
    "small_group": _("小组 %(b)s 个结果，最好 %(c)s%%、最差 %(d)s%%：%(value)s"),
    "total": _("%(of)s按实得 %(value)s"),
    "percent": _("%(a)s ÷ 满分 %(b)s，得分率 %(value)s%%"),
    "difference": _("与平均 %(b)s 相差 %(value)s"),
    "offence": _("藏牌：%(of)s只得满分 %(b)s 的 %(a)s%%，即 %(value)s"),
    "adjusted_net": _("裁判长调整净分 %(b)s：%(a)s 变成 %(value)s"),
    "fined": _("%(of)s罚 %(a)s，余 %(value)s"),
    **doudizhu_steps.STEPS,
}

FINE_EACH = _("%(of)s%(penalty)s：%(a)s × %(b)s = %(value)s")
FINE = _("%(of)s%(penalty)s：%(value)s")
SHARE = _("裁判长定：%(of)s得满分 %(b)s 的 %(a)s%%，即 %(value)s")
WALKOVER = _("弃权：%(of)s得满分 %(b)s 的 %(a)s%%，即 %(value)s")

# Levels come as numbers; 15 is beyond the last.
LEVEL_OPS: Mapping[str, tuple[bool, ...]] = {
    "climb": (True, False),
    "climb_stopped": (True, False),
    "climb_refused": (True, False),
    "hook_main": (False, False),
    "hook_sub": (False, False),
}
FACES: Mapping[int, str] = {11: "J", 12: "Q", 13: "K", 14: "A"}
PASSED = 15
SIGNED = frozenset({"on_D"})
PLACES = 2


def step_text(step: Mapping[str, Any], of: str = "") -> str:
    """A step as a sentence in the active language. `of` is the name of who it is about."""
    op, operands = step["op"], list(step["operands"])
    levels = LEVEL_OPS.get(op)
    told = [level(value) if levels and place < len(levels) and levels[place] else figure(value) for place, value in enumerate(operands)]
    if op in SIGNED and len(told) > 1 and not told[1].startswith("−"):
        told[1] = f"+{told[1]}"
    values = {name: told[place] if place < len(told) else "…" for place, name in enumerate("abcd")}
    values |= {"value": level(step["value"]) if levels else _signed(op, step["value"]), "of": f"{of} " if of else ""}
    return str(doudizhu_steps.sentence_of(op, operands, step["value"]) or _sentence(op, operands)) % (
        values | {"penalty": penalty_word(op)}
    )


def _signed(op: str, value: Any) -> str:
    """A figure; what is added says so by its sign."""
    text = figure(value)
    return f"+{text}" if op == "adjustment" and not text.startswith("−") else text


def _sentence(op: str, operands: list[Any]) -> Promise | str:
    if op in PENALTIES:
        return FINE_EACH if len(operands) > 1 else FINE
    if op == "adjusted" and len(operands) > 1:
        return SHARE
    if op == "forfeit" and len(operands) > 1:
        return WALKOVER
    return STEPS.get(op, op.replace("%", "%%"))


def level(value: Any) -> str:
    """A level by its number: 11 is J, 15 is beyond A."""
    number = int(value)
    return gettext("过A") if number == PASSED else FACES.get(number, str(number))


def figure(value: Any) -> str:
    """A number or `n/d` for reading, with a true minus; two decimals where a fraction does not end."""
    exact = Fraction(str(value))
    hundredths = abs(exact) * 10**PLACES
    rounded = (2 * hundredths.numerator + hundredths.denominator) // (2 * hundredths.denominator)
    whole, rest = divmod(rounded, 10**PLACES)
    text = f"{whole}.{rest:0{PLACES}d}".rstrip("0") if rest else str(whole)
    return f"−{text}" if exact < 0 else text
