"""R10: settings with which an acknowledged hand could be lost stop the start; they are read through the application's own connection."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection

from events import checks, triggers

pytestmark = pytest.mark.django_db(transaction=True)

WRONG = (
    {
        "journal_mode": "PRAGMA journal_mode = DELETE",
        "synchronous": "PRAGMA synchronous = NORMAL",
        "busy_timeout": "PRAGMA busy_timeout = 5000",
    }
    if connection.vendor == "sqlite"
    else {"synchronous_commit": "SET synchronous_commit = off"}
)


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_as_configured_everything_is_sound() -> None:
    checks.assert_sound()
    assert checks.storage_is_durable(databases=["default"]) == []
    assert checks.ledger_is_protected(databases=["default"]) == []


@pytest.mark.parametrize("setting", WRONG)
def test_a_setting_that_may_lose_hands_stops_the_start(setting: str) -> None:
    run(WRONG[setting])
    (message,) = checks.storage_is_durable(databases=["default"])
    assert message.id == "events.E002"
    assert setting in str(message.msg)
    with pytest.raises(ImproperlyConfigured, match=setting):
        checks.assert_sound()
    with pytest.raises(SystemCheckError, match="E002"):
        call_command("check", databases=["default"])
    connection.close()


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes", "synchronous_commit"])
def test_postgresql_is_asked_for_each_of_its_settings(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of them belong to the server and cannot be switched off for one test; that they are read at all can be shown."""
    asked: list[str] = []

    class Server:
        vendor = "postgresql"

    def answer(connection: object, statement: str) -> str:
        asked.append(statement)
        return "off" if statement == f"SHOW {setting}" else "on"

    monkeypatch.setattr(checks, "_read", answer)
    (message,) = checks._durability(Server())  # type: ignore[arg-type]
    assert setting in str(message.msg)
    assert sorted(asked) == ["SHOW fsync", "SHOW full_page_writes", "SHOW synchronous_commit"]


def test_a_missing_trigger_stops_the_start() -> None:
    run("DROP TRIGGER ledger_refuses_update" + ("" if connection.vendor == "sqlite" else f" ON {triggers.TABLE}"))
    with pytest.raises(ImproperlyConfigured, match="ledger_refuses_update"):
        checks.assert_sound()
    triggers.install()
    checks.assert_sound()


def test_an_empty_database_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(triggers, "TABLE", "events_not_there_yet")
    assert checks.ledger_is_protected(databases=["default"]) == []
    with pytest.raises(ImproperlyConfigured, match="empty"):
        checks.assert_sound()
