"""What the fold reads of a ledger row: no names, no times, nothing that depends on a database."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the book. `body` is its parsed JSON; `match` is empty for an entry about no single match."""

    seq: int
    kind: str
    key: str = ""
    hash: str = ""
    supersedes: str = ""
    match: str = ""
    game: int = 0
    number: int = 0
    room: str = ""
    actor: str = ""
    role: str = ""
    body: Mapping[str, Any] = field(default_factory=dict)
