"""A child that dies with its parent, whatever kills the parent.

Linux tells a process of its parent's death only when the process asks (PR_SET_PDEATHSIG). This file is both: `tethered`
wraps a command, and run as a script it asks, makes sure that the parent is still there, and becomes that command.
A launcher instead of subprocess's preexec_fn, because that one may deadlock when the parent has threads.
Elsewhere than on Linux the command runs as it is.
"""

import ctypes
import os
import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
PARENT_GONE = 90


def tethered(command: list[str], death: signal.Signals = signal.SIGTERM, owner: tuple[int, int] | None = None) -> list[str]:
    """`command`, made to receive `death` when the thread that starts it ends. `owner`: the user and group id it runs as."""
    if not sys.platform.startswith("linux"):
        return command
    # -S -E: nothing of the site or the environment is needed, and the start costs some milliseconds only.
    user, group = owner or (-1, -1)
    launcher = [sys.executable, "-S", "-E", str(Path(__file__).resolve())]
    return [*launcher, str(os.getpid()), str(int(death)), str(user), str(group), *command]


def tie_to_parent(parent: int, death: int) -> bool:
    """Ask for `death` when the parent dies. False when `parent` is no longer there: then nobody will ever tell."""
    if not sys.platform.startswith("linux"):
        return True
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_PDEATHSIG, death, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG)")
    return os.getppid() == parent


def _main(arguments: list[str]) -> int:
    parent, death, user, group = map(int, arguments[:4])
    command = arguments[4:]
    if user >= 0:
        # Before the tie: a change of user cancels it.
        os.setgroups([])
        os.setgid(group)
        os.setuid(user)
    if not tie_to_parent(parent, death):
        return PARENT_GONE
    os.execvp(command[0], command)  # noqa: S606  becomes the command named by our own supervisor


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
