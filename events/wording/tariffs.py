"""The tariff 罚则 in words: the parameters of every penalty of every game, and what they may be."""

from collections.abc import Mapping
from typing import cast

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from events.wording.penalties import PENALTIES

PARTS: Mapping[str, Promise] = {
    "amount": _("罚多少"),
    "per": _("按什么罚"),
    "official": _("由谁判"),
    "phase": _("什么时候起作用"),
    "order": _("先后"),
    "moves": _("罚在哪里（D：防守方得分）"),
}

LEAVES: Mapping[str, Promise] = {
    **{
        f"penalties.{code}.{part}": cast(Promise, format_lazy("{code} · {part}", code=word, part=name))
        for code, word in PENALTIES.items()
        for part, name in PARTS.items()
    },
    "competence.penalty": _("登记判罚"),
    "competence.time_up": _("宣布时间到"),
    "competence.adjustment": _("调整分数"),
    "competence.board_trump": _("定一副牌的将牌"),
    "competence.fouled": _("处理打错的牌副"),
}

VALUES: Mapping[str, Promise] = {
    "card": _("每张"),
    "occurrence": _("每次"),
    "fixed": _("一项一次"),
    "ruled": _("由裁判长定"),
    "record": _("在这一副的结果上"),
    "credit": _("在这一场的得分上"),
    "total": _("在总分上"),
    "standing": _("在名次上"),
    "status": _("在参赛资格或胜负上"),
}
