"""A board's sheet 牌副成绩 in a pairs competition: what every table made of it, by groups, with match points and how they came about.

Reads the published state and the names; computes no score.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.parts import breakable, number_text
from events.selectors.people import Names
from events.selectors.published import Published


@dataclass(frozen=True, slots=True)
class Result:
    """One table's result. `D` are the defenders' points; `group` 0 where the board's results are one group."""

    match: str
    round: int
    table: int
    ns: str
    ns_name: str
    ew: str
    ew_name: str
    D: str
    ns_points: str
    ew_points: str
    adjusted: bool
    trace: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Results that are compared with each other. `number` 0 where there is only one group."""

    number: int
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Traveller:
    """`before` and `after` are the boards in play next to it, 0 for none."""

    board: int
    dealer: str
    rank: str
    trump: str
    declarers: str
    top: str
    groups: tuple[Group, ...]
    clauses: tuple[str, ...]
    before: int
    after: int


def traveller_of(*, published: Published, names: Names, board: int) -> Traveller | None:
    """The sheet of one board; None for one that is not in play."""
    rows = published.state.get("boards", ())
    place = next((index for index, row in enumerate(rows) if row["board"] == board), None)
    if place is None:
        return None
    row = rows[place]
    matches = {match["match"]: match for match in published.state["matches"]}
    results = [(found["group"], _result(found, matches[found["match"]], names)) for found in row["results"]]
    numbers = sorted({number for number, _result in results})
    told = [shown for match in matches.values() for shown in match["shown"]["boards"] if shown["board"] == board]
    facts = next((shown for shown in told if shown["trump"]), told[0] if told else {})
    return Traveller(
        board=board,
        dealer=facts.get("dealer") or "",
        rank=facts.get("rank") or "",
        trump=facts.get("trump") or "",
        declarers=facts.get("declarers") or "",
        top=number_text(row["top"]),
        groups=tuple(
            Group(number if len(numbers) > 1 else 0, tuple(result for of, result in results if of == number)) for number in numbers
        ),
        clauses=tuple(dict.fromkeys(step["clause"] for found in row["results"] for step in found["trace"])),
        before=rows[place - 1]["board"] if place else 0,
        after=rows[place + 1]["board"] if place + 1 < len(rows) else 0,
    )


def _result(row: Mapping[str, Any], match: Mapping[str, Any], names: Names) -> Result:
    points = row["points"] or {"NS": None, "EW": None}
    return Result(
        match=row["match"],
        round=row["round"],
        table=match["table"],
        ns=row["ns"],
        ns_name=breakable(names.pair(row["ns"])),
        ew=row["ew"],
        ew_name=breakable(names.pair(row["ew"])),
        D=number_text(row["D"]),
        ns_points=number_text(points["NS"]),
        ew_points=number_text(points["EW"]),
        adjusted=row["adjusted"],
        trace=tuple(row["trace"]),
    )
