"""Standings of a tree of stages: by the stage reached, the last stage by its places; the coming stage, awards, and the stages themselves.

Whoever is still in shares the first rank until a table decides otherwise; those who went out in one stage share a rank, or seconds are
before thirds. Clauses F5-01..06.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.formats.drawn_tables import DECIDED, FINAL, LOT, REGULAR, coming_row, draws_wanted, round_row
from scoring.formats.finishing import points_at, seated_at
from scoring.formats.stages.course import Course, Played, Table
from scoring.formats.stages.leaves import ABSENT, BY_PLACE, BY_RANK, CHAMPION, FINAL_STRICT, OUT, OUT_TOGETHER, ROUTES, UNSET
from scoring.outcomes import Score, Step, score_json
from scoring.parameters import Rulebook
from scoring.sides import THREE

Value = dict[str, Any]
IN, WAITING, CHAMPION_NOW = "in", "waiting", "champion"


@dataclass
class _Way:
    """How far one entrant came. `place` is that at his last table, once decided; `ended` where the last stage gave him a rank."""

    entrant: str
    team: str
    number: int
    status: str = WAITING
    reached: int = 0
    stage: str = ""
    place: int | None = None
    points: Score = 0
    ended: bool = False
    now: Table | None = None
    rounds: list[Value] = field(default_factory=list)


def standings_value(rulebook: Rulebook, setup: Mapping[str, Any], course: Course, values: Mapping[str, Mapping[str, Any]]) -> Value:
    """The value of the standings node."""
    coming = _coming(course)
    rounds = [round_row(row, values.values()) for row in setup["rounds"]]
    opened = {row["round"] for row in rounds}
    rounds += [coming_row({"round": one.stage.round, "stage": one.stage.code}) for one in course.stages if one.stage.round not in opened]
    due = course.due()
    over = course.last.decided and all(played.decided for played in course.stages) and not due
    lots = [{"draw": LOT, "entrants": tied} for tied in course.lots()]
    rows = _rows(rulebook, setup, course)
    return {
        "standings": rows,
        "previous": {},
        "rounds": sorted(rounds, key=lambda row: int(row["round"])),
        "next": coming,
        "due": due,
        "awards": _awards(rulebook, setup, rows) if over else [],
        "stages": [_stage(course, played) for played in course.stages],
        "plan": {
            **setup["plan"],
            "draws": [*draws_wanted(setup, coming), *lots],
            "blocked": _blocked(rulebook, course, due, over=over),
            "rounds": len(course.stages),
            "over": over,
            "beside": [],
        },
    }


def _coming(course: Course) -> Value | None:
    """What the next round needs: nothing while results are missing, or too few or too many are there."""
    played = course.coming()
    if played is None or course.faults or not played.full:
        return None
    kind = FINAL if played is course.last else REGULAR
    return {
        "round": played.stage.round,
        "stage": played.stage.code,
        "entrants": list(played.due),
        "seats_known": False,
        "kind": kind,
        "strict": course.tree.strict(played.stage),
    }


def _blocked(rulebook: Rulebook, course: Course, due: Sequence[Mapping[str, Any]], *, over: bool) -> list[Value]:
    """Stages that do not add up, people that are missing, results that the next stage waits for, and a prize that nobody has set."""
    blocked: list[Value] = list(course.faults)
    blocked += [{"code": "seats_differ", "values": {"match": row["match"]}} for row in due]
    blocked += [{"code": "ties_open", "values": {"entrants": tied}} for tied in course.lots()]
    played = course.coming()
    if played is not None and not played.known:
        blocked.append({"code": "results_missing", "values": {"round": played.stage.round}})
    elif played is not None and not played.full:
        stage = played.stage
        values = {"round": stage.round, "stage": stage.code, "wanted": stage.wanted, "entrants": len(played.due)}
        blocked.append({"code": "entrants_wanted", "values": values})
    if over and rulebook.number(CHAMPION) == UNSET:
        blocked.append({"code": "awards_unset", "values": {"rank": 1}})
    return blocked


def _stage(course: Course, played: Played) -> Value:
    stage = played.stage
    return {
        "stage": stage.code,
        "round": stage.round,
        "tables": stage.tables,
        "wanted": stage.wanted,
        "wild_cards": stage.wild_cards,
        "entrants": played.seated if played.opened else list(played.due),
        "places": course.tree.places(stage),
    }


def _rows(rulebook: Rulebook, setup: Mapping[str, Any], course: Course) -> list[Value]:
    """The rows of `standings`, best first; those who share a rank in order of their draw numbers."""
    ways = {row["entrant"]: _Way(row["entrant"], team["team"], row["number"] or 0) for team in setup["teams"] for row in team["entrants"]}
    coming = course.coming()
    for played in course.stages:
        for table in played.tables:
            for seat, entrant in zip(THREE, seated_at(table.value), strict=True):
                if entrant in ways:
                    _sat(course, ways[entrant], played, table, seat)
    for entrant in coming.due if coming is not None else ():
        if ways[entrant].status == WAITING:
            ways[entrant].status = IN
    if coming is not None and coming.stage.round == 1:  # nobody waits for anything yet but wild cards
        for way in ways.values():
            way.status = WAITING if way.entrant in course.wild else IN
    by_place = rulebook.choice(OUT_TOGETHER) == BY_PLACE
    ordered = sorted(ways.values(), key=lambda way: (*_key(way, by_place=by_place), way.number, way.entrant))
    keys = [_key(way, by_place=by_place) for way in ordered]
    return [_row(rulebook, ordered, keys, place) for place in range(len(ordered))]


def _sat(course: Course, way: _Way, played: Played, table: Table, seat: str) -> None:
    """One opened table of an entrant, after those of the rounds before."""
    place, to = course.leads(played, table, way.entrant)
    points = points_at(table.value, way.entrant)
    away = seat in table.value["forfeited_by"]
    went_on = None if to is None else to != OUT
    way.reached, way.stage, way.place = played.stage.round, played.stage.code, place if table.decided else None
    way.points = points or 0
    way.now = None if table.value["state"] in DECIDED else table
    way.ended = played is course.last and table.decided
    if way.ended:
        way.status = CHAMPION_NOW if place == 1 and not away else OUT
        way.place = place or len(THREE)
    else:
        way.status = OUT if to == OUT else WAITING if to is not None else IN
    way.rounds.append(
        {
            "round": way.reached,
            "stage": way.stage,
            "match": table.match,
            "seat": seat,
            "points": None if points is None else score_json(points),
            "place": place,
            "state": table.value["state"],
            "went_on": went_on,
        }
    )


def _key(way: _Way, *, by_place: bool) -> tuple[int, int, int]:
    """Ranked by the last stage, then those still in, then by the round in which they went out."""
    if way.ended:
        return (0, way.place or 0, 0)
    if way.status != OUT:
        return (0, 1, 0)
    return (1, -way.reached, (way.place or len(THREE)) if by_place else 0)


def _row(rulebook: Rulebook, ordered: Sequence[_Way], keys: Sequence[tuple[int, int, int]], place: int) -> Value:
    way, above = ordered[place], ordered[place - 1] if place else None
    rank = keys.index(keys[place]) + 1
    key = "" if above is None else "shared" if keys[place] == keys[place - 1] else "final" if way.ended else "reached"
    if key == "reached" and above is not None and above.status == OUT and above.reached == way.reached and not above.ended:
        key = "place"
    return {
        "team": way.team,
        "entrant": way.entrant,
        "rank": rank,
        "shared": keys.count(keys[place]) > 1,
        "points": score_json(way.points),
        "split_by": key,
        "split": None if above is None or key == "shared" else _split(key, way, above),
        "current": None if way.now is None else _current(way),
        "status": way.status,
        "reached": way.reached,
        "stage": way.stage,
        "rounds": way.rounds,
        "trace": [step.as_json() for step in _trace(rulebook, way, rank)],
    }


def _split(key: str, way: _Way, above: _Way) -> Value:
    """Both values of what separated them: points in the last stage, places at their tables, or the rounds they reached."""
    pairs: dict[str, tuple[Score, Score]] = {
        "final": (way.points, above.points),
        "place": (way.place or 0, above.place or 0),
        "reached": (way.reached, above.reached),
    }
    mine, theirs = pairs[key]
    return {"key": key, "mine": score_json(mine), "theirs": score_json(theirs), "other": above.entrant}


def _current(way: _Way) -> Value:
    table = way.now
    match = "" if table is None else table.match
    return {"round": way.reached, "match": match, "points": score_json(way.points), "handed_in": 0, "matches": 1}


def _trace(rulebook: Rulebook, way: _Way, rank: int) -> list[Step]:
    """Why somebody has his rank, by the clause of the stage in which he got it (F5-02 to F5-05)."""
    if way.status not in (CHAMPION_NOW, OUT):
        return []
    leaf = FINAL_STRICT if way.ended else ABSENT if way.place is None else ROUTES[way.stage]
    return [Step(rulebook.law(leaf), "champion" if way.status == CHAMPION_NOW else "out_in_round", (way.reached,), rank)]


def _awards(rulebook: Rulebook, setup: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> list[Value]:
    """Prizes by rank. Nothing for a champion whose prize the organiser has not set: then the plan is blocked."""
    cash = {int(row["rank"]): (int(row["cash"]), rulebook.law(BY_RANK)) for row in rulebook.rows(BY_RANK)}
    if (champion := rulebook.number(CHAMPION)) != UNSET:
        cash[1] = (champion, rulebook.law(CHAMPION))
    return [
        {
            "entrant": row["entrant"],
            "award": f"rank_{row['rank']}",
            "cash": cash[row["rank"]][0],
            "goods": "",
            "clause": cash[row["rank"]][1],
            "final": bool(setup["closed"]),
        }
        for row in rows
        if row["rank"] in cash
    ]
