"""抽签: team numbers first, then the numbers of each team's pairs (TR-02)."""

from collections.abc import Sequence

from events.access import Actor
from events.models import Competition
from events.services.replies import Reply


def draw_make(
    *,
    competition: Competition,
    draw: str,
    by: Actor,
    team: str | None = None,
    seed: str | None = None,
    order: Sequence[str] | None = None,
    key: str = "",
) -> Reply:
    """`draw` is "teams" or "pairs" (then `team` is a pid); exactly one of `seed` (drawn here) and `order` (drawn in the hall, all pids once).

    201 `{"draw", "team", "method", "seed", "order", "entry"}`. A draw before round 1 opens replaces the earlier one.
    Raises Problems, NotFound, StateRefusal (`rounds_opened`, `teams_first`, `too_few_teams`, `unequal_pairs`), NotAllowed.
    """
    raise NotImplementedError
