import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """参赛码: personal codes, and devices that are a player's instead of a table's."""

    dependencies = [("events", "0006_publishing")]

    operations = [
        migrations.CreateModel(
            name="PersonalCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="personal_codes",
                        to="events.player",
                        verbose_name="选手",
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_by", models.CharField(max_length=16, verbose_name="谁做的")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="做于")),
                ("void_at", models.DateTimeField(blank=True, null=True, verbose_name="作废于")),
            ],
            options={"verbose_name": "参赛码", "verbose_name_plural": "参赛码", "ordering": ["player", "-id"]},
        ),
        migrations.AddConstraint(
            model_name="personalcode",
            constraint=models.UniqueConstraint(
                condition=models.Q(("void_at__isnull", True)), fields=("player",), name="one_personal_code_a_player"
            ),
        ),
        migrations.AddField(
            model_name="device",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="devices",
                to="events.player",
                verbose_name="选手",
            ),
        ),
        migrations.AlterField(
            model_name="device",
            name="role",
            field=models.CharField(blank=True, choices=[("scorer", "记分"), ("checker", "核对")], max_length=20, verbose_name="身份"),
        ),
        migrations.AlterField(
            model_name="device",
            name="side",
            field=models.CharField(
                blank=True,
                choices=[("NS", "南北"), ("EW", "东西"), ("1", "1号位"), ("2", "2号位"), ("3", "3号位")],
                max_length=2,
                verbose_name="方位",
            ),
        ),
        migrations.AlterField(
            model_name="device",
            name="table",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="桌号"),
        ),
        migrations.AddConstraint(
            model_name="device",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("player__isnull", True), ("table__isnull", False)),
                    models.Q(("player__isnull", False), ("side", ""), ("table__isnull", True)),
                    _connector="OR",
                ),
                name="device_of_a_table_or_a_player",
            ),
        ),
    ]
