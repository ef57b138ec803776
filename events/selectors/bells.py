"""When the time of tables that are playing is up, for whoever watches. Reads rounds, tables and their clocks; no rule reads any of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from events.models import Competition, Match
from events.selectors.desk_clock import is_paused, time_up_at
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True)
class Bell:
    """`until` is None while the clock stands."""

    until: datetime | None
    paused: bool


def bells_of(*, competition: Competition, rulebook: Rulebook) -> Mapping[str, Bell]:
    """Match -> its bell, of the matches that are not done and whose time runs or stands. One query.

    Only of games whose match has one time from the opening of its round.
    """
    matches = Match.objects.filter(competition=competition, done=False).select_related("round")
    found = {match: time_up_at(rulebook, match, match.round.opened_at, {}) for match in matches}
    return {match.code: Bell(None if is_paused(match) else until, is_paused(match)) for match, until in found.items() if until is not None}
