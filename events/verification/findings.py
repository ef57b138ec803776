"""What verifying says: codes with operands, put into words by whoever shows them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not agree. `code` names it; `values` say where, `what` among them which columns."""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Report:
    """What verifying one competition found. `behind` entries are not in the snapshot yet, and `erased` remarks were forgotten
    on request: neither is a fault."""

    entries: int
    findings: tuple[Finding, ...]
    behind: int
    erased: int = 0
