"""抽签: what was drawn, how, and which ledger entry holds it."""

from django.db import models

from events.models.competition import Competition
from events.models.team import Team

DRAWS = [("teams", "代表队签号"), ("pairs", "选手签号"), ("entrants", "参赛方签号"), ("groups", "各桌分组"), ("lot", "同分抽签")]


class Draw(models.Model):
    competition = models.ForeignKey(Competition, verbose_name="项目", on_delete=models.PROTECT, related_name="draws")
    draw = models.CharField("抽什么", max_length=10, choices=DRAWS)
    round = models.PositiveSmallIntegerField("轮次", null=True, blank=True)
    team = models.ForeignKey(Team, verbose_name="代表队", null=True, blank=True, on_delete=models.PROTECT)
    method = models.CharField("方式", max_length=10, choices=[("seed", "电脑抽签"), ("recorded", "现场抽签")])
    seed = models.CharField("种子", max_length=100, blank=True)
    order = models.JSONField("结果")
    entry_seq = models.PositiveIntegerField("比赛记录序号")
    made_at = models.DateTimeField("时间", auto_now_add=True)

    class Meta:
        verbose_name = "抽签"
        verbose_name_plural = "抽签"
        ordering = ["entry_seq"]

    def __str__(self) -> str:
        return self.get_draw_display()
