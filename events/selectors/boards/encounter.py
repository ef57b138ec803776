"""An encounter played in two rooms 开室闭室, board by board: both rooms' points, the net, match points, and what is still awaited.

Reads an encounter of the published state and its two matches; computes no score.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.parts import Tick, larger, number_text, tick_of
from events.selectors.people import Names

OPEN, CLOSED = ROOMS = ("open", "closed")
LOW, HIGH = "low", "high"
OTHER: Mapping[str, str] = {LOW: HIGH, HIGH: LOW}
OTHER_SIDE: Mapping[str, str] = {"NS": "EW", "EW": "NS"}


@dataclass(frozen=True, slots=True)
class Fine:
    """A penalty that stands about a board (0: about the match). `team`: low or high; `amount` as the tariff makes it."""

    room: str
    team: str
    code: str
    count: int
    amount: str
    clause: str


@dataclass(frozen=True, slots=True)
class RoomResult:
    """One room's board. `points` are the defenders', empty while it has none; `defends`: low or high; `adjusted`: what the chief
    referee set in place of what was played, home team first, else empty."""

    points: str
    defends: str
    shutout: bool
    under_review: bool
    adjusted: str


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One board. `net` is told for who is `ahead` (low, high or nobody); `awaits`: the room that is missing, or both."""

    board: int
    dealer: str
    rank: str
    trump: str
    open: RoomResult
    closed: RoomResult
    net: str
    ahead: str
    low: str
    high: str
    state: str
    awaits: str
    fines: tuple[Fine, ...]
    trace: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Room:
    """One room: its match and which side the home team has. `match` is empty where there is none."""

    room: str
    match: str
    table: int
    low_side: str
    low_pair: str
    high_pair: str
    tick: Tick | None
    state: str


@dataclass(frozen=True, slots=True)
class Encounter:
    """Team against team. `result`: low, high, even, or empty while nothing stands."""

    encounter: str
    round: int
    low: str
    low_name: str
    low_points: str
    high: str
    high_name: str
    high_points: str
    net: str
    result: str
    finished: bool
    rooms: tuple[Room, ...]
    boards: tuple[BoardLine, ...]
    fines: tuple[Fine, ...]
    trace: tuple[Mapping[str, Any], ...]

    @property
    def compared(self) -> int:
        """How many boards have their match points."""
        return sum(1 for line in self.boards if line.low)

    @property
    def begun(self) -> bool:
        return self.finished or any(line.open.points or line.closed.points or line.low for line in self.boards)

    @property
    def called(self) -> Mapping[str, str]:
        """The names of both teams, for the steps that say low or high."""
        return {LOW: self.low_name, HIGH: self.high_name}

    @property
    def given(self) -> tuple[Mapping[str, Any], ...]:
        """The steps that gave points for a team that was not there."""
        return tuple(step for step in self.trace if step["op"] == "boards_forfeited" and step["value"])

    @property
    def awaited(self) -> tuple[BoardLine, ...]:
        """The boards that one room has and the other has not."""
        return tuple(line for line in self.boards if line.awaits in ROOMS)


def encounters_of(state: Mapping[str, Any], names: Names, *, only: int = 0) -> list[Encounter]:
    """The encounters of the opened rounds, or of round `only`, in order of rounds and home numbers. No query."""
    numbers = {team["team"]: team["number"] or 0 for team in state["teams"]}
    matches: dict[str, list[Mapping[str, Any]]] = {}
    for match in state["matches"]:
        matches.setdefault(match["encounter"], []).append(match)
    rows = [row for row in state["encounters"] if not only or row["round"] == only]
    rows.sort(key=lambda row: (row["round"], numbers.get(row["low"], 0)))
    return [encounter_of(row, matches.get(row["encounter"], []), names) for row in rows]


