"""A throwaway service for one play: processes, database and broker of its own in a temporary folder, gone afterwards."""

import contextlib
import json
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from events.plays.client import Unexpected
from events.plays.hall import Place
from events.processes.supervisor import ROOT, Supervisor
from events.processes.tether import tethered


class PlayFault(RuntimeError):
    """The throwaway service could not be prepared; the message holds what was said last."""


@dataclass(frozen=True, slots=True)
class Service:
    """A running service that belongs to this play alone."""

    place: Place
    supervisor: Supervisor


def free_port() -> int:
    """A port nobody listens on at this moment."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def throwaway_service(
    rulebook: str, *, database_url: str = "", redis_url: str = "", postgres: bool = False, port: int = 0
) -> Iterator[Service]:
    """Started, its officials' accounts made, and stopped at the end whatever happens.

    `postgres`: a PostgreSQL from the development tools; else `database_url`, else a SQLite file. Without `redis_url` a broker of its own.
    """
    folder = Path(tempfile.mkdtemp(prefix="mingpai-play-"))
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        if postgres:
            database_url = stack.enter_context(throwaway_postgres(folder))
        supervisor = Supervisor(folder / "data", port or free_port(), "127.0.0.1", database_url=database_url, redis_url=redis_url)
        stack.callback(supervisor.stop)
        supervisor.start()
        try:
            yield Service(place_of(rulebook, supervisor), supervisor)
        except Unexpected as fault:
            # The folder goes with the service: what the server said of it must be told now.
            raise Unexpected(f"{fault}\n{web_log(supervisor)}") from fault


def web_log(supervisor: Supervisor, characters: int = 3000) -> str:
    """The end of what the web process wrote."""
    path = supervisor.data_dir / "logs" / "web.log"
    return path.read_text(encoding="utf-8", errors="replace")[-characters:] if path.exists() else ""


def place_of(rulebook: str, supervisor: Supervisor) -> Place:
    """Makes the officials' accounts in the service's database and takes their one-time login links."""
    made = supervisor.manage("play", rulebook, "--people")
    if made.returncode:
        raise PlayFault((made.stdout + made.stderr)[-2000:])
    people = json.loads(made.stdout)
    return Place(f"http://127.0.0.1:{supervisor.port}", people["links"], people["accounts"], supervisor.run_id)


@contextlib.contextmanager
def throwaway_postgres(folder: Path) -> Iterator[str]:
    """The address of a fresh PostgreSQL in `folder`, from the development tools (requirements-dev.txt)."""
    command = tethered([sys.executable, "-m", "tests.rig.postgres", str(folder / "pg")], signal.SIGTERM)
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # noqa: S603  our own module
    try:
        address = process.stdout.readline().strip() if process.stdout else ""
        if not address:
            process.kill()
            raise PlayFault(f"PostgreSQL did not start:\n{process.communicate()[1][-2000:]}")
        yield address
    finally:
        process.terminate()
        process.communicate()
