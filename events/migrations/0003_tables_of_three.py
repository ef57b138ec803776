"""Tables of three: the third seat, stages and days of rounds, the clock of a table, draws of the tables of a round."""

import django.db.models.deletion
from django.db import migrations, models

SIDES = [("NS", "南北"), ("EW", "东西"), ("1", "1号位"), ("2", "2号位"), ("3", "3号位")]
DRAWS = [("teams", "代表队签号"), ("pairs", "选手签号"), ("entrants", "参赛方签号"), ("groups", "各桌分组"), ("lot", "同分抽签")]


class Migration(migrations.Migration):
    dependencies = [("events", "0002_other_games")]

    operations = [
        migrations.AddField(
            "match",
            "third",
            models.ForeignKey(
                "events.Entrant",
                verbose_name="3号位",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                null=True,
                blank=True,
            ),
        ),
        migrations.AddField("match", "clock", models.JSONField("计时", default=dict, blank=True, help_text="暂停和补时；规则不读时间")),
        migrations.AlterField("match", "winner", models.CharField("胜方", max_length=2, blank=True, choices=SIDES)),
        migrations.AlterField(
            "match", "forfeited_by", models.CharField("弃权方", max_length=5, blank=True, help_text="NS 南北，EW 东西，1 2 3 座位")
        ),
        migrations.AddField("round", "stage", models.CharField("阶段", max_length=20, blank=True)),
        migrations.AddField(
            "round", "day", models.CharField("比赛日", max_length=10, blank=True, help_text="当地日历日，只在按日计的项目里")
        ),
        migrations.AddField("draw", "round", models.PositiveSmallIntegerField("轮次", null=True, blank=True)),
        migrations.AlterField("draw", "draw", models.CharField("抽什么", max_length=10, choices=DRAWS)),
        migrations.AlterField("device", "side", models.CharField("方位", max_length=2, choices=SIDES)),
        migrations.AlterField("pairingcode", "side", models.CharField("方位", max_length=2, choices=SIDES)),
    ]
