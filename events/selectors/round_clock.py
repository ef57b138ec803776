"""计时 of a round as the desk shows it: from its opening, the minutes of its rulebook, and what was stopped or given to all its tables.

Reads what was read already; no rule reads any of it. Of a round without minutes the clock counts up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from events.models import Match, Round
from scoring.games.chaodipi.leaves import MINUTES as GAME_MINUTES
from scoring.games.eighty.clock import minutes_allowed
from scoring.parameters import Rulebook
from scoring.tallies.table_of_three.leaves import MINUTES as TABLE_MINUTES
from scoring.tallies.table_of_three.leaves import TIME

# So many minutes before the end the hall hears a bell, and at the end.
BELLS = (10, 3, 0)


@dataclass(frozen=True, slots=True)
class RoundClock:
    """`began` is the opening, later by what the hall stood still; `minutes` it lasts with what was given, None without a limit;
    `stands` since when it does not run, `extra` the minutes given to all."""

    began: datetime
    minutes: int | None
    stands: datetime | None
    extra: int

    @property
    def until(self) -> datetime | None:
        """When the time is up if the clock goes on."""
        return None if self.minutes is None else self.began + timedelta(minutes=self.minutes)

    def shows(self, now: datetime) -> int:
        """Seconds: what is left, less than 0 once the time is up; without a limit what has passed."""
        at = now if self.stands is None else min(now, self.stands)
        passed = int((at - self.began).total_seconds())
        return max(0, passed) if self.minutes is None else self.minutes * 60 - passed


def round_clock_of(rulebook: Rulebook, current: Round, matches: Sequence[Match]) -> RoundClock:
    """The clock of an opened round; `matches` are its tables."""
    kept = current.clock
    stands = datetime.fromtimestamp(kept["paused_at"], UTC) if "paused_at" in kept else None
    allowed, extra = _allowed(rulebook, matches), kept.get("extra", 0)
    return RoundClock(
        began=current.opened_at + timedelta(seconds=kept.get("stopped", 0)),
        minutes=None if allowed is None else allowed + extra,
        stands=stands,
        extra=extra,
    )


def _allowed(rulebook: Rulebook, matches: Sequence[Match]) -> int | None:
    """The minutes all tables of a round have by the rulebook: of a game, a table, or of the boards that most of them play."""
    if rulebook.game == "chaodipi":
        return rulebook.number(GAME_MINUTES)
    if rulebook.game == "doudizhu" and rulebook.has(TIME):
        return rulebook.number(TABLE_MINUTES) or None
    if rulebook.game == "eighty" and matches:
        return minutes_allowed(rulebook, max(len(match.boards) for match in matches))
    return None
