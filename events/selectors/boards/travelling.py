"""The leaderboard of players on the move 个人移位赛 (斗地主 范文四): cumulative totals with shared ranks, and who sits where.

Reads one Published state and the names.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.three_people import People, Person
from events.selectors.boards.three_rows import Facts, ThreeBoard, ThreeRow, champion_of, shared_of
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.formats.travelling.leaves import BOARDS, DIRECTION, SHIFT, UP
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow(ThreeRow):
    """`cells`: what each round brought, in order, empty where it brought nothing yet; `running`: of the round that is played."""

    cells: tuple[tuple[str, bool], ...]
    running: str


@dataclass(frozen=True, slots=True)
class Replay:
    """Somebody who meets a board again."""

    round: int
    table: int
    seat: str
    board: int
    person: Person


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players who come to one table again."""

    round: int
    table: int
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Movement:
    """`rounds` that the plan has; `up`: seat 2 goes one table up and seat 3 one down, or the other way round; `boards`: fresh_deal,
    shift (by so many) or with_seat3; `replays` and `again` are what that movement brings: boards and players met before."""

    tables: int
    rounds: int
    up: bool
    boards: str
    shift: int
    replays: tuple[Replay, ...]
    again: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TravellingBoard(ThreeBoard):
    columns: tuple[int, ...]
    movement: Movement | None


def board_of(*, published: Published, names: Names, rulebook: Rulebook) -> TravellingBoard:
    """Lays out a snapshot. No query."""
    state = published.state
    columns = tuple(row["round"] for row in state["rounds"] if row["opened"])
    rows = tuple(_rows(published, names, columns))
    return TravellingBoard(
        rows=rows, champion=champion_of(rows), columns=columns, movement=_movement(state, names, rulebook), **shared_of(published, names)
    )


def _rows(published: Published, names: Names, columns: Iterable[int]) -> Iterable[PlayerRow]:
    rows, facts = published.state["standings"], Facts(published, names)
    running = {row["round"] for row in published.state["rounds"] if row["opened"] and not row["finished"]}
    for place, row in enumerate(rows):
        fields = facts.fields(row, rows[place + 1] if place + 1 < len(rows) else None)
        legs = {leg.round: leg for leg in fields["legs"]}
        cells = tuple((legs[number].points if number in legs else "", number not in running) for number in columns)
        now = next((points for points, counted in cells if not counted), "")
        yield PlayerRow(**fields, cells=cells, running=now)


def _movement(state: Mapping[str, Any], names: Names, rulebook: Rulebook) -> Movement | None:
    found = state.get("movement")
    if not found or not found["tables"]:
        return None
    people = People(state, names)
    return Movement(
        tables=found["tables"],
        rounds=found["rounds"],
        up=rulebook.choice(DIRECTION) == UP,
        boards=rulebook.choice(BOARDS),
        shift=rulebook.number(SHIFT),
        replays=tuple(
            Replay(row["round"], row["table"], str(row["seat"]), row["board"], people.one(row["entrant"])) for row in found["replays"]
        ),
        again=tuple(Meeting(row["round"], row["table"], people.all(row["entrants"])) for row in found["partners_again"]),
    )
