"""What the public sees of one named stage of a competition; a stage without a row is shown as the competition is."""

from django.db import models

from events.models.competition import Competition, Visibility


class StageState(models.Model):
    competition = models.ForeignKey(Competition, verbose_name="项目", on_delete=models.PROTECT, related_name="stage_states")
    stage = models.CharField("阶段", max_length=20)
    state = models.CharField("公布状态", max_length=12, choices=Visibility)
    notice_until = models.DateTimeField("公示至", null=True, blank=True)

    class Meta:
        verbose_name = "阶段的公布状态"
        verbose_name_plural = "阶段的公布状态"
        ordering = ["competition", "id"]
        constraints = [models.UniqueConstraint(fields=["competition", "stage"], name="stage_state_once")]

    def __str__(self) -> str:
        return f"{self.stage} {self.state}"
