"""Grant(user, event, role): nobody is anything outside an event."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from events.models.event import Event
from events.models.ids import grant_pid


class Role(models.TextChoices):
    ORGANISER = "organiser", "组委会"
    CHIEF_REFEREE = "chief_referee", "裁判长"
    REFEREE = "referee", "裁判员"
    SCORER = "scorer", "记分"
    CHECKER = "checker", "核对"
    AUDITOR = "auditor", "审计"


class Grant(models.Model):
    pid = models.CharField("编号", max_length=16, unique=True, default=grant_pid, editable=False)
    event = models.ForeignKey(Event, verbose_name="赛事", on_delete=models.PROTECT, related_name="grants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, verbose_name="人员", on_delete=models.PROTECT, related_name="grants")
    role = models.CharField("身份", max_length=20, choices=Role)
    made_at = models.DateTimeField("授权于", auto_now_add=True)
    revoked_at = models.DateTimeField("撤销于", null=True, blank=True)

    class Meta:
        verbose_name = "授权"
        verbose_name_plural = "授权"
        constraints = [models.UniqueConstraint(fields=["event", "user", "role"], condition=Q(revoked_at__isnull=True), name="grant_once")]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"
