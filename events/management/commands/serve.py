"""`manage.py serve`: the service in one process, without a broker: web, live stream, and the relay doing the workers' job.

For machines on which `run` has no broker (Windows, macOS on other processors), and for a quick look. Same code, same data.
"""

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from events.checks import assert_sound
from events.management.welcome import first_start, welcome
from events.processes.data_folder import OWNER_ONLY, InUse, hold
from events.processes.ports import PortTaken, assert_free
from events.relay import Relay


class Command(BaseCommand):
    help = "只用一个进程启动服务，不需要消息代理；Ctrl-C 停止"
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        os.umask(OWNER_ONLY)  # what is made in the data folder is the owner's alone
        try:
            held = hold(Path(settings.DATA_DIR).resolve())
            assert_free(settings.HOST, settings.PORT)
        except (InUse, PortTaken) as fault:
            raise CommandError(str(fault)) from None
        subprocess.run([sys.executable, "-m", "config.catalogs"], cwd=settings.BASE_DIR, check=True, stdout=subprocess.DEVNULL)
        call_command("migrate", interactive=False, verbosity=0)
        assert_sound()
        first_start(self._say)
        stop = threading.Event()
        relay = threading.Thread(target=Relay().run, args=(stop,), name="relay", daemon=True)
        relay.start()
        welcome(settings.HOST, settings.PORT, self._say, secure=settings.CERTIFICATE is not None)
        certificate, key = settings.CERTIFICATE or (None, None)
        try:
            uvicorn.run(
                "config.live:application",
                host=settings.HOST,
                port=settings.PORT,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                log_level="warning",
                timeout_graceful_shutdown=2,
                ssl_certfile=certificate,
                ssl_keyfile=key,
            )
        except KeyboardInterrupt:
            pass  # uvicorn has shut down by then and raises it once more
        finally:
            stop.set()
            relay.join(timeout=10)
            held.close()

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
