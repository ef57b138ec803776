"""`manage.py load_sample`: makes the rehearsal event 试打 and the account `organiser`, once. A second call changes nothing."""

from typing import Any

from django.core.management.base import BaseCommand

from events.plays.sample import sample_load


class Command(BaseCommand):
    help = "建立试打赛事和组委会账号 organiser（已有则不动）"

    def handle(self, *args: Any, **options: Any) -> None:
        event = sample_load(say=self.stdout.write)
        self.stdout.write(f"{event.name}：/e/{event.code}/")
