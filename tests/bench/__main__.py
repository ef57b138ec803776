"""`python -m tests.bench` prints one JSON object a line. `--only pure|sqlite|postgres|large` for one part."""

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from events.plays.event_file import PLAYS
from events.plays.kinds import read_event
from events.processes.supervisor import ROOT

RULEBOOK = "healthcup-guandan"
STONES = "healthcup-gomoku"
PARTS = ("pure", "large", "sqlite", "postgres")


def working() -> ModuleType:
    """working.py of the kept event: its rounds."""
    spec = importlib.util.spec_from_file_location("healthcup_guandan_working", PLAYS / RULEBOOK / "working.py")
    if spec is None or spec.loader is None:
        raise LookupError("working.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def pure(_folder: Path) -> None:
    from scoring.rulebook import load_file
    from tests.bench.pairs import match_points_cost
    from tests.bench.pure import fold_cost, judge_rate, stones_rate

    rulebook, event = load_file(RULEBOOK), read_event(RULEBOOK)
    judge_rate(rulebook, event)
    stones_rate(load_file(STONES), read_event(STONES))
    fold_cost(rulebook, event, working())
    match_points_cost()


def large(folder: Path) -> None:
    """On a database of its own, without a service beside it."""
    environment = {**os.environ, "MINGPAI_DATA": str(folder), "DATABASE_URL": f"sqlite:///{folder / 'large.sqlite3'}", "REDIS_URL": ""}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    migrate = [sys.executable, str(ROOT / "manage.py"), "migrate", "--noinput", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
    subprocess.run([sys.executable, "-m", "tests.bench.large"], cwd=ROOT, env=environment, check=True)


def sqlite(folder: Path) -> None:
    from tests.bench.served import measure, rig_in

    with rig_in(folder) as rig:
        measure(rig, "sqlite")


def postgres(folder: Path) -> None:
    from tests.bench.served import measure, rig_in
    from tests.rig.postgres import PostgresCluster

    cluster = PostgresCluster(folder / "pg")
    cluster.start()
    try:
        with rig_in(folder, database="postgres", cluster=cluster) as rig:
            measure(rig, "postgres")
    finally:
        cluster.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=PARTS, help="one part")
    only = parser.parse_args().only
    for part in PARTS:
        if only in (None, part):
            with tempfile.TemporaryDirectory(prefix="mingpai-") as folder:
                globals()[part](Path(folder))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.settings")
    import django

    django.setup()
    main()
