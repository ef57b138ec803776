"""The kept events and the scripts that work their tables."""

from collections.abc import Iterator
from types import ModuleType

import pytest

from events.plays.event_file import EventFile
from events.plays.kinds import read_event
from tests.plays.worked import worked

RULEBOOK = "healthcup-guandan"
CLIMB, GOMOKU = KNOCKOUTS = ("healthcup-chaodipi", "healthcup-gomoku")


@pytest.fixture(scope="session")
def event() -> EventFile:
    return read_event(RULEBOOK)


@pytest.fixture(scope="session")
def working() -> Iterator[ModuleType]:
    yield from worked(RULEBOOK)


@pytest.fixture(scope="session")
def climb() -> Iterator[ModuleType]:
    yield from worked(CLIMB)


@pytest.fixture(scope="session")
def gomoku() -> Iterator[ModuleType]:
    yield from worked(GOMOKU)
