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
}


def penalty_word(code: str) -> str:
    """What a code of a tariff is called; one without a name shows as it is, which a test refuses."""
    return str(PENALTIES.get(code, code))
