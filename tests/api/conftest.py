"""Fixtures of the API tests: one event with round 1 open, and its callers."""

from typing import Any

import pytest

from events import wording
from tests.api.caller import Caller, device
from tests.cast import Stage, small_event


class _NoWords:
    def __getitem__(self, _which: int) -> Any:
        raise AssertionError("a code without words in events/wording")


@pytest.fixture(autouse=True)
def _every_code_has_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code without words shows a plain sentence in the field; here it fails the test that met it."""
    monkeypatch.setattr(wording, "_UNWORDED", _NoWords())


@pytest.fixture
def stage(db: None) -> Stage:
    return small_event()


@pytest.fixture
def scorer(stage: Stage) -> Caller:
    return device(stage, 1, "NS")


@pytest.fixture
def checker(stage: Stage) -> Caller:
    return device(stage, 1, "EW")


@pytest.fixture
def chief(stage: Stage) -> Caller:
    return Caller(user=stage.users["chief_referee"])


@pytest.fixture
def referee(stage: Stage) -> Caller:
    return Caller(user=stage.users["referee"])


@pytest.fixture
def organiser(stage: Stage) -> Caller:
    return Caller(user=stage.users["organiser"])


@pytest.fixture
def anyone(db: None) -> Caller:
    return Caller()
