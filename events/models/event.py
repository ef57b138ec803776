"""赛事: one day in one hall, with its competitions and its people."""

from django.db import models

from events.models.ids import event_pid

HAND_OVERS = [("pin", "凭核对密码"), ("pin_or_signature", "凭核对密码或手写签字"), ("off", "不用")]


class Event(models.Model):
    pid = models.CharField("编号", max_length=16, unique=True, default=event_pid, editable=False)
    code = models.SlugField("代号", max_length=40, unique=True)
    name = models.CharField("名称", max_length=200)
    host = models.CharField("主办", max_length=200, blank=True)
    venue = models.CharField("地点", max_length=200, blank=True)
    starts_on = models.DateField("日期", null=True, blank=True)
    time_zone = models.CharField("时区", max_length=40, default="Asia/Shanghai")
    simulated = models.BooleanField("试打", default=False, help_text="每一页都会标明是试打")
    officials_required = models.PositiveSmallIntegerField("裁定所需人数", default=1, choices=[(1, "1"), (2, "2")])
    photo_on_behalf = models.BooleanField("代确认要拍照", default=False, help_text="代确认时须附一张照片")
    # A table with one tablet must be able to finish although nobody printed passwords; what is drawn is kept and shown to officials.
    hand_over = models.CharField("递平板核对", max_length=20, choices=HAND_OVERS, default="pin_or_signature")
    created_at = models.DateTimeField("建于", auto_now_add=True)

    class Meta:
        verbose_name = "赛事"
        verbose_name_plural = "赛事"
        ordering = ["-starts_on", "code"]

    def __str__(self) -> str:
        return self.name
