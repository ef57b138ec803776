"""The fold: a rulebook and the entries of one book make the whole published state. Pure; reads and writes nothing else."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.entries import Entry
from scoring.parameters import Rulebook

__all__ = ["Entry", "canonical", "fold"]


def fold(rulebook: Rulebook, entries: Iterable[Entry], book: str = "") -> dict[str, Any]:
    """The state after all `entries`, in the shape of docs/design.md. `book` is the id of the book, put into the state."""
    raise NotImplementedError


def canonical(state: Mapping[str, Any]) -> bytes:
    """The one spelling of a state: JSON, keys sorted, no spaces, UTF-8."""
    return json.dumps(state, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
