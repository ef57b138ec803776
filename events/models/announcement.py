"""通知: what the desk says to the hall, until its end or until it is taken back. No fact of the score, so not in the ledger."""

from django.db import models

from events.models.competition import Competition
from events.models.event import Event
from events.models.ids import announcement_pid


class Announcement(models.Model):
    """Of the whole event, or of one competition. The text is erased by erasing the row's text; nothing refers to it."""

    pid = models.CharField("编号", max_length=16, unique=True, default=announcement_pid, editable=False)
    event = models.ForeignKey(Event, verbose_name="赛事", on_delete=models.PROTECT, related_name="announcements")
    competition = models.ForeignKey(
        Competition, verbose_name="项目", on_delete=models.PROTECT, related_name="announcements", null=True, blank=True
    )
    text = models.CharField("内容", max_length=200)
    made_at = models.DateTimeField("发布于")
    made_by = models.CharField("谁发的", max_length=16)
    ends_at = models.DateTimeField("到期", null=True, blank=True)
    ended_at = models.DateTimeField("撤下于", null=True, blank=True)
    ended_by = models.CharField("谁撤的", max_length=16, blank=True)

    class Meta:
        verbose_name = "通知"
        verbose_name_plural = "通知"
        ordering = ["-made_at"]
        indexes = [models.Index(fields=["event", "ended_at"], name="announcement_open")]

    def __str__(self) -> str:
        return self.text[:40]
