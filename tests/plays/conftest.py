"""The kept event and the script that works its table."""

import importlib.util
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from events.plays.event_file import PLAYS, EventFile
from events.plays.kinds import read_event

RULEBOOK = "healthcup-guandan"


@pytest.fixture(scope="session")
def event() -> EventFile:
    return read_event(RULEBOOK)


@pytest.fixture(scope="session")
def working() -> Iterator[ModuleType]:
    """working.py as a module; it stands in a folder that is no package."""
    spec = importlib.util.spec_from_file_location("healthcup_guandan_working", PLAYS / RULEBOOK / "working.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]
