"""`make test`: every check and every test, each step shown with its time; all steps run, the last lines say what failed.

Two workers, one a core, take the steps in turn, the long ones first, so that both cores end at about the same time whatever
has grown. The suite runs on SQLite; the parts where databases differ run once more on PostgreSQL.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue

from tests.rig.browser import chromium_path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
WORKERS = 2
SOURCES = ["config", "events", "scoring", "tests", "manage.py"]
# Locks, triggers, constraints and collation live here: tested on both databases.
SERVICE = ["tests/foundation", "tests/events", "tests/api", "tests/live"]
# The table pages and the desk, in Chromium.
FLOOR = ["tests/floor", "tests/taps"]
PAGES = ["tests/pages", "tests/admin"]
# Worked cases and properties of the rules: half of all tests, none of which touches a database.
RULES = ["tests/rulebooks", "tests/scoring"]
# Whatever is named above; the rest is a step of its own, so that a new folder is never left out.
NAMED = [*SERVICE, *FLOOR, *PAGES, *RULES]

PUBLIC = {
    "MINGPAI_PROFILE": "public",
    "MINGPAI_SECRET_KEY": "only-for-the-deployment-check-0123456789-abcdefghijklmnopqrstuvwxyz",
    "MINGPAI_HOSTS": "example.org",
    "MINGPAI_ORIGINS": "https://example.org",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One command, with what it adds to the environment."""

    name: str
    command: list[str]
    more: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a step: its exit status and how many seconds it took."""

    name: str
    code: int
    took: float


def first_steps() -> list[Step]:
    """What the others stand on, done before they begin."""
    return [Step("catalogs", [sys.executable, "-m", "config.catalogs"])]


def steps(markers: str) -> list[Step]:
    """All others, the long ones first. Each that starts services has ports of its own."""
    python = sys.executable
    pytest = [python, "-m", "pytest", "-q", "--durations=5", "-m", markers]

    def on(database: str, ports: int) -> dict[str, str]:
        return {"MINGPAI_TEST_DB": database, "MINGPAI_TEST_PORTS": str(ports)}

    return [
        Step("tests of the service on SQLite", [*pytest, *SERVICE], on("sqlite", 18200)),
        Step("tests of the service on PostgreSQL", [*pytest, *SERVICE], on("postgres", 18350)),
        Step("tests of the floor", [*pytest, *FLOOR], on("sqlite", 18500)),
        Step("tests of the pages", [*pytest, *PAGES], on("sqlite", 18650)),
        Step("tests of halls, weather and whole events", [*pytest, *(f"--ignore={folder}" for folder in NAMED)], on("sqlite", 18800)),
        Step("tests of the rules", [*pytest, *RULES], on("sqlite", 18950)),
        Step("mypy", [str(BIN / "mypy"), *SOURCES]),
        Step("migrations", [python, "manage.py", "makemigrations", "--check", "--dry-run"]),
        Step("deployment check", [python, "manage.py", "check", "--deploy", "--fail-level", "WARNING"], PUBLIC),
        Step("import contracts", [str(BIN / "lint-imports")]),
        Step("ruff check", [str(BIN / "ruff"), "check", "."]),
        Step("ruff format", [str(BIN / "ruff"), "format", "--check", "."]),
    ]


def chromium_or_install() -> bool:
    """Whether browser tests can run. Root on a Debian family system gets what is missing."""
    if chromium_path() is None and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        print("installing chromium and fonts-noto-cjk ...", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        update = subprocess.run(["apt-get", "update", "-qq"], env=environment)
        if update.returncode == 0:
            install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-noto-cjk"]
            subprocess.run(install, env=environment, stdout=subprocess.DEVNULL)
    return chromium_path() is not None


class Workers:
    """Run steps, `WORKERS` at a time; what a step printed is shown in one piece when it ends."""

    def __init__(self) -> None:
        self._printing = threading.Lock()

    def run(self, wanted: list[Step]) -> list[Done]:
        """Every step, whatever became of the others."""
        queue: SimpleQueue[Step] = SimpleQueue()
        for step in wanted:
            queue.put(step)
        done: list[Done] = []
        threads = [threading.Thread(target=self._work, args=[queue, done], name=f"worker {n}") for n in range(WORKERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return done

    def _work(self, queue: "SimpleQueue[Step]", done: list[Done]) -> None:
        while True:
            try:
                step = queue.get_nowait()
            except Empty:
                return
            done.append(self._one(step))

    def _one(self, step: Step) -> Done:
        began = time.monotonic()
        with tempfile.TemporaryFile() as printed:
            code = subprocess.run(
                step.command, cwd=ROOT, env={**os.environ, **step.more}, stdout=printed, stderr=subprocess.STDOUT
            ).returncode
            took = time.monotonic() - began
            printed.seek(0)
            text = printed.read().decode(errors="replace")
        with self._printing:
            print(f"== {step.name}", flush=True)
            sys.stdout.write(text)
            print(f"== {step.name}: {'ok' if code == 0 else 'FAILED'} ({took:.1f} s)", flush=True)
        return Done(step.name, code, took)


def main() -> int:
    browser = chromium_or_install()
    began = time.monotonic()
    workers = Workers()
    done = [*workers.run(first_steps()), *workers.run(steps("not faults" if browser else "not faults and not browser"))]
    failed = [one.name for one in done if one.code != 0]
    print(f"{len(done)} steps in {time.monotonic() - began:.0f} s")
    print("FAILED: " + ", ".join(failed) if failed else "All checks and tests passed.")
    if not browser:
        print("Left out: the browser tests (marked `browser`), because there is no Chromium here.")
        print("To run them too: sudo apt-get install chromium fonts-noto-cjk, then make test again.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
