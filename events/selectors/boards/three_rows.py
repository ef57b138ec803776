"""What the leaderboards of the 斗地主 formats share: a line of the standings with its way through the stages, tables now, prizes.

Reads the published state and the names; computes no score and no rank.
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
    row_key,
    split_of,
    team_of,
)
from events.selectors.boards.three_people import People, Person, Prize, prizes_of
from events.selectors.boards.three_tables import Card, by_extra, cards_of, seat_of, total_text
from events.selectors.people import Names
from events.selectors.published import Published

CHAMPION, IN, WAITING, OUT = "champion", "in", "waiting", "out"
REFILL = "refill"
FINISHED = frozenset({"complete", "forfeited"})


@dataclass(frozen=True, slots=True)
class Leg:
    """One round of somebody's way. `match` is empty for a bye; `went_on`: whether it led on, None while that is open.
    `by_extra`: won or lost the place by extra hands."""

    round: int
    stage: str
    match: str
    table: int
    side: str
    points: str
    place: int
    state: str
    went_on: bool | None
    by_extra: str = ""

    @property
    def done(self) -> bool:
        return self.state in FINISHED


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeRow(Row):
    """`status`: in, out, champion, waiting, disqualified or withdrawn; `stage`: the last one reached."""

    status: str
    stage: str
    reached: int
    legs: tuple[Leg, ...] = ()

    @property
    def sat(self) -> bool:
        """Whether he has been at a table, so that his points are points."""
        return any(leg.match for leg in self.legs)

    @property
    def at(self) -> tuple[str, int]:
        """The stage and round that tell how far he came: the refill table while he sits there, which stands beside its round."""
        return at_refill(self.legs) or (self.stage, self.reached)

    @property
    def placed(self) -> bool:
        """Whether the rank is one to print: who is still in has none yet."""
        return self.status not in {IN, WAITING}


@dataclass(frozen=True, slots=True)
class Group:
    """The tables of one round that stand together on the page."""

    round: int
    stage: str
    cards: tuple[Card, ...]
    finished: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeBoard(Board):
    """`stage`: of the round opened last. `groups`: rounds whose tables are shown as cards: what runs, else what was opened last.
    `prize_unset`: the organisers have still to say what the champion gets."""

    rows: tuple[ThreeRow, ...]
    stage: str
    groups: tuple[Group, ...]
    prizes: tuple[Prize, ...]
    champion: ThreeRow | None
    entrants: int
    waiting: tuple[Person, ...]
    next_stage: str
    next_round: int
    prize_unset: bool

    @property
    def listed(self) -> tuple[ThreeRow, ...]:
        """The rows that the table of places prints."""
        return self.rows

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card for group in self.groups for card in group.cards)

    @property
    def lines(self) -> bool:
        """Whether any card has a drawing that wants explaining."""
        return any(card.lines for card in self.cards)

    @property
    def zero_sum(self) -> bool:
        return self.lines and all(card.zero_sum for card in self.cards if card.lines)

    @property
    def stacks(self) -> bool:
        return any(card.bar for card in self.cards)


def at_refill(legs: Iterable[Leg]) -> tuple[str, int] | None:
    """The stage and round of the refill table 补位桌 somebody sits at now, if he does."""
    last = list(legs)[-1:]
    return next(((leg.stage, leg.round) for leg in last if leg.stage == REFILL and leg.match and not leg.done), None)


def shared_of(published: Published, names: Names) -> dict[str, Any]:
    """The fields that every board of these formats has, but its rows."""
    state = published.state
    opened = [row for row in state["rounds"] if row["opened"]]
    due = state.get("next") or {}
    people = People(state, names)
    return {
        **parts.progress(state),
        "stage": opened[-1].get("stage") or "" if opened else "",
        "groups": groups_of(state, names),
        "prizes": prizes_of(state, people),
        "entrants": sum(len(team["entrants"]) for team in state["teams"]),
        "waiting": () if due.get("seats_known") else people.all(due.get("entrants", ())),
        "next_stage": due.get("stage") or "",
        "next_round": due.get("round") or 0,
        "prize_unset": any(row["code"] == "awards_unset" for row in state["plan"]["blocked"]),
    }


def champion_of(rows: Iterable[ThreeRow]) -> ThreeRow | None:
    return next((row for row in rows if row.status == CHAMPION), None)


def entrant_rows(published: Published, names: Names) -> tuple[ThreeRow, ...]:
    """The standings, best first."""
    rows = published.state["standings"]
    facts = Facts(published, names)
    return tuple(ThreeRow(**facts.fields(row, rows[place + 1] if place + 1 < len(rows) else None)) for place, row in enumerate(rows))


def groups_of(state: Mapping[str, Any], names: Names) -> tuple[Group, ...]:
    """Rounds that run, or the one opened last where none does."""
    opened = [row for row in state["rounds"] if row["opened"]]
    shown = [row for row in opened if not row["finished"]] or opened[-1:]
    return tuple(
        Group(
            row["round"],
            row.get("stage") or "",
            cards_of((match for match in state["matches"] if match["round"] == row["round"]), names),
            row["finished"],
        )
        for row in shown
    )


class Facts:
    """What rows are made from, found once for all of them."""

    def __init__(self, published: Published, names: Names) -> None:
        self.state, self.names, self.numbers = published.state, names, numbers_of(published)
        self.matches = {match["match"]: match for match in self.state["matches"]}
        self.signed = not any(match["shown"].get("sums_to") for match in self.state["matches"])

    def fields(self, row: Mapping[str, Any], below: Mapping[str, Any] | None) -> dict[str, Any]:
        """The fields of a ThreeRow from a row of the state's standings; `below` is the row after it."""
        key, now = row_key(row), row.get("current")
        return {
            "key": key,
            "name": name_of(self.names, row),
            "of": team_of(self.names, row),
            "number": self.numbers.get(key, 0),
            "rank": row["rank"],
            "shared": row["shared"],
            "points": number_text(row["points"], signed=self.signed),
            "split": _split(self.names, below),
            "change": self.state["previous"].get(key, row["rank"]) - row["rank"],
            "current": current_of(now, key, self.matches, self.names) if now else None,
            "status": row["status"],
            "stage": row.get("stage") or "",
            "reached": row.get("reached") or 0,
            "legs": tuple(legs_of(row, self.matches)),
        }


