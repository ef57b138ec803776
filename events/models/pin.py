"""核对密码: six digits a side signs with on the other side's tablet, kept as a keyed digest; and the wrong tries, counted here."""

from datetime import timedelta

from django.db import models

from events.models.competition import Competition
from events.models.team import Entrant

MOST_TRIES = 5  # wrong ones, of a side and of a device
LOCKED_FOR = timedelta(minutes=15)  # from the last try that was looked at


class EntrantPin(models.Model):
    """The digest is keyed with a secret outside the database: six digits alone would be found by trying."""

    entrant = models.OneToOneField(Entrant, verbose_name="参赛方", on_delete=models.CASCADE, related_name="pin")
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)
    made_by = models.CharField("谁发的", max_length=16)
    made_at = models.DateTimeField("发于")

    class Meta:
        verbose_name = "核对密码"
        verbose_name_plural = "核对密码"

    def __str__(self) -> str:
        return f"{self.entrant_id}"


class PinCounter(models.Model):
    """One row an entrant and one a device (`subject` is its pid): any number of processes see the same count, and no header changes it."""

    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="pin_counters")
    subject = models.CharField(max_length=16)
    tries = models.PositiveSmallIntegerField(default=0)
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "subject"], name="pin_counter_once")]

    def __str__(self) -> str:
        return f"{self.subject} {self.tries} since {self.since:%F %T}"
