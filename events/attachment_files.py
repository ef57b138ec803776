"""The files of attachments: one a picture, named by the SHA-256 of its bytes, in a folder of its competition. Reads and writes files alone.

A file is there, whole, before the entry that names it commits, and only where one names it.
"""

import contextlib
import hashlib
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

MAGIC = ((b"\xff\xd8\xff", "image/jpeg"), (b"\x89PNG\r\n\x1a\n", "image/png"))


def media_type_of(body: bytes) -> str:
    """What the first bytes say a picture is: JPEG, PNG or WebP; empty for anything else, whatever its sender called it."""
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for magic, kind in MAGIC if body.startswith(magic)), "")


def digest_of_bytes(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def path_of(competition: str, sha256: str) -> Path:
    """Where the file lies; both are ids of ours, checked before they come here."""
    return settings.ATTACHMENTS / competition / sha256


def make_folder() -> None:
    """At the start, so that a folder that cannot be written to is found before somebody takes a photo."""
    settings.ATTACHMENTS.mkdir(mode=0o700, parents=True, exist_ok=True)


@contextmanager
def staged(competition: str, sha256: str, body: bytes) -> Iterator[Callable[[], None]]:
    """The bytes on the disk, beside their place; the function puts them there in one step. Without that nothing is left of them.

    Put there again it is the same file.
    """
    path = path_of(competition, sha256)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_name(f".{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())

        def put() -> None:
            beside.replace(path)
            _keep_name(path.parent)

        yield put
    finally:
        beside.unlink(missing_ok=True)


def _keep_name(folder: Path) -> None:
    """The name in its folder outlives a power cut too; not every system lets a folder be opened for that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_file(competition: str, sha256: str) -> bytes | None:
    """The bytes, or None where there is no such file."""
    try:
        return path_of(competition, sha256).read_bytes()
    except OSError:
        return None


def remove_file(competition: str, sha256: str) -> None:
    path_of(competition, sha256).unlink(missing_ok=True)
