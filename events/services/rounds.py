"""轮: opened one after the other, from the plan of the format; locked and unlocked."""

from events.access import Actor
from events.models import Competition
from events.services.replies import Reply


def round_open(*, competition: Competition, number: int, by: Actor, force: bool = False, reason: str = "", key: str = "") -> Reply:
    """The next round and its matches: 201 `{"round", "matches": [code…], "bye": team pid or null, "entry"}`.

    Raises StateRefusal: `not_next`, `draws_missing`, `no_more_rounds`, `round_unfinished` with `current["missing"]` unless an
    organiser forces it with a reason. Raises Problems, NotAllowed.
    """
    raise NotImplementedError


def round_lock(*, competition: Competition, number: int, by: Actor, key: str = "") -> Reply:
    """No more entries by tables in this round. Raises NotFound, StateRefusal `already_locked`, NotAllowed."""
    raise NotImplementedError


def round_unlock(*, competition: Competition, number: int, by: Actor, key: str = "") -> Reply:
    """Raises NotFound, StateRefusal `not_locked`, NotAllowed."""
    raise NotImplementedError
