"""How long a table still has by its rulebook, and which are past it. Reads leaves, moments and what a table shows; changes no score.

The fold reads no clock: that time is up counts only once an official has stated it. Here it is a reminder. What an official did to
the clock of a table (`Match.clock`: stopped seconds, extra minutes, stopped since) moves it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from events import clock
from events.models import HandRecord, HandState, Match
from scoring.games.chaodipi.bell import time_is_up
from scoring.games.chaodipi.leaves import MINUTES
from scoring.games.eighty.clock import CHIEF_DECIDES, IN_TIME, minutes_allowed, overtime
from scoring.parameters import Rulebook
from scoring.tallies.table_of_three.leaves import MINUTES as TABLE_MINUTES
from scoring.tallies.table_of_three.leaves import TIME

FirstRecords = Mapping[int, datetime]  # game -> when the first of its records that live came in


@dataclass(frozen=True, slots=True)
class Limit:
    """The time of what is played now: since when it runs, and for how many minutes."""

    began: datetime
    allowed: int


@dataclass(frozen=True, slots=True)
class Overtime:
    """A table past its time. `minutes` over the `allowed` ones; `boards`: so many were to be played in them, 0 where a game has
    the time; `decides`: somebody has to decide now, not only to watch; `since`: when the time was up."""

    minutes: int
    allowed: int
    boards: int
    decides: bool
    since: datetime


def overtime_of(rulebook: Rulebook, match: Match, opened_at: datetime, first: FirstRecords, now: datetime) -> Overtime | None:
    """How far a match that is not done is past its time; None while it is in time, and where the rulebook sets none."""
    past = CLOCKS.get(rulebook.game)
    return past(rulebook, match, opened_at, first, now) if past is not None and not match.done else None


def minutes_left(rulebook: Rulebook, match: Match, opened_at: datetime, first: FirstRecords, now: datetime) -> int | None:
    """Whole minutes a match still has, 0 and less once its time is up; None where no time runs: without a limit, before the first
    record of a later game, after the bell, and once the match is done."""
    limit = LIMITS.get(rulebook.game)
    found = limit(rulebook, match, opened_at, first) if limit is not None and not match.done else None
    return None if found is None else found.allowed - _minutes(found.began, _stood_still(match, now))


def time_up_at(rulebook: Rulebook, match: Match, opened_at: datetime, first: FirstRecords) -> datetime | None:
    """When the time of a match is up if its clock goes on; None where no time runs, as in `minutes_left`."""
    limit = LIMITS.get(rulebook.game)
    found = limit(rulebook, match, opened_at, first) if limit is not None and not match.done else None
    return None if found is None else found.began + timedelta(minutes=found.allowed)


def stands_at(rulebook: Rulebook, match: Match, opened_at: datetime, first: FirstRecords) -> int | None:
    """Seconds that a clock shows which stands, less than 0 once the time was up; None for one that runs, and where no time is set."""
    until = time_up_at(rulebook, match, opened_at, first) if is_paused(match) else None
    return None if until is None else int((until - datetime.fromtimestamp(match.clock["paused_at"], UTC)).total_seconds())


def minutes_left_now(rulebook: Rulebook, match: Match) -> int | None:
    """The same for one table, at this moment: one query, none in its first game."""
    game, first = match.shown.get("game", 1), {}
    if game > 1:
        records = HandRecord.objects.filter(match=match, game=game, state=HandState.LIVE).order_by("seq")
        first = dict(records.values_list("game", "entered_at")[:1])
    return minutes_left(rulebook, match, match.round.opened_at, first, clock.now())


@dataclass(frozen=True, slots=True)
class ClockShown:
    """The clock of a table: whether it stands, the whole minutes `left` (0 and less: the time is up), the minutes given so far."""

    paused: bool
    left: int
    extra: int


def clock_of(match: Match, left: int | None) -> ClockShown | None:
    """What a desk shows of it; None where no time runs."""
    return None if left is None else ClockShown(is_paused(match), left, match.clock.get("extra", 0))


def is_paused(match: Match) -> bool:
    """Whether the clock of the table stands."""
    return "paused_at" in match.clock


def _stood_still(match: Match, now: datetime) -> datetime:
    """The moment that a clock shows: a stopped one shows when it was stopped."""
    return min(now, datetime.fromtimestamp(match.clock["paused_at"], UTC)) if is_paused(match) else now


def _moved(match: Match, limit: Limit) -> Limit:
    """A limit after the stops that are over, and with the minutes that were given."""
    return Limit(limit.began + timedelta(seconds=match.clock.get("stopped", 0)), limit.allowed + match.clock.get("extra", 0))


def _game_limit(rulebook: Rulebook, match: Match, opened_at: datetime, first: FirstRecords) -> Limit | None:
    """炒地皮: a game has its minutes, the first from the opening of the round, a later one from its first record. None after the bell."""
    number = match.shown.get("game", 1)
    began = opened_at if number == 1 else first.get(number)
    if began is None or match.shown.get("time_up"):
        return None
    limit = Limit(began, rulebook.number(MINUTES))
    return _moved(match, limit) if number == 1 else limit  # nobody wrote down in which game a clock was stopped


def _table_limit(rulebook: Rulebook, match: Match, opened_at: datetime, _first: FirstRecords) -> Limit | None:
    """斗地主 by time: a table has its minutes from the opening of its round. None after the bell, and for extra hands."""
    minutes = rulebook.number(TABLE_MINUTES) if rulebook.has(TIME) else 0
    if not minutes or match.shown.get("time_up") or match.shown.get("phase", "regular") != "regular":
        return None
    return _moved(match, Limit(opened_at, minutes))


def _session_limit(rulebook: Rulebook, match: Match, opened_at: datetime, _first: FirstRecords) -> Limit:
    """80分: all boards of the round together have their minutes, from its opening."""
    return _moved(match, Limit(opened_at, minutes_allowed(rulebook, len(match.boards))))


def _table(rulebook: Rulebook, match: Match, opened_at: datetime, first: FirstRecords, now: datetime) -> Overtime | None:
    limit, shows = _table_limit(rulebook, match, opened_at, first), _stood_still(match, now)
    if limit is None or shows - limit.began < timedelta(minutes=limit.allowed):
        return None
    return Overtime(_minutes(limit.began, shows) - limit.allowed, limit.allowed, 0, True, limit.began + timedelta(minutes=limit.allowed))


def _game(rulebook: Rulebook, match: Match, opened_at: datetime, first: FirstRecords, now: datetime) -> Overtime | None:
    limit, now = _game_limit(rulebook, match, opened_at, first), _stood_still(match, now)
    if limit is None:
        return None
    given = timedelta(minutes=limit.allowed - rulebook.number(MINUTES))
    if not time_is_up(rulebook, int((now - limit.began - given).total_seconds())):
        return None
    return Overtime(_minutes(limit.began, now) - limit.allowed, limit.allowed, 0, True, limit.began + timedelta(minutes=limit.allowed))


def _session(rulebook: Rulebook, match: Match, opened_at: datetime, first: FirstRecords, now: datetime) -> Overtime | None:
    """80分: after the grace the chief referee decides."""
    limit, boards = _session_limit(rulebook, match, opened_at, first), len(match.boards)
    played = _minutes(limit.began, _stood_still(match, now))
    found = overtime(rulebook, boards, played - match.clock.get("extra", 0))
    if found == IN_TIME:
        return None
    decides = found == CHIEF_DECIDES
    return Overtime(played - limit.allowed, limit.allowed, boards, decides, limit.began + timedelta(minutes=limit.allowed))


def _minutes(began: datetime, now: datetime) -> int:
    return max(0, int((now - began).total_seconds() // 60))


CLOCKS = {"chaodipi": _game, "eighty": _session, "doudizhu": _table}
LIMITS = {"chaodipi": _game_limit, "eighty": _session_limit, "doudizhu": _table_limit}
