"""叫裁判: a raised hand at a table. Not a fact of the score, so not in the ledger."""

from django.db import models

from events.models.round import Match

REASONS = [
    ("wrong_play", "牌打错了"),
    ("disagreement", "比分有分歧"),
    ("correction", "记错了要更正"),
    ("absent", "少人 / 迟到"),
    ("unwell", "人不舒服"),
    ("not_ours", "这不是我们这一场"),
    ("other", "别的事"),
]


class TableCall(models.Model):
    match = models.ForeignKey(Match, verbose_name="对阵", on_delete=models.PROTECT, related_name="calls")
    reason = models.CharField("什么事", max_length=20, choices=REASONS)
    hand_number = models.PositiveSmallIntegerField("局", null=True, blank=True)
    side = models.CharField("方位", max_length=2, blank=True)
    called_at = models.DateTimeField("时间")
    called_by = models.CharField("谁叫的", max_length=16)
    answered_at = models.DateTimeField("已处理", null=True, blank=True)
    answered_by = models.CharField("谁处理的", max_length=16, blank=True)

    class Meta:
        verbose_name = "叫裁判"
        verbose_name_plural = "叫裁判"
        ordering = ["called_at"]
        constraints = [
            # Two impatient presses are one call. (Two constraints, because no number never equals no number.)
            models.UniqueConstraint(
                fields=["match", "reason", "hand_number", "side"],
                condition=models.Q(answered_at__isnull=True),
                name="one_open_call_a_hand",
            ),
            models.UniqueConstraint(
                fields=["match", "reason", "side"],
                condition=models.Q(answered_at__isnull=True, hand_number__isnull=True),
                name="one_open_call_a_table",
            ),
        ]

    def __str__(self) -> str:
        return self.get_reason_display()
