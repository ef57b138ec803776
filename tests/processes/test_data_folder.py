"""One service a data folder, whichever command starts it; nobody else of the machine reads what lies in it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from events.processes.data_folder import close_to_others, hold
from events.processes.supervisor import ROOT
from tests.rig.rig import Rig, free_port


def refused(command: str, data: Path) -> str:
    environment = {
        **os.environ,
        "MINGPAI_DATA": str(data),
        "MINGPAI_PORT": str(free_port()),
        "MINGPAI_HOST": "127.0.0.1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    arguments = [sys.executable, str(ROOT / "manage.py"), command]
    done = subprocess.run(arguments, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    return done.stderr


@pytest.mark.parametrize("command", ["run", "serve"])
def test_a_folder_in_use_is_refused_in_words(tmp_path: Path, command: str) -> None:
    with hold(tmp_path):
        said = refused(command, tmp_path)
    assert "另一个明牌正在使用" in said
    assert "Traceback" not in said


def test_what_a_service_makes_is_its_owners_alone(tmp_path: Path) -> None:
    with Rig(tmp_path, broker=False) as rig:
        folder = rig.supervisor.data_dir
        loose = [str(path) for path in (folder, *folder.rglob("*")) if path.lstat().st_mode & 0o077]
        assert (folder / "mingpai.sqlite3").exists()
    assert loose == []


def test_what_an_earlier_version_left_open_is_closed(tmp_path: Path) -> None:
    file = tmp_path / "mingpai.sqlite3"
    file.write_text("")
    file.chmod(0o644)
    tmp_path.chmod(0o755)
    close_to_others(tmp_path)
    assert (file.stat().st_mode & 0o777, tmp_path.stat().st_mode & 0o777) == (0o600, 0o700)
