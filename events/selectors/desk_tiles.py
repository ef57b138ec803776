"""The tables of the hall as the desk shows them: one tile each, in the most urgent state. Reads only what was read already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from events.models import HandRecord, HandState, Match, Round, TableCall
from events.selectors.desk_clock import Overtime, is_paused, overtime_of, stands_at
from events.selectors.desk_open import OpenCase
from events.selectors.tables import Seated, TableRow
from scoring.competence import UNIT
from scoring.formats.protocol import ENTRANTS
from scoring.parameters import Rulebook
from scoring.setup import contenders
from scoring.tallies import TALLIES

# When a table counts as silent: about twice as long as one hand, board or game takes there.
SILENT_AFTER: Mapping[str, timedelta] = {
    "guandan": timedelta(minutes=12),
    "chaodipi": timedelta(minutes=20),
    "eighty": timedelta(minutes=25),
    "gomoku": timedelta(minutes=60),
    "doudizhu": timedelta(minutes=12),
}
# Where every board is signed by itself: how long the other side may take before somebody should go and see.
SIGNING = timedelta(minutes=5)

CALL, REVIEW, FINDING, TIME_LIMIT = "call", "review", "finding", "time_limit"
UNCONFIRMED, SILENT, CONFIRMED, FORFEITED, ANNULLED, PLAYING, WAITING = (
    "unconfirmed",
    "silent",
    "confirmed",
    "forfeited",
    "annulled",
    "playing",
    "waiting",
)
DONE = frozenset({CONFIRMED, FORFEITED, ANNULLED})


@dataclass(frozen=True, slots=True)
class Records:
    """What the desk needs of the live records of a match: the first of each game, and those that wait for a signature."""

    first: Mapping[int, datetime] = field(default_factory=dict)
    unsigned: tuple[tuple[int, datetime], ...] = ()  # number, when it was entered


@dataclass(frozen=True, slots=True)
class Tile:
    """One table of the hall: `state` is the most urgent thing to say of it, `minutes` how long it has been so.

    `sides`: who plays, side by side, as people know them: a team, or the names of a pair or player with their number. `overtime`,
    `findings`, `unsigned` (numbers of what waits too long for a signature) may stand beside any state; `paused`: its clock stands,
    at `stands` seconds where a time is set; `lost`: minutes since a device of the table was heard, None while all are.
    """

    row: TableRow
    state: str
    minutes: int | None
    closed: bool
    sides: tuple[tuple[str, str], ...]
    findings: Sequence[Mapping[str, Any]] = ()
    unsigned: tuple[int, ...] = ()
    unsigned_since: datetime | None = None
    overtime: Overtime | None = None
    paused: bool = False
    stands: int | None = None
    lost: int | None = None
    appealed: bool = False

    @property
    def still(self) -> bool:
        """Whether nothing goes on that somebody should look at."""
        return self.state in DONE and not (self.paused or self.findings or self.unsigned)

    @property
    def boards_done(self) -> int:
        """How many boards of the table have a result, where it plays boards."""
        return sum(1 for board in self.row.match.shown.get("boards", ()) if board["done"])


def minutes_since(moment: datetime | None, now: datetime) -> int | None:
    """Whole minutes; never negative, whatever a clock did."""
    return None if moment is None else max(0, int((now - moment).total_seconds() // 60))


def records_of(rulebook: Rulebook, current: Round | None, rows: Sequence[TableRow]) -> dict[int, Records]:
    """Match -> its records, of the tables that are shown: one query, none where hands are simply added up."""
    if current is None or TALLIES[rulebook.tally].additive:
        return {}
    signed = {row.match.pk: frozenset(row.match.shown.get("signed", ())) for row in rows}
    each = rulebook.choice(UNIT) == "hand"
    first: dict[int, dict[int, datetime]] = {}
    unsigned: dict[int, list[tuple[int, datetime]]] = {}
    live = HandRecord.objects.filter(match__in=[row.match.pk for row in rows], state=HandState.LIVE).order_by("seq")
    for match, game, number, named, entered_at in live.values_list("match_id", "game", "number", "hash", "entered_at"):
        first.setdefault(match, {}).setdefault(game, entered_at)
        if each and named not in signed.get(match, ()):
            unsigned.setdefault(match, []).append((number, entered_at))
    return {match: Records(first[match], tuple(sorted(unsigned.get(match, ())))) for match in first}


@dataclass(frozen=True, slots=True)
class Hall:
    """What all tiles are made from. `annulled`, `given`: matches whose result comes from elsewhere, as the computed state says."""

    rulebook: Rulebook
    current: Round | None
    now: datetime
    calls: Mapping[int, TableCall]
    cases: Mapping[int, OpenCase]
    lost: Mapping[int, int | None]
    records: Mapping[int, Records]
    annulled: frozenset[str]
    given: frozenset[str]
    findings: Mapping[str, Sequence[Mapping[str, Any]]]
    between: Mapping[str, Sequence[Mapping[str, Any]]]

    def found_at(self, match: Match) -> Sequence[Mapping[str, Any]]:
        """What blocks confirming and closing: as the table itself shows it, else as the last computed state says; then what the
        comparison with other tables found."""
        own = match.shown["findings"] if "findings" in match.shown else self.findings.get(match.code, ())
        return (*own, *self.between.get(match.code, ()))

    def tile(self, row: TableRow) -> Tile:
        match, records = row.match, self.records.get(row.match.pk, Records())
        late = tuple(number for number, entered_at in records.unsigned if match.done or self.now - entered_at >= SIGNING)
        settled = match.code in self.annulled or match.code in self.given or bool(match.forfeited_by)
        state, since = self._state(row, settled)
        by_team = contenders(self.rulebook) != ENTRANTS
        paused = is_paused(match) and not settled and not match.done
        case = self.cases.get(match.pk)
        return Tile(
            row=row,
            state=state,
            minutes=minutes_since(since, self.now),
            closed=match.closed,
            sides=tuple((side, seated.team if by_team else _numbered(seated)) for side, seated in row.sides.items()),
            findings=() if settled else self.found_at(match),
            unsigned=() if settled else late,
            unsigned_since=min((entered_at for _number, entered_at in records.unsigned), default=None),
            overtime=None if settled else self._overtime(match, records),
            paused=paused,
            stands=stands_at(self.rulebook, match, match.round.opened_at, records.first) if paused else None,
            lost=None if match.done or settled else self.lost.get(match.pk),
            appealed=case is not None and case.appealed,
        )

    def _state(self, row: TableRow, settled: bool) -> tuple[str, datetime | None]:
        match = row.match
        began = match.last_entry_at or (self.current.opened_at if self.current is not None else self.now)
        if (call := self.calls.get(match.pk)) is not None:
            return CALL, call.called_at
        if (case := self.cases.get(match.pk)) is not None:
            return REVIEW, case.since
        if match.under_review:
            return REVIEW, began
        if match.code in self.annulled:
            return ANNULLED, None
        if settled:
            return FORFEITED, None
        if self.found_at(match):
            return FINDING, began
        if match.confirmed_hash:
            return CONFIRMED, None
        if match.done:
            return UNCONFIRMED, began
        if self.now - began > SILENT_AFTER[self.rulebook.game]:
            return SILENT, began
        return (PLAYING if row.hands else WAITING), began

    def _overtime(self, match: Match, records: Records) -> Overtime | None:
        if self.current is None:
            return None
        return overtime_of(self.rulebook, match, match.round.opened_at, records.first, self.now)


def _numbered(seated: Seated) -> str:
    """A pair or player by name, behind the number that was drawn."""
    return seated.people if seated.number is None else f"{seated.number} {seated.people}"
