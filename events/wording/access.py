"""Who may not do what, and what is not there for the caller."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    "credentials_missing": (
        _("请先登录或配对设备。"),
        _("人员请用登录链接登录；设备请扫配对码。"),
    ),
    "credentials_unknown": (
        _("凭据不明或已撤销。"),
        _("请向裁判或组委会要一个新的配对码或登录链接；未上传的内容不会丢。"),
    ),
    "csrf_failed": (
        _("缺少或写错防伪令牌（CSRF）。"),
        _("请刷新页面后再试；程序请带 X-CSRFToken。"),
    ),
    "not_allowed": (
        _("您无权这样做。"),
        _("请找组委会或裁判长。"),
    ),
    "role_may_not": (
        _("以“%(role)s”的身份不能这样做。"),
        _("请找有权的人员：谁能做什么见权限表。"),
    ),
    "results_withheld": (
        _("成绩尚未公布。"),
        _("请等裁判长公布正式成绩。"),
    ),
    "staff_only": (
        _("只有工作人员账号可以建立赛事。"),
        _("请找管理员。"),
    ),
    "account_inactive": (
        _("这个账号已停用。"),
        _("请找组委会。"),
    ),
    "wrong_login": (
        _("账号或密码不对。"),
        _("请核对后再试，或向组委会要登录链接。"),
    ),
    "too_many_tries": (
        _("输错太多次，账号暂时锁住。"),
        _("请过 15 分钟再试，或向组委会要登录链接。"),
    ),
    "password_not_here": (
        _("此处不能输入密码：连接没有加密。"),
        _("请用登录链接，或在服务器本机上登录。"),
    ),
    "not_paired": (
        _("这台设备没有配对到桌。"),
        _("请扫本桌的配对码。"),
    ),
    "other_table": (
        _("这台设备属于 %(table)s 桌，不能给 %(match)s 桌记录。"),
        _("请用该桌的设备，或请裁判员代记。"),
    ),
    "other_side_records": (
        _("本桌由%(side)s记分。"),
        _("请用%(side)s的设备，或请裁判员代记。"),
    ),
    "other_side_confirms": (
        _("本桌由%(side)s核对。"),
        _("请把设备交给%(side)s，或请裁判员代确认。"),
    ),
    "enterer_confirms": (
        _("记录的一方不能自己核对。"),
        _("请由对方核对，或请裁判员代确认。"),
    ),
    "not_the_enterer": (
        _("第 %(hand)s 局不是您记的。"),
        _("请由记录的一方更正，或请裁判员更正。"),
    ),
    "not_competent": (
        _("按规程，这要由%(need)s决定。"),
        _("请找%(need)s。"),
    ),
    "organiser_forces": (
        _("上一轮没有打完，只有组委会可以提前开下一轮。"),
        _("请先了结上一轮，或请组委会开。"),
    ),
    "not_found": (
        _("没有找到。"),
        _("请检查地址。"),
    ),
    "event": (
        _("没有这个赛事。"),
        _("请检查代号。"),
    ),
    "competition": (
        _("没有这个项目。"),
        _("请检查代号。"),
    ),
    "team": (
        _("没有这支代表队。"),
        _("编号见队伍列表。"),
    ),
    "entrant": (
        _("没有这个参赛方。"),
        _("编号见参赛方列表。"),
    ),
    "player": (
        _("没有这位选手。"),
        _("编号见队伍列表。"),
    ),
    "round": (
        _("没有这一轮。"),
        _("请看已开的轮次。"),
    ),
    "match": (
        _("没有这场对阵。"),
        _("请看本轮的桌次。"),
    ),
    "hand": (
        _("本桌没有这条记录。"),
        _("请刷新本桌后再试。"),
    ),
    "entry": (
        _("本桌没有这条弃权或上场记录。"),
        _("请刷新本桌后再试。"),
    ),
    "call": (
        _("没有这次呼叫。"),
        _("请刷新后再看。"),
    ),
    "device": (
        _("没有这台设备。"),
        _("请看设备列表。"),
    ),
    "grant": (
        _("没有这项授权。"),
        _("请看人员列表。"),
    ),
    "pairing_code": (
        _("配对码不明、已用过或已过期。"),
        _("请向裁判要一个新的。"),
    ),
    "login_link": (
        _("登录链接不明、已用过或已过期。"),
        _("请向组委会要一个新的。"),
    ),
    "rulebook": (
        _("没有这部规程。"),
        _("请看规程列表。"),
    ),
}
