"""Strict readers of environment variables: a wrong value stops the start and says which and why."""

import os
from pathlib import Path
from urllib.parse import unquote, urlparse


class WrongSetting(RuntimeError):
    """An environment variable holds a value that cannot be meant."""


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default)


def flag(name: str, *, default: bool) -> bool:
    """1/true/yes/on or 0/false/no/off."""
    raw = os.environ.get(name)
    if raw is None or raw == "":
        return default
    if raw.lower() in {"1", "true", "yes", "on"}:
        return True
    if raw.lower() in {"0", "false", "no", "off"}:
        return False
    raise WrongSetting(f"{name}={raw!r}: expected 1 or 0")


def number(name: str, *, default: int, least: int, most: int) -> int:
    raw = os.environ.get(name)
    if raw is None or raw == "":
        return default
    try:
        value = int(raw)
    except ValueError:
        raise WrongSetting(f"{name}={raw!r}: expected a whole number") from None
    if not least <= value <= most:
        raise WrongSetting(f"{name}={value}: expected {least} to {most}")
    return value


def names(name: str, default: str) -> list[str]:
    """A list with commas."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def certificate(name: str, key_name: str) -> tuple[str, str] | None:
    """Two files that belong together, a certificate and its key; None where neither is named."""
    files = os.environ.get(name, ""), os.environ.get(key_name, "")
    if files == ("", ""):
        return None
    for wanted, file in zip((name, key_name), files, strict=True):
        if not file or not Path(file).is_file():
            raise WrongSetting(f"{wanted}={file!r}: expected a file; {name} and {key_name} go together")
    return files


def choice(name: str, default: str, choices: tuple[str, ...]) -> str:
    value = os.environ.get(name, default)
    if value not in choices:
        raise WrongSetting(f"{name}={value!r}: expected one of {', '.join(choices)}")
    return value


def database(name: str, default_file: Path) -> dict[str, object]:
    """`postgres://user:password@host:port/name` (host may be a socket folder, %2F for /), `sqlite:///path`, or unset for one file."""
    raw = os.environ.get(name, "")
    if raw.startswith("sqlite:///") or not raw:
        path = Path(raw.removeprefix("sqlite:///")) if raw else default_file
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(path),
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                # IMMEDIATE: a read that later writes must not fail with "database is locked".
                # FULL: in WAL mode NORMAL may lose the last acknowledged hands when the power goes.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;",
            },
        }
    url = urlparse(raw)
    if url.scheme not in {"postgres", "postgresql"} or not url.path.strip("/"):
        raise WrongSetting(f"{name}: expected postgres://user:password@host:port/name or sqlite:///path")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(url.path.lstrip("/")),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": unquote(url.hostname or ""),
        "PORT": str(url.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"options": "-c statement_timeout=20000 -c lock_timeout=5000"},
    }


def broker(redis_url: str) -> str | None:
    """Celery's spelling of a Redis address: it says `redis+socket://` where redis-py says `unix://`."""
    if not redis_url:
        return None
    if redis_url.startswith("unix://"):
        return "redis+socket://" + redis_url.removeprefix("unix://")
    if redis_url.startswith(("redis://", "rediss://")):
        return redis_url
    raise WrongSetting("REDIS_URL: expected redis://host:port/0, rediss://… or unix:///path/to.sock")
