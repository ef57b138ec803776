"""Who ought to sit at the opened tables of a round, now that the results before it stand as they do.

A late correction may send another player on, or the same one with another stack. Reads seats; writes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.sides import THREE

Value = dict[str, Any]


@dataclass(frozen=True)
class Coming:
    """Who comes to a round: `known` for certain, `unsure` are those of tables that are not decided again; `drawn` is its draw,
    `stakes` what each brings, where stacks are carried, and `away` the sides that were stated absent, by match."""

    known: Sequence[str]
    unsure: Sequence[str]
    drawn: Sequence[str]
    stakes: Mapping[str, int] | None
    away: Mapping[str, Sequence[str]]


@dataclass
class Due:
    """An opened match where others, or other stacks, are due. `seats` are all three as they ought to be; empty where nobody comes for
    somebody who sits there and was not stated absent: his side is `gone`."""

    match: str
    seats: dict[str, str] = field(default_factory=dict)
    start: dict[str, int] | None = None
    gone: str = ""

    def as_json(self) -> Value:
        start = {} if self.start is None else {"start": self.start}
        return {"match": self.match, "seats": self.seats, **start, **({"gone": self.gone} if self.gone else {})}


@dataclass
class Settled:
    """`members`: who is at the round as it stands; `waiting`: those without a table; `due`: the tables where that is wrong."""

    members: list[str]
    waiting: list[str]
    due: list[Due]


def settle(seats: Sequence[Mapping[str, Any]], coming: Coming) -> Settled:
    """Hold who was seated against who comes. A table that the chief referee let stand (`ruled`) is right as it is."""
    seated = [seat[side]["entrant"] for seat in seats for side in THREE]
    waiting = [one for one in coming.drawn if one not in seated]
    maybe = {*coming.known, *coming.unsure}
    strangers = [seat[side]["entrant"] for seat in seats if not seat.get("ruled") for side in THREE]
    strangers = [one for one in [*strangers, *waiting] if one not in maybe]
    stood = sum(seat[side]["entrant"] not in maybe for seat in seats if seat.get("ruled") for side in THREE)
    new = [one for one in coming.known if one not in seated and one not in waiting][stood:]
    instead = dict(zip(strangers, new, strict=False))
    late = new[len(instead) :] if not coming.unsure else []
    waiting = [instead.get(one, one) for one in waiting if one not in strangers or one in instead] + late
    due = [row for seat in seats if not seat.get("ruled") and (row := _due(seat, instead, strangers, coming)) is not None]
    return Settled([*seated, *waiting], waiting, due)


def _due(seat: Mapping[str, Any], instead: Mapping[str, str], strangers: Sequence[str], coming: Coming) -> Due | None:
    sitting = {side: seat[side]["entrant"] for side in THREE}
    gone = [side for side, one in sitting.items() if one in strangers and one not in instead]
    if gone:
        present = [side for side in gone if side not in coming.away.get(seat["match"], ())]
        return Due(seat["match"], gone=present[0]) if present else None
    wanted = {side: instead.get(one, one) for side, one in sitting.items()}
    stated = seat.get("start")
    start = None
    if coming.stakes is not None and stated is not None:
        start = {side: coming.stakes.get(one, stated[side]) for side, one in wanted.items()}
    if wanted == sitting and (start is None or start == stated):
        return None
    return Due(seat["match"], wanted, start)