def encounter_of(row: Mapping[str, Any], matches: Iterable[Mapping[str, Any]], names: Names) -> Encounter:
    """One encounter with its rooms."""
    by_room = {match["room"]: match for match in matches}
    low_side = {room: "NS" if match["ns"]["team"] == row["low"] else "EW" for room, match in by_room.items()}
    fines = [fine for room, match in by_room.items() for fine in _fines(match, room, low_side[room])]
    points = row["points"]
    begun = any(match["state"] != "waiting" for match in by_room.values()) or row["finished"]
    return Encounter(
        encounter=row["encounter"],
        round=row["round"],
        low=row["low"],
        low_name=names.team(row["low"]),
        low_points=number_text(points[LOW]),
        high=row["high"],
        high_name=names.team(row["high"]),
        high_points=number_text(points[HIGH]),
        net=number_text(row["net"], signed=True),
        result={"win": LOW, "lose": HIGH}.get(larger(points[LOW], points[HIGH]), "even") if begun else "",
        finished=row["finished"],
        rooms=tuple(_room(by_room[room], room, low_side[room], names) for room in ROOMS if room in by_room),
        boards=tuple(
            _line(board, by_room, low_side, tuple(fine for number, fine in fines if number == board["board"])) for board in row["boards"]
        ),
        fines=tuple(fine for number, fine in fines if not number),
        trace=tuple(row["trace"]),
    )


def _room(match: Mapping[str, Any], room: str, low_side: str, names: Names) -> Room:
    low, high = (match[side.lower()]["entrant"] for side in (low_side, OTHER_SIDE[low_side]))
    return Room(room, match["match"], match["table"], low_side, names.pair(low), names.pair(high), tick_of(match), match["state"])


def _line(
    row: Mapping[str, Any], matches: Mapping[str, Mapping[str, Any]], low_side: Mapping[str, str], fines: tuple[Fine, ...]
) -> BoardLine:
    number = row["board"]
    told: dict[str, Mapping[str, Any]] = {}
    for room, match in matches.items():
        told[room] = next((board for board in match["shown"]["boards"] if board["board"] == number), {})
    missing = [room for room in ROOMS if row[room] is None]
    points, settled = row["points"], row["points"] is not None
    net = row["net"]
    ahead = "" if net is None else {"win": LOW, "lose": HIGH}.get(larger(net, 0), "")
    facts = next((board for board in told.values() if board.get("trump")), next(iter(told.values()), {}))
    return BoardLine(
        board=number,
        dealer=facts.get("dealer") or "",
        rank=facts.get("rank") or "",
        trump=facts.get("trump") or "",
        open=_result(row, OPEN, matches, low_side, told),
        closed=_result(row, CLOSED, matches, low_side, told),
        net="" if net is None else number_text(abs(net) if isinstance(net, int) else str(net).lstrip("-"), signed=True),
        ahead=ahead,
        low=number_text(points[LOW]) if settled else "",
        high=number_text(points[HIGH]) if settled else "",
        state=row["state"],
        awaits="" if settled or not missing else "both" if len(missing) > 1 else missing[0],
        fines=fines,
        trace=tuple(row["trace"]),
    )


def _result(
    row: Mapping[str, Any],
    room: str,
    matches: Mapping[str, Mapping[str, Any]],
    low_side: Mapping[str, str],
    told: Mapping[str, Mapping[str, Any]],
) -> RoomResult:
    match, points = matches.get(room), row[room]
    if match is None:
        return RoomResult(number_text(points), "", shutout=False, under_review=False, adjusted="")
    declarers = told[room].get("declarers", "")
    defends = "" if not declarers else HIGH if declarers == low_side[room] else LOW
    hand = next((hand for hand in match["hands"] if hand["number"] == row["board"]), None)
    return RoomResult(
        points=number_text(points),
        defends=defends,
        shutout=any(step["op"] == "shutout" for step in row["trace"]) and points == 0,
        under_review=bool(hand and hand["under_review"]),
        adjusted=_adjusted(row, room, low_side[room]),
    )


def _adjusted(row: Mapping[str, Any], room: str, low_side: str) -> str:
    given = {step["of"]: step["value"] for step in row["trace"] if step["op"] == "adjusted" and step.get("room") == room}
    return f"{number_text(given[low_side])}:{number_text(given[OTHER_SIDE[low_side]])}" if given else ""


def _fines(match: Mapping[str, Any], room: str, low_side: str) -> Iterable[tuple[int, Fine]]:
    """Board -> its penalties; 0 for those about the match as a whole."""
    for row in match["penalties"]:
        team = LOW if row["side"] == low_side else HIGH
        yield row["number"], Fine(room, team, row["code"], row["count"], number_text(row["amount"]), row["clause"])
