"""提议: what one official decided where the event wants two, until another seconds or refuses it."""

from django.db import models

from events.models.competition import Competition
from events.models.ids import proposal_pid
from events.models.round import Match


class ProposalState(models.TextChoices):
    PROPOSED = "proposed", "待附议"
    SECONDED = "seconded", "已附议"
    REFUSED = "refused", "未通过"


class Proposal(models.Model):
    """`asks` are the arguments of the act: codes, numbers and hashes; its reason is the remark named by `remark`."""

    pid = models.CharField("编号", max_length=16, unique=True, default=proposal_pid, editable=False)
    competition = models.ForeignKey(Competition, verbose_name="项目", on_delete=models.PROTECT, related_name="proposals")
    match = models.ForeignKey(Match, verbose_name="对阵", on_delete=models.PROTECT, related_name="proposals", null=True, blank=True)
    act = models.CharField("什么", max_length=20)
    asks = models.JSONField("内容", default=dict)
    remark = models.CharField("理由的摘要", max_length=64, blank=True)
    state = models.CharField("状态", max_length=10, choices=ProposalState, default=ProposalState.PROPOSED)
    proposed_by = models.CharField("谁提的", max_length=16)
    proposed_at = models.DateTimeField("提于")
    entry_seq = models.PositiveIntegerField("比赛记录序号", null=True, blank=True)
    entry_hash = models.CharField("摘要", max_length=64, blank=True)
    settled_by = models.CharField("谁定的", max_length=16, blank=True)
    settled_at = models.DateTimeField("定于", null=True, blank=True)

    class Meta:
        verbose_name = "待附议的裁定"
        verbose_name_plural = "待附议的裁定"
        ordering = ["proposed_at", "id"]
        indexes = [models.Index(fields=["competition", "state"], name="proposal_open")]

    def __str__(self) -> str:
        return f"{self.act} {self.get_state_display()}"
