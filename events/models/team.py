"""代表队, its pairs and their players. The names live here and nowhere else."""

from django.db import models

from events.models.competition import Competition
from events.models.ids import entrant_pid, player_pid, team_pid


class Team(models.Model):
    competition = models.ForeignKey(Competition, verbose_name="项目", on_delete=models.PROTECT, related_name="teams")
    pid = models.CharField("编号", max_length=16, unique=True, default=team_pid, editable=False)
    name = models.CharField("队名", max_length=100)
    number = models.PositiveSmallIntegerField("签号", null=True, blank=True, editable=False)

    class Meta:
        verbose_name = "代表队"
        verbose_name_plural = "代表队"
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "name"], name="team_name_once"),
            models.UniqueConstraint(fields=["competition", "number"], name="team_number_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """参赛方: a pair or a single player of one team. `number` is drawn: within the team, or among all where entrants are ranked."""

    competition = models.ForeignKey(Competition, verbose_name="项目", on_delete=models.PROTECT, related_name="entrants")
    team = models.ForeignKey(Team, verbose_name="代表队", on_delete=models.PROTECT, related_name="entrants")
    pid = models.CharField("编号", max_length=16, unique=True, default=entrant_pid, editable=False)
    number = models.PositiveSmallIntegerField("队内签号", null=True, blank=True, editable=False)

    class Meta:
        verbose_name = "参赛方"
        verbose_name_plural = "参赛方"
        ordering = ["team", "number", "id"]
        constraints = [models.UniqueConstraint(fields=["team", "number"], name="entrant_number_once_a_team")]

    def __str__(self) -> str:
        return self.pid


class Player(models.Model):
    entrant = models.ForeignKey(Entrant, verbose_name="参赛方", on_delete=models.PROTECT, related_name="players")
    pid = models.CharField("编号", max_length=16, unique=True, default=player_pid, editable=False)
    name = models.CharField("姓名", max_length=60)
    order = models.PositiveSmallIntegerField("次序", default=0)

    class Meta:
        verbose_name = "选手"
        verbose_name_plural = "选手"
        ordering = ["entrant", "order"]

    def __str__(self) -> str:
        return self.name
