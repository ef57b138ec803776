"""The leaderboard as a page shows it: the snapshot's standings joined with team names.

Reads one Published state and the teams' names; computes no score and no rank, it only lays out what the workers computed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from events.models import Competition, Team
from events.selectors.fixtures import opponents
from events.selectors.published import Published
from scoring.rulebook import Rulebook

# The looks of a table, as the live frames name them too.
OPEN, HANDED_IN, CONFIRMED, UNDER_REVIEW = "open", "handed_in", "confirmed", "under_review"
NOT_PLAYED = frozenset({"forfeited", "annulled"})


@dataclass(frozen=True, slots=True)
class Split:
    """What put a row above the next one: a key of the tie-break chain, both values, and the other team's name."""

    key: str
    mine: object
    theirs: object
    other: str


@dataclass(frozen=True, slots=True)
class Current:
    """The round that runs: points so far, and how many of the team's tables have handed in."""

    round: int
    points: object
    handed_in: int
    matches: int
    tables: str
    against: str


@dataclass(frozen=True, slots=True)
class Row:
    team: str
    number: int
    name: str
    rank: int
    shared: bool
    points: object
    double_downs: int
    split: Split | None
    change: int  # places gained since the round before; negative for lost
    current: Current | None
    next_round: int
    next_against: str  # "" when unknown
    next_bye: bool

    @property
    def lost(self) -> int:
        return -self.change


@dataclass(frozen=True, slots=True)
class Tick:
    """One table of the round: its report, and how many hands are in."""

    match: str
    table: int
    state: str
    hands: int
    handed_in: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """One team's points against another. `kind`: self, none, now, win, lose, even."""

    kind: str
    points: object
    key: str
    column: int


@dataclass(frozen=True, slots=True)
class CrossRow:
    team: str
    number: int
    name: str
    cells: tuple[Cell, ...]
    points: object


@dataclass(frozen=True, slots=True)
class Board:
    """Everything the leaderboard prints but its phase."""

    rows: tuple[Row, ...]
    ticks: tuple[Tick, ...]
    cross: tuple[CrossRow, ...]
    round: int
    rounds_total: int
    finished: int
    round_finished: bool
    handed_in: int
    confirmed: int
    matches: int
    under_review: int
    over: bool


def team_names(*, competition: Competition) -> dict[str, str]:
    """Team pid -> name: one query."""
    return dict(Team.objects.filter(competition=competition).values_list("pid", "name"))


def board_of(*, published: Published, names: Mapping[str, str], rulebook: Rulebook) -> Board:
    """Lays out a snapshot. No query."""
    state = published.state
    rounds = state["rounds"]
    opened = [row for row in rounds if row["opened"]]
    now = opened[-1] if opened else None
    number = now["round"] if now else 0
    return Board(
        rows=tuple(_rows(state, names, opponents(state, rulebook), number)),
        ticks=tuple(tick_of(match) for match in _by_table(state["matches"], number)),
        cross=tuple(_cross(state, names)),
        round=number,
        rounds_total=len(rounds),
        finished=sum(1 for row in rounds if row["finished"]),
        round_finished=bool(now and now["finished"]),
        handed_in=now["handed_in"] if now else 0,
        confirmed=now["confirmed"] if now else 0,
        matches=now["matches"] if now else 0,
        under_review=now["under_review"] if now else 0,
        over=bool(state["plan"]["over"]),
    )


def _by_table(matches: Iterable[Mapping[str, Any]], number: int) -> list[Mapping[str, Any]]:
    return sorted((match for match in matches if match["round"] == number), key=lambda match: match["table"])


def tick_of(match: Mapping[str, Any]) -> Tick:
    """A match as one square. A forfeited or annulled one needs no signature and says what it is."""
    hands = match["hands"]
    if match["state"] in NOT_PLAYED:
        state = str(match["state"])
    elif any(hand["under_review"] for hand in hands):
        state = UNDER_REVIEW
    elif match["confirmed"]:
        state = CONFIRMED
    elif match["state"] == "complete":
        state = HANDED_IN
    else:
        state = OPEN
    return Tick(match["match"], match["table"], state, len(hands), match["state"] in {"complete", *NOT_PLAYED})


