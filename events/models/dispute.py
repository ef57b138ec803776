"""争议: a projection of the ledger, from the raised hand to the last ruling. Reasons stand in `Remark`, by their hashes."""

from django.db import models

from events.models.ids import dispute_pid
from events.models.round import SIDE_NAMES, Match

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


class DisputeState(models.TextChoices):
    RAISED = "raised", "待处理"
    TAKEN = "taken", "处理中"
    RULED = "ruled", "已裁定"
    APPEALED = "appealed", "申诉中"
    FINAL = "final", "终裁"
    WITHDRAWN = "withdrawn", "已撤回"


class DisputeOutcome(models.TextChoices):
    UPHELD = "upheld", "维持原成绩"
    CHANGED = "changed", "改判"
    VOIDED = "voided", "本局作废重打"
    PENALTY = "penalty", "判罚"
    WARNING = "warning", "警告"
    DISMISSED = "dismissed", "不予受理"


class Dispute(models.Model):
    """`state` is as it was ruled: that a ruling nobody appealed against became final with the match is computed, not kept.

    `outcome` and `clauses` are the ruling that holds; `first_outcome` and `first_clauses` what an appeal was made against.
    """

    pid = models.CharField("编号", max_length=16, unique=True, default=dispute_pid, editable=False)
    match = models.ForeignKey(Match, verbose_name="对阵", on_delete=models.PROTECT, related_name="disputes")
    game = models.PositiveSmallIntegerField("盘", default=1)
    number = models.PositiveSmallIntegerField("局", default=0, help_text="0：整场")
    room = models.CharField("室", max_length=10, blank=True)
    subject = models.CharField("争议事项", max_length=20, choices=SUBJECTS)
    noticed = models.JSONField("何时发现", default=dict, blank=True, help_text="第几圈、之后打到哪里")
    state = models.CharField("状态", max_length=10, choices=DisputeState, default=DisputeState.RAISED)
    outcome = models.CharField("结果", max_length=10, choices=DisputeOutcome, blank=True)
    clauses = models.JSONField("依据条款", default=list, blank=True)
    first_outcome = models.CharField("首次裁定", max_length=10, choices=DisputeOutcome, blank=True)
    first_clauses = models.JSONField("首次依据", default=list, blank=True)
    raised_by = models.CharField("谁提出", max_length=16)
    raised_side = models.CharField("哪方提出", max_length=2, choices=SIDE_NAMES, blank=True)
    raised_at = models.DateTimeField("提出于")
    taken_by = models.CharField("谁受理", max_length=16, blank=True)
    taken_at = models.DateTimeField("受理于", null=True, blank=True)
    ruled_by = models.CharField("谁裁定", max_length=16, blank=True)
    ruled_at = models.DateTimeField("裁定于", null=True, blank=True)
    appealed_by = models.CharField("谁申诉", max_length=16, blank=True)
    appealed_side = models.CharField("哪方申诉", max_length=2, choices=SIDE_NAMES, blank=True)
    appealed_at = models.DateTimeField("申诉于", null=True, blank=True)
    final_by = models.CharField("谁终裁", max_length=16, blank=True)
    final_at = models.DateTimeField("终裁于", null=True, blank=True)
    remark = models.CharField("情况说明的摘要", max_length=64, blank=True)
    ruling_remark = models.CharField("裁定说明的摘要", max_length=64, blank=True)
    appeal_remark = models.CharField("申诉理由的摘要", max_length=64, blank=True)
    final_remark = models.CharField("终裁说明的摘要", max_length=64, blank=True)

    class Meta:
        verbose_name = "争议"
        verbose_name_plural = "争议"
        ordering = ["-raised_at", "-pk"]
        indexes = [models.Index(fields=["match", "state"], name="dispute_by_state")]

    def __str__(self) -> str:
        return f"{self.match} {self.get_subject_display()}"
