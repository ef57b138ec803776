"""A tethered program dies with the thread that started it; one without a parent does not start."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from events.processes.tether import PARENT_GONE, tethered
from tests.rig.process_tree import descendants, still_there

# Starts a sleeper the way named in argv, says so, and waits to be killed.
PARENT = """
import signal, subprocess, sys
from events.processes.tether import tethered
command = [sys.executable, "-S", "-c", "import time; print('up', flush=True); time.sleep(60)"]
if sys.argv[1] == "tethered":
    command = tethered(command, signal.SIGKILL)
process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
process.stdout.readline()
print("ready", flush=True)
signal.pause()
"""


def left_behind(how: str) -> set[tuple[int, str]]:
    """What is still there after the parent was killed with -9."""
    parent = subprocess.Popen([sys.executable, "-c", PARENT, how], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    assert parent.stdout.readline() == "ready\n"
    children = descendants(parent.pid)
    assert len(children) == 1
    parent.kill()
    parent.communicate()
    return still_there(children, 1.5 if how == "loose" else 10)


def test_a_tethered_child_dies_with_its_parent() -> None:
    assert not left_behind("tethered")


def test_the_control_without_a_tether_is_left_behind() -> None:
    (left,) = left_behind("loose")
    os.kill(left[0], signal.SIGKILL)


def test_a_parent_that_is_gone_already_is_noticed(tmp_path: Path) -> None:
    trace = tmp_path / "ran"
    command = tethered(["/bin/sh", "-c", f"touch {trace}"])
    mine = str(os.getpid())
    assert command.count(mine) == 1
    other = [str(os.getppid()) if part == mine else part for part in command]  # a parent that is not ours
    assert subprocess.run(other).returncode == PARENT_GONE
    assert not trace.exists()
    assert subprocess.run(command).returncode == 0
    assert trace.exists()
