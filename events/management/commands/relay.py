"""`manage.py relay`: keeps every snapshot current (events.relay). Ends on SIGTERM or Ctrl-C."""

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand

from events.checks import assert_sound
from events.relay import Relay


class Command(BaseCommand):
    help = "Send recomputation to the workers, and do it here when they do not."

    def handle(self, *args: Any, **options: Any) -> None:
        assert_sound()
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        Relay().run(stop)
