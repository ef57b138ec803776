"""Standings of rounds of tables of three: the places of the last table, then those who went out, by the round in which they did.

Whoever is still in has the first rank, shared, until a table decides otherwise. Clauses DZH-13, F2-09, F3-15, F6-11, F7-02.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from scoring.formats.groups.flow import Flow
from scoring.formats.groups.leaves import ADVANCE, BEST_OUT, BY_PLACE, BY_RANK, OUT_TOGETHER, TWO_LEFT
from scoring.formats.groups.levels import TABLE, TWO, Level, counted_result
from scoring.formats.groups.tables import Result, going
from scoring.outcomes import Step
from scoring.parameters import Rulebook
from scoring.sides import THREE

Value = dict[str, Any]
IN, OUT, CHAMPION, WAITING, WITHDRAWN, DISQUALIFIED = "in", "out", "champion", "waiting", "withdrawn", "disqualified"
FIRST = 1
PLACE, REACHED, SHARED = "place", "reached", "shared"


@dataclass
class _Way:
    """How far one entrant came. `level` is the last to which he came; `result` the table of it that counts for him."""

    entrant: str
    number: int
    level: Level
    result: Result | None
    status: str = IN
    rank: int = FIRST
    place: int | None = None  # at the last table, or of those who went out together where the text ranks them by it
    rows: list[Value] = field(default_factory=list)


def standings_rows(rulebook: Rulebook, setup: Mapping[str, Any], flow: Flow, values: Mapping[str, Mapping[str, Any]]) -> list[Value]:
    """The rows of `standings`, best first; those who share a rank in order of their draw numbers."""
    ways = _ways(rulebook, setup, flow)
    for level in flow.levels:
        at_level = [way for way in ways if way.level is level]
        if level.last:
            _last_table(level, at_level)
        else:
            _out_at(rulebook, flow, level, at_level)
    for way in ways:
        if way.entrant in flow.shared:
            way.status = CHAMPION
        elif way.entrant in setup["disqualified"]:
            way.status = DISQUALIFIED
        elif way.entrant in setup["gone"]:
            way.status = WITHDRAWN
    ordered = sorted(ways, key=lambda way: (way.rank, way.number, way.entrant))
    ranks = [way.rank for way in ordered]
    shared = _twice(ranks)
    teams = _teams(setup)
    rows: list[Value] = []
    for place, way in enumerate(ordered):
        above = ordered[place - 1] if place else None
        points = None if way.result is None else way.result.points[way.entrant]
        rows.append(
            {
                "team": teams.get(way.entrant, ""),
                "entrant": way.entrant,
                "rank": way.rank,
                "shared": way.rank in shared,
                "points": way.level.stakes.get(way.entrant, 0) if points is None else points,
                "split_by": "" if above is None else _split_by(way, above),
                "split": None if above is None or above.rank == way.rank else _split(way, above),
                "current": _current(way, values),
                "reached": way.level.round,
                "stage": way.level.stage,
                "status": way.status,
                "rounds": _rounds(flow, way),
                "trace": [step.as_json() for step in _trace(rulebook, flow, way)],
            }
        )
    return rows


def award_rows(rulebook: Rulebook, rows: Sequence[Mapping[str, Any]], *, over: bool) -> list[Value]:
    """What the ranks bring whose holders are known: `{"entrant", "award", "cash", "goods", "clause", "final"}`."""
    cash = {row["rank"]: row["cash"] for row in rulebook.rows(BY_RANK)}
    return [
        {"entrant": row["entrant"], "award": f"rank_{row['rank']}", "cash": cash[row["rank"]], "goods": "", "clause": law, "final": over}
        for row in rows
        if row["rank"] in cash and row["status"] in (OUT, CHAMPION)
        for law in [rulebook.law(BY_RANK)]
    ]


def _ways(rulebook: Rulebook, setup: Mapping[str, Any], flow: Flow) -> list[_Way]:
    known = dict.fromkeys([*setup["groups"].get("1", []), *setup["registered"]])
    numbers = {one: place for place, one in enumerate(known, start=1)}
    last: dict[str, Level] = {one: level for level in flow.levels for one in level.members}
    return [_Way(one, numbers.get(one, 0), level, counted_result(rulebook, level, one)) for one, level in last.items()]


def _last_table(level: Level, ways: Sequence[_Way]) -> None:
    """The places of the last table are the final ranks."""
    if not level.done or not level.results:
        return
    for way in ways:
        way.place = None if way.result is None else way.result.place(way.entrant)
        way.rank = way.place or TABLE
        way.status = CHAMPION if way.rank == FIRST and way.entrant in level.on else OUT


def _out_at(rulebook: Rulebook, flow: Flow, level: Level, ways: Sequence[_Way]) -> None:
    """Those of a level who do not go on share a rank below all who do, or stand by their places at the tables."""
    after = next((one for one in flow.levels if one.number == level.number + 1), None)
    before = len(after.members) if after is not None else len(flow.shared) if flow.over else _coming(rulebook, level)
    out = [way for way in ways if _is_out(level, way, after, flow)]
    for way in ways:
        if way.entrant in level.waiting and level.refill_round is not None and level.refill is None:
            way.status = WAITING
    if rulebook.choice(OUT_TOGETHER) == BY_PLACE:
        for way in out:
            way.place = (None if way.result is None else way.result.place(way.entrant)) or TABLE + 1
    at_place = Counter(way.place or 0 for way in out)
    for way in out:
        way.status = OUT
        way.rank = before + 1 + sum(many for place, many in at_place.items() if place < (way.place or 0))


def _is_out(level: Level, way: _Way, after: Level | None, flow: Flow) -> bool:
    """Whether an entrant whose last level this is does not go on from it."""
    if not level.opened or way.entrant in flow.shared:
        return False
    if way.entrant in level.on or way.result is None:
        return after is not None or flow.over
    if level.refill_seats is not None and level.refill is None and way.entrant in level.refill_seats:
        return False
    return all(result.decided for result in level.results_of(way.entrant))


def _coming(rulebook: Rulebook, level: Level) -> int:
    """How many go on from a level that is not over, if its open tables end as tables do."""
    on = sum(len(result.on) if result.decided else going(rulebook) for result in level.tables())
    if level.refill is None:
        on += going(rulebook) if level.refill_round is not None else len(level.waiting)
    return TABLE if on == TWO and rulebook.choice(TWO_LEFT) == BEST_OUT else on


def _split_by(way: _Way, above: _Way) -> str:
    """What put a row below the one above it."""
    if way.rank == above.rank:
        return SHARED
    return PLACE if way.level is above.level else REACHED


def _split(way: _Way, above: _Way) -> Value:
    """Both values of what separated them: their places, or the rounds they reached."""
    key = _split_by(way, above)
    mine, theirs = (way.place, above.place) if key == PLACE else (way.level.round, above.level.round)
    return {"key": key, "mine": mine, "theirs": theirs, "other": above.entrant}


def _current(way: _Way, values: Mapping[str, Mapping[str, Any]]) -> Value | None:
    """The opened table at which an entrant plays now."""
    playing = [result for result in way.level.results_of(way.entrant) if result.state in ("waiting", "playing")]
    if not playing:
        return None
    value, points = values[playing[-1].match], playing[-1].points[way.entrant]
    seat = next(side for side in THREE if value[side]["entrant"] == way.entrant)
    return {"round": value["round"], "match": value["match"], "seat": seat, "points": points, "handed_in": 0, "matches": 1}


def _rounds(flow: Flow, way: _Way) -> list[Value]:
    """Table by table how an entrant came here; a round without a table is one in which he waited."""
    rows: list[Value] = []
    for level in flow.levels:
        tables = level.results_of(way.entrant)
        if not level.opened or (not tables and way.entrant not in level.waiting):
            continue
        for result in tables:
            seat = THREE[result.people.index(way.entrant)]
            points = result.points[way.entrant]
            on: bool | None = way.entrant in result.on if result.decided else None
            said = {"match": result.match, "seat": seat, "points": points, "place": result.place(way.entrant), "state": result.state}
            rows.append({"round": result.round, "stage": result.stage or level.stage, **said, "went_on": None if level.last else on})
        if not tables:
            waits = level.refill_round is not None
            said = {"match": "", "seat": "", "points": None, "place": None, "state": "waiting" if waits else "bye"}
            rows.append({"round": level.round, "stage": level.stage, **said, "went_on": None if waits else True})
    return rows


def _trace(rulebook: Rulebook, flow: Flow, way: _Way) -> list[Step]:
    if way.status in (IN, WAITING):
        return []
    if way.entrant in flow.shared:
        return [Step(rulebook.law(TWO_LEFT), "left_together", (len(flow.shared),), way.rank)]
    if way.level.last:
        points = None if way.result is None else way.result.points[way.entrant]
        return [Step(rulebook.law(ADVANCE), "last_table", (way.place or TABLE, points or 0), way.rank)]
    return [Step(rulebook.law(ADVANCE), "out_at_tables", (way.level.round, way.rank - 1), way.rank)]


def _twice(ranks: Sequence[int]) -> set[int]:
    """The ranks that more than one has; `ranks` ascend."""
    return {rank for rank, other in pairwise(ranks) if rank == other}


def _teams(setup: Mapping[str, Any]) -> dict[str, str]:
    return {**setup["team_of_gone"], **{row["entrant"]: team["team"] for team in setup["teams"] for row in team["entrants"]}}
