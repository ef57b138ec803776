"""A table of three 斗地主 as a card: its seats with each one's total, the line of running totals or the bar of stacks, the last hand.

Reads one match of the published state; computes no score. A total that the match does not state is left out, never 0.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.parts import Tick, breakable, number_text, tick_of
from events.selectors.boards.three_hands import PASSED_OUT, ThreeHand, hand_of
from events.selectors.boards.three_lines import Lines, lines_of
from events.selectors.people import Names
from scoring.sides import THREE, key_of

WIN, LOSS = "win", "loss"
REGULAR, EXTRA, OVER = "regular", "extra", "over"
INSIDE = 14  # per cent of the bar that a figure needs to stand in its own part


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat. `total` is empty while there is none; `place` 0 while unknown. `result`: win, loss or none of a single game.
    `by_extra`: won or lost against somebody with as many points by the extra hands; empty where they told nobody apart."""

    side: str
    key: str
    name: str
    of: str
    total: str
    place: int
    shared: bool
    lead: bool
    tied: bool
    out: bool
    forfeited: bool
    result: str
    ruled_out: bool
    extra: str
    by_extra: str


@dataclass(frozen=True, slots=True)
class Part:
    """One seat's part of the bar: from where, how wide, in per cent of it; `inside`: its figure has room there."""

    side: str
    at: float
    width: float
    total: str
    low: bool
    inside: bool

    @property
    def end(self) -> float:
        return round(self.at + self.width, 2)


@dataclass(frozen=True, slots=True)
class Bar:
    """Stacks 筹码 or beans as parts of what all three hold together."""

    parts: tuple[Part, ...]
    whole: int
    adds_up: bool


@dataclass(frozen=True, slots=True)
class Card:
    """One table. `wanted`: hands to play, 0 where time ends it; `minutes` 0 where hands do; `phase`: regular, extra or over.

    `next`: who speaks first in the coming hand, empty where that is free or the table is done; `least`: what he must call at least;
    `signed`: the seats that have signed so far.
    """

    match: str
    table: int
    round: int
    stage: str
    kind: str
    state: str
    tick: Tick
    confirmed: bool
    on_behalf: bool
    closed: bool
    seats: tuple[Seat, ...]
    played: int
    wanted: int
    minutes: int
    phase: str
    time_up: bool
    next: Seat | None
    next_hand: int
    least: int
    passed: int
    batch: int
    batch_played: int
    gap: int
    lines: Lines | None
    bar: Bar | None
    last: ThreeHand | None
    lot: bool
    won_by: str
    signed: tuple[str, ...]
    fines: int
    zero_sum: bool

    @property
    def done(self) -> bool:
        return self.state in {"complete", "forfeited"}

    @property
    def begun(self) -> bool:
        return self.state != "waiting"

    @property
    def ruled(self) -> bool:
        """Whether penalties decided it without a record, and nobody forfeited."""
        return self.state == "forfeited" and not any(seat.forfeited for seat in self.seats)

    @property
    def leaders(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.lead)

    @property
    def tied(self) -> tuple[Seat, ...]:
        """Who must still be separated, by extra hands or a lot."""
        return tuple(seat for seat in self.seats if seat.tied)


def is_three(match: Mapping[str, Any]) -> bool:
    return key_of(THREE[0]) in match


def seat_of(match: Mapping[str, Any], key: str) -> str:
    """Which side of the match an entrant sits at; empty where it does not sit there."""
    return next((side for side in THREE if is_three(match) and match[side]["entrant"] == key), "")


def stacks(match: Mapping[str, Any]) -> bool:
    """Whether its totals are stacks that everybody was given, not points from nothing."""
    return bool(match["shown"].get("sums_to"))


def total_text(match: Mapping[str, Any], value: object) -> str:
    """A total as it is told at that table: with its plus where all start from nothing."""
    return number_text(value, signed=not stacks(match))


def hands_of(match: Mapping[str, Any]) -> list[ThreeHand]:
    """Its hands in order of their numbers."""
    signed, numbers = not stacks(match), not single(match)
    return [hand_of(row, signed=signed, numbers=numbers) for row in match["hands"]]


def single(match: Mapping[str, Any]) -> bool:
    """Whether it is one hand that is won or lost, without points."""
    return "results" in match


def running_of(match: Mapping[str, Any]) -> list[Mapping[str, int]]:
    """The totals after each hand that is judged; those of extra hands apart, because they never enter them."""
    return [row["running"] for row in match["hands"] if row.get("running") and not row.get("extra")]


def cards_of(matches: Iterable[Mapping[str, Any]], names: Names) -> tuple[Card, ...]:
    """In order of rounds and tables."""
    return tuple(card_of(match, names) for match in sorted(matches, key=lambda match: (match["round"], match["table"])))


