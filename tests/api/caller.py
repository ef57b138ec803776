"""Callers of the API in process: a person by session, a device by token, or nobody."""

import json
from collections.abc import Mapping
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from events.attachment_files import media_type_of
from tests.cast import Stage

ROOT = "/api/v1/"
RECORD: Mapping[str, Any] = {"hand": 1, "order": ["N", "S", "E", "W"]}
_numbers = count(1)


def new_key() -> str:
    """A key no other call of this run has used."""
    return f"key-{next(_numbers):08d}"


class Caller:
    """Sends JSON. `language` goes out as Accept-Language."""

    def __init__(self, *, user: User | None = None, token: str = "", csrf: bool = False, language: str = "") -> None:
        self.client = Client(enforce_csrf_checks=csrf)
        if user is not None:
            self.client.force_login(user)
        self.headers: dict[str, str] = {}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"
        if language:
            self.headers["Accept-Language"] = language

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(ROOT + path, headers={**self.headers, **_dashed(headers)})

    def send(self, method: str, path: str, body: Any = None, *, key: str | None = None, **headers: str) -> Any:
        """`key` None: a fresh one; "" sends none. Bytes go out as they are: a picture as a picture, anything else as JSON."""
        sent = {**self.headers, **_dashed(headers)}
        key = new_key() if key is None else key
        if key:
            sent["Idempotency-Key"] = key
        data = body if isinstance(body, bytes) else json.dumps({} if body is None else body)
        kind = (media_type_of(data) if isinstance(data, bytes) else "") or "application/json"
        return self.client.generic(method, ROOT + path, data, content_type=kind, headers=sent)

    def post(self, path: str, body: Any = None, *, key: str | None = None, **headers: str) -> Any:
        return self.send("POST", path, body, key=key, **headers)


def _dashed(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def competition_path(stage: Stage) -> str:
    return f"events/{stage.event.code}/competitions/{stage.competition.code}/"


def table_path(stage: Stage, table: int = 1) -> str:
    return f"{competition_path(stage)}tables/{stage.match(table).code}/"


def device(stage: Stage, table: int = 1, side: str = "NS") -> Caller:
    """The device of that side at that table, paired on first use."""
    stage.device(table, side)
    return Caller(token=stage.devices[table, side].token)


def codes(response: Any) -> list[str]:
    """Codes of all problems of a refusal."""
    return [problem["code"] for problem in response.json()["problems"]]


def refusal(response: Any, status: int) -> dict[str, Any]:
    """The refusal's body, after checking that it has the one shape."""
    assert response.status_code == status, (response.status_code, response.content[:500])
    assert response["Content-Type"] == "application/json"
    body: dict[str, Any] = response.json()
    assert set(body) - {"current"} == {"code", "message", "problems"}
    assert body["code"]
    assert body["message"]
    assert body["problems"]
    for problem in body["problems"]:
        assert set(problem) == {"code", "at", "clause", "clause_ref", "message", "remedy", "values"}
        assert problem["message"]
        assert problem["remedy"]
        assert bool(problem["clause_ref"]) == bool(problem["clause"])
    return body


def ledger_head(stage: Stage) -> tuple[int, str]:
    """Seq and hash of the book's last entry."""
    stage.competition.book.refresh_from_db()
    return stage.competition.book.seq, stage.competition.book.hash
