"""`make test`: every check and every test, each step shown with its time; all steps run, the last lines say what failed.

The suite runs on SQLite; beside it, on the second core, the parts where databases differ run once more on PostgreSQL, after
them the rules, which need no database, and then the public pages and the administration, so that both cores end at about the
same time.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.rig.browser import chromium_path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
SOURCES = ["config", "events", "scoring", "tests", "manage.py"]
# Locks, triggers, constraints and collation live here.
DATABASE_SENSITIVE = ["tests/foundation", "tests/events", "tests/api", "tests/live"]

# Worked cases and properties of the rules: half of all tests, none of which touches a database.
RULES = ["tests/rulebooks", "tests/scoring"]

# A third of what is slow on SQLite.
PAGES = ["tests/pages", "tests/admin"]

# Started, and reported on when the step after them is through; of these, one after the other.
BESIDE = ("tests on PostgreSQL", "tests of the rules", "tests of the pages")

PUBLIC = {
    "MINGPAI_PROFILE": "public",
    "MINGPAI_SECRET_KEY": "only-for-the-deployment-check-0123456789-abcdefghijklmnopqrstuvwxyz",
    "MINGPAI_HOSTS": "example.org",
    "MINGPAI_ORIGINS": "https://example.org",
}


def steps(markers: str) -> list[tuple[str, list[str], dict[str, str]]]:
    """(name, command, additional environment)."""
    python = sys.executable
    pytest = [python, "-m", "pytest", "-q", "--durations=5", "-m", markers]
    folders = [folder for folder in DATABASE_SENSITIVE if (ROOT / folder).is_dir()]
    return [
        ("ruff check", [str(BIN / "ruff"), "check", "."], {}),
        ("ruff format", [str(BIN / "ruff"), "format", "--check", "."], {}),
        ("mypy", [str(BIN / "mypy"), *SOURCES], {}),
        ("import contracts", [str(BIN / "lint-imports")], {}),
        ("migrations", [python, "manage.py", "makemigrations", "--check", "--dry-run"], {}),
        ("deployment check", [python, "manage.py", "check", "--deploy", "--fail-level", "WARNING"], PUBLIC),
        ("catalogs", [python, "-m", "config.catalogs"], {}),
        (BESIDE[0], [*pytest, *folders], {"MINGPAI_TEST_DB": "postgres"}),
        (BESIDE[1], [*pytest, *RULES], {"MINGPAI_TEST_DB": "sqlite"}),
        (BESIDE[2], [*pytest, *PAGES], {"MINGPAI_TEST_DB": "sqlite", "MINGPAI_TEST_PORTS": "18500"}),
        ("tests on SQLite", [*pytest, *(f"--ignore={folder}" for folder in RULES + PAGES)], {"MINGPAI_TEST_DB": "sqlite"}),
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


def report(name: str, code: int, took: float) -> bool:
    print(f"== {name}: {'ok' if code == 0 else 'FAILED'} ({took:.1f} s)", flush=True)
    return code == 0


class Beside:
    """Steps that run one after the other beside another; what they printed is shown at their end."""

    def __init__(self, steps: list[tuple[str, list[str], dict[str, str]]]) -> None:
        self._done: list[tuple[str, int, float, bytes]] = []
        self._thread = threading.Thread(target=self._run, args=[steps], name="beside")
        self._thread.start()

    def _run(self, steps: list[tuple[str, list[str], dict[str, str]]]) -> None:
        for name, command, more in steps:
            began = time.monotonic()
            with tempfile.TemporaryFile() as printed:
                code = subprocess.run(command, cwd=ROOT, env={**os.environ, **more}, stdout=printed, stderr=subprocess.STDOUT).returncode
                printed.seek(0)
                self._done.append((name, code, time.monotonic() - began, printed.read()))

    def finish(self) -> list[str]:
        """The names of the steps that failed."""
        self._thread.join()
        for name, code, took, printed in self._done:
            print(f"== {name}", flush=True)
            sys.stdout.write(printed.decode(errors="replace"))
            report(name, code, took)
        return [name for name, code, _took, _printed in self._done if code != 0]


def main() -> int:
    browser = chromium_or_install()
    markers = "not faults" if browser else "not faults and not browser"
    failed = []
    checks = [step for step in steps(markers) if step[0] not in BESIDE]
    for name, command, more in checks:
        if name == checks[-1][0]:
            beside = Beside([step for step in steps(markers) if step[0] in BESIDE])
        print(f"== {name}", flush=True)
        began = time.monotonic()
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, **more})
        if not report(name, done.returncode, time.monotonic() - began):
            failed.append(name)
    failed += beside.finish()
    print("FAILED: " + ", ".join(failed) if failed else "All checks and tests passed.")
    if not browser:
        print("Left out: the browser tests (marked `browser`), because there is no Chromium here.")
        print("To run them too: sudo apt-get install chromium fonts-noto-cjk, then make test again.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