def card_of(match: Mapping[str, Any], names: Names) -> Card:
    shown = match["shown"]
    signed = not stacks(match)
    rows = match["hands"]
    extra = shown.get("extra") or {}
    seats = tuple(_seat(match, side, names, extra.get("points") or {}) for side in THREE)
    due = str(shown.get("next_bidder") or "")
    running = running_of(match)
    leader = next((seat.side for seat in seats if seat.lead), "")
    begun = match["state"] != "waiting"
    start = shown.get("start") or dict.fromkeys(THREE, 0)
    return Card(
        match=match["match"],
        table=match["table"],
        round=match["round"],
        stage=match.get("stage") or "",
        kind=match.get("kind") or REGULAR,
        state=match["state"],
        tick=tick_of(match),
        confirmed=match["confirmed"] is not None,
        on_behalf=bool(match["confirmed"] and match["confirmed"]["on_behalf"]),
        closed=match["closed"],
        seats=seats,
        played=shown.get("played", sum(1 for row in rows if row["kind"] != PASSED_OUT)),
        wanted=shown.get("wanted") or 0,
        minutes=shown.get("minutes") or 0,
        phase=shown.get("phase") or REGULAR,
        time_up=bool(shown.get("time_up")),
        next=next((seat for seat in seats if seat.side == due), None) if match["state"] in {"waiting", "playing"} else None,
        next_hand=shown.get("next_hand") or 0,
        least=shown.get("opener_least") or 0,
        passed=shown.get("passed") or 0,
        batch=extra.get("batch") or 0,
        batch_played=extra.get("played") or 0,
        gap=shown.get("gap") or 0,
        lines=lines_of(running, start, leader, shown.get("wanted")) if signed and not single(match) else None,
        bar=_bar(match, seats) if not signed and (begun or shown.get("start")) else None,
        last=hands_of(match)[-1] if rows else None,
        lot=shown.get("decides_by") == "lot",
        won_by=match.get("won_by") or "",
        signed=tuple(match.get("signed_by", ())),
        fines=len(match.get("penalties", ())),
        zero_sum=signed and match["points"] is not None and sum(match["points"].values()) == 0,
    )


def _seat(match: Mapping[str, Any], side: str, names: Names, extra: Mapping[str, Any]) -> Seat:
    sitting, points, places = match[side], match["points"] or {}, match.get("places") or {}
    begun = match["state"] != "waiting" or stacks(match)
    place = places.get(side) or 0
    played = bool(match["hands"])
    return Seat(
        side=side,
        key=sitting["entrant"],
        name=breakable(names.pair(sitting["entrant"])),
        of=names.team(sitting["team"]),
        total=total_text(match, points[side]) if begun and side in points else "",
        place=place,
        shared=list(places.values()).count(place) > 1,
        lead=place == 1 and played,
        tied=any(side in group for group in match.get("tied", ())),
        out=side in match.get("busted", ()),
        forfeited=side in match["forfeited_by"],
        result=(match.get("results") or {}).get(side, "") if match["state"] not in {"waiting", "playing"} else "",
        ruled_out=side in (match.get("disqualified") or {}),
        extra=number_text(extra.get(side), signed=True),
        by_extra=by_extra(match, side),
    )


def apart_of(match: Mapping[str, Any]) -> list[tuple[str, int]]:
    """The seats that extra hands told apart, with their places, best first; none where they told nobody apart or none were played."""
    places = match.get("places") or {}
    return sorted(((side, places[side]) for side in places if by_extra(match, side)), key=lambda one: one[1])


def by_extra(match: Mapping[str, Any], side: str) -> str:
    """Whether the extra hands put this seat before or behind one with as many points: won, lost or neither."""
    places, batches = match.get("places") or {}, match.get("shown", {}).get("batches") or ()
    if match["state"] != "complete" or side not in places or not batches:
        return ""
    points = match["points"]
    level = [other for other in places if points[other] == points[side] and places[other] != places[side]]
    apart = [other for other in level if any(batch[other] != batch[side] for batch in batches)]
    return "" if not apart else WIN if all(places[other] > places[side] for other in apart) else LOSS


def _bar(match: Mapping[str, Any], seats: Iterable[Seat]) -> Bar | None:
    """The parts in order of seats; who owes more than he has holds no part of it."""
    totals = match["points"] or match["shown"].get("start") or {}
    held = {side: max(0, totals.get(side, 0)) for side in THREE}
    whole = sum(held.values())
    if not whole:
        return None
    least = min(totals.values())
    parts, at = [], 0.0
    for seat in seats:
        width = round(100 * held[seat.side] / whole, 2)
        low = bool(match["hands"]) and totals[seat.side] == least and list(totals.values()).count(least) == 1
        parts.append(Part(seat.side, round(at, 2), width, number_text(totals[seat.side]), low, width >= INSIDE))
        at += width
    return Bar(tuple(parts), match["shown"]["sums_to"], sum(totals.values()) == match["shown"]["sums_to"])
