"""Which processes descend from which, read from /proc; to see that none is left behind."""

import time
from pathlib import Path


def _parents() -> dict[int, tuple[int, str]]:
    """pid -> (parent, start time), zombies left out: they hold nothing."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                found[int(entry.name)] = (int(fields[1]), fields[19])
    return found


def descendants(pid: int) -> set[tuple[int, str]]:
    """All processes below `pid`, each with its start time, so that a reused number is not mistaken for it."""
    table = _parents()
    found: set[int] = set()
    fresh = {pid}
    while fresh:
        fresh = {child for child, (parent, _) in table.items() if parent in fresh} - found
        found |= fresh
    return {(child, table[child][1]) for child in found}


def still_there(processes: set[tuple[int, str]], seconds: float = 10.0) -> set[tuple[int, str]]:
    """Those that have not ended within `seconds`."""
    deadline = time.monotonic() + seconds
    while True:
        table = _parents()
        left = {(pid, born) for pid, born in processes if table.get(pid, (0, ""))[1] == born}
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.05)


def command_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
