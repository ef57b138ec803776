"""The rulebook the scoring tests play by."""

import pytest

from scoring.parameters import Rulebook
from scoring.rulebook import load_file


@pytest.fixture(scope="session")
def rules() -> Rulebook:
    return load_file("healthcup-guandan")
