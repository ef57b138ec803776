"""Recording hands 局: one result a slot, whatever is retried, doubled or out of order.

Reads `Match`, `HandRecord` and the match's entries; writes through events.ledger and keeps the projection in the same
transaction. Never talks to the broker. Rules are asked of scoring, never known here.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from events.access import Actor
from events.models import Competition
from events.services.replies import Reply


def hand_record(*, competition: Competition, match: str, record: Mapping[str, Any], key: str, by: Actor, device_time: str = "") -> Reply:
    """Store one hand: 201 stored, 200 echo of the live result, 202 kept beside another result until a ruling.

    Raises Problems, KeyMissing, KeyReused, NotAllowed, NotFound, StateRefusal (competition_closed, round_locked, table_closed,
    match_confirmed), Busy.
    """
    raise NotImplementedError


def slip_record(*, competition: Competition, match: str, items: Sequence[Mapping[str, Any]], by: Actor) -> list[Reply]:
    """A slip of up to five items `{"key", "record", "device_time"?}`: each with its own result; a bad one does not block the others.

    A refused item's Reply has the refusal's status and `{"code", "problems"?: [{"code", "clause", "at", "values"}], "current"?}`.
    """
    raise NotImplementedError


def hand_preview(*, competition: Competition, match: str, record: Mapping[str, Any], by: Actor) -> dict[str, Any]:
    """The outcome a record would have; nothing is stored. Raises Problems, NotAllowed, NotFound."""
    raise NotImplementedError


def hand_correct(
    *,
    competition: Competition,
    match: str,
    supersedes: str,
    record: Mapping[str, Any],
    key: str,
    by: Actor,
    reason: str = "",
    device_time: str = "",
) -> Reply:
    """Replace the live hand with the hash `supersedes`: 201. StateRefusal("stale", current=the live one) when it no longer lives."""
    raise NotImplementedError


def hand_void(
    *, competition: Competition, match: str, supersedes: str, key: str, by: Actor, reason: str = "", device_time: str = ""
) -> Reply:
    """Take the live hand off its slot: 201; the slot is empty again."""
    raise NotImplementedError
