"""A hand 局 as it stands: a projection of the ledger. One live record a slot, by constraint."""

from django.db import models
from django.db.models import Q

from events.models.round import Match


class HandState(models.TextChoices):
    LIVE = "live", "有效"
    CONFLICT = "conflict", "冲突"
    REPLACED = "replaced", "已更正"
    VOID = "void", "已撤回"
    OVERRULED = "overruled", "未采用"


class HandRecord(models.Model):
    match = models.ForeignKey(Match, verbose_name="对阵", on_delete=models.PROTECT, related_name="hands")
    game = models.PositiveSmallIntegerField("盘", default=1)
    number = models.PositiveSmallIntegerField("局")
    room = models.CharField("室", max_length=10, blank=True)
    state = models.CharField("状态", max_length=10, choices=HandState, default=HandState.LIVE)
    seq = models.PositiveIntegerField("比赛记录序号")
    hash = models.CharField("摘要", max_length=64)
    key = models.CharField("提交钥匙", max_length=64)
    by = models.CharField("来源", max_length=12, choices=[("hand", "记一局"), ("correction", "更正"), ("ruling", "裁定")])
    record = models.JSONField("记录")
    normal = models.JSONField("结果", help_text="计分后的标准形式：相同即同一结果")
    points = models.JSONField("得分")
    actor = models.CharField("记录者", max_length=16)
    device = models.CharField("设备", max_length=16, blank=True)
    entered_side = models.CharField("哪方记的", max_length=2, blank=True)
    entered_at = models.DateTimeField("记录于")

    class Meta:
        verbose_name = "局"
        verbose_name_plural = "局"
        ordering = ["match", "game", "number", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["match", "game", "number", "room"], condition=Q(state="live"), name="one_live_record_a_slot")
        ]
        indexes = [models.Index(fields=["match", "hash"], name="hand_by_hash")]

    def __str__(self) -> str:
        return f"第{self.number}局"
