"""One hand of a table of three 斗地主 as board and sheet show it: who called what, what doubled it, and what it brought to each seat.

Reads one row of a match's `hands`; computes no score.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.parts import number_text
from scoring.sides import THREE

PLAYED, PASSED_OUT, RULED = "played", "passed_out", "ruled"
LANDLORD = "landlord"


@dataclass(frozen=True, slots=True)
class Call:
    """One call in order of speaking: whose, and for how much; 0 is a pass."""

    side: str
    value: int


@dataclass(frozen=True, slots=True)
class Figure:
    """What one seat got of a hand, and where it stood then. Empty texts where that is not known."""

    side: str
    points: str
    running: str
    gained: bool
    landlord: bool


@dataclass(frozen=True, slots=True)
class ThreeHand:
    """`kind`: played, passed_out or ruled. `judged` is false for a hand after a gap. `doubled`: bombs and rocket as counted.

    `findings` have still to be settled; `remarks` say what was out of order and stands.
    `passed_out` hands count no play; `fined` says that one cost points all the same.
    """

    number: int
    hash: str
    kind: str
    extra: bool
    first: str
    calls: tuple[Call, ...]
    landlord: str
    bid: int
    out: str
    won: bool
    bombs: int
    rocket: bool
    spring: str
    shown: bool
    multiplier: int
    figures: tuple[Figure, ...]
    judged: bool
    fined: bool
    under_review: bool
    by: str
    findings: tuple[Mapping[str, Any], ...]
    remarks: tuple[Mapping[str, Any], ...]
    clauses: tuple[str, ...]
    trace: tuple[Mapping[str, Any], ...]

    @property
    def passed_out(self) -> bool:
        return self.kind == PASSED_OUT

    @property
    def doubled(self) -> bool:
        """Whether anything doubled it."""
        return bool(self.bombs or self.rocket or self.shown or self.spring not in ("", "none"))

    @property
    def scored(self) -> bool:
        """Whether the hand moved points."""
        return any(figure.points for figure in self.figures)


def hand_of(row: Mapping[str, Any], *, signed: bool = True, numbers: bool = True) -> ThreeHand:
    """A row of `hands`; `signed`: running totals carry their plus, as they do where nobody starts with a stack; `numbers`: bids say
    for how much, not only that one calls."""
    judged = row.get("counted", True)
    points: Mapping[str, int] = (row.get("points") or {}) if judged else {}
    running = row.get("running") or {}
    landlord = _seat(row.get("landlord"))
    kind = row["kind"]
    figures = tuple(
        Figure(
            side=side,
            points=number_text(points[side], signed=True) if points else "",
            running=number_text(running.get(side), signed=signed),
            gained=bool(points) and points[side] > 0,
            landlord=side == landlord,
        )
        for side in THREE
    )
    return ThreeHand(
        number=row["number"],
        hash=row["hash"],
        kind=kind,
        extra=bool(row.get("extra")),
        first=_seat(row.get("first_bidder")),
        calls=tuple(_calls(row)),
        landlord=landlord,
        bid=(row.get("bid") or 0) if numbers and row.get("bids") else 0,
        out=_seat(row.get("out")),
        won=row.get("winner") == LANDLORD,
        bombs=row.get("bombs") or 0,
        rocket=bool(row.get("rocket")),
        spring=row.get("spring") or "",
        shown=bool(row.get("shown")),
        multiplier=row.get("multiplier") or 1,
        figures=figures,
        judged=judged,
        fined=kind == PASSED_OUT and any(points.values()),
        under_review=row["under_review"],
        by=row["by"],
        findings=tuple(row.get("findings", ())),
        remarks=tuple(row.get("remarks", ())),
        clauses=tuple(dict.fromkeys(step["clause"] for step in row["trace"])),
        trace=tuple(row["trace"]),
    )


def _calls(row: Mapping[str, Any]) -> Iterable[Call]:
    """The calls with whose they were: seats speak in turn from the first bidder."""
    first = _seat(row.get("first_bidder"))
    for place, value in enumerate(row.get("bids") or ()):
        if first:
            yield Call(THREE[(THREE.index(first) + place) % len(THREE)], value)


def _seat(value: object) -> str:
    """A seat as the side it is: records name it by its number, rows may do either."""
    return "" if value in (None, "") else str(value)
