"""附件: a photo of a slip or a signature. The file lies outside the database; the ledger holds its SHA-256."""

from django.db import models
from django.db.models import Q

from events.models.competition import Competition
from events.models.round import Match

WHATS = [("sheet", "报告单"), ("dispute", "争议"), ("on_behalf", "代确认"), ("signature", "签字")]


class Attachment(models.Model):
    """What an `attachment` entry vouches for. Erased: the file is gone, hash and entry stay."""

    competition = models.ForeignKey(Competition, verbose_name="项目", on_delete=models.PROTECT, related_name="attachments")
    match = models.ForeignKey(Match, verbose_name="对阵", on_delete=models.PROTECT, related_name="attachments")
    sha256 = models.CharField("摘要", max_length=64)
    size = models.PositiveIntegerField("字节")
    media_type = models.CharField("类型", max_length=20)
    what = models.CharField("是什么", max_length=10, choices=WHATS)
    about = models.CharField("关于", max_length=64, blank=True, help_text="争议的编号，或比赛记录的摘要")
    entry_seq = models.PositiveIntegerField("比赛记录序号")
    kept_by = models.CharField("谁拍的", max_length=16)
    side = models.CharField("方位", max_length=2, blank=True)
    kept_at = models.DateTimeField("时间")
    erased_at = models.DateTimeField("删除于", null=True, blank=True)
    erased_by = models.CharField("谁删的", max_length=16, blank=True)

    class Meta:
        verbose_name = "附件"
        verbose_name_plural = "附件"
        ordering = ["entry_seq"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "sha256", "what", "about", "side"], condition=Q(erased_at__isnull=True), name="attachment_once_a_match"
            )
        ]
        indexes = [models.Index(fields=["competition", "sha256"], name="attachment_by_hash")]

    def __str__(self) -> str:
        return f"{self.get_what_display()} {self.sha256[:8]}"
