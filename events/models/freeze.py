"""封榜: the board as the public sees it while it stands still, from a round on or for as long as a stage is not public."""

from django.db import models

from events.models.competition import Competition


class Freeze(models.Model):
    """The state after `seq` entries, byte for byte; until its round is opened (`seq` null) nothing stands still yet.

    `stage` is empty for a freeze of the board; it names the stage that is held back otherwise.
    """

    competition = models.ForeignKey(Competition, verbose_name="项目", on_delete=models.PROTECT, related_name="freezes")
    round = models.PositiveSmallIntegerField("从第几轮起", null=True, blank=True)
    stage = models.CharField("未公开的阶段", max_length=20, blank=True)
    seq = models.PositiveIntegerField("比赛记录序号", null=True, blank=True)
    last_round = models.PositiveSmallIntegerField("公众看得到的最后一轮", default=0)
    body = models.TextField("内容", blank=True)
    digest = models.CharField("摘要", max_length=64, blank=True)
    asked_at = models.DateTimeField("定于")
    began_at = models.DateTimeField("封于", null=True, blank=True)
    ended_at = models.DateTimeField("解封于", null=True, blank=True)

    class Meta:
        verbose_name = "封榜"
        verbose_name_plural = "封榜"
        ordering = ["competition", "id"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "stage"], condition=models.Q(ended_at__isnull=True), name="one_freeze_at_a_time")
        ]

    def __str__(self) -> str:
        return f"{self.stage or self.round}@{self.seq}"
