"""working.py of a kept event as a module; it stands in a folder that is no package."""

import importlib.util
import sys
from collections.abc import Iterator
from types import ModuleType

from events.plays.event_file import PLAYS


def worked(rulebook: str) -> Iterator[ModuleType]:
    """Loaded, yielded, and forgotten again."""
    spec = importlib.util.spec_from_file_location(f"{rulebook.replace('-', '_')}_working", PLAYS / rulebook / "working.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]
