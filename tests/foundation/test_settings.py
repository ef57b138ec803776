"""What the environment means, read as a starting process reads it; and that a wrong value stops the start with its name."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.env import WrongSetting, broker
from events.processes.supervisor import ROOT

SHOW = """
import json
from config import settings
names = ["SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS"]
names += ["ALLOWED_HOSTS", "PORT", "CELERY_BROKER_URL"]
print(json.dumps({name: getattr(settings, name, None) for name in names}))
"""


def settings_of(data: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MINGPAI_", "DJANGO_", "DATABASE_", "REDIS_"))}
    environment = {**kept, "MINGPAI_DATA": str(data), **variables}
    return subprocess.run([sys.executable, "-c", SHOW], env=environment, cwd=ROOT, capture_output=True, text=True)


def test_in_a_hall_cookies_travel_over_plain_http(tmp_path: Path) -> None:
    found = json.loads(settings_of(tmp_path).stdout)
    assert not found["SESSION_COOKIE_SECURE"]
    assert not found["CSRF_COOKIE_SECURE"]
    assert not found["SECURE_SSL_REDIRECT"]
    assert found["ALLOWED_HOSTS"] == ["*"]
    assert found["PORT"] == 8000
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_in_public_everything_goes_through_tls(tmp_path: Path) -> None:
    found = json.loads(settings_of(tmp_path, MINGPAI_PROFILE="public", MINGPAI_HOSTS="a.example", REDIS_URL="unix:///run/q.sock").stdout)
    assert found["SESSION_COOKIE_SECURE"]
    assert found["CSRF_COOKIE_SECURE"]
    assert found["SECURE_SSL_REDIRECT"]
    assert found["SECURE_HSTS_SECONDS"] >= 365 * 24 * 3600
    assert found["ALLOWED_HOSTS"] == ["a.example"]
    assert found["CELERY_BROKER_URL"] == "redis+socket:///run/q.sock"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MINGPAI_PORT", "40000"),
        ("MINGPAI_PORT", "http"),
        ("MINGPAI_PROFILE", "hall"),
        ("MINGPAI_DEBUG", "maybe"),
        ("DATABASE_URL", "mysql://x/y"),
        ("REDIS_URL", "localhost:6379"),
    ],
)
def test_a_wrong_value_stops_the_start(tmp_path: Path, name: str, value: str) -> None:
    done = settings_of(tmp_path, **{name: value})
    assert done.returncode == 1
    assert "WrongSetting" in done.stderr
    assert name in done.stderr


def test_celery_gets_its_own_spelling_of_a_redis_address() -> None:
    assert broker("") is None
    assert broker("redis://host:6379/0") == "redis://host:6379/0"
    assert broker("unix:///tmp/b.sock") == "redis+socket:///tmp/b.sock"
    with pytest.raises(WrongSetting, match="REDIS_URL"):
        broker("amqp://host")
