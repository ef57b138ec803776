"""Disputes 争议: the case from the raised hand to the last ruling, and which matches had one."""

import django.db.models.deletion
from django.db import migrations, models

import events.models.ids

SIDES = [("NS", "南北"), ("EW", "东西"), ("1", "1号位"), ("2", "2号位"), ("3", "3号位")]
SUBJECTS = [
    ("result", "成绩不对"),
    ("revoke", "有牌不跟"),
    ("wrong_card", "出错牌"),
    ("exposed", "亮牌漏牌"),
    ("out_of_turn", "抢出牌"),
    ("miscount", "张数不对"),
    ("slow_play", "打得太慢"),
    ("behaviour", "言行"),
    ("equipment", "牌具"),
    ("other", "别的事"),
]
STATES = [
    ("raised", "待处理"),
    ("taken", "处理中"),
    ("ruled", "已裁定"),
    ("appealed", "申诉中"),
    ("final", "终裁"),
    ("withdrawn", "已撤回"),
]
OUTCOMES = [
    ("upheld", "维持原成绩"),
    ("changed", "改判"),
    ("voided", "本局作废重打"),
    ("penalty", "判罚"),
    ("warning", "警告"),
    ("dismissed", "不予受理"),
]


class Migration(migrations.Migration):
    dependencies = [("events", "0003_tables_of_three")]

    operations = [
        migrations.AddField("match", "disputed", models.BooleanField("有过争议", default=False)),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pid", models.CharField("编号", max_length=16, unique=True, default=events.models.ids.dispute_pid, editable=False)),
                ("game", models.PositiveSmallIntegerField("盘", default=1)),
                ("number", models.PositiveSmallIntegerField("局", default=0, help_text="0：整场")),
                ("room", models.CharField("室", max_length=10, blank=True)),
                ("subject", models.CharField("争议事项", max_length=20, choices=SUBJECTS)),
                ("noticed", models.JSONField("何时发现", default=dict, blank=True, help_text="第几圈、之后打到哪里")),
                ("state", models.CharField("状态", max_length=10, choices=STATES, default="raised")),
                ("outcome", models.CharField("结果", max_length=10, choices=OUTCOMES, blank=True)),
                ("clauses", models.JSONField("依据条款", default=list, blank=True)),
                ("first_outcome", models.CharField("首次裁定", max_length=10, choices=OUTCOMES, blank=True)),
                ("first_clauses", models.JSONField("首次依据", default=list, blank=True)),
                ("raised_by", models.CharField("谁提出", max_length=16)),
                ("raised_side", models.CharField("哪方提出", max_length=2, choices=SIDES, blank=True)),
                ("raised_at", models.DateTimeField("提出于")),
                ("taken_by", models.CharField("谁受理", max_length=16, blank=True)),
                ("taken_at", models.DateTimeField("受理于", null=True, blank=True)),
                ("ruled_by", models.CharField("谁裁定", max_length=16, blank=True)),
                ("ruled_at", models.DateTimeField("裁定于", null=True, blank=True)),
                ("appealed_by", models.CharField("谁申诉", max_length=16, blank=True)),
                ("appealed_side", models.CharField("哪方申诉", max_length=2, choices=SIDES, blank=True)),
                ("appealed_at", models.DateTimeField("申诉于", null=True, blank=True)),
                ("final_by", models.CharField("谁终裁", max_length=16, blank=True)),
                ("final_at", models.DateTimeField("终裁于", null=True, blank=True)),
                ("remark", models.CharField("情况说明的摘要", max_length=64, blank=True)),
                ("ruling_remark", models.CharField("裁定说明的摘要", max_length=64, blank=True)),
                ("appeal_remark", models.CharField("申诉理由的摘要", max_length=64, blank=True)),
                ("final_remark", models.CharField("终裁说明的摘要", max_length=64, blank=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="disputes", to="events.match", verbose_name="对阵"
                    ),
                ),
            ],
            options={
                "verbose_name": "争议",
                "verbose_name_plural": "争议",
                "ordering": ["-raised_at", "-pk"],
                "indexes": [models.Index(fields=["match", "state"], name="dispute_by_state")],
            },
        ),
    ]
