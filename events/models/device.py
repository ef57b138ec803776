"""Tablets and phones: paired by a code, scoped to a table and side, revocable at once. Secrets are kept as digests."""

from django.db import models

from events.models.competition import Competition
from events.models.grant import Role
from events.models.ids import device_pid
from events.models.round import SIDE_NAMES
from events.models.team import Player

SIDES = SIDE_NAMES


class PairingCode(models.Model):
    competition = models.ForeignKey(Competition, verbose_name="项目", on_delete=models.PROTECT, related_name="pairing_codes")
    digest = models.CharField(max_length=64, unique=True)
    table = models.PositiveSmallIntegerField("桌号")
    side = models.CharField("方位", max_length=2, choices=SIDES)
    made_by = models.CharField(max_length=16)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField("有效至")
    used_at = models.DateTimeField("已用于", null=True, blank=True)

    class Meta:
        verbose_name = "配对码"
        verbose_name_plural = "配对码"

    def __str__(self) -> str:
        return f"{self.table}桌 {self.get_side_display()}"


class Device(models.Model):
    """Paired to a table and side, or to a `player`: then table, side and role are empty here and follow where that player sits now."""

    competition = models.ForeignKey(Competition, verbose_name="项目", on_delete=models.PROTECT, related_name="devices")
    pid = models.CharField("编号", max_length=16, unique=True, default=device_pid, editable=False)
    label = models.CharField("名称", max_length=60, blank=True)
    role = models.CharField(
        "身份", max_length=20, choices=[(Role.SCORER, Role.SCORER.label), (Role.CHECKER, Role.CHECKER.label)], blank=True
    )
    table = models.PositiveSmallIntegerField("桌号", null=True, blank=True)
    side = models.CharField("方位", max_length=2, choices=SIDES, blank=True)
    player = models.ForeignKey(Player, verbose_name="选手", on_delete=models.CASCADE, related_name="devices", null=True, blank=True)
    token_digest = models.CharField(max_length=64, unique=True)
    cookie_digest = models.CharField(max_length=64, unique=True)
    paired_by = models.CharField("谁配的", max_length=16)
    paired_at = models.DateTimeField("配对于", auto_now_add=True)
    last_seen_at = models.DateTimeField("最近联系", null=True, blank=True)
    unsent = models.PositiveSmallIntegerField("未上传", default=0)
    refused = models.PositiveSmallIntegerField("没采用", default=0)
    oldest_unsent_at = models.DateTimeField("最早未上传于", null=True, blank=True)
    revoked_at = models.DateTimeField("撤销于", null=True, blank=True)

    class Meta:
        verbose_name = "设备"
        verbose_name_plural = "设备"
        ordering = ["table", "side", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(table__isnull=False, player__isnull=True) | models.Q(table__isnull=True, side="", player__isnull=False),
                name="device_of_a_table_or_a_player",
            )
        ]

    def __str__(self) -> str:
        """The name somebody gave it; a personal one's player, whose name stands there and nowhere else."""
        return self.label or (self.player.name if self.player is not None else self.pid)


class LoginLink(models.Model):
    """A one-time link: in a hall on plain HTTP nobody types a password."""

    user = models.ForeignKey("auth.User", on_delete=models.CASCADE, related_name="login_links")
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user} {self.made_at:%F %T}"
