"""Words for seats that were taken wrongly and are put right afterwards."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Sentence = Promise | str

WORDS: Mapping[str, tuple[Sentence, Sentence]] = {
    "seats_incomplete": (
        _("没有写全每一边实际坐的是谁。"),
        _("请给每一边各选一方，不要重复。"),
    ),
    "seats_unchanged": (
        _("和现在登记的座位一样。"),
        _("如果座位没有错，不用更正。"),
    ),
    "seated_elsewhere": (
        _("选的这一方不在这一桌，也不在同一场队际的另一桌。"),
        _("请选这一桌的，或同队在另一桌的；换了别的人按上场名单处理。"),
    ),
}
