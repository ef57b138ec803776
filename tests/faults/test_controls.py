"""Each fault test must be able to fail: broken variants of the product, applied to a copy of the tree, make the named test fail.

A control is a patch with a head: what is broken, `Must fail: <test>`, `And say: <words of the failure>`. A test that fails for another
reason does not count.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from events.processes.supervisor import ROOT

CONTROLS = Path(__file__).parent / "controls"
PARTS = ("config", "events", "scoring", "templates", "static", "locale", "tests", "manage.py", "pyproject.toml")
SECONDS = 300


@dataclass(frozen=True, slots=True)
class Control:
    """One broken variant."""

    patch: Path
    test: str
    says: str

    def __str__(self) -> str:
        return self.patch.stem


def read_control(patch: Path) -> Control:
    head = patch.read_text(encoding="utf-8").partition("\ndiff ")[0]
    test = re.search(r"^Must fail: (\S+)$", head, re.MULTILINE)
    says = re.search(r"^And say: (.+)$", head, re.MULTILINE)
    if test is None or says is None:
        raise ValueError(f"{patch.name}: the head names no test and no words")
    return Control(patch, test[1], says[1])


ALL = [read_control(patch) for patch in sorted(CONTROLS.glob("*.patch"))]


def apply(control: Control, folder: Path, *options: str) -> None:
    """Onto the copy in `folder`, which is no repository."""
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent)}
    done = subprocess.run(["git", "apply", *options, str(control.patch)], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{control}: {done.stderr}"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The tree as it stands, without data and environment."""
    folder = tmp_path / "copy"
    folder.mkdir()
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copyfile(source, folder / part)
    return folder


def test_controls_fit_the_tree(copy: Path) -> None:
    """A control that no longer applies controls nothing."""
    assert len(ALL) >= 6
    for control in ALL:
        apply(control, copy, "--check")
        name, _, function = control.test.partition("::")
        assert f"def {function}(" in (ROOT / name).read_text(encoding="utf-8"), control.test


@pytest.mark.faults
@pytest.mark.parametrize("control", ALL, ids=str)
def test_control_is_caught(control: Control, copy: Path) -> None:
    apply(control, copy)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", control.test]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=SECONDS)
    said = done.stdout + done.stderr
    assert done.returncode == 1, f"{control}: {control.test} did not fail\n{said[-3000:]}"
    assert control.says in said, f"{control}: it failed, but did not say {control.says!r}\n{said[-3000:]}"
