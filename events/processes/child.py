"""One supervised process: its command, its log, its life.

Writes its log file and keeps it small; knows nothing of what the process does.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from events.processes.data_folder import OWNER_ONLY
from events.processes.tether import tethered

LOG_BYTES = 5 * 1024 * 1024  # then the log is set aside as .1, the one before is dropped
FIRST_PAUSE = 0.2  # seconds before the first restart; doubles
LONGEST_PAUSE = 10.0
STEADY = 30.0  # seconds of life after which earlier deaths are forgotten


@dataclass
class Child:
    """A process by name. `death` is the signal it gets when the supervisor vanishes; `patience` the seconds it has to stop by itself."""

    name: str
    command: list[str]
    environment: dict[str, str]
    log: Path
    death: signal.Signals = signal.SIGKILL
    patience: float = 8.0
    wanted: bool = False  # restarted when it dies
    restarts: int = 0
    _process: subprocess.Popen[bytes] | None = None
    _born: float = 0.0
    _pause: float = FIRST_PAUSE
    _again_at: float = field(default=0.0)

    @property
    def pid(self) -> int | None:
        """None while it is not running."""
        return self._process.pid if self.running and self._process else None

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        return self._process.poll() if self._process else None

    def start(self) -> None:
        """From a thread that lives as long as the service: the child dies with the thread that starts it."""
        self.wanted = True
        self._born = time.monotonic()
        self.log.touch(mode=0o600)
        with self.log.open("ab") as log:  # appending: the file may be emptied under the process
            self._process = subprocess.Popen(
                tethered(self.command, self.death),
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # Ctrl-C reaches the supervisor alone, which then stops everything in order.
                start_new_session=True,
                umask=OWNER_ONLY,
            )

    def ask_to_stop(self) -> None:
        self.wanted = False
        self._signal(signal.SIGTERM)

    def wait_stopped(self) -> None:
        """Wait `patience` seconds, then kill."""
        if self._process is None:
            return
        try:
            self._process.wait(timeout=self.patience)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        self._signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()

    def due(self) -> bool:
        """Wanted, dead, and its pause is over: start it again."""
        now = time.monotonic()
        if not self.wanted or self.running:
            return False
        if self._again_at < self._born:  # just found dead
            if now - self._born > STEADY:
                self._pause = FIRST_PAUSE
            self._again_at = now + self._pause
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
        return now >= self._again_at

    def trim_log(self) -> None:
        with contextlib.suppress(OSError):
            if self.log.stat().st_size > LOG_BYTES:
                shutil.copyfile(self.log, self.log.with_suffix(self.log.suffix + ".1"))
                os.truncate(self.log, 0)

    def last_words(self, characters: int = 1500) -> str:
        with contextlib.suppress(OSError):
            return self.log.read_text(encoding="utf-8", errors="replace")[-characters:]
        return ""

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)
