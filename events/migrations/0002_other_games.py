"""Rooms, boards and what a match shows live; matches that were played before are done when all their hands are in."""

import json

from django.db import migrations, models
from django.db.models import Q


def mark_done(apps, schema_editor):
    """Every earlier competition plays a fixed number of hands, which stands in the rulebook it pinned."""
    for competition in apps.get_model("events", "Competition").objects.all():
        hands = json.loads(competition.rulebook_text)["game_rules"]["hands"]["value"]
        whole = Q(hands_live__gte=hands) | ~Q(forfeited_by="")
        apps.get_model("events", "Match").objects.filter(whole, competition=competition).update(done=True)


class Migration(migrations.Migration):
    dependencies = [("events", "0001_initial")]

    operations = [
        migrations.AddField("match", "boards", models.JSONField("牌号", default=list, blank=True)),
        migrations.AddField("match", "done", models.BooleanField("已打完", default=False, help_text="所需的记录都有了，或已判定")),
        migrations.AddField(
            "match", "room", models.CharField("室", max_length=10, blank=True, choices=[("open", "开室"), ("closed", "闭室")])
        ),
        migrations.AddField("match", "shown", models.JSONField("现况", default=dict, blank=True, help_text="级别、局分等，由本场记录算出")),
        migrations.AddField(
            "match", "winner", models.CharField("胜方", max_length=2, blank=True, choices=[("NS", "南北"), ("EW", "东西")])
        ),
        migrations.AlterField(
            "draw",
            "draw",
            models.CharField(
                "抽什么",
                max_length=10,
                choices=[("teams", "代表队签号"), ("pairs", "选手签号"), ("entrants", "参赛方签号"), ("lot", "同分抽签")],
            ),
        ),
        migrations.RunPython(mark_done, migrations.RunPython.noop),
    ]
