"""Faults of a rulebook, or of an organiser's change of one."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    "toml_syntax": (
        _("规程文件 %(file)s 不是合格的 TOML：%(error)s"),
        _("请改正该处。"),
    ),
    "json_syntax": (
        _("规程文本不是合格的 JSON：%(error)s"),
        _("请从备份恢复。"),
    ),
    "id_differs_from_file": (
        _("规程编号 %(given)s 与文件名 %(file)s 不符。"),
        _("请改成一致。"),
    ),
    "id_malformed": (
        _("规程编号只能用小写字母、数字和单个连字符。"),
        _("请改正。"),
    ),
    "missing_key": (
        _("规程缺少这一项。"),
        _("请补上。"),
    ),
    "unknown_key": (
        _("规程没有这一项。"),
        _("请检查拼写。"),
    ),
    "empty": (
        _("这一项是空的。"),
        _("请填写。"),
    ),
    "unknown_module": (
        _("没有“%(given)s”。"),
        _("可选：%(choices)s。"),
    ),
    "clause_kind": (
        _("条款类别 %(given)s 不对。"),
        _("可选：%(choices)s。"),
    ),
    "missing_leaf": (
        _("规程缺少这个参数。"),
        _("请补上它的值与条款。"),
    ),
    "not_a_leaf": (
        _("参数应是一张表，含 value 与 clause。"),
        _("请改正。"),
    ),
    "unknown_leaf": (
        _("规程没有这个参数。"),
        _("参数见规程页。"),
    ),
    "not_overridable": (
        _("这个参数不能由组委会改：规程定为 %(value)s。"),
        _("请去掉这一项。"),
    ),
    "too_few_named": (
        _("只写了 %(given)s 项，至少要 %(least)s 项。"),
        _("请补上。"),
    ),
    "rows_out_of_range": (
        _("表有 %(given)s 行，应在 %(least)s 至 %(most)s 行之间。"),
        _("请增减行数。"),
    ),
    "columns_differ": (
        _("第 %(row)s 行的列不对。"),
        _("每行要有这些列，不多不少：%(wanted)s。"),
    ),
    "last_row_not_open": (
        _("最后一行没有敞口，写的是 %(given)s。"),
        _("最后一行的上限写 open。"),
    ),
    "gap_between_rows": (
        _("第 %(row)s 行与上一行之间有空缺：应从 %(wanted)s 起，写的是 %(given)s。"),
        _("各行要从 0 起一行接一行，不留空缺。"),
    ),
    "rows_overlap": (
        _("第 %(row)s 行与别的行重叠：应从 %(wanted)s 起，写的是 %(given)s。"),
        _("各行要从 0 起一行接一行，不重叠。"),
    ),
    "row_twice": (
        _("%(given)s 在表里出现了两次。"),
        _("请只留一行。"),
    ),
    "same_side": (
        _("记录与核对不能是同一方（%(side)s）。"),
        _("请改成不同的两方。"),
    ),
}
