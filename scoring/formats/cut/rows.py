"""The rows of the standings of stages that are ranked over all tables: how far everybody came, table by table. Clauses F9-01..05."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.formats.cut.course import Course, Held, Stage, play_off_stage
from scoring.formats.cut.leaves import BY_POINTS, FINAL_STAGE, GOES_ON, OUT_TOGETHER, SECOND
from scoring.formats.drawn_tables import DECIDED
from scoring.formats.finishing import places_of, points_at, seated_at
from scoring.formats.protocol import Value
from scoring.outcomes import Score, Step, score_json
from scoring.parameters import Rulebook
from scoring.sides import THREE

IN, WAITING, OUT, CHAMPION, BYE = "in", "waiting", "out", "champion", "bye"


@dataclass
class _Way:
    """How far one entrant came. `points` are those of his last stage; `place` his rank in the final, once it is decided."""

    entrant: str
    team: str
    number: int
    status: str = IN
    depth: int = 0
    reached: int = 0
    stage: str = ""
    points: Score = 0
    place: int = 0
    now: Mapping[str, Any] | None = None
    rounds: list[Value] = field(default_factory=list)

    def key(self, *, by_points: bool) -> tuple[int, Score, Score]:
        """Places of the final, then those still in, then by the stage in which they went out."""
        if self.place:
            return (0, self.place, 0)
        if self.status != OUT:
            return (0, 1, 0)
        return (1, -self.depth, -self.points if by_points else 0)


def standings_rows(rulebook: Rulebook, setup: Mapping[str, Any], course: Course) -> list[Value]:
    """The rows, best first; those who share a rank in order of their draw numbers."""
    ways = {row["entrant"]: _Way(row["entrant"], team["team"], row["number"] or 0) for team in setup["teams"] for row in team["entrants"]}
    for depth, stage in enumerate(course.all, start=1):
        for entrant in stage.byes:
            if entrant in ways:
                _bye(ways[entrant], stage, depth)
        for held in (stage.held, *stage.play_offs):
            for value in held.tables if held is not None else ():
                for seat, entrant in zip(THREE, seated_at(value), strict=True):
                    if held is not None and entrant in ways:
                        _sat(course, ways[entrant], stage, held, value, seat, depth)
    by_points = rulebook.choice(OUT_TOGETHER) == BY_POINTS
    for way in ways.values():
        way.status = _status(course, way.entrant)
        way.rounds.sort(key=lambda leg: int(leg["round"]))
    if course.final.settled:
        for entrant, place in places_of(course.order).items():
            ways[entrant].place = place
            ways[entrant].status = CHAMPION if place == 1 else OUT
    ordered = sorted(ways.values(), key=lambda way: (way.key(by_points=by_points), way.number, way.entrant))
    keys = [way.key(by_points=by_points) for way in ordered]
    return [_row(rulebook, ordered, keys, place) for place in range(len(ordered))]


def _bye(way: _Way, stage: Stage, depth: int) -> None:
    number = stage.held.round if stage.held is not None else 0
    way.depth, way.reached, way.stage = depth, number, stage.code
    leg = {"round": number, "stage": stage.code, "match": "", "seat": "", "points": None, "place": None}
    way.rounds.append({**leg, "state": BYE, "went_on": True})


def _sat(course: Course, way: _Way, stage: Stage, held: Held, value: Mapping[str, Any], seat: str, depth: int) -> None:
    """One opened table of an entrant: of the stage itself, or of a play-off on its cut."""
    points, regular = points_at(value, way.entrant), held is stage.held
    if regular:
        way.depth, way.reached, way.stage, way.points = depth, held.round, stage.code, points or 0
    if value["state"] not in DECIDED:
        way.now = value
    way.rounds.append(
        {
            "round": held.round,
            "stage": stage.code if regular else play_off_stage(stage.code),
            "match": value["match"],
            "seat": seat,
            "points": None if points is None else score_json(points),
            "place": _place(course, stage, held, way.entrant),
            "state": value["state"],
            "went_on": _went_on(course, stage, held, way.entrant),
        }
    )


def _place(course: Course, stage: Stage, held: Held, entrant: str) -> int | None:
    """The rank over all tables of a round that is decided; in the final that at its table."""
    if not held.decided:
        return None
    if stage is course.final:
        return places_of(course.order).get(entrant)
    points = held.points()
    return 1 + sum(its > points[entrant] for its in points.values()) if entrant in points else None


def _went_on(course: Course, stage: Stage, held: Held, entrant: str) -> bool | None:
    if stage is course.final or stage.cut is None or not held.decided:
        return None
    if entrant in stage.on:
        return True
    return None if _hopes(stage, entrant) else False


def _hopes(stage: Stage, entrant: str) -> bool:
    """Whether somebody who is not through may still be: tied on the cut, or called to a play-off of it."""
    return not stage.settled and entrant in (*stage.tied, *stage.players, *stage.lot)


def _status(course: Course, entrant: str) -> str:
    """in, waiting (through, or with a bye, while others still play for places), or out."""
    stage = next((one for one in reversed(course.all) if entrant in one.due or (one.held and entrant in one.held.seated)), None)
    if stage is None or stage is course.final or stage.held is None:
        return IN
    if entrant in stage.byes:
        return WAITING
    if stage.cut is None or _hopes(stage, entrant):
        return IN
    if entrant in stage.on:
        return WAITING
    return OUT


def _row(rulebook: Rulebook, ordered: Sequence[_Way], keys: Sequence[tuple[int, Score, Score]], place: int) -> Value:
    way, above = ordered[place], ordered[place - 1] if place else None
    rank = keys.index(keys[place]) + 1
    key = ""
    if above is not None:
        both_out = above.status == OUT and above.depth == way.depth
        key = "shared" if keys[place] == keys[place - 1] else "final" if way.place else "points" if both_out else "reached"
    pairs: dict[str, tuple[Score, Score]] = {}
    if above is not None:
        points = (way.points, above.points)
        pairs = {"final": points, "points": points, "reached": (way.reached, above.reached)}
    split = None
    if above is not None and key in pairs:
        mine, theirs = pairs[key]
        split = {"key": key, "mine": score_json(mine), "theirs": score_json(theirs), "other": above.entrant}
    return {
        "team": way.team,
        "entrant": way.entrant,
        "rank": rank,
        "shared": keys.count(keys[place]) > 1,
        "points": score_json(way.points),
        "split_by": key,
        "split": split,
        "current": None if way.now is None else _current(way.now, way.entrant),
        "status": way.status,
        "reached": way.reached,
        "stage": way.stage,
        "rounds": way.rounds,
        "trace": [step.as_json() for step in _trace(rulebook, way, rank)],
    }


def _current(value: Mapping[str, Any], entrant: str) -> Value:
    points = points_at(value, entrant) or 0
    return {"round": value["round"], "match": value["match"], "points": score_json(points), "handed_in": 0, "matches": 1}


def _trace(rulebook: Rulebook, way: _Way, rank: int) -> list[Step]:
    """Why somebody has his rank, by the clause of the stage in which he got it (F9-02, F9-04, F9-05)."""
    law = rulebook.law(SECOND if way.stage in ("", FINAL_STAGE) else GOES_ON[way.stage])
    if way.status == CHAMPION:
        return [Step(law, "champion", (way.reached,), rank)]
    return [Step(law, "out_in_round", (way.reached,), rank)] if way.status == OUT else []
