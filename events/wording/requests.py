"""What is wrong with a request as such: its body, headers, address; and what the service itself could not do."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# code -> what is wrong, what to do
WORDS: Mapping[str, tuple[Promise, Promise]] = {
    "not_utf8": (
        _("内容不是 UTF-8 编码。"),
        _("请用 UTF-8 重新发送。"),
    ),
    "not_json": (
        _("内容不是合格的 JSON（第 %(line)s 行第 %(column)s 列）。"),
        _("请检查该处的引号、逗号和括号。"),
    ),
    "too_deep": (
        _("内容嵌套超过 %(limit)s 层。"),
        _("请按接口说明的格式发送。"),
    ),
    "key_twice": (
        _("同一对象里“%(field)s”出现了两次。"),
        _("每个字段只写一次。"),
    ),
    "not_a_json_number": (
        _("“%(number)s”不是 JSON 数字。"),
        _("请写出确定的数字。"),
    ),
    "number_too_large": (
        _("数字太大（上限 %(limit)s）。"),
        _("请检查是否多打了数字。"),
    ),
    "nul_in_text": (
        _("文字里有空字符（NUL）。"),
        _("请删去后重发。"),
    ),
    "broken_text": (
        _("文字里有残缺的字符。"),
        _("请重新输入这段文字。"),
    ),
    "body_too_large": (
        _("内容太大（上限 %(limit)s 字节）。"),
        _("请分开发送；一张报告单最多五局。"),
    ),
    "length_required": (
        _("请求没有写明内容长度。"),
        _("请带 Content-Length 发送。"),
    ),
    "request_unreadable": (
        _("读不懂这个请求。"),
        _("请检查后重新发送。"),
    ),
    "not_json_type": (
        _("只收 application/json。"),
        _("请设 Content-Type: application/json。"),
    ),
    "not_acceptable": (
        _("这里只提供 application/json。"),
        _("请在 Accept 中接受它。"),
    ),
    "method_not_allowed": (
        _("这个地址不支持这种方法。"),
        _("允许的方法见 Allow。"),
    ),
    "too_many_requests": (
        _("请求太频繁。"),
        _("请稍等再试。"),
    ),
    "unknown_parameter": (
        _("没有这个查询参数。"),
        _("可用的有：%(choices)s。"),
    ),
    "key_missing": (
        _("缺少 Idempotency-Key。"),
        _("请在按下“保存”时生成一把钥匙，随请求发送，直到收到答复。"),
    ),
    "key_malformed": (
        _("钥匙须为 8 至 64 个字母、数字、_ 或 -。"),
        _("请生成一把新的，例如 UUID。"),
    ),
    "key_reused": (
        _("这把钥匙已用于另一份内容，什么都没有改动。"),
        _("要改已存的内容请“更正”；新内容请用新钥匙。"),
    ),
    "problems": (
        _("有 %(count)s 处问题，没有保存。"),
        _("请按各条提示改正后再发。"),
    ),
    "busy": (
        _("服务器正忙，没有及时完成。"),
        _("请用同一把钥匙再试，不会记两次。"),
    ),
    "fault_of_ours": (
        _("服务器出了错，没有保存。"),
        _("请用同一把钥匙再试；仍不行请告诉组委会。"),
    ),
    "no_such_address": (
        _("没有这个地址。"),
        _("地址见 /api/v1/docs/，都以 / 结尾。"),
    ),
    "still_in_use": (
        _("还有别的内容依赖它，不能去掉。"),
        _("请先去掉依赖它的内容。"),
    ),
    "unknown_field": (
        _("没有这个字段。"),
        _("可用的有：%(choices)s。"),
    ),
    "take_in_unreadable": (
        _("读不懂这份内容：不是设备存下的未上传记录，或者没有带全。"),
        _("请在那台设备的“未上传”里再存一次文件，或再扫一次二维码。"),
    ),
    "take_in_too_many_places": (
        _("一份里最多有 %(most)s 个项目的记录。"),
        _("请在那台设备上再存一次文件，一次只收它自己的。"),
    ),
    "taken_in_on_its_own": (
        _("收进来的更正和撤回不能自带理由，也不能自己定后面的对局不动。"),
        _("真要这样办，请在这一桌的裁判页更正或撤回，写您自己的理由。"),
    ),
    "take_in_too_many": (
        _("一次最多收 %(most)s 条。"),
        _("请分几次收。"),
    ),
    "field_missing": (
        _("缺少这一项。"),
        _("请补上。"),
    ),
    "exactly_one_of": (
        _("须在 %(fields)s 中恰好给出一项。"),
        _("请只留一项。"),
    ),
    "not_an_object": (
        _("这里应是一个对象。"),
        _("请按接口说明的格式发送。"),
    ),
    "not_a_list": (
        _("这里应是一个列表。"),
        _("请按接口说明的格式发送。"),
    ),
    "wrong_count": (
        _("应有 %(least)s 至 %(most)s 项，实有 %(count)s 项。"),
        _("请补足或减少。"),
    ),
    "named_twice": (
        _("同一项写了两次。"),
        _("每项只写一次。"),
    ),
    "not_text": (
        _("这里应是文字。"),
        _("请用引号括起。"),
    ),
    "blank": (
        _("这一项是空的。"),
        _("请填写。"),
    ),
    "too_long": (
        _("太长：%(length)s 个字，上限 %(limit)s。"),
        _("请缩短。"),
    ),
    "in_the_past": (
        _("这个时间已经过了。"),
        _("请改成以后的时间。"),
    ),
    "text_too_long": (
        _("太长：%(length)s 个字，上限 %(limit)s。"),
        _("请缩短。"),
    ),
    "control_character": (
        _("有看不见的控制字符。"),
        _("请删去后重新输入。"),
    ),
    "code_malformed": (
        _("代号只能用小写字母、数字和单个连字符，最多 40 个。"),
        _("例如 guandan-2026。"),
    ),
    "not_whole": (
        _("这里应是整数。"),
        _("请写整数，不加引号。"),
    ),
    "out_of_range": (
        _("须在 %(least)s 至 %(most)s 之间。"),
        _("请检查后重填。"),
    ),
    "not_a_truth_value": (
        _("这里应是 true 或 false。"),
        _("请改正。"),
    ),
    "not_a_choice": (
        _("不在可选范围内。"),
        _("可选：%(choices)s。"),
    ),
    "not_a_date": (
        _("不是日期。"),
        _("请写成 2026-11-30 这样。"),
    ),
    "notice_needs_time": (
        _("公示要说明到什么时候。"),
        _("请选 20、30、60 分钟，或填时间。"),
    ),
    "notice_is_past": (
        _("公示到的时间已经过了。"),
        _("请填以后的时间。"),
    ),
    "notice_too_far": (
        _("公示最多 %(most)s 天。"),
        _("请填近一些的时间。"),
    ),
    "only_with_notice": (
        _("只有公示才有截止时间。"),
        _("请去掉时间，或改成公示。"),
    ),
    "not_a_time": (
        _("不是时间。"),
        _("请写成 2026-11-30T09:15:00.000Z 这样。"),
    ),
    "hash_malformed": (
        _("不是记录的哈希。"),
        _("哈希是 64 位十六进制小写，取自存入时的答复。"),
    ),
    "not_an_id": (
        _("不是合格的编号。"),
        _("编号取自列表，例如 t3f09ac21be07。"),
    ),
    "not_a_kind": (
        _("没有这类记录。"),
        _("类别见文档，例如 hand。"),
    ),
    "not_a_match": (
        _("不是对阵编号。"),
        _("例如 r3-2v7-p1。"),
    ),
}
