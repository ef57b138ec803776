"""T4: nothing that the application, its admin or a stray line of SQL can do alters an entry of the ledger."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction
from django.db.models.deletion import ProtectedError

from events import checks, triggers
from events.models import Book, Competition, LedgerEntry
from tests.cast import Stage, add_team, bare_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    stage = bare_event()
    add_team(stage, "机加工车间", 2)
    return stage


def rows() -> list[tuple[object, ...]]:
    return list(LedgerEntry.objects.order_by("seq").values_list())


def _save(entry: LedgerEntry) -> None:
    entry.body = "{}"
    entry.save()


def _update(entry: LedgerEntry) -> None:
    LedgerEntry.objects.filter(pk=entry.pk).update(body="{}")


def _update_nothing_known(entry: LedgerEntry) -> None:
    LedgerEntry.objects.update(actor="")


def _delete(entry: LedgerEntry) -> None:
    entry.delete()


def _delete_queryset(entry: LedgerEntry) -> None:
    LedgerEntry.objects.all().delete()


def _bulk_update(entry: LedgerEntry) -> None:
    entry.kind = "void"
    LedgerEntry.objects.bulk_update([entry], ["kind"])


def _upsert(entry: LedgerEntry) -> None:
    entry.body = "{}"
    LedgerEntry.objects.bulk_create([entry], update_conflicts=True, unique_fields=["id"], update_fields=["body"])


def _upsert_by_key(entry: LedgerEntry) -> None:
    entry.body, entry.pk = "{}", None
    LedgerEntry.objects.bulk_create([entry], update_conflicts=True, unique_fields=["book", "key"], update_fields=["body"])


def _update_or_create(entry: LedgerEntry) -> None:
    LedgerEntry.objects.update_or_create(book=entry.book, seq=entry.seq, defaults={"body": "{}"})


def _raw(statement: str) -> Callable[[LedgerEntry], None]:
    def attempt(entry: LedgerEntry) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement.format(id=entry.pk, seq=entry.seq, key=entry.key, book=entry.book_id))

    return attempt


COLUMNS = ", ".join(str(field.column) for field in LedgerEntry._meta.concrete_fields if field.name != "id")
TABLE = triggers.TABLE
CHANGED = COLUMNS.replace("body", "'{{}}'")
WAYS: dict[str, Callable[[LedgerEntry], None]] = {
    "save": _save,
    "update": _update,
    "update of another column": _update_nothing_known,
    "delete": _delete,
    "delete of a queryset": _delete_queryset,
    "bulk_update": _bulk_update,
    "upsert by id": _upsert,
    "upsert by key": _upsert_by_key,
    "update_or_create": _update_or_create,
    "UPDATE": _raw("UPDATE events_ledgerentry SET body = '{{}}' WHERE id = {id}"),
    "UPDATE of a row by its seq": _raw("UPDATE events_ledgerentry SET seq = seq + 100 WHERE seq = {seq}"),
    "DELETE": _raw("DELETE FROM events_ledgerentry WHERE id = {id}"),
}
if connection.vendor == "sqlite":
    select = f"SELECT {CHANGED} FROM events_ledgerentry WHERE id = {{id}}"
    WAYS |= {
        "REPLACE by id": _raw(
            f"REPLACE INTO events_ledgerentry (id, {COLUMNS}) SELECT id, {CHANGED} FROM events_ledgerentry WHERE id = {{id}}"
        ),
        "REPLACE by seq and key": _raw(f"REPLACE INTO events_ledgerentry ({COLUMNS}) {select}"),
        "INSERT OR REPLACE": _raw(f"INSERT OR REPLACE INTO events_ledgerentry ({COLUMNS}) {select}"),
        "UPDATE OR REPLACE": _raw("UPDATE OR REPLACE events_ledgerentry SET seq = 1 WHERE id = {id}"),
    }
else:
    WAYS |= {
        "TRUNCATE": _raw("TRUNCATE events_ledgerentry CASCADE"),
        "UPDATE as a replica would": _raw(
            "SET session_replication_role = replica; UPDATE events_ledgerentry SET body = '{{}}' WHERE id = {id}"
        ),
        "ON CONFLICT": _raw(
            f"INSERT INTO events_ledgerentry ({COLUMNS}) SELECT {COLUMNS} FROM events_ledgerentry WHERE id = {{id}} "
            "ON CONFLICT (book_id, seq) DO UPDATE SET body = '{{}}'"
        ),
        "UPDATE of no row": _raw("UPDATE events_ledgerentry SET body = '' WHERE id = -1"),
    }


@pytest.mark.parametrize("way", WAYS)
def test_no_way_of_altering_an_entry_gets_through(stage: Stage, way: str) -> None:
    before = rows()
    with pytest.raises(DatabaseError), transaction.atomic():
        WAYS[way](LedgerEntry.objects.order_by("seq")[1])
    assert rows() == before


@pytest.mark.parametrize("parent", [Competition, Book])
def test_a_parent_is_not_deleted_from_under_its_entries(stage: Stage, parent: type[models.Model]) -> None:
    before = rows()
    with pytest.raises(ProtectedError), transaction.atomic():
        parent._default_manager.all().delete()
    assert rows() == before


def test_a_parent_is_not_deleted_by_sql_either(stage: Stage) -> None:
    before = rows()
    with pytest.raises(DatabaseError), transaction.atomic():
        _delete_books_by_sql()
    assert rows() == before


def _delete_books_by_sql() -> None:
    """SQLite looks at foreign keys at the commit; the test's own transaction never comes to one, so it is asked for here."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM events_book")
    connection.check_constraints()


if connection.vendor == "sqlite":

    def test_replace_is_refused_even_where_a_connection_forgot_recursive_triggers(stage: Stage) -> None:
        before = rows()
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA recursive_triggers = OFF")
        try:
            with pytest.raises(DatabaseError), transaction.atomic():
                WAYS["REPLACE by seq and key"](LedgerEntry.objects.order_by("seq")[1])
        finally:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA recursive_triggers = ON")
        assert rows() == before


def _drop(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}" + ("" if connection.vendor == "sqlite" else f" ON {triggers.TABLE}"))


NAMES = sorted(triggers.SQLITE if connection.vendor == "sqlite" else triggers.POSTGRESQL)


@pytest.mark.parametrize("name", NAMES)
def test_a_dropped_trigger_is_noticed_and_installed_again_by_migrate(name: str) -> None:
    assert triggers.missing() == []
    _drop(name)
    assert triggers.missing() == [name]
    assert [message.id for message in checks.ledger_is_protected(databases=["default"])] == ["events.E001"]
    call_command("migrate", verbosity=0)
    assert triggers.missing() == []


def test_a_trigger_that_does_nothing_counts_as_missing() -> None:
    name = "ledger_refuses_delete"
    _drop(name)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"CREATE TRIGGER {name} BEFORE DELETE ON {triggers.TABLE} BEGIN SELECT 1; END")
        else:
            cursor.execute("CREATE FUNCTION looks_away() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NULL; END$$")
            cursor.execute(f"CREATE TRIGGER {name} BEFORE DELETE ON {triggers.TABLE} FOR EACH STATEMENT EXECUTE FUNCTION looks_away()")
    assert triggers.missing() == [name]
    triggers.install()
    assert triggers.missing() == []
