"""Log lines hold no one-time secrets and no values that a database quotes."""

import logging

import pytest

from config.logs import DiscreetFormatter


def logged(message: str, *, error: Exception | None = None) -> str:
    information = (type(error), error, None) if error else None
    return DiscreetFormatter("%(message)s").format(logging.LogRecord("django", logging.ERROR, "", 0, message, (), information))


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
