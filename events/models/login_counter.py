"""Wrong passwords, counted in the database: any number of processes see the same count, and no header changes it."""

from django.db import models


class LoginCounter(models.Model):
    """One row an account name (its digest: names typed by mistake may be passwords)."""

    account = models.CharField(max_length=64, unique=True)
    tries = models.PositiveSmallIntegerField(default=0)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tries} since {self.since:%F %T}"
