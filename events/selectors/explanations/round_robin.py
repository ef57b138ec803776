"""怎么算的 in a team round robin (掼蛋): one team's total taken apart, from the sum down to the hand, and why it stands where it stands.

Reads one Published state, the names and the pinned rulebook; recomputes nothing: every number is one the workers published.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.pinned import hands_wanted
from events.selectors.boards.parts import breakable, in_question
from events.selectors.explanations.cited import Signed, clauses_of, steps_of
from events.selectors.explanations.comparison import Comparison, compare, keys_of_chain
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.clauses import Clause
from scoring.rulebook import Rulebook

OTHER: Mapping[str, str] = {"NS": "EW", "EW": "NS"}


@dataclass(frozen=True, slots=True)
class HandCell:
    """One hand seen from one side. `points` is None where no hand is recorded yet."""

    number: int
    points: object | None
    conceded: object | None
    kind: str
    won: bool
    double: bool
    under_review: bool
    by: str


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table of the team in one round."""

    match: str
    table: int
    side: str
    pair: str
    hands: tuple[HandCell, ...]
    points: object | None
    conceded: object | None
    double_downs: int
    state: str
    forfeit: str  # "", ours, theirs, both
    changed_partner: bool
    confirmed: bool
    on_behalf: bool
    in_question: bool  # one of its hands, or the match as a whole
    adjusted: int = 0  # what the chief referee added to its points


@dataclass(frozen=True, slots=True)
class RoundPart:
    """One round of the team: the term of the sum, and the tables it is made of."""

    round: int
    against: str
    against_team: str
    points: object
    conceded: object
    double_downs: int
    counted: bool
    tables: tuple[TableLine, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    key: str
    name: str
    number: int
    rank: int
    shared: bool
    points: object
    double_downs: int
    played_rounds: int
    parts: tuple[RoundPart, ...]
    running: RoundPart | None
    clauses: tuple[Clause, ...]
    comparison: Comparison | None
    of: int

    @property
    def every(self) -> tuple[RoundPart, ...]:
        """The rounds that count and the one that runs."""
        return (*self.parts, self.running) if self.running else self.parts

    @property
    def matches(self) -> tuple[str, ...]:
        return tuple(line.match for part in self.every for line in part.tables)

    @property
    def last(self) -> RoundPart | None:
        """The last round that counts, or the one that runs before any does."""
        return self.parts[-1] if self.parts else self.running

    @property
    def signed(self) -> Signed:
        lines = [line for part in self.every for line in part.tables]
        return Signed(len(lines), sum(line.confirmed for line in lines), sum(line.on_behalf for line in lines))

    @property
    def columns(self) -> range:
        """Hand numbers in the header: as many as the longest table has."""
        return range(1, max((len(line.hands) for part in self.every for line in part.tables), default=0) + 1)


def explanation_of(*, published: Published, names: Names, rulebook: Rulebook, key: str) -> Explanation | None:
    """The team's total explained; None when the team is not in the standings. No query."""
    state = published.state
    standings: Sequence[Mapping[str, Any]] = state["standings"]
    team = key
    place = next((index for index, row in enumerate(standings) if row["team"] == team), None)
    if place is None:
        return None
    row = standings[place]
    parts = [_part(state, names, rulebook, team, term) for term in row["rounds"]]
    matches = [match for match in state["matches"] if team in (match["ns"]["team"], match["ew"]["team"])]
    return Explanation(
        key=team,
        name=names.teams.get(team, team),
        number=next((entry["number"] for entry in state["teams"] if entry["team"] == team), 0) or 0,
        rank=row["rank"],
        shared=row["shared"],
        points=row["points"],
        double_downs=row["double_downs"],
        played_rounds=row["played_rounds"],
        parts=tuple(part for part in parts if part.counted),
        running=next((part for part in parts if not part.counted and part.tables), None),
        clauses=clauses_of(rulebook, steps_of(matches), row["trace"]),
        comparison=compare(state, names, standings, place, keys_of_chain(rulebook)),
        of=len(standings),
    )


def _part(state: Mapping[str, Any], names: Names, rulebook: Rulebook, team: str, term: Mapping[str, Any]) -> RoundPart:
    tables = [
        table_line(match, "NS" if match["ns"]["team"] == team else "EW", names, rulebook)
        for match in state["matches"]
        if match["round"] == term["round"] and team in (match["ns"]["team"], match["ew"]["team"])
    ]
    against = term["against"]
    return RoundPart(
        round=term["round"],
        against=names.teams.get(against, against) if against else "",
        against_team=against or "",
        points=term["points"],
        conceded=term["conceded"],
        double_downs=term["double_downs"],
        counted=term["counted"],
        tables=tuple(sorted(tables, key=lambda line: line.table)),
    )


def table_line(match: Mapping[str, Any], side: str, names: Names, rulebook: Rulebook) -> TableLine:
    """A match of the state from one side."""
    other = OTHER[side]
    recorded = {hand["number"]: hand for hand in match["hands"]}
    points, forfeited = match["points"], match["forfeited_by"]
    return TableLine(
        match=match["match"],
        table=match["table"],
        side=side,
        pair=breakable(names.pair(match[side.lower()]["entrant"])),
        hands=tuple(_hand(recorded.get(number), number, side) for number in range(1, hands_wanted(rulebook) + 1)),
        points=points[side] if points is not None else None,
        conceded=points[other] if points is not None else None,
        double_downs=match["double_downs"][side],
        state=match["state"],
        forfeit="both" if len(forfeited) > 1 else "ours" if side in forfeited else "theirs" if forfeited else "",
        changed_partner=match["forfeit_why"] == "changed_partner",
        confirmed=match["confirmed"] is not None,
        on_behalf=bool(match["confirmed"] and match["confirmed"]["on_behalf"]),
        in_question=in_question(match),
        adjusted=sum(row["points"].get(side, 0) for row in match.get("adjusted", ())),
    )


def _hand(hand: Mapping[str, Any] | None, number: int, side: str) -> HandCell:
    if hand is None:
        return HandCell(number, None, None, "", False, False, False, "")
    return HandCell(
        number=number,
        points=hand["points"][side],
        conceded=hand["points"][OTHER[side]],
        kind=hand["kind"],
        won=hand["side"] == side,
        double=bool(hand["double_downs"][side]),
        under_review=hand["under_review"],
        by=hand["by"],
    )
