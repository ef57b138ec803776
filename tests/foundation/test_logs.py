"""Log lines hold no one-time secrets and no values that a database quotes."""

import io
import logging
import logging.config
import sys
from collections.abc import Iterator

import pytest
from django.core.exceptions import DisallowedHost
from django.test import Client

from config.logs import LOGGING, DiscreetFormatter


def logged(message: str, *, error: Exception | None = None, name: str = "events.relay") -> str:
    information = (type(error), error, None) if error else None
    return DiscreetFormatter("%(message)s").format(logging.LogRecord(name, logging.ERROR, "", 0, message, (), information))


@pytest.mark.parametrize("path", ["/login/6hXk_secret-1/", "/pair/6hXk_secret-1/", "/pair/6hXk_secret-1", "/login/6hXk_secret-1/?next=/"])
def test_one_time_secrets_are_left_out(path: str) -> None:
    assert "secret-1" not in logged(f"Not Found: {path}")


def test_what_the_database_quotes_is_left_out() -> None:
    error = ValueError('duplicate key value violates unique constraint "team_name_once"\nDETAIL:  Key (name)=(机加工车间) already exists.')
    line = logged("Internal Server Error: /api/v1/events/", error=error)
    assert "机加工车间" not in line
    assert "team_name_once" in line


def test_other_addresses_stay_readable() -> None:
    assert logged("Not Found: /e/hall/guandan/") == "Not Found: /e/hall/guandan/"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What the service's own logging writes, as it is configured at a start."""
    written = io.StringIO()
    before = sys.stderr
    sys.stderr = written
    try:
        logging.config.dictConfig(LOGGING)
        yield written
    finally:
        sys.stderr = before
        logging.config.dictConfig(LOGGING)


@pytest.mark.parametrize(
    "name",
    ["django.request", "django.security.DisallowedHost", "django.security.RequestDataTooBig", "asyncio", "uvicorn.error", "events.relay"],
)
def test_a_fault_is_one_line_in_the_format_of_all_lines(lines: io.StringIO, name: str) -> None:
    try:
        raise DisallowedHost("Invalid HTTP_HOST header: '张三.example'")
    except DisallowedHost as error:
        logging.getLogger(name).error("The fault\nof 张三.example", exc_info=error)
    (line,) = lines.getvalue().splitlines()
    assert f" ERROR {name}: " in line
    assert "DisallowedHost" in line
    if name != "events.relay":
        assert "张三" not in line
        assert "example" not in line


def test_a_wrong_host_is_noted_without_repeating_it(lines: io.StringIO, settings: object) -> None:
    settings.ALLOWED_HOSTS = ["score.example.org"]  # type: ignore[attr-defined]
    assert Client(headers={"host": "zhangsan.example"}).get("/login/").status_code == 400
    written = lines.getvalue()
    assert "DisallowedHost" in written
    assert "zhangsan" not in written
    assert len(written.splitlines()) == 1


def test_names_typed_into_an_address_are_left_out() -> None:
    assert logged("Internal Server Error: /e/张三/", name="django.request") == "Internal Server Error: /e/…/"
