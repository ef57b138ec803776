"""The incremental path: only what new entries made dirty is computed again. Must equal the fold, byte for byte."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.entries import Entry
from scoring.nodes import Node, Value
from scoring.parameters import Rulebook


def dirty_matches(before: Mapping[str, Any] | None, setup: Mapping[str, Any], touched: Iterable[str]) -> tuple[str, ...]:
    """Matches to compute again: those that new entries name, and those whose seat is new or differs from `before`."""
    raise NotImplementedError


def recompute(
    rulebook: Rulebook, values: Mapping[Node, Mapping[str, Any]], setup: Mapping[str, Any], entries: Mapping[str, Sequence[Entry]]
) -> dict[Node, Value]:
    """The node values that differ from `values` (all of the last computation) after `setup` and the matches of `entries`
    (dirty match -> all its entries) are computed again. A node that is no more comes back as an empty value."""
    raise NotImplementedError
