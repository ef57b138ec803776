"""One child: restarted after a pause that grows, its log kept small."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from events.processes import child as child_module
from events.processes.child import FIRST_PAUSE, Child


def make(tmp_path: Path, code: str) -> Child:
    return Child("part", [sys.executable, "-S", "-c", code], dict(os.environ), tmp_path / "part.log", patience=0.3)


def until(holds: Callable[[], bool], seconds: float = 5.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_what_dies_at_once_is_started_again_after_longer_and_longer_pauses(tmp_path: Path) -> None:
    part = make(tmp_path, "raise SystemExit(3)")
    pauses = []
    for _ in range(3):
        part.start()
        until(lambda: not part.running)
        dead = time.monotonic()
        until(part.due)
        pauses.append(time.monotonic() - dead)
    assert part.exit_code == 3
    assert pauses[0] >= FIRST_PAUSE * 0.9
    assert pauses[1] >= FIRST_PAUSE * 2 * 0.9
    assert pauses[2] >= FIRST_PAUSE * 4 * 0.9


def test_what_was_asked_to_stop_is_not_due(tmp_path: Path) -> None:
    part = make(tmp_path, "import time; time.sleep(60)")
    part.start()
    assert part.pid
    part.ask_to_stop()
    part.wait_stopped()
    assert part.pid is None
    time.sleep(FIRST_PAUSE * 1.5)  # longer than the pause after which it would be due
    assert not part.due()


def test_who_does_not_listen_is_killed(tmp_path: Path) -> None:
    part = make(tmp_path, "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)")
    part.start()
    until(lambda: "deaf" in part.last_words())
    part.ask_to_stop()
    part.wait_stopped()
    assert not part.running


def test_a_long_log_is_set_aside_while_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_module, "LOG_BYTES", 1000)
    part = make(tmp_path, "import time\nprint('x' * 2000, flush=True)\ntime.sleep(0.5)\nprint('after', flush=True)")
    part.start()
    until(lambda: part.log.stat().st_size > 1000)
    part.trim_log()
    until(lambda: "after" in part.last_words())
    part.kill()
    assert part.log.stat().st_size < 100
    assert (tmp_path / "part.log.1").stat().st_size > 1000
