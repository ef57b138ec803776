"""项目: its opening with a pinned rulebook, what the public sees of it, its close and reopening."""

from collections.abc import Mapping
from typing import Any

from events.access import Actor
from events.models import Competition, Event
from events.services.replies import Reply


def competition_create(
    *,
    event: Event,
    code: str,
    name: str,
    rulebook_id: str,
    by: Actor,
    overrides: Mapping[str, Any] | None = None,
    order: int = 0,
    key: str = "",
) -> Reply:
    """Opens a competition and its book: 201 `{"competition": code, "entry": {seq, hash}}`.

    The rulebook after `overrides` (leaf path -> value) is pinned by digest and canonical text. Raises Problems, NotAllowed.
    """
    raise NotImplementedError


def competition_rename(*, competition: Competition, name: str, by: Actor) -> Competition:
    """Names are not facts: allowed at any time. Raises Problems, NotAllowed."""
    raise NotImplementedError


def visibility_set(*, competition: Competition, visibility: str, by: Actor) -> Competition:
    """hidden or provisional; `official` comes from the close alone (StateRefusal `close_first`). Raises Problems, NotAllowed."""
    raise NotImplementedError


def competition_close(*, competition: Competition, by: Actor, key: str = "") -> Reply:
    """Official: 201 `{"publication": version, "standings": digest, "entry": …}`, from a full fold made here.

    Raises StateRefusal `not_ready` with `current["missing"]`: every match that is unfinished, unconfirmed, under review or
    carries a finding, every round not yet opened; `already_closed`. Raises NotAllowed.
    """
    raise NotImplementedError


def competition_reopen(*, competition: Competition, reason: str, by: Actor, key: str = "") -> Reply:
    """Takes the official status back, for a stated reason. Raises Problems (no reason), StateRefusal `not_closed`, NotAllowed."""
    raise NotImplementedError
