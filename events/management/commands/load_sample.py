"""`manage.py load_sample`: makes the rehearsal event 试打 and the account `organiser`, once. A second call changes nothing.

With `--games` the event also gets a competition of every other game, played up to the middle of its last round.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from events.plays.sample import games_load, sample_load


class Command(BaseCommand):
    help = "建立试打赛事和组委会账号 organiser（已有则不动）；--games 连同其他玩法的项目"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", action="store_true", help="a competition of every other game, too")

    def handle(self, *args: Any, **options: Any) -> None:
        load = games_load if options["games"] else sample_load
        event = load(say=self.stdout.write)
        self.stdout.write(f"{event.name}：/e/{event.code}/")
