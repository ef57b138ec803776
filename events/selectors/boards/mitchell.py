"""The leaderboard of pairs by match points (80分 双人赛): places by direction or together, and the travellers, a sheet a board.

Reads one Published state and the names; what a result is worth was computed where all results of its board are known.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards import parts
from events.selectors.boards.parts import (
    Board,
    Current,
    Row,
    Split,
    breakable,
    name_of,
    number_text,
    numbers_of,
    percent_text,
    row_key,
    split_of,
    team_of,
)
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRow(Row):
    """`direction`: NS, EW or empty where all pairs are ranked together; `points` match points, `percent` of what could be had."""

    direction: str
    percent: str
    boards: int


@dataclass(frozen=True, slots=True)
class Listing:
    """The places of one direction, or of all pairs."""

    direction: str
    rows: tuple[PairRow, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board in play: at how many tables it has a result, and of how many groups its results are."""

    board: int
    results: int
    groups: int
    adjusted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsBoard(Board):
    listings: tuple[Listing, ...]
    sheets: tuple[Sheet, ...]


def board_of(*, published: Published, names: Names, rulebook: Rulebook) -> PairsBoard:
    """Lays out a snapshot. No query."""
    state = published.state
    shared = parts.progress(state)
    rows = tuple(_rows(published, names, shared["round"]))
    directions = list(dict.fromkeys(row.direction for row in rows))
    return PairsBoard(
        rows=rows,
        listings=tuple(Listing(one, tuple(row for row in rows if row.direction == one)) for one in sorted(directions, reverse=True)),
        sheets=tuple(sheet_of(row) for row in state.get("boards", ())),
        **shared,
    )


def sheet_of(row: Mapping[str, Any]) -> Sheet:
    """A board of the state at a glance."""
    results = row["results"]
    groups = {result["group"] for result in results if result["group"]}
    return Sheet(row["board"], len(results), len(groups), sum(1 for result in results if result["adjusted"]))


def _split(below: Mapping[str, Any], names: Names) -> Split | None:
    """What put a row above the next, where the shares of the two do not say it."""
    split = split_of(below, name_of(names, below))
    return None if split is None or split.key in ("percent", "shared") else split


def _rows(published: Published, names: Names, number: int) -> Iterable[PairRow]:
    state, numbers = published.state, numbers_of(published)
    seated: dict[str, tuple[int, str]] = {}
    for match in parts.by_table(state["matches"], number):
        ns, ew = match["ns"]["entrant"], match["ew"]["entrant"]
        seated |= {ns: (match["table"], ew), ew: (match["table"], ns)}
    standings = state["standings"]
    for index, row in enumerate(standings):
        key, below = row_key(row), standings[index + 1] if index + 1 < len(standings) else None
        if below is not None and below["direction"] != row["direction"]:
            below = None
        table, against = seated.get(key, (0, ""))
        yield PairRow(
            key=key,
            name=name_of(names, row),
            of=team_of(names, row),
            number=numbers.get(key, 0),
            rank=row["rank"],
            shared=row["shared"],
            points=number_text(row["points"]),
            split=_split(below, names) if below else None,
            current=Current(number, "", 0, 0, str(table), breakable(names.pair(against))) if table else None,
            direction=row["direction"],
            percent=percent_text(row["percent"]),
            boards=row["boards"],
        )
