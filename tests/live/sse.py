"""A reader of one real stream over HTTP, for tests: what arrives, within a deadline."""

import http.client
import json
import time
from types import TracebackType
from typing import Any, Self


class Stream:
    """An open connection to `/live/…`; `frame()` gives the next one."""

    def __init__(self, port: int, path: str, *, last: str = "", patience: float = 15.0) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=patience)
        self.connection.request("GET", path, headers={"Last-Event-ID": last} if last else {})
        self.response = self.connection.getresponse()
        self.patience = patience

    @property
    def status(self) -> int:
        return self.response.status

    def frame(self) -> dict[str, Any]:
        """Raises TimeoutError when none comes in time, EOFError when the stream ends."""
        deadline = time.monotonic() + self.patience
        while time.monotonic() < deadline:
            line = self.response.readline()
            if not line:
                raise EOFError("the stream ended")
            if line.startswith(b"data: "):
                found: dict[str, Any] = json.loads(line[6:])
                return found
        raise TimeoutError("no frame")

    def until_seq(self, seq: int) -> list[dict[str, Any]]:
        """All frames up to the one that shows `seq`."""
        frames = [self.frame()]
        while frames[-1]["seq"] < seq:
            frames.append(self.frame())
        return frames

    def close(self) -> None:
        self.response.close()
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
