"""The data folder belongs to one service at a time, and to its owner alone: names and secrets lie in it."""

import contextlib
import os
import time
from pathlib import Path
from typing import IO

OWNER_ONLY = 0o077  # the umask of all that write here
GRACE = 3.0  # seconds for a predecessor that is just ending


class InUse(RuntimeError):
    """Another service holds the folder. The message says what to do, in both languages."""


def hold(folder: Path) -> IO[str]:
    """Holds the folder until the file is closed or this process ends, however it ends; makes it and closes it to others. Raises InUse."""
    folder.mkdir(parents=True, exist_ok=True)
    close_to_others(folder)
    file = folder / "running.lock"
    file.touch(mode=0o600)
    held = file.open("w", encoding="ascii")
    deadline = time.monotonic() + GRACE
    while not _locked(held):
        if time.monotonic() > deadline:
            held.close()
            raise InUse(
                f"另一个明牌正在使用 {folder}。请先停掉它，或用 MINGPAI_DATA 指定别的文件夹。\n"
                f"Another Mingpai is using {folder}. Stop it, or name another folder with MINGPAI_DATA."
            )
        time.sleep(0.05)
    return held


def close_to_others(folder: Path) -> None:
    """Takes from group and others what they may with the folder and all in it. What belongs to another account stays as it is."""
    for path in (folder, *folder.rglob("*")):
        with contextlib.suppress(OSError):
            mode = path.lstat().st_mode
            if mode & 0o077 and not path.is_symlink():
                path.chmod(mode & 0o700)


def _locked(held: IO[str]) -> bool:
    if os.name == "nt":
        import msvcrt

        try:
            msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
