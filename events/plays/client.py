"""A tablet's and an official's end of the wire: HTTP with the standard library, nothing of the service imported.

Reads and writes only sockets. A caller may be used by several threads: each
exchange takes a connection that is idle, or opens one.
"""

import http.client
import json
import select
import socket
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

TIMEOUT = 30.0  # seconds for one answer
# The service closes a connection after five idle seconds; one that is older than this might be closed while a request is on its way.
KEPT = 3.0
RUN_HEADER = "X-Mingpai-Run"


class Unexpected(RuntimeError):
    """The service answered something that this play does not allow."""


class Unreachable(RuntimeError):
    """No answer within the patience of a delivery."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One response. `body` is the parsed JSON, or None when it is none."""

    status: int
    headers: Mapping[str, str]
    body: Any
    text: str

    @property
    def replayed(self) -> bool:
        return self.headers.get("idempotency-replayed") == "true"

    @property
    def code(self) -> str:
        return str(self.body.get("code", "")) if isinstance(self.body, Mapping) else ""


class Caller:
    """One device (by token) or person (by one-time link) at one service.

    `run_id`: when given, an answer that does not carry it comes from somebody else's server and is refused.
    """

    def __init__(self, base_url: str, *, token: str = "", run_id: str = "", timeout: float = TIMEOUT) -> None:
        url = urlsplit(base_url)
        self.host, self.port = url.hostname or "127.0.0.1", url.port or 80
        self._token, self._run_id, self._timeout = token, run_id, timeout
        self._cookies: dict[str, str] = {}
        self._idle: list[tuple[float, http.client.HTTPConnection]] = []

    # -- signing in

    def sign_in(self, path: str) -> None:
        """Use a one-time login link (its path). Two steps, as a person does: open it, then press the button."""
        self.get(path)
        self._expect(self._call("POST", path, b"", {"Content-Type": "application/x-www-form-urlencoded"}), (302,), path)
        if "sessionid" not in self._cookies:
            raise Unexpected(f"{path}: no session")

    # -- asking and sending

    def get(self, path: str, expect: Iterable[int] = (200,), headers: Mapping[str, str] | None = None) -> Answer:
        return self._expect(self._call("GET", path, None, dict(headers or {})), expect, path)

    def send(self, path: str, body: Any, *, key: str = "", expect: Iterable[int] = (200, 201, 202), method: str = "POST") -> Answer:
        """One request, one answer of an expected status. Raises Unexpected, OSError, HTTPException."""
        return self._expect(self._call(method, path, self._json(body), self._headers(key)), expect, path)

    def deliver(self, path: str, body: Any, *, key: str, patience: float = 30.0, expect: Iterable[int] = (200, 201, 202)) -> Answer:
        """As a tablet does: again under the same key after a network fault or a 5xx, until answered. Raises Unreachable."""
        deadline = time.monotonic() + patience
        pause = 0.05
        while True:
            try:
                answer = self._call("POST", path, self._json(body), self._headers(key))
            except (OSError, http.client.HTTPException) as fault:
                reason = repr(fault)
            else:
                if answer.status < 500:
                    return self._expect(answer, expect, path)
                reason = f"{answer.status} {answer.text[:200]}"
            if time.monotonic() > deadline:
                raise Unreachable(f"{path} under {key}: {reason}")
            time.sleep(pause)
            pause = min(pause * 2, 1.0)

    def send_and_hang_up(self, path: str, body: Any, *, key: str) -> None:
        """Send, wait until the answer has begun to arrive (so the server has stored it), and close without reading it."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=self._timeout)
        try:
            connection.request("POST", path, body=self._json(body), headers=self._headers(key) | self._identity("POST"))
            select.select([connection.sock], [], [], self._timeout)
        finally:
            connection.close()

    def close(self) -> None:
        """Close the connections that are kept open."""
        while self._idle:
            self._idle.pop()[1].close()

    # -- one exchange

    def _call(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        connection = self._connection()
        try:
            connection.request(method, path, body=body, headers=headers | self._identity(method))
            response = connection.getresponse()
            raw = response.read()
        except BaseException:
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            self._idle.append((time.monotonic(), connection))
        names = {name.lower(): value for name, value in response.getheaders()}
        if self._run_id and names.get(RUN_HEADER.lower()) != self._run_id:
            raise Unexpected(f"{path}: answered by another service ({names.get(RUN_HEADER.lower())!r})")
        for value in response.headers.get_all("Set-Cookie") or ():
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(value).items()}
        text = raw.decode("utf-8", errors="replace")
        parsed = json.loads(text) if names.get("content-type", "").startswith("application/json") and text else None
        return Answer(response.status, names, parsed, text)

    def _connection(self) -> http.client.HTTPConnection:
        """One that is kept open, unless the server has closed it meanwhile, or a new one."""
        while self._idle:
            since, kept = self._idle.pop()
            if time.monotonic() - since < KEPT and not select.select([kept.sock], [], [], 0)[0]:
                return kept
            kept.close()
        connection = http.client.HTTPConnection(self.host, self.port, timeout=self._timeout)
        connection.connect()
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def _identity(self, method: str) -> dict[str, str]:
        if self._token:
            return {"Authorization": f"Bearer {self._token}"}
        if not self._cookies:
            return {}
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if method != "GET":
            headers["X-CSRFToken"] = self._cookies.get("csrftoken", "")
        return headers

    @staticmethod
    def _json(body: Any) -> bytes:
        return json.dumps(body, ensure_ascii=False).encode("utf-8")

    @staticmethod
    def _headers(key: str) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        return headers | {"Idempotency-Key": key} if key else headers

    @staticmethod
    def _expect(answer: Answer, expect: Iterable[int], path: str) -> Answer:
        if answer.status not in tuple(expect):
            raise Unexpected(f"{path}: {answer.status}, expected {tuple(expect)}: {answer.text[:600]}")
        return answer
