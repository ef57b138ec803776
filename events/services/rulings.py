"""Rulings 裁定: what a slot's result is, decided by those the rulebook makes competent."""

from collections.abc import Mapping, Sequence
from typing import Any

from events.access import Actor
from events.models import Competition
from events.services.replies import Reply


def ruling_make(
    *,
    competition: Competition,
    match: str,
    number: int,
    clauses: Sequence[str],
    key: str,
    reason: str,
    by: Actor,
    record: Mapping[str, Any] | None = None,
    uphold: str | None = None,
) -> Reply:
    """Settle hand `number` by a record of its own or by upholding the contested entry with hash `uphold`: 201.

    Raises Problems (ruling_needs_one, clause_unknown, clause_missing, reason_missing, …), NotAllowed, StateRefusal(not_contested), …
    """
    raise NotImplementedError
