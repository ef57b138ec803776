"""The whole service for one test: its own processes, database, broker and port; nothing shared, nothing mocked.

rig = Rig(tmp_path, database="sqlite")       or "postgres", with the cluster of the test run
with rig:                                     started, and stopped again
    rig.get("/api/v1/events/")                each answer is checked to come from this very service
    rig.kill("worker"); rig.restart("worker") by name: broker, web, relay, worker
    rig.rows("SELECT ...")                    what is really stored
    rig.manage("verify", "jiankangbei")       manage.py against its database
"""

import http.client
import json
import os
import secrets
import socket
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from events.processes.supervisor import Supervisor
from tests.rig.browser import HALL
from tests.rig.postgres import PostgresCluster

# Below the range from which the kernel takes ports of outgoing connections; two test runs at once keep out of each other's way.
FIRST_PORT = int(os.environ.get("MINGPAI_TEST_PORTS") or ("18350" if os.environ.get("MINGPAI_TEST_DB") == "postgres" else "18200"))
LAST_PORT = FIRST_PORT + 149


class WrongServer(AssertionError):
    """The answer came from another service than the one under test."""


@dataclass(frozen=True)
class Answer:
    """An HTTP answer, read to its end."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


class Rig:
    """See the module's first lines. `env`: additional variables for all its processes."""

    def __init__(
        self,
        folder: Path,
        database: Literal["sqlite", "postgres"] = "sqlite",
        *,
        broker: bool = True,
        cluster: PostgresCluster | None = None,
        env: dict[str, str] | None = None,
    ) -> None:
        self.database = database
        self._cluster = cluster
        self._name = f"rig_{secrets.token_hex(6)}"
        url = ""
        if database == "postgres":
            if cluster is None:
                raise ValueError("a rig on PostgreSQL needs the fixture postgres_cluster")
            url = cluster.url(self._name)
        self.port = free_port()
        self.supervisor = Supervisor(folder / "data", self.port, "127.0.0.1", broker=broker, database_url=url, extra_env=env)

    @property
    def url(self) -> str:
        """For programs on this machine."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def hall_url(self) -> str:
        """For the browser: plain HTTP under a name that is not localhost, as in a hall."""
        return f"http://{HALL}:{self.port}"

    @property
    def run_id(self) -> str:
        return self.supervisor.run_id

    def start(self) -> Self:
        if self._cluster is not None and self.database == "postgres":
            self._cluster.create(self._name)
        self.supervisor.start()
        return self

    def stop(self) -> None:
        self.supervisor.stop()
        if self._cluster is not None and self.database == "postgres":
            self._cluster.drop(self._name)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    # --- HTTP

    def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        headers: dict[str, str] | None = None,
        timeout: float = 20.0,
        raw: bytes | None = None,
    ) -> Answer:
        """One request on a connection of its own. `body` goes as JSON, `raw` as it is. Raises OSError when nobody answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        sent = dict(headers or {})
        data = raw
        if body is not None:
            data = json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, body=data, headers=sent)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        except http.client.HTTPException as error:
            raise ConnectionError(f"{type(error).__name__}: {error}") from error
        finally:
            connection.close()
        if answer.headers.get("X-Mingpai-Run") != self.run_id:
            raise WrongServer(f"{method} {path}: answered by {answer.headers.get('X-Mingpai-Run')!r}, not by {self.run_id!r}")
        return answer

    def get(self, path: str, **more: Any) -> Answer:
        return self.request("GET", path, **more)

    def post(self, path: str, body: Any = None, *, key: str = "", token: str = "", **more: Any) -> Answer:
        """`key`: Idempotency-Key; `token`: a device's bearer token."""
        headers = dict(more.pop("headers", None) or {})
        if key:
            headers["Idempotency-Key"] = key
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return self.request("POST", path, body={} if body is None else body, headers=headers, **more)

    # --- processes

    def kill(self, name: str) -> None:
        """-9; it stays down until `restart`."""
        self.supervisor.kill(name)

    def restart(self, name: str) -> None:
        self.supervisor.restart(name)

    def pid(self, name: str) -> int | None:
        return self.supervisor.pid(name)

    def log(self, name: str) -> str:
        return (self.supervisor.data_dir / "logs" / f"{name}.log").read_text(encoding="utf-8", errors="replace")

    def manage(self, *arguments: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
        return self.supervisor.manage(*arguments, stdin=stdin)

    # --- what is stored

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """`%s` marks a value on both databases."""
        if self.database == "sqlite":
            with closing(sqlite3.connect(self.supervisor.data_dir / "mingpai.sqlite3", timeout=20, isolation_level=None)) as opened:
                return opened.execute(statement.replace("%s", "?"), values).fetchall()
        assert self._cluster is not None
        with self._cluster.connection(self._name) as connection:
            cursor = connection.execute(statement, values or None)
            return cursor.fetchall() if cursor.description else []

    def environment(self) -> dict[str, str]:
        """For a program that a test starts against the same database."""
        return dict(self.supervisor.environment)


def free_port() -> int:
    """A port nobody listens on, below the ephemeral range."""
    start = secrets.randbelow(LAST_PORT - FIRST_PORT)
    for offset in range(LAST_PORT - FIRST_PORT):
        port = FIRST_PORT + (start + offset) % (LAST_PORT - FIRST_PORT)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("no free port")
