"""How long a table still has by its rulebook, and which are past it. Reads leaves, moments and what a table shows; changes no score.

The fold reads no clock: that time is up counts only once an official has stated it. Here it is a reminder.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from events.models import Match
from scoring.games.chaodipi.bell import time_is_up
from scoring.games.chaodipi.leaves import MINUTES
from scoring.games.eighty.clock import CHIEF_DECIDES, IN_TIME, minutes_allowed, overtime
from scoring.parameters import Rulebook

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
    clock = CLOCKS.get(rulebook.game)
    return clock(rulebook, match, opened_at, first, now) if clock is not None and not match.done else None


def minutes_left(rulebook: Rulebook, match: Match, opened_at: datetime, first: FirstRecords, now: datetime) -> int | None:
    """Whole minutes a match still has, 0 and less once its time is up; None where no time runs: without a limit, before the first
    record of a later game, after the bell, and once the match is done."""
    limit = LIMITS.get(rulebook.game)
    found = limit(rulebook, match, opened_at, first) if limit is not None and not match.done else None
    return None if found is None else found.allowed - _minutes(found.began, now)


def _game_limit(rulebook: Rulebook, match: Match, opened_at: datetime, first: FirstRecords) -> Limit | None:
    """炒地皮: a game has its minutes, the first from the opening of the round, a later one from its first record. None after the bell."""
    number = match.shown.get("game", 1)
    began = opened_at if number == 1 else first.get(number)
    return None if began is None or match.shown.get("time_up") else Limit(began, rulebook.number(MINUTES))


def _session_limit(rulebook: Rulebook, match: Match, opened_at: datetime, _first: FirstRecords) -> Limit:
    """80分: all boards of the round together have their minutes, from its opening."""
    return Limit(opened_at, minutes_allowed(rulebook, len(match.boards)))


def _game(rulebook: Rulebook, match: Match, opened_at: datetime, first: FirstRecords, now: datetime) -> Overtime | None:
    limit = _game_limit(rulebook, match, opened_at, first)
    if limit is None or not time_is_up(rulebook, int((now - limit.began).total_seconds())):
        return None
    return Overtime(_minutes(limit.began, now) - limit.allowed, limit.allowed, 0, True, limit.began + timedelta(minutes=limit.allowed))


def _session(rulebook: Rulebook, match: Match, opened_at: datetime, first: FirstRecords, now: datetime) -> Overtime | None:
    """80分: after the grace the chief referee decides."""
    limit, boards = _session_limit(rulebook, match, opened_at, first), len(match.boards)
    played = _minutes(opened_at, now)
    found = overtime(rulebook, boards, played)
    if found == IN_TIME:
        return None
    decides = found == CHIEF_DECIDES
    return Overtime(played - limit.allowed, limit.allowed, boards, decides, opened_at + timedelta(minutes=limit.allowed))


def _minutes(began: datetime, now: datetime) -> int:
    return max(0, int((now - began).total_seconds() // 60))


CLOCKS = {"chaodipi": _game, "eighty": _session}
LIMITS = {"chaodipi": _game_limit, "eighty": _session_limit}
