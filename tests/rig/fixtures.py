"""Fixtures for everyone: `rig_sqlite`, `rig_postgres`, `postgres_cluster`, `browser`."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests import settings
from tests.rig.browser import chromium
from tests.rig.postgres import PostgresCluster
from tests.rig.rig import Rig


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[PostgresCluster]:
    """One real PostgreSQL a run, started when the first test wants it."""
    cluster = PostgresCluster(settings.POSTGRES_DIR)
    cluster.start()
    yield cluster
    cluster.stop()


@pytest.fixture
def rig_sqlite(tmp_path: Path) -> Iterator[Rig]:
    """The whole service on SQLite, as `make run` starts it."""
    with Rig(tmp_path, "sqlite") as rig:
        yield rig


@pytest.fixture
def rig_postgres(tmp_path: Path, postgres_cluster: PostgresCluster) -> Iterator[Rig]:
    """The whole service on PostgreSQL."""
    with Rig(tmp_path, "postgres", cluster=postgres_cluster) as rig:
        yield rig


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium; open `rig.hall_url` in a context of your own. Mark the test `browser`.

    One a module, not one a run: while it is open playwright keeps an event loop in this thread, and Django refuses its
    database to whatever test comes next.
    """
    with chromium() as opened:
        yield opened
