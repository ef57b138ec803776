"""A secret made once and kept in a file only its owner can read."""

import os
import secrets
from pathlib import Path


def kept_secret(path: Path) -> str:
    """The secret in `path`; made, with mode 0600, when there is none. Two processes starting at once agree on one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(handle, "w", encoding="ascii") as file:
        secret = secrets.token_urlsafe(50)
        file.write(secret)
    return secret
