"""One board in both rooms: the net of the home team and its points by the table. Clauses E80T-02, E80T-04, E80-06.

Reads the `results` that `scoring.tallies.two_rooms` makes of each room. The home team is that of the lower draw number; it sits
North-South in the open room and East-West in the closed one, so who declares for it changes with the board and the room.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.exact import exact
from scoring.games.eighty.pack import step_of_points
from scoring.games.eighty.schema import HAND_CARDS, ROOMS, TRUMP_MODE
from scoring.outcomes import Fault, Score, Step, score_json
from scoring.parameters import Rulebook
from scoring.sides import OTHER
from scoring.tallies.two_rooms import CONVERSION, GAPS, NET, POINTS_UNIT, REJECT

Room = Mapping[str, Any]
COMPLETE, INCOMPLETE, ADJUSTED = ("complete", "incomplete", "adjusted")


@dataclass(frozen=True, slots=True)
class Compared:
    """A board of both rooms. `net` is the home team's, `points` those of `low` (home) and `high`, or None while incomplete."""

    net: Score | None
    points: Mapping[str, Score] | None
    state: str
    trace: tuple[Step, ...] = ()
    findings: tuple[Fault, ...] = ()


def compare(rulebook: Rulebook, number: int, rooms: Mapping[str, Room], home: Mapping[str, str]) -> Compared:
    """The net of both rooms and what it is worth. `rooms`: room -> its result of this board; `home`: room -> the home team's side.

    An adjustment in match points settles the board whatever was played; stated in both rooms, both must say the same.
    """
    differs = _facts_differ(rulebook, number, rooms)
    awards = [(room, rooms[room]["adjusted"]) for room in ROOMS if room in rooms and rooms[room]["adjusted"] is not None]
    in_points = [(home[room], adjusted) for room, adjusted in awards if adjusted["unit"] == POINTS_UNIT]
    if in_points:
        return _awarded(number, in_points, differs)
    if set(rooms) != set(ROOMS):
        return Compared(None, None, INCOMPLETE, (), differs)
    net: Score = 0
    trace: list[Step] = []
    for room in ROOMS:
        mine, theirs, row = home[room], OTHER[home[room]], rooms[room]
        ours, others = exact(row["credits"][mine]) or 0, exact(row["credits"][theirs]) or 0
        net += ours - others
        trace.append(Step(rulebook.law(NET), room, (ours, others), net))
        if any(row["fines"].values()):
            net += row["fines"][theirs] - row["fines"][mine]
            trace.append(Step(rulebook.law(NET), "fines", (row["fines"][mine], row["fines"][theirs]), net))
    if rulebook.choice(GAPS) == REJECT and net % step_of_points(rulebook):
        fault = Fault("net_in_gap", rulebook.law(GAPS), f"board[{number}]", {"board": number, "net": score_json(net)})
        return Compared(net, None, INCOMPLETE, tuple(trace), (*differs, fault))
    won = converted(rulebook, net)
    winner = "low" if net > 0 else "high" if net < 0 else ""
    trace.append(Step(rulebook.law(CONVERSION), "converted", (_size(net),), won, winner))
    points = {side: won if side == winner else 0 for side in ("low", "high")}
    return Compared(net, points, ADJUSTED if awards else COMPLETE, tuple(trace), differs)


def converted(rulebook: Rulebook, net: Score) -> int:
    """The points of a net by the table; between two lines of it the lower one counts."""
    return int(rulebook.row_at(CONVERSION, int(_size(net)))["points"])


def _size(net: Score) -> Score:
    return net if net >= 0 else -net


def _awarded(number: int, in_points: Sequence[tuple[str, Mapping[str, Any]]], differs: tuple[Fault, ...]) -> Compared:
    said = [{"low": exact(row["points"][mine]) or 0, "high": exact(row["points"][OTHER[mine]]) or 0} for mine, row in in_points]
    clause = str(in_points[0][1]["clause"])
    trace = tuple(Step(clause, "adjusted", (), said[0][side], side) for side in ("low", "high"))
    if any(points != said[0] for points in said):
        differs = (*differs, Fault("adjustments_differ", clause, f"board[{number}]", {"board": number}))
    return Compared(0, said[0], ADJUSTED, trace, differs)


def _facts_differ(rulebook: Rulebook, number: int, rooms: Mapping[str, Room]) -> tuple[Fault, ...]:
    """The board is one and the same in both rooms: its trump (E80-06) and, where both were written down, its hands (E80-03)."""
    if set(rooms) != set(ROOMS):
        return ()
    one, other = (rooms[room] for room in ROOMS)
    at, found = f"board[{number}]", []
    for name, code in (("trump", "trump_differs"), ("rank", "rank_differs")):
        if one[name] and other[name] and one[name] != other[name]:
            values = {"board": number, "wanted": one[name], "given": other[name]}
            found.append(Fault(code, rulebook.law(TRUMP_MODE), at, values))
    if one["cards"] and other["cards"]:
        both = one["cards"].keys() & other["cards"].keys()
        seats = sorted(seat for seat in both if one["cards"][seat] != other["cards"][seat])
        if seats:
            found.append(Fault("cards_differ", rulebook.law(HAND_CARDS), at, {"board": number, "seats": seats}))
    return tuple(found)
