"""代表队, their pairs and players. The roster is frozen at the draw (TR-03); names are not facts and may change at any time."""

from collections.abc import Sequence

from events.access import Actor
from events.models import Competition, Player, Team
from events.services.replies import Reply


def team_add(*, competition: Competition, name: str, by: Actor, key: str = "") -> Reply:
    """201 `{"team": pid, "entry": {seq, hash}}`. Raises Problems, StateRefusal `roster_frozen`, NotAllowed."""
    raise NotImplementedError


def team_rename(*, competition: Competition, team: str, name: str, by: Actor) -> Team:
    """`team` is its pid. Raises Problems, NotFound, NotAllowed."""
    raise NotImplementedError


def team_remove(*, competition: Competition, team: str, by: Actor, key: str = "") -> Reply:
    """Takes the team and its pairs off before the draw. Raises NotFound, StateRefusal `roster_frozen`, NotAllowed."""
    raise NotImplementedError


def entrant_add(*, competition: Competition, team: str, names: Sequence[str], by: Actor, key: str = "") -> Reply:
    """A pair: 201 `{"entrant": pid, "team": pid, "players": [pid, pid], "entry": …}`. Raises as team_add, and NotFound."""
    raise NotImplementedError


def entrant_remove(*, competition: Competition, entrant: str, by: Actor, key: str = "") -> Reply:
    """Takes the pair off before the draw. Raises NotFound, StateRefusal `roster_frozen`, NotAllowed."""
    raise NotImplementedError


def player_rename(*, competition: Competition, player: str, name: str, by: Actor) -> Player:
    """`player` is a pid. Raises Problems, NotFound, NotAllowed."""
    raise NotImplementedError
