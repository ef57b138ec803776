"""项目: one rulebook's competition in an event. It pins the rulebook's digest and full text for good."""

from django.db import models

from events.models.event import Event
from events.models.ids import competition_pid


class Visibility(models.TextChoices):
    HIDDEN = "hidden", "不公开"
    PROVISIONAL = "provisional", "临时成绩"
    NOTICE = "notice", "公示"
    OFFICIAL = "official", "正式成绩"


class Competition(models.Model):
    pid = models.CharField("编号", max_length=16, unique=True, default=competition_pid, editable=False)
    event = models.ForeignKey(Event, verbose_name="赛事", on_delete=models.PROTECT, related_name="competitions")
    code = models.SlugField("代号", max_length=40)
    name = models.CharField("名称", max_length=100)
    rulebook_id = models.CharField("规程", max_length=60, editable=False)
    rulebook_digest = models.CharField("规程摘要", max_length=64, editable=False)
    rulebook_text = models.TextField("规程全文", editable=False, help_text="连同组委会改动的标准文本")
    visibility = models.CharField("公布状态", max_length=12, choices=Visibility, default=Visibility.PROVISIONAL)
    notice_until = models.DateTimeField("公示至", null=True, blank=True)
    frozen_seq = models.PositiveIntegerField(
        "公众看到第几条为止", null=True, blank=True, editable=False, help_text="封榜或未公开的阶段；空：看到全部"
    )
    shown_version = models.PositiveIntegerField("公布状态改过几次", default=0, editable=False)
    order = models.PositiveSmallIntegerField("次序", default=0)
    created_at = models.DateTimeField("建于", auto_now_add=True)

    class Meta:
        verbose_name = "项目"
        verbose_name_plural = "项目"
        ordering = ["order", "code"]
        constraints = [models.UniqueConstraint(fields=["event", "code"], name="competition_code_once_an_event")]

    def __str__(self) -> str:
        return self.name
