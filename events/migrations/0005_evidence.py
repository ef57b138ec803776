"""What vouches for a result beside the records: photos, proposals that a second official settles, passwords of the sides."""

import django.db.models.deletion
from django.db import migrations, models

import events.models.ids

COMPETITION = "events.competition"


def kept(to: str, **options: object) -> models.ForeignKey:
    return models.ForeignKey(to, on_delete=django.db.models.deletion.PROTECT, **options)  # type: ignore[arg-type]


class Migration(migrations.Migration):
    dependencies = [("events", "0004_disputes")]

    operations = [
        migrations.AddField(
            "event", "photo_on_behalf", models.BooleanField("代确认要拍照", default=False, help_text="代确认时须附一张照片")
        ),
        migrations.AddField(
            "event",
            "hand_over",
            models.CharField(
                "递平板核对",
                max_length=20,
                choices=[("pin", "凭核对密码"), ("pin_or_signature", "凭核对密码或手写签字"), ("off", "不用")],
                default="pin_or_signature",
            ),
        ),
        migrations.CreateModel(
            name="Attachment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sha256", models.CharField("摘要", max_length=64)),
                ("size", models.PositiveIntegerField("字节")),
                ("media_type", models.CharField("类型", max_length=20)),
                (
                    "what",
                    models.CharField(
                        "是什么",
                        max_length=10,
                        choices=[("sheet", "报告单"), ("dispute", "争议"), ("on_behalf", "代确认"), ("signature", "签字")],
                    ),
                ),
                ("about", models.CharField("关于", max_length=64, blank=True, help_text="争议的编号，或比赛记录的摘要")),
                ("entry_seq", models.PositiveIntegerField("比赛记录序号")),
                ("kept_by", models.CharField("谁拍的", max_length=16)),
                ("side", models.CharField("方位", max_length=2, blank=True)),
                ("kept_at", models.DateTimeField("时间")),
                ("erased_at", models.DateTimeField("删除于", null=True, blank=True)),
                ("erased_by", models.CharField("谁删的", max_length=16, blank=True)),
                ("competition", kept(COMPETITION, related_name="attachments", verbose_name="项目")),
                ("match", kept("events.match", related_name="attachments", verbose_name="对阵")),
            ],
            options={
                "verbose_name": "附件",
                "verbose_name_plural": "附件",
                "ordering": ["entry_seq"],
                "indexes": [models.Index(fields=["competition", "sha256"], name="attachment_by_hash")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("erased_at__isnull", True)),
                        fields=("match", "sha256", "what", "about", "side"),
                        name="attachment_once_a_match",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pid", models.CharField("编号", max_length=16, unique=True, default=events.models.ids.proposal_pid, editable=False)),
                ("act", models.CharField("什么", max_length=20)),
                ("asks", models.JSONField("内容", default=dict)),
                ("remark", models.CharField("理由的摘要", max_length=64, blank=True)),
                (
                    "state",
                    models.CharField(
                        "状态",
                        max_length=10,
                        choices=[("proposed", "待附议"), ("seconded", "已附议"), ("refused", "未通过")],
                        default="proposed",
                    ),
                ),
                ("proposed_by", models.CharField("谁提的", max_length=16)),
                ("proposed_at", models.DateTimeField("提于")),
                ("entry_seq", models.PositiveIntegerField("比赛记录序号", null=True, blank=True)),
                ("entry_hash", models.CharField("摘要", max_length=64, blank=True)),
                ("settled_by", models.CharField("谁定的", max_length=16, blank=True)),
                ("settled_at", models.DateTimeField("定于", null=True, blank=True)),
                ("competition", kept(COMPETITION, related_name="proposals", verbose_name="项目")),
                ("match", kept("events.match", related_name="proposals", verbose_name="对阵", null=True, blank=True)),
            ],
            options={
                "verbose_name": "待附议的裁定",
                "verbose_name_plural": "待附议的裁定",
                "ordering": ["proposed_at", "id"],
                "indexes": [models.Index(fields=["competition", "state"], name="proposal_open")],
            },
        ),
        migrations.CreateModel(
            name="EntrantPin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("salt", models.CharField(max_length=32)),
                ("digest", models.CharField(max_length=64)),
                ("made_by", models.CharField("谁发的", max_length=16)),
                ("made_at", models.DateTimeField("发于")),
                (
                    "entrant",
                    models.OneToOneField(
                        "events.entrant", on_delete=django.db.models.deletion.CASCADE, related_name="pin", verbose_name="参赛方"
                    ),
                ),
            ],
            options={"verbose_name": "核对密码", "verbose_name_plural": "核对密码"},
        ),
        migrations.CreateModel(
            name="PinCounter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("subject", models.CharField(max_length=16)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("since", models.DateTimeField()),
                ("competition", kept(COMPETITION, related_name="pin_counters")),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("competition", "subject"), name="pin_counter_once")]},
        ),
    ]
