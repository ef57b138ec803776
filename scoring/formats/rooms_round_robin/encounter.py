"""One encounter: both rooms of every board compared, and what the two teams have of it. Clauses E80T-01, E80T-02, E80T-04."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.exact import exact
from scoring.formats.rooms_round_robin.leaves import HOME
from scoring.games.eighty.schema import ROOMS
from scoring.outcomes import Fault, Score, Step, score_json
from scoring.parameters import Rulebook
from scoring.sides import OTHER
from scoring.tallies.rooms_compared import INCOMPLETE, Compared, compare
from scoring.tallies.two_rooms import ABSENT, BOTH, CONVERSION, PRESENT

Value = dict[str, Any]
PLACES = LOW, HIGH = ("low", "high")


def encounter_value(rulebook: Rulebook, row: Mapping[str, Any], matches: Iterable[Mapping[str, Any]]) -> Value:
    """The encounter of a row of the setup's `encounters` from the values of its rooms.

    `points` are those of both teams so far, `net` the home team's. It is finished when every board has points, or by a forfeit: a
    team that is away from one room is away from the encounter. Findings here (the rooms contradict each other) keep it from being official.
    """
    rooms = {match["room"]: match for match in matches}
    home = {room: "NS" if match["ns"]["team"] == row["low"] else "EW" for room, match in rooms.items()}
    absent = {LOW if side == home[room] else HIGH for room, match in rooms.items() for side in match["forfeited_by"]}
    compared = {} if absent else _compared(rulebook, row["boards"], rooms, home)
    if absent:
        points, boards, trace = _forfeited(rulebook, row["boards"], absent)
        net: Score = 0
    else:
        points, trace = _added(rulebook, compared, _fines(rooms, home))
        net = sum((board.net or 0 for board in compared.values() if board.points is not None), 0)
        boards = [_board(number, board, rooms) for number, board in compared.items()]
    settled = bool(absent) or all(board.points is not None for board in compared.values())
    opposed = [] if absent or len(set(home.values())) == len(home) else [Fault("rooms_not_opposed", rulebook.law(HOME))]
    findings = [fault.as_json() for fault in [*opposed, *(fault for board in compared.values() for fault in board.findings)]]
    complete = [match for match in rooms.values() if absent or match["state"] == "complete"]
    confirmed = [match for match in rooms.values() if absent or match["confirmed"] is not None]
    finished = settled and len(complete) == len(rooms) == len(ROOMS)
    return {
        **{name: row[name] for name in ("encounter", "round", "low", "high")},
        "boards": boards,
        "points": {place: score_json(points[place]) for place in PLACES},
        "net": score_json(net),
        "forfeited_by": sorted(absent, reverse=True),
        "finished": finished,
        "official": finished and len(confirmed) == len(rooms) and not findings,
        "matches": len(rooms),
        "handed_in": len(complete),
        "confirmed": len(confirmed),
        "under_review": 0 if absent else sum(match["under_review"] for match in rooms.values()),
        "findings": findings,
        "trace": [step.as_json() for step in trace],
    }


def _compared(
    rulebook: Rulebook, boards: Sequence[int], rooms: Mapping[str, Mapping[str, Any]], home: Mapping[str, str]
) -> dict[int, Compared]:
    results = {room: {result["board"]: result for result in match["results"]} for room, match in rooms.items()}
    return {
        number: compare(rulebook, number, {room: its[number] for room, its in results.items() if number in its}, home) for number in boards
    }


def _board(number: int, board: Compared, rooms: Mapping[str, Mapping[str, Any]]) -> Value:
    """A row of `boards`; the steps that made each room's credits stand before those that put them together."""
    results = {room: next((row for row in match["results"] if row["board"] == number), None) for room, match in rooms.items()}
    shown = [{**step, "room": room} for room in ROOMS for step in (results.get(room) or {"trace": []})["trace"]]
    return {
        "board": number,
        **{room: None if (row := results.get(room)) is None else row["D"] for room in ROOMS},
        "net": None if board.net is None else score_json(board.net),
        "points": None if board.points is None else {place: score_json(board.points[place]) for place in PLACES},
        "state": board.state,
        "trace": [*shown, *(step.as_json() for step in board.trace)],
    }


def _fines(rooms: Mapping[str, Mapping[str, Any]], home: Mapping[str, str]) -> dict[str, int]:
    """Match points that officials took from each team in either room."""
    sides = {LOW: home, HIGH: {room: OTHER[side] for room, side in home.items()}}
    return {place: sum(match["match_point_fines"][sides[place][room]] for room, match in rooms.items()) for place in PLACES}


def _added(rulebook: Rulebook, compared: Mapping[int, Compared], fines: Mapping[str, int]) -> tuple[dict[str, Score], list[Step]]:
    """The points of the boards added, less the match points fined."""
    points: dict[str, Score] = {}
    trace: list[Step] = []
    for place in PLACES:
        each = tuple(board.points[place] for board in compared.values() if board.points is not None)
        points[place] = sum(each, 0)
        if each:
            trace.append(Step(rulebook.law(CONVERSION), "sum", each, points[place], place))
        if fines[place]:
            points[place] -= fines[place]
            trace.append(Step(rulebook.law(CONVERSION), "fined", (fines[place],), points[place], place))
    return points, trace


def _forfeited(rulebook: Rulebook, boards: Sequence[int], absent: set[str]) -> tuple[dict[str, Score], list[Value], list[Step]]:
    """So much for each board to the team that was there; what was played counts nothing."""
    points: dict[str, Score] = {}
    trace: list[Step] = []
    for place in PLACES:
        leaf = BOTH if len(absent) > 1 else ABSENT if place in absent else PRESENT
        each = rulebook.number(leaf)
        points[place] = each * len(boards)
        trace.append(Step(rulebook.law(leaf), "boards_forfeited", (each, len(boards)), points[place], place))
    none: Value = {**dict.fromkeys(ROOMS), "net": None, "points": None, "state": INCOMPLETE, "trace": []}
    return points, [{"board": number, **none} for number in boards], trace


def sides_of(value: Mapping[str, Any], place: str) -> tuple[Score, Score, Score]:
    """`(points, conceded, net)` of the team at `place` of an encounter's value."""
    other = HIGH if place == LOW else LOW
    points, conceded = (exact(value["points"][one]) or 0 for one in (place, other))
    net = exact(value["net"]) or 0
    return points, conceded, net if place == LOW else -net
