"""What was computed: the published snapshot, the node values behind it, and the bytes a close made official."""

from django.db import models

from events.models.competition import Competition


class Snapshot(models.Model):
    """The state after `seq` entries: equals the fold of entries 1..seq byte for byte."""

    competition = models.OneToOneField(Competition, verbose_name="项目", on_delete=models.PROTECT, related_name="snapshot")
    seq = models.PositiveIntegerField("比赛记录序号", default=0)
    body = models.TextField("内容")
    digest = models.CharField("摘要", max_length=64)
    made_by = models.CharField("谁算的", max_length=8, choices=[("worker", "计算进程"), ("relay", "接力进程")])
    made_at = models.DateTimeField("算于")

    class Meta:
        verbose_name = "成绩快照"
        verbose_name_plural = "成绩快照"

    def __str__(self) -> str:
        return f"{self.competition_id}@{self.seq}"


class NodeValue(models.Model):
    """One node of the computation, kept so that only what is dirty is computed again."""

    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="node_values")
    node = models.CharField(max_length=10)
    key = models.CharField(max_length=40)
    value = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "node", "key"], name="node_value_once")]

    def __str__(self) -> str:
        return f"{self.node} {self.key}"


class Publication(models.Model):
    """The bytes of the official standings, as closed. Never recomputed over."""

    competition = models.ForeignKey(Competition, verbose_name="项目", on_delete=models.PROTECT, related_name="publications")
    version = models.PositiveSmallIntegerField("版本")
    seq = models.PositiveIntegerField("比赛记录序号")
    body = models.TextField("内容")
    digest = models.CharField("摘要", max_length=64)
    published_at = models.DateTimeField("公布于", auto_now_add=True)
    reopened_at = models.DateTimeField("重开于", null=True, blank=True)

    class Meta:
        verbose_name = "正式成绩"
        verbose_name_plural = "正式成绩"
        constraints = [models.UniqueConstraint(fields=["competition", "version"], name="publication_version_once")]

    def __str__(self) -> str:
        return f"v{self.version}"
