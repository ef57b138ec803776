"""scoring/ is rules alone: standard library, no clock, no chance, no network, one reader of files."""

import ast
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "scoring"
FILES = sorted(FOLDER.rglob("*.py"))
FORBIDDEN = {"time", "datetime", "random", "secrets", "os", "socket", "subprocess", "uuid", "importlib", "threading", "asyncio", "urllib"}


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(FOLDER)) for path in FILES])
def test_standard_library_only_and_nothing_that_changes_by_itself(path: Path) -> None:
    names = imported(path)
    assert names <= {"scoring", *sys.stdlib_module_names}
    assert not names & FORBIDDEN
    if path != FOLDER / "rulebook.py":
        assert "pathlib" not in names


def test_no_file_is_long() -> None:
    assert {path.name: length for path in FILES if (length := len(path.read_text(encoding="utf-8").splitlines())) >= 400} == {}
