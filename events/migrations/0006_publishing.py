import django.db.models.deletion
from django.db import migrations, models

STATES = [("hidden", "不公开"), ("provisional", "临时成绩"), ("notice", "公示"), ("official", "正式成绩")]


class Migration(migrations.Migration):
    dependencies = [("events", "0005_evidence")]

    operations = [
        migrations.AddField("competition", "notice_until", models.DateTimeField("公示至", null=True, blank=True)),
        migrations.AddField(
            "competition",
            "frozen_seq",
            models.PositiveIntegerField(
                "公众看到第几条为止", null=True, blank=True, editable=False, help_text="封榜或未公开的阶段；空：看到全部"
            ),
        ),
        migrations.AddField("competition", "shown_version", models.PositiveIntegerField("公布状态改过几次", default=0, editable=False)),
        migrations.AlterField(
            "competition",
            "visibility",
            models.CharField("公布状态", max_length=12, choices=STATES, default="provisional"),
        ),
        migrations.CreateModel(
            name="StageState",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("stage", models.CharField(max_length=20, verbose_name="阶段")),
                ("state", models.CharField(choices=STATES, max_length=12, verbose_name="公布状态")),
                ("notice_until", models.DateTimeField(blank=True, null=True, verbose_name="公示至")),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="stage_states",
                        to="events.competition",
                        verbose_name="项目",
                    ),
                ),
            ],
            options={
                "verbose_name": "阶段的公布状态",
                "verbose_name_plural": "阶段的公布状态",
                "ordering": ["competition", "id"],
                "constraints": [models.UniqueConstraint(fields=("competition", "stage"), name="stage_state_once")],
            },
        ),
        migrations.CreateModel(
            name="Freeze",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="从第几轮起")),
                ("stage", models.CharField(blank=True, max_length=20, verbose_name="未公开的阶段")),
                ("seq", models.PositiveIntegerField(blank=True, null=True, verbose_name="比赛记录序号")),
                ("last_round", models.PositiveSmallIntegerField(default=0, verbose_name="公众看得到的最后一轮")),
                ("body", models.TextField(blank=True, verbose_name="内容")),
                ("digest", models.CharField(blank=True, max_length=64, verbose_name="摘要")),
                ("asked_at", models.DateTimeField(verbose_name="定于")),
                ("began_at", models.DateTimeField(blank=True, null=True, verbose_name="封于")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="解封于")),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="freezes", to="events.competition", verbose_name="项目"
                    ),
                ),
            ],
            options={
                "verbose_name": "封榜",
                "verbose_name_plural": "封榜",
                "ordering": ["competition", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)), fields=("competition", "stage"), name="one_freeze_at_a_time"
                    )
                ],
            },
        ),
    ]
