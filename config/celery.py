"""The Celery application: what the workers and the relay speak. Nothing that must be right depends on it."""

import os
import signal
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import worker_init, worker_process_init, worker_ready
from django.core.exceptions import ImproperlyConfigured

from events.processes.tether import PARENT_GONE, tie_to_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("mingpai")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["events"])

_main_process = 0


@worker_init.connect
def _remember_main(**_: Any) -> None:
    global _main_process
    _main_process = os.getpid()


@worker_init.connect
def _assert_sound(**_: Any) -> None:
    """As every process that serves or computes: not on a database whose "stored" does not mean stored."""
    from django.db import connections

    from events.checks import assert_sound  # needs the applications loaded

    try:
        assert_sound()
    except ImproperlyConfigured as fault:
        # A signal's receiver cannot stop the worker by raising: celery logs it and goes on.
        raise SystemExit(str(fault)) from None
    finally:
        connections.close_all()


@worker_process_init.connect
def _die_with_main(**_: Any) -> None:
    """The processes a worker forks outlive it when it is killed, unless they ask not to."""
    if os.environ.get("MINGPAI_TETHERED") and not tie_to_parent(_main_process, signal.SIGKILL):
        os._exit(PARENT_GONE)


@worker_ready.connect
def _say_ready(**_: Any) -> None:
    """The supervisor waits for this file: the worker is connected and will take what comes."""
    path = os.environ.get("MINGPAI_READY_FILE")
    if path:
        Path(path).write_text(str(os.getpid()), encoding="ascii")
