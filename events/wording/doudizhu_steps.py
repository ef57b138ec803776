"""斗地主 in words: every step of how a hand, a table and a rank came about, by the name of the step."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.games.doudizhu.leaves import LOSSES, OUT_CODES

# Operands are %(a)s, %(b)s and so on; %(of)s is who it is about, with a space behind; %(value)s what stands after it.
STEPS: Mapping[str, Promise] = {
    # how a hand ended
    "landlord_out_first": _("地主%(of)s先出完，地主胜"),
    "peasant_out_first": _("农民%(of)s先出完，地主负"),
    "ruled_for": _("裁判判定：地主%(of)s胜"),
    "hand_won": _("%(of)s胜"),
    "hand_lost": _("%(of)s负"),
    # what it is worth
    "base": _("底分 %(value)s"),
    "bombs": _("%(a)s 个炸弹，每个乘 %(b)s：%(value)s 倍"),
    "bombs_linear": _("%(a)s 个炸弹，一个一个加：%(value)s 倍"),
    "rocket": _("火箭再乘 %(b)s：%(a)s 倍变 %(value)s 倍"),
    "rocket_linear": _("火箭也加一份：%(a)s 倍变 %(value)s 倍"),
    "spring": _("春天再乘 %(b)s：%(a)s 倍变 %(value)s 倍"),
    "anti_spring": _("反春再乘 %(b)s：%(a)s 倍变 %(value)s 倍"),
    "spring_alone": _("春天只把叫分乘 %(b)s，炸弹不再乘：%(value)s 倍"),
    "anti_spring_alone": _("反春只把叫分乘 %(b)s，炸弹不再乘：%(value)s 倍"),
    "shown_hand": _("地主明牌再乘 %(b)s：%(a)s 倍变 %(value)s 倍"),
    "ruled_doubled": _("裁判判定再乘 %(b)s：%(a)s 倍变 %(value)s 倍"),
    "base_times_multiplier": _("底分 %(a)s × %(b)s 倍 = %(value)s"),
    "landlord_wins": _("地主%(of)s赢：%(a)s × %(b)s = %(value)s"),
    "landlord_loses": _("地主%(of)s输：%(a)s × %(b)s = %(value)s"),
    "peasant_wins": _("农民%(of)s赢：%(a)s × %(b)s = %(value)s"),
    "peasant_loses": _("农民%(of)s输：%(a)s × %(b)s = %(value)s"),
    "handed_over": _("%(of)s得失 %(value)s"),
    "pays_what_he_has": _("%(of)s应付 %(a)s，手里只有 %(b)s，实付 %(value)s"),
    "gets_what_is_there": _("%(of)s应得 %(a)s，实得 %(value)s"),
    # nobody called
    "passed_out": _("没有人叫，重新发牌；连着 %(value)s 局"),
    "pass_out_fine": _("连着 %(a)s 局没有人叫：先叫的%(of)s%(value)s"),
    "pass_out_gain": _("连着 %(a)s 局没有人叫：%(of)s加 %(value)s"),
    "pass_outs_counted_anew": _("罚过以后重新数"),
    # a table
    "start": _("%(of)s带来 %(value)s"),
    "bust": _("%(of)s剩 %(a)s，不多于 %(value)s，出局"),
    "extra_hands": _("第 %(a)s 次加打：%(of)s%(value)s"),
    # a single game
    "changed_player": _("%(of)s换了人上场：负"),
    "disqualified": _("%(of)s被取消资格：负"),
    "ruled_lost": _("裁判判定：%(of)s犯规，负"),
    "other_side_offended": _("对方犯规：%(of)s胜"),
    "partner_offended": _("同伴犯规：%(of)s也负"),
    "partner_offended_no_result": _("同伴犯规：%(of)s没有成绩，重新比赛"),
    "no_landlord_yet": _("还没有定地主：%(of)s没有成绩，重新比赛"),
    "plays_again": _("有人没有上场：%(of)s没有成绩，重新比赛"),
    "hand_void": _("有人被取消资格，这一局不算：%(of)s没有成绩"),
    # ranks
    "level": _("按 %(value)s 级排名"),
    "left_together": _("剩下 %(a)s 人，并列第 %(value)s"),
    "last_table": _("最后一桌第 %(a)s，%(b)s 分，名次 %(value)s"),
    "out_at_tables": _("第 %(a)s 轮出局，前面有 %(b)s 人，名次 %(value)s"),
}

RULED_AGAINST = _("裁判判定：地主%(of)s负")
PASSED_OUT_ALONE = _("没有人叫，重新发牌")
WARNED = _("%(of)s%(penalty)s：已有 %(a)s 次，又 %(b)s 次，每满 %(c)s 次 %(d)s：%(value)s")


SUMMED = _("%(of)s合计 %(value)s")
LOSES = _("%(of)s%(penalty)s：负")
PUT_OUT = _("%(of)s%(penalty)s：取消资格")


def sentence_of(op: str, operands: list[Any], value: Any) -> Promise | None:
    """The sentence of a step that says more than one thing by its operands; None for every other."""
    if op == "ruled_for" and not value:
        return RULED_AGAINST
    if op == "passed_out" and not operands:
        return PASSED_OUT_ALONE
    if op == "total" and len(operands) > 1:
        return SUMMED
    if op in LOSSES and not value:
        return LOSES
    if op in OUT_CODES and not value:
        return PUT_OUT
    return WARNED if op == "slow_play" and len(operands) > 3 else None
