"""`make test`: every check and every test, each step shown with its time; all steps run, the last lines say what failed.

The whole suite runs on SQLite; beside it, on the second core, the parts where databases differ run once more on PostgreSQL.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.rig.browser import chromium_path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
SOURCES = ["config", "events", "scoring", "tests", "manage.py"]
# Locks, triggers, constraints and collation live here.
DATABASE_SENSITIVE = ["tests/foundation", "tests/events", "tests/api", "tests/live"]

# Started, and reported on when the step after it is through.
BESIDE = "tests on PostgreSQL"

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
        (BESIDE, [*pytest, *folders], {"MINGPAI_TEST_DB": "postgres"}),
        ("tests on SQLite", pytest, {"MINGPAI_TEST_DB": "sqlite"}),
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


def report(name: str, code: int, began: float) -> bool:
    print(f"== {name}: {'ok' if code == 0 else 'FAILED'} ({time.monotonic() - began:.1f} s)", flush=True)
    return code == 0


class Beside:
    """A step that runs beside another; what it printed is shown at its end."""

    def __init__(self, name: str, command: list[str], more: dict[str, str]) -> None:
        self._name = name
        self._began = time.monotonic()
        self._printed = tempfile.TemporaryFile()  # noqa: SIM115  closed in finish
        self._process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **more}, stdout=self._printed, stderr=subprocess.STDOUT)

    def finish(self) -> bool:
        print(f"== {self._name}", flush=True)
        code = self._process.wait()
        self._printed.seek(0)
        sys.stdout.write(self._printed.read().decode(errors="replace"))
        self._printed.close()
        return report(self._name, code, self._began)


def main() -> int:
    browser = chromium_or_install()
    markers = "not faults" if browser else "not faults and not browser"
    failed = []
    for name, command, more in steps(markers):
        if name == BESIDE:
            beside = Beside(name, command, more)
            continue
        print(f"== {name}", flush=True)
        began = time.monotonic()
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, **more})
        if not report(name, done.returncode, began):
            failed.append(name)
    if not beside.finish():
        failed.append(BESIDE)
    print("FAILED: " + ", ".join(failed) if failed else "All checks and tests passed.")
    if not browser:
        print("Left out: the browser tests (marked `browser`), because there is no Chromium here.")
        print("To run them too: sudo apt-get install chromium fonts-noto-cjk, then make test again.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
