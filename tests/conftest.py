"""The ground every test stands on: the chosen database, fresh databases for tests that commit, catalogs, real services.

`django_db`                     one transaction a test, rolled back: the usual case
`django_db(transaction=True)`   commits, threads: gets a fresh database of its own, copied from the migrated template, triggers and all
"""

import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from django.db import connections
from django.test import TransactionTestCase
from django.utils import translation

from tests import settings
from tests.rig.postgres import PostgresCluster

pytest_plugins = ["tests.rig.fixtures"]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request: pytest.FixtureRequest) -> None:
    """pytest-django calls this before it makes the test database."""
    if settings.TEST_DB == "postgres":
        request.getfixturevalue("postgres_cluster")


@pytest.fixture(scope="session")
def database_template(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> str:
    """A copy of the migrated, empty test database: a file on SQLite, a database's name on PostgreSQL."""
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        connection = connections["default"]
        current = str(connection.settings_dict["NAME"])
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            template = str(settings.RUN_DIR / "template.sqlite3")
            connection.close()
            shutil.copyfile(current, template)
            return template
        connection.close()
        PostgresCluster(settings.POSTGRES_DIR).create("mingpai_template", template=current)
        return "mingpai_template"


_numbers = count(1)


@pytest.fixture
def fresh_database(transactional_db: None, database_template: str) -> Iterator[str]:
    """A database of this test alone; every connection of every thread goes there. Gives its name (a path on SQLite).

    The ledger refuses to be emptied, so no test empties it: the whole database is thrown away instead.
    """
    connection = connections["default"]
    shared = connections.databases["default"]  # the one dictionary that all threads' connections read
    before = shared["NAME"]
    connections.close_all()
    if connection.vendor == "sqlite":
        name = str(settings.RUN_DIR / f"fresh-{next(_numbers)}.sqlite3")
        shutil.copyfile(database_template, name)
    else:
        name = f"fresh_{next(_numbers)}"
        PostgresCluster(settings.POSTGRES_DIR).create(name, template=database_template)
    shared["NAME"] = name
    try:
        yield name
    finally:
        connections.close_all()
        shared["NAME"] = before
        if connection.vendor == "sqlite":
            for suffix in ("", "-wal", "-shm"):
                Path(name + suffix).unlink(missing_ok=True)
        else:
            PostgresCluster(settings.POSTGRES_DIR).drop(name)


@pytest.fixture(autouse=True)
def _fresh_when_it_commits(request: pytest.FixtureRequest) -> None:
    marker = request.node.get_closest_marker("django_db")
    if (marker is not None and marker.kwargs.get("transaction")) or {"transactional_db", "live_server"} & set(request.fixturenames):
        request.getfixturevalue("fresh_database")


@pytest.fixture(autouse=True, scope="session")
def _nothing_is_flushed() -> Iterator[None]:
    """Django empties the tables after a committing test; here the database itself is fresh, and the ledger would refuse."""
    patch = pytest.MonkeyPatch()
    patch.setattr(TransactionTestCase, "_fixture_teardown", lambda self: None)
    yield
    patch.undo()


@pytest.fixture(autouse=True)
def _no_language_stays() -> Iterator[None]:
    """A request leaves its language behind in the thread; the next test begins in the default one, as a fresh thread would."""
    yield
    translation.deactivate()
