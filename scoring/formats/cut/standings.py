"""Standings of stages that are ranked over all tables: by the stage reached, the final by its places; the cut as it stands. F9-01..05.

Whoever is still in shares the first rank. Hands of a play-off are in nobody's points.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.formats.cut.course import LOT_WANTED, PLAY_OFF_WANTED, Course, Stage, play_off_stage, strict_final
from scoring.formats.cut.leaves import BY_RANK, FINAL_STAGE, HANDS, stages_of
from scoring.formats.cut.rows import standings_rows
from scoring.formats.drawn_tables import FINAL, LOT, PLAY_OFF, REGULAR, coming_row, draws_wanted, round_row
from scoring.formats.finishing import points_at, seated_at
from scoring.formats.protocol import Value
from scoring.outcomes import score_json
from scoring.parameters import Rulebook
from scoring.sides import THREE


def standings_value(rulebook: Rulebook, setup: Mapping[str, Any], course: Course, values: Mapping[str, Mapping[str, Any]]) -> Value:
    """The value of the standings node."""
    due = course.due()
    blocked = _faults(rulebook, setup)
    coming = None if blocked else _coming(course)
    over = course.waits_for() is None and not due
    lots = [stage.lot for stage in course.all if stage.lot and (stage.wanted == LOT_WANTED or stage is course.final)]
    blocked += [{"code": "seats_differ", "values": {"match": row["match"]}} for row in due]
    blocked += [{"code": "ties_open", "values": {"entrants": tied}} for tied in lots]
    if coming is None and not blocked and not over and (stage := course.waits_for()) is not None and stage is not course.final:
        blocked.append({"code": "results_missing", "values": {"round": course.opened + 1}})
    byes = {stage.held.round: stage.byes for stage in course.all if stage.held is not None}
    rounds = [round_row(row, values.values(), byes.get(row["round"], ())) for row in setup["rounds"]]
    rounds += _ahead(course, coming)
    rows = standings_rows(rulebook, setup, course)
    return {
        "standings": rows,
        "previous": {},
        "rounds": rounds,
        "next": coming,
        "due": due,
        "awards": _awards(rulebook, setup, rows) if over else [],
        "cut": _cut(course),
        "plan": {
            **setup["plan"],
            "draws": [*draws_wanted(setup, coming), *({"draw": LOT, "entrants": tied} for tied in lots)],
            "blocked": blocked,
            "rounds": len(rounds),
            "over": over,
            "beside": [],
        },
    }


def _faults(rulebook: Rulebook, setup: Mapping[str, Any]) -> list[Value]:
    """What makes the field or the stages unfit: too few to fill the second stage, a final for other than three."""
    places = [places for _, places in stages_of(rulebook)]
    least, last, here = places[0], places[-1], len(setup["registered"])
    found: list[Value] = []
    if here < least and not setup["rounds"]:
        found.append({"code": "too_few_entrants", "values": {"entrants": here, "least": least}})
    if last != len(THREE):
        found.append({"code": "places_differ", "values": {"stage": FINAL_STAGE, "wanted": len(THREE), "entrants": last}})
    return found


def _coming(course: Course) -> Value | None:
    """What the next round needs: the next stage once the cut before it is settled, or a play-off of those tied on it."""
    stage = course.waits_for()
    if stage is None:
        return None
    common = {"round": course.opened + 1, "seats_known": False}
    if stage.held is None:
        last = stage is course.final
        if not stage.known or (last and len(stage.due) != len(THREE)):
            return None
        kind, strict = (FINAL, strict_final(course.rulebook)) if last else (REGULAR, [])
        return {**common, "stage": stage.code, "entrants": list(stage.due), "kind": kind, "strict": strict}
    if stage.wanted != PLAY_OFF_WANTED:
        return None
    strict = [stage.contested] if len(stage.players) == len(THREE) else []
    hands = course.rulebook.number(HANDS)
    who = {"stage": play_off_stage(stage.code), "entrants": list(stage.players)}
    return {**common, **who, "kind": PLAY_OFF, "strict": strict, "hands": hands}


def _ahead(course: Course, coming: Mapping[str, Any] | None) -> list[Value]:
    """Rows of the rounds that are still to come, as far as that is known: a play-off that is wanted, then the stages."""
    codes = [stage.code for stage in course.all if stage.held is None]
    if coming is not None and coming["kind"] == PLAY_OFF:
        codes = [coming["stage"], *codes]
    return [coming_row({"round": course.opened + place, "stage": code}) for place, code in enumerate(codes, start=1)]


def _cut(course: Course) -> Value | None:
    """The cut of the stage that was opened last, the final aside."""
    stage = next((stage for stage in reversed(course.stages) if stage.held is not None), None)
    if stage is None or stage.held is None:
        return None
    lines = [
        (seat in value["forfeited_by"], points_at(value, entrant) or 0, entrant, value)
        for value in stage.held.tables
        for seat, entrant in zip(THREE, seated_at(value), strict=True)
    ]
    lines.sort(key=lambda line: (line[0], -line[1]))
    keys = [(line[0], line[1]) for line in lines]
    return {
        "round": stage.held.round,
        "stage": stage.code,
        "places": stage.places_left,
        "byes": list(stage.byes),
        "final": stage.settled,
        "rows": [
            {
                "entrant": entrant,
                "match": value["match"],
                "points": score_json(points),
                "rank": keys.index((away, points)) + 1,
                "status": _status(stage, entrant),
                "played": value["shown"].get("played", 0),
                "wanted": value["shown"].get("wanted"),
            }
            for away, points, entrant, value in lines
        ],
        "tied": list(stage.tied),
        "wanted": stage.wanted,
    }


def _status(stage: Stage, entrant: str) -> str:
    """Of one who played the stage: in, tied on the cut, the best of the others (who is called to a play-off), out, or still open."""
    if stage.cut is None:
        return "open"
    if entrant in stage.on:
        return "in"
    if entrant in stage.tied:
        return "tied"
    return "best_out" if not stage.settled and entrant in (*stage.best_out, *stage.lot) else "out"


def _awards(rulebook: Rulebook, setup: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> list[Value]:
    """Prizes by rank, whole for each of those who share one; none where the organiser has set none (F9-10)."""
    cash = {int(row["rank"]): int(row["cash"]) for row in rulebook.rows(BY_RANK)}
    law = rulebook.law(BY_RANK)
    return [
        {
            "entrant": row["entrant"],
            "award": f"rank_{row['rank']}",
            "cash": cash[row["rank"]],
            "goods": "",
            "clause": law,
            "final": bool(setup["closed"]),
        }
        for row in rows
        if row["rank"] in cash
    ]
