"""docs/testing.md names tests that exist."""

import re

from events.processes.supervisor import ROOT


def test_every_named_test_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "docs" / "testing.md").read_text(encoding="utf-8"))
    assert len(named) > 40
    missing = [f"{path}::{name}" for path, name in named if f"def {name}(" not in (ROOT / path).read_text(encoding="utf-8")]
    assert not missing
