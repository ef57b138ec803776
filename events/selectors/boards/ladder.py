"""The leaderboard of a promotion ladder 晋级榜 (斗地主 范文一): the ten best with levels, today's wins and prizes; tables; the others.

Reads one Published state and the names; levels and who may still play today are the state's.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.three_people import People, Person
from events.selectors.boards.three_rows import Facts, ThreeBoard, ThreeRow, shared_of
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.parameters import Rulebook

BEST = 10


@dataclass(frozen=True, slots=True)
class Run:
    """One run 一轮晋级: from which round, how far, and what ended it; empty while it goes on."""

    from_round: int
    level: int
    ended_by: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One level of the ladder: reached or not, with a prize or not."""

    on: bool
    prize: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRow(ThreeRow):
    """`level`: what the ladder ranks by, as the rulebook has it; `now` of the last run, `best` of all; `today`: wins of the last day;
    `earned`: the levels with a prize reached."""

    level: int
    now: int
    best: int
    today: int
    blocked: bool
    runs: tuple[Run, ...]
    cells: tuple[Cell, ...]
    earned: tuple[int, ...]

    @property
    def goes_on(self) -> bool:
        """Whether the last run still goes on."""
        return bool(self.runs) and not self.runs[-1].ended_by

    @property
    def top(self) -> int:
        """The highest level that earned a prize, 0 for none."""
        return max(self.earned, default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderBoard(ThreeBoard):
    """`tiers`: the levels with a prize; `lot`: who may play first of those one level below the top, in the order drawn;
    `listed_first`: how many stand on the list of the best; `kept`: it ended without a champion."""

    rows: tuple[LadderRow, ...]
    top_level: int
    tiers: tuple[int, ...]
    day: str
    day_cap: int
    at_lot_level: tuple[Person, ...]
    lot: tuple[Person, ...]
    candidates: int
    listed_first: int
    kept: bool

    @property
    def open_ended(self) -> bool:
        """Nobody knows how many sessions there will be."""
        return True

    @property
    def levels(self) -> dict[str, int]:
        """Who stands where in his run now, for the cards of the tables."""
        return {row.key: row.now if row.goes_on else 0 for row in self.rows}

    @property
    def best(self) -> tuple[LadderRow, ...]:
        return self.rows[: self.listed_first]

    @property
    def others(self) -> tuple[LadderRow, ...]:
        return self.rows[self.listed_first :]


def board_of(*, published: Published, names: Names, rulebook: Rulebook) -> LadderBoard:
    """Lays out a snapshot. No query."""
    state = published.state
    found = state.get("ladder") or {}
    tiers = tuple(found.get("tiers") or ())
    rows = tuple(_rows(published, names, found.get("top_level") or 0, tiers))
    people = People(state, names)
    return LadderBoard(
        rows=rows,
        champion=next((row for row in rows if row.key == found.get("champion")), None),
        top_level=found.get("top_level") or 0,
        tiers=tiers,
        day=found.get("day") or "",
        day_cap=found.get("day_cap") or 0,
        at_lot_level=people.all(found.get("at_lot_level") or ()),
        lot=people.all(found.get("lot") or ()),
        candidates=len(found.get("candidates") or ()),
        listed_first=len(found.get("list") or ()) or BEST,
        kept=found.get("prize") == "kept",
        **shared_of(published, names),
    )


def cells_of(level: int, top: int, tiers: Sequence[int]) -> tuple[Cell, ...]:
    return tuple(Cell(number <= level, number in tiers) for number in range(1, top + 1))


def _rows(published: Published, names: Names, top: int, tiers: Sequence[int]) -> Iterable[LadderRow]:
    rows, facts = published.state["standings"], Facts(published, names)
    for place, row in enumerate(rows):
        fields = facts.fields(row, rows[place + 1] if place + 1 < len(rows) else None) | {"points": str(row["points"])}
        yield LadderRow(
            **fields,
            level=row["points"],
            now=row["level"],
            best=row["best"],
            today=row["today"],
            blocked=bool(row["blocked_today"]),
            runs=tuple(runs_of(row)),
            cells=cells_of(row["points"], top, tiers),
            earned=tuple(sorted(earned_of(row))),
        )


def runs_of(row: Mapping[str, Any]) -> Iterable[Run]:
    for run in row.get("runs") or ():
        yield Run(run.get("from_round") or 0, run["level"], run.get("ended_by") or "")


def earned_of(row: Mapping[str, Any]) -> Iterable[int]:
    """The levels whose prizes a row has, from awards by name or in full."""
    for award in row.get("awards") or ():
        number = (award["award"] if isinstance(award, dict) else str(award)).rpartition("_")[2]
        if number.isdigit():
            yield int(number)
