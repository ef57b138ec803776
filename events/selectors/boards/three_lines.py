"""The running totals of a table of three as ink lines: the leader thick, each line ending in its seat's number.

Reads the running totals of judged hands; all coordinates are in the units of the drawing's view box.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.sides import THREE


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's way. `look`: ahead, even or dash; `label` is the height of its number beside the end of the line."""

    side: str
    look: str
    points: str
    x: float
    y: float
    label: float


@dataclass(frozen=True, slots=True)
class Lines:
    """`zero`: the height of what everybody started with."""

    width: int
    height: int
    right: float
    zero: float
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Size:
    """How a drawing is laid out: its box, where lines begin and may end, and how near two numbers may stand."""

    width: int
    height: int
    left: float
    right: float
    top: float
    base: float
    apart: float


CARD = Size(300, 84, 2.0, 280.0, 10.0, 74.0, 15.0)
WIDE = Size(680, 240, 8.0, 636.0, 14.0, 226.0, 18.0)
PHONE = Size(330, 210, 6.0, 300.0, 14.0, 196.0, 17.0)
LEAST_STEPS = 6  # so many hands are as wide as the drawing where nobody says how many there will be


def lines_of(
    running: Sequence[Mapping[str, int]], start: Mapping[str, int], leader: str, steps: int | None, size: Size = CARD
) -> Lines | None:
    """Totals after each hand; `steps`: how many hands the table plays, if that is known. None before the first hand."""
    if not running:
        return None
    ways = {side: [start[side], *(totals[side] for totals in running)] for side in THREE}
    top, low = max(max(way) for way in ways.values()), min(min(way) for way in ways.values())
    spread = (top - low) or 1
    step = (size.right - size.left) / max(len(running), steps or LEAST_STEPS)

    def y(value: float) -> float:
        return round(size.base - (size.base - size.top) * (value - low) / spread, 1)

    ends = {side: y(way[-1]) for side, way in ways.items()}
    labels = _apart(ends, size)
    others = [side for side in THREE if side != leader]
    return Lines(
        width=size.width,
        height=size.height,
        right=size.right,
        zero=y(sum(start.values()) / len(THREE)),
        lines=tuple(
            Line(
                side=side,
                look="ahead" if side == leader else ("even", "dash", "even")[others.index(side)],
                points=" ".join(f"{round(size.left + place * step, 1):g},{y(value):g}" for place, value in enumerate(way)),
                x=round(size.left + len(running) * step, 1),
                y=ends[side],
                label=labels[side],
            )
            for side, way in ways.items()
        ),
    )


def _apart(ends: Mapping[str, float], size: Size) -> dict[str, float]:
    """Heights of the numbers beside the ends, from the top down, pushed apart and back into the box."""
    order = sorted(ends, key=lambda side: (ends[side], side))
    placed: list[float] = []
    for side in order:
        placed.append(max(ends[side], placed[-1] + size.apart) if placed else ends[side])
    over = max(0.0, placed[-1] - size.base)
    for place in range(len(placed) - 1, -1, -1):
        limit = size.base if place == len(placed) - 1 else placed[place + 1] - size.apart
        placed[place] = min(placed[place], limit) if over else placed[place]
    return {side: round(height, 1) for side, height in zip(order, placed, strict=True)}
