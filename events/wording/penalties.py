"""Words for the codes of the tariffs 判罚: what somebody did, short enough for a button and a line of a sheet."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PENALTIES: Mapping[str, Promise] = {
    # 炒地皮
    "failed_throw": _("甩牌不成"),
    "wrong_follow": _("跟错牌"),
    "deliberate": _("故意不跟"),
    "kitty_count": _("底牌张数不对"),
    "count_same_side": _("同一方一多一少"),
    "count_one_sided": _("手牌张数不对"),
    "count_both_sides": _("双方张数不对"),
    "looking": _("看别人的牌"),
    "signalling": _("传递暗示"),
    "hidden_throw": _("有牌能管而隐瞒"),
    # 80分
    "miscount": _("牌数不符"),
    "exposed_card": _("暴露牌张"),
    "wrong_card": _("出错牌"),
    "out_of_turn": _("抢出牌"),
    "concealed_harmless": _("藏牌，没有影响"),
    "concealed_harmful": _("藏牌，有影响"),
    "unplayable": _("牌打不下去"),
    "revoke": _("有牌不跟"),
    "kitty_miscount_early": _("底牌张数不对，第二轮前发现"),
    "kitty_miscount_late": _("底牌张数不对，后来发现"),
    "late": _("迟到"),
    "conduct": _("行为不当"),
    "slow_play": _("打得太慢"),
    # 斗地主
    "dropped_card": _("牌掉到地上"),
    "hint": _("提示同伴"),
    "early_move": _("提前换桌"),
    # 斗地主晋级赛: this hand is lost
    "l1": _("叫牌或出牌违规"),
    "l2": _("不听裁判、拖延"),
    "l3": _("成绩属实而不签字"),
    "l4": _("碰别人的牌"),
    "l5": _("给人暗示"),
    "l6": _("中途离场"),
    "l7": _("抽了签没有上场"),
    "l8": _("警告后仍超时"),
    "l9": _("其他判负的行为"),
    # 斗地主晋级赛: disqualified
    "d1": _("假证件、冒名"),
    "d2": _("找人顶替"),
    "d4": _("抽签或入座违规"),
    "d5": _("与人串通"),
    "d6": _("故意输牌"),
    "d7": _("出声，影响公正"),
    "d8": _("叫牌出牌违规，影响公正"),
    "d9": _("移走未出的牌、悔牌"),
    "d10": _("经警告不改"),
    "d11": _("签假表、改表、丢表或毁表"),
    "d12": _("干扰他人、散布不实"),
    "d13": _("骗取成绩或奖励"),
    "d14": _("不服裁决，打不下去"),
    "d15": _("参赛后不认规则"),
    "d16": _("其他取消资格的行为"),
}


def penalty_word(code: str) -> str:
    """What a code of a tariff is called; one without a name shows as it is, which a test refuses."""
    return str(PENALTIES.get(code, code))
