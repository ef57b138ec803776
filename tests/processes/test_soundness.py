"""No part of the service starts on a database that may lose what it acknowledged (promise R10)."""

import subprocess
import sys
from pathlib import Path

import pytest

from events.processes.supervisor import ROOT
from tests.rig.postgres import PostgresCluster
from tests.rig.rig import Rig

PARTS = {
    "web": ["-c", "import config.wsgi"],
    "relay": ["manage.py", "relay"],
    "worker": ["-m", "celery", "-A", "config.celery", "worker", "--pool", "solo", "--without-gossip", "--without-mingle"],
}


@pytest.fixture(scope="module")
def careless(tmp_path_factory: pytest.TempPathFactory, postgres_cluster: PostgresCluster) -> dict[str, str]:
    """The environment of a service whose database does not wait for the disk."""
    with Rig(tmp_path_factory.mktemp("careless"), "postgres", cluster=postgres_cluster, broker=False) as rig:
        environment = rig.environment()
        name = environment["DATABASE_URL"].rpartition("/")[2]
        postgres_cluster.create("careless", template="template1")
        with postgres_cluster.connection("postgres") as admin:
            admin.execute("ALTER DATABASE careless SET synchronous_commit = off")
        environment["DATABASE_URL"] = environment["DATABASE_URL"].replace(name, "careless")
        migrated = subprocess.run(
            [sys.executable, "manage.py", "migrate", "--noinput", "--skip-checks"], env=environment, cwd=ROOT, capture_output=True
        )
        assert migrated.returncode == 0, migrated.stderr
        return environment


@pytest.mark.parametrize("part", PARTS)
def test_it_does_not_start(part: str, careless: dict[str, str], tmp_path: Path) -> None:
    environment = {**careless, "MINGPAI_READY_FILE": str(tmp_path / "ready")}
    done = subprocess.run([sys.executable, *PARTS[part]], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert "synchronous_commit is off" in done.stdout + done.stderr
    assert not (tmp_path / "ready").exists()
