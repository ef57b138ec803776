"""What must hold before anything is served: the ledger's triggers stand, and "stored" means stored.

A killed process does not show whether the database waits for the disk, so the settings are read, through the application's own connection.
"""

import tempfile
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from events import triggers
from events.attachment_files import make_folder

LEAST_BUSY_TIMEOUT = 20_000  # milliseconds


@register(Tags.database)
def ledger_is_protected(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """`events.E001` for each missing trigger. Before the first migrate there is nothing to protect."""
    return [message for alias in databases or () for message in _protection(alias)]


@register(Tags.database)
def storage_is_durable(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """`events.E002` for each setting with which an acknowledged hand could be lost or a write fail at once."""
    return [message for alias in databases or () for message in _durability(connections[alias])]


def assert_sound(using: str = "default") -> None:
    """Raise ImproperlyConfigured with all that is wrong. Every process that serves or computes calls it at start."""
    connection = connections[using]
    messages = [*_protection(using), *_durability(connection)]
    if triggers.TABLE not in connection.introspection.table_names():
        messages.append(Error("the database is empty", hint="manage.py migrate", id="events.E003"))
    messages += _attachments()
    if messages:
        raise ImproperlyConfigured("\n".join(f"{message.id} {message.msg} ({message.hint})" for message in messages))


def _attachments() -> list[CheckMessage]:
    """The folder of photos and signatures is there and can be written to, before somebody takes one."""
    try:
        make_folder()
        with tempfile.TemporaryFile(dir=settings.ATTACHMENTS):
            return []
    except OSError as error:
        return [Error(f"the folder of attachments cannot be written to: {error.strerror}", hint="MINGPAI_ATTACHMENTS", id="events.E004")]


def _protection(alias: str) -> list[CheckMessage]:
    if triggers.TABLE not in connections[alias].introspection.table_names():
        return []
    return [
        Error(f"the ledger's trigger {name} is missing", hint="manage.py migrate --skip-checks installs it", id="events.E001")
        for name in triggers.missing(alias)
    ]


def _durability(connection: BaseDatabaseWrapper) -> list[CheckMessage]:
    if connection.vendor == "sqlite":
        found = {name: _read(connection, f"PRAGMA {name}") for name in ("journal_mode", "synchronous", "busy_timeout")}
        sound = {
            "journal_mode": found["journal_mode"] == "wal",
            "synchronous": int(found["synchronous"]) >= 2,
            "busy_timeout": int(found["busy_timeout"]) >= LEAST_BUSY_TIMEOUT,
        }
        wanted = {"journal_mode": "wal", "synchronous": "2 (full)", "busy_timeout": f"{LEAST_BUSY_TIMEOUT} or more"}
    elif connection.vendor == "postgresql":
        found = {name: _read(connection, f"SHOW {name}") for name in ("fsync", "synchronous_commit", "full_page_writes")}
        sound = {name: value != "off" for name, value in found.items()}
        wanted = dict.fromkeys(found, "on")
    else:
        return [Error(f"{connection.vendor} is not supported", hint="SQLite or PostgreSQL", id="events.E002")]
    return [
        Error(f"{name} is {found[name]}", hint=f"it must be {wanted[name]}", id="events.E002") for name, holds in sound.items() if not holds
    ]


def _read(connection: BaseDatabaseWrapper, statement: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return str(cursor.fetchone()[0])