def _rows(
    state: Mapping[str, Any], names: Mapping[str, str], fixtures: Mapping[str, Mapping[int, str | None]], number: int
) -> Iterable[Row]:
    numbers = {team["team"]: team["number"] for team in state["teams"]}
    seats = _seats(state["matches"], number)
    standings = state["standings"]
    for index, row in enumerate(standings):
        team = row["team"]
        below = standings[index + 1] if index + 1 < len(standings) else None
        ahead = next((n for n in sorted(fixtures.get(team, {})) if n > number), 0)
        against = fixtures.get(team, {}).get(ahead)
        now_against = fixtures.get(team, {}).get(number)
        current = row["current"]
        yield Row(
            team=team,
            number=numbers.get(team, 0),
            name=names.get(team, team),
            rank=row["rank"],
            shared=row["shared"],
            points=row["points"],
            double_downs=row["double_downs"],
            split=_split(below, names) if below else None,
            change=state["previous"][team] - row["rank"] if team in state["previous"] else 0,
            current=Current(
                round=current["round"],
                points=current["points"],
                handed_in=current["handed_in"],
                matches=current["matches"],
                tables=seats.get(team, ""),
                against=names.get(now_against, "") if now_against else "",
            )
            if current
            else None,
            next_round=ahead,
            next_against=names.get(against, "") if against else "",
            next_bye=bool(ahead) and against is None,
        )


def _split(below: Mapping[str, Any], names: Mapping[str, str]) -> Split | None:
    """What separated the row `below` from the one above it, told from above; None where plain points did."""
    if below["split_by"] in {"", "points"} or not below["split"]:
        return Split("shared", None, None, names.get(below["team"], "")) if below["split_by"] == "shared" else None
    split = below["split"]
    return Split(split["key"], split["theirs"], split["mine"], names.get(below["team"], ""))


def _seats(matches: Iterable[Mapping[str, Any]], number: int) -> dict[str, str]:
    """team -> its tables of the round, as `7–10`."""
    tables: dict[str, list[int]] = {}
    for match in matches:
        if match["round"] == number:
            for side in ("ns", "ew"):
                tables.setdefault(match[side]["team"], []).append(match["table"])
    return {team: spans(found) for team, found in tables.items()}


def breakable(pair: str) -> str:
    """`张三/李四` that may break after the stroke and nowhere else: a name is never torn apart."""
    return pair.replace("/", "/\u200b")


def spans(numbers: Iterable[int]) -> str:
    """`1–4、7` for 1, 2, 3, 4, 7."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return "、".join(str(part[0]) if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts)


def _cross(state: Mapping[str, Any], names: Mapping[str, str]) -> Iterable[CrossRow]:
    """Everyone against everyone in the order of draw numbers, which never moves while the places do."""
    teams = [team for team in state["teams"] if team["number"]]
    totals = {row["team"]: row["points"] for row in state["standings"]}
    met = {frozenset((encounter["low"], encounter["high"])): encounter for encounter in state["encounters"]}
    for row in sorted(teams, key=lambda team: team["number"]):
        cells = tuple(
            _cell(row["team"], column, met.get(frozenset((row["team"], column["team"]))))
            for column in sorted(teams, key=lambda team: team["number"])
        )
        yield CrossRow(row["team"], row["number"], names.get(row["team"], row["team"]), cells, totals.get(row["team"], 0))


def _cell(team: str, column: Mapping[str, Any], encounter: Mapping[str, Any] | None) -> Cell:
    other, number = column["team"], column["number"]
    if team == other:
        return Cell("self", "", "", number)
    key = f"{team}:{other}"
    if encounter is None:
        return Cell("none", "", key, number)
    mine, theirs = ("low", "high") if encounter["low"] == team else ("high", "low")
    points = encounter["points"]
    if not encounter["finished"]:
        begun = encounter["handed_in"] or points[mine] or points[theirs]
        return Cell("now" if begun else "none", points[mine] if begun else "", key, number)
    return Cell(_result(points[mine], points[theirs]), points[mine], key, number)


def _result(mine: object, theirs: object) -> str:
    """Which of two totals is larger, for the weight of the figure. Points are whole or exact `n/d`."""
    left, right = Fraction(str(mine)), Fraction(str(theirs))
    return "win" if left > right else "lose" if left < right else "even"
