"""参赛码: the secret on a player's badge, of which only the digest is kept. It pairs any number of his phones until it is void."""

from django.db import models

from events.models.team import Player


class PersonalCode(models.Model):
    player = models.ForeignKey(Player, verbose_name="选手", on_delete=models.CASCADE, related_name="personal_codes")
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.CharField("谁做的", max_length=16)
    made_at = models.DateTimeField("做于", auto_now_add=True)
    void_at = models.DateTimeField("作废于", null=True, blank=True)

    class Meta:
        verbose_name = "参赛码"
        verbose_name_plural = "参赛码"
        ordering = ["player", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["player"], condition=models.Q(void_at__isnull=True), name="one_personal_code_a_player")
        ]

    def __str__(self) -> str:
        return f"{self.player}"