def legs_of(row: Mapping[str, Any], matches: Mapping[str, Mapping[str, Any]]) -> Iterable[Leg]:
    for leg in row.get("rounds", ()):
        match = matches.get(leg.get("match") or "")
        begun = match is None or match["state"] != "waiting"
        points = leg.get("points") if begun else None
        yield Leg(
            round=leg["round"],
            stage=leg.get("stage") or "",
            match=leg.get("match") or "",
            table=match["table"] if match else 0,
            side=str(leg.get("seat") or ""),
            points=total_text(match, points) if match else number_text(points),
            place=leg.get("place") or 0,
            state=leg.get("state") or (match["state"] if match else ""),
            went_on=leg.get("went_on"),
            by_extra=by_extra(match, str(leg.get("seat") or "")) if match else "",
        )


def current_of(now: Mapping[str, Any], key: str, matches: Mapping[str, Mapping[str, Any]], names: Names) -> Current | None:
    """The opened match somebody plays now, with the other two by name."""
    match = matches.get(now.get("match") or "")
    if match is None:
        return None
    mine = seat_of(match, key)
    others = [breakable(names.pair(match[side]["entrant"])) for side in ("1", "2", "3") if side != mine]
    return Current(
        round=now["round"],
        points=total_text(match, now.get("points")),
        handed_in=now.get("handed_in") or 0,
        matches=now.get("matches") or 1,
        tables=str(match["table"]),
        against="、".join(others),
    )


def _split(names: Names, below: Mapping[str, Any] | None) -> Split | None:
    return split_of(below, name_of(names, below)) if below else None
