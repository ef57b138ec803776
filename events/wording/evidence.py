"""Pictures, passwords of the sides, a tablet handed over, proposals and adjustments in words: why something was not taken."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    "not_an_image": (
        _("这不是 JPEG、PNG 或 WebP 图片。"),
        _("请直接拍照，或换一张图片。"),
    ),
    "image_too_large": (
        _("图片太大（上限 %(limit)s 字节）。"),
        _("请在拍照设置里选小一点的尺寸，或离远一点重拍。"),
    ),
    "not_image_type": (
        _("这里只收图片。"),
        _("请设 Content-Type: image/jpeg、image/png 或 image/webp。"),
    ),
    "about_malformed": (
        _("照片所关的事没有写对。"),
        _("请写争议的编号，或比赛记录的摘要。"),
    ),
    "about": (
        _("本桌没有照片所关的那件事。"),
        _("请刷新本桌后再试。"),
    ),
    "photo_by_officials": (
        _("这要由裁判来做。"),
        _("请叫裁判。"),
    ),
    "too_many_attachments": (
        _("您在本桌的这类照片已有 %(limit)s 张，不能再加。"),
        _("请裁判长删去用不着的。"),
    ),
    "attachment": (
        _("没有这张照片。"),
        _("请刷新后再看。"),
    ),
    "attachment_erased": (
        _("这张照片已按要求删除，只留下摘要。"),
        _("比赛记录和成绩不受影响。"),
    ),
    "attachment_missing": (
        _("这张照片的文件不见了。"),
        _("请从备份里找回附件文件夹。"),
    ),
    "photo_missing": (
        _("组委会要求代确认时附一张照片。"),
        _("请拍下报告单或现场，再代确认。"),
    ),
    "photo_unknown": (
        _("没有这张代确认的照片。"),
        _("请重新拍照。"),
    ),
    "hand_over_off": (
        _("本次比赛不用递平板核对。"),
        _("请对方用自己的设备核对，或请裁判员代确认。"),
    ),
    "own_side": (
        _("自己一方记的，不能由自己一方核对。"),
        _("请把平板递给对方。"),
    ),
    "pin_or_signature": (
        _("密码和签字须有且只有一样。"),
        _("请输入核对密码，或手写签字。"),
    ),
    "pin_malformed": (
        _("核对密码是六位数字。"),
        _("密码印在发给各队的纸条上。"),
    ),
    "pin_needed": (
        _("本次比赛凭核对密码核对。"),
        _("请输入本队的六位密码；没有密码请叫裁判。"),
    ),
    "no_pin": (
        _("这一方还没有核对密码。"),
        _("请向组委会要，或请裁判员代确认。"),
    ),
    "wrong_pin": (
        _("密码不对，还可以试 %(left)s 次。"),
        _("请看清纸条上的六位数字。"),
    ),
    "pin_locked": (
        _("密码输错太多次，已锁住 %(minutes)s 分钟。"),
        _("请叫裁判：可以代确认，或由总台换一个密码。"),
    ),
    "signature_unknown": (
        _("没有收到签字。"),
        _("请再签一次。"),
    ),
    "handed_by_device": (
        _("递平板核对要用配在本桌的设备。"),
        _("裁判员请写明理由，代为确认。"),
    ),
    "signature_used": (
        _("这个签字在本桌已经用过。"),
        _("请重新签一次。"),
    ),
    "signature_stale": (
        _("签字以后记录又改过。"),
        _("请看过现在的各局，再签一次。"),
    ),
    "officials_fixed": (
        _("已经开轮，裁定要两位裁判不能再改成一位。"),
        _("请另一位裁判附议；缺人请组委会再请一位裁判。"),
    ),
    "second_is_another": (
        _("自己提的，不能由自己附议。"),
        _("请另一位裁判看过以后附议。"),
    ),
    "proposal": (
        _("没有这项提议。"),
        _("请刷新后再看。"),
    ),
    "proposal_settled": (
        _("这项提议已经有人处理过了。"),
        _("请刷新后再看。"),
    ),
    "proposal_stale": (
        _("提议之后，这一场又有变动。"),
        _("请先看清楚现在的情况，再附议；不合适就不予通过，重新提。"),
    ),
    "proposer_left": (
        _("提议的人已不再是裁判。"),
        _("请由现任的裁判重新提出。"),
    ),
    "proposal_open": (
        _("还有提议等另一位裁判附议。"),
        _("请附议，或不予通过。"),
    ),
    "missing_proposal_open": (
        _("还有提议等另一位裁判附议。"),
        _("请附议，或不予通过。"),
    ),
    "nothing_adjusted": (
        _("没有写要调整多少分。"),
        _("请至少给一方写一个不是 0 的数。"),
    ),
}

ACTS: Mapping[str, Promise] = {
    "forfeit": _("弃权"),
    "withdrawal": _("撤销判定"),
    "line_up": _("上场名单"),
    "reseat": _("对阵换人"),
    "hand_correct": pgettext_lazy("entry", "更正"),
    "hand_void": pgettext_lazy("entry", "撤回"),
    "ruling": _("裁定"),
    "dispute_rule": _("争议的裁定"),
    "appeal_rule": _("申诉的终裁"),
    "dispute_withdraw": _("撤回申诉"),
    "penalty": _("判罚"),
    "board_adjust": _("调整分"),
    "match_adjust": _("调整分"),
    "reopen": _("重开"),
}

WHATS: Mapping[str, Promise] = {
    "sheet": _("报告单"),
    "dispute": _("争议"),
    "on_behalf": _("代确认"),
    "signature": _("签字"),
}


def act_word(act: str) -> str:
    """An act that waits for a second, in words."""
    return str(ACTS.get(act, act))


def what_word(what: str) -> str:
    """What a picture shows, in words."""
    return str(WHATS.get(what, what))
