"""Another way in is told as it has to be typed, without a secret; and where there is no service yet that is said in words."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from events.management.welcome import again
from events.processes.supervisor import ROOT


def test_the_command_names_the_folder_and_the_port_of_this_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("MINGPAI_DATA", "/tmp/a hall")
    monkeypatch.setenv("MINGPAI_PORT", "8123")
    assert again() == "MINGPAI_DATA='/tmp/a hall' MINGPAI_PORT=8123 .venv/bin/python manage.py login_link organiser"


def test_the_password_of_a_database_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://mingpai:hush@127.0.0.1/mingpai")
    assert "hush" not in again()
    assert "DATABASE_URL" in again()


def test_without_a_database_the_link_is_refused_in_words(tmp_path: Path) -> None:
    environment = {**os.environ, "MINGPAI_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, str(ROOT / "manage.py"), "login_link", "organiser"]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert str(tmp_path) in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "mingpai.sqlite3").exists()
