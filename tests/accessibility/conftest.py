"""The running service of a module: halls as the module's HALLS names them."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.accessibility.house import SAMPLE, House
from tests.rig.rig import Rig


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[tuple[Rig, dict[str, Any]]]:
    codes = getattr(request.module, "HALLS", SAMPLE)
    with Rig(tmp_path_factory.mktemp("house"), "sqlite") as rig:
        made = rig.manage("shell", "-v", "0", "-c", f"from tests.accessibility.seed import main; main(*{list(codes)!r})")
        assert made.returncode == 0, made.stderr
        yield rig, json.loads(made.stdout.strip().splitlines()[-1])


@pytest.fixture(scope="module")
def house(running: tuple[Rig, dict[str, Any]], browser: Browser) -> Iterator[House]:
    rig, told = running
    opened = House(rig, browser, **told)
    yield opened
    for context in opened.opened.values():
        context.close()
