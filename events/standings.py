"""From the ledger to the published snapshot: what the workers and the relay do.

Reads entries, writes `NodeValue` and `Snapshot` in one transaction guarded by seq. Running it twice, or twice at once, changes nothing.
"""

from typing import Any

from events.models import Competition


def recompute(competition_id: int, made_by: str) -> int:
    """Bring the snapshot up to the head of the book; returns its seq. `made_by` is "worker" or "relay"."""
    raise NotImplementedError


def full(competition: Competition, *, upto: int | None = None) -> dict[str, Any]:
    """The state folded from every entry (up to `upto`), by the path that shares no values with `recompute`."""
    raise NotImplementedError
