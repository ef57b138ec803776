import django.db.models.deletion
from django.db import migrations, models

import events.models.ids


class Migration(migrations.Migration):
    dependencies = [("events", "0007_people")]

    operations = [
        migrations.AddField(
            "round", "clock", models.JSONField("计时", default=dict, blank=True, help_text="全场的停表和补时；规则不读时间")
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "pid",
                    models.CharField(
                        default=events.models.ids.announcement_pid, editable=False, max_length=16, unique=True, verbose_name="编号"
                    ),
                ),
                ("text", models.CharField(max_length=200, verbose_name="内容")),
                ("made_at", models.DateTimeField(verbose_name="发布于")),
                ("made_by", models.CharField(max_length=16, verbose_name="谁发的")),
                ("ends_at", models.DateTimeField(blank=True, null=True, verbose_name="到期")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="撤下于")),
                ("ended_by", models.CharField(blank=True, max_length=16, verbose_name="谁撤的")),
                (
                    "competition",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="announcements",
                        to="events.competition",
                        verbose_name="项目",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="announcements", to="events.event", verbose_name="赛事"
                    ),
                ),
            ],
            options={
                "verbose_name": "通知",
                "verbose_name_plural": "通知",
                "ordering": ["-made_at"],
                "indexes": [models.Index(fields=["event", "ended_at"], name="announcement_open")],
            },
        ),
        migrations.CreateModel(
            name="CaseNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("about", models.CharField(max_length=40, verbose_name="哪件事")),
                ("author", models.CharField(max_length=16, verbose_name="谁写的")),
                ("text", models.TextField(blank=True, verbose_name="笔录")),
                ("kept_at", models.DateTimeField(verbose_name="写于")),
                ("handed_at", models.DateTimeField(blank=True, null=True, verbose_name="移交裁判长于")),
                ("erased_at", models.DateTimeField(blank=True, null=True, verbose_name="删除于")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="case_notes", to="events.match", verbose_name="对阵"
                    ),
                ),
            ],
            options={
                "verbose_name": "笔录",
                "verbose_name_plural": "笔录",
                "ordering": ["-kept_at"],
                "constraints": [models.UniqueConstraint(fields=["match", "about", "author"], name="one_note_an_official")],
            },
        ),
    ]
