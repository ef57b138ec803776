"""Triggers that make altering the ledger impossible, not discouraged: UPDATE, DELETE, TRUNCATE and REPLACE are refused.

Installed after every migrate, because SQLite's table remake drops triggers without a word; `missing` is asked at every start.
"""

from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "events_ledgerentry"
MESSAGE = "a ledger entry is never altered"

# REPLACE deletes without firing delete triggers unless recursive_triggers is on: so a row in the way is refused on insert.
SQLITE = {
    "ledger_refuses_update": f"CREATE TRIGGER ledger_refuses_update BEFORE UPDATE ON {TABLE} BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END",
    "ledger_refuses_delete": f"CREATE TRIGGER ledger_refuses_delete BEFORE DELETE ON {TABLE} BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END",
    "ledger_refuses_replace": (
        f"CREATE TRIGGER ledger_refuses_replace BEFORE INSERT ON {TABLE} "  # noqa: S608
        f"WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id) "
        f"OR EXISTS (SELECT 1 FROM {TABLE} WHERE book_id = NEW.book_id AND seq = NEW.seq) "
        f"OR EXISTS (SELECT 1 FROM {TABLE} WHERE book_id = NEW.book_id AND key = NEW.key) "
        f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
    ),
}

# One trigger a statement, whatever the number of rows: an UPDATE that would touch none is refused too.
POSTGRESQL_FUNCTION = f"BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'; END"
POSTGRESQL = {
    "ledger_refuses_update": "UPDATE",
    "ledger_refuses_delete": "DELETE",
    "ledger_refuses_truncate": "TRUNCATE",
}


def install(using: str = "default") -> None:
    """Install or renew the triggers; does nothing while the table is not there yet."""
    connection = connections[using]
    if TABLE not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name, create in SQLITE.items():
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
                cursor.execute(create)
        elif connection.vendor == "postgresql":
            cursor.execute(f"CREATE OR REPLACE FUNCTION ledger_refuses() RETURNS trigger LANGUAGE plpgsql AS $${POSTGRESQL_FUNCTION}$$")
            for name, event in POSTGRESQL.items():
                cursor.execute(f"DROP TRIGGER IF EXISTS {name} ON {TABLE}")
                cursor.execute(f"CREATE TRIGGER {name} BEFORE {event} ON {TABLE} FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuses()")
                # ALWAYS: session_replication_role must not switch it off.
                cursor.execute(f"ALTER TABLE {TABLE} ENABLE ALWAYS TRIGGER {name}")


def missing(using: str = "default") -> list[str]:
    """Names of triggers that are absent, switched off or not as written here."""
    connection = connections[using]
    if connection.vendor == "sqlite":
        return _missing_sqlite(connection)
    if connection.vendor == "postgresql":
        return _missing_postgresql(connection)
    return [f"no triggers are known for {connection.vendor}"]


def _missing_sqlite(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [TABLE])
        found = dict(cursor.fetchall())
    return [name for name, create in SQLITE.items() if found.get(name) != create]


def _missing_postgresql(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT t.tgname, t.tgenabled, pg_get_triggerdef(t.oid), p.prosrc FROM pg_trigger t "
            "JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = to_regclass(%s) AND NOT t.tgisinternal",
            [TABLE],
        )
        found = {row[0]: row[1:] for row in cursor.fetchall()}
    return [name for name, event in POSTGRESQL.items() if not _stands(found.get(name), event)]


def _stands(row: Any, event: str) -> bool:
    if row is None:
        return False
    enabled, definition, source = row
    enabled = enabled.decode() if isinstance(enabled, bytes) else enabled
    return enabled == "A" and f"BEFORE {event} ON" in definition and "FOR EACH STATEMENT" in definition and source == POSTGRESQL_FUNCTION
