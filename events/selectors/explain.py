"""怎么算的: one team's total taken apart, from the sum down to the hand, and why it stands where it stands.

Reads one Published state, the names and the pinned rulebook; recomputes nothing: every number is one the workers published.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from events.models import LedgerEntry
from events.pinned import hands_wanted
from events.selectors.boards.parts import breakable
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.clauses import Clause
from scoring.rulebook import Rulebook
from scoring.standings import chain
from scoring.tiebreaks import FINAL_TIE, STEPS, lot

OTHER: Mapping[str, str] = {"NS": "EW", "EW": "NS"}

# Entries that changed or decided something after the first report: what a reader wants to know of.
TOUCHING = ("correction", "void", "forfeit", "withdrawn", "ruling", "line_up", "table_reopened")


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
class KeyLine:
    """One key of the ranking chain between two teams. `state`: equal, decided, unused, unknown."""

    key: str
    clause: Clause
    mine: object | None
    theirs: object | None
    state: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Why `ahead` stands before `behind`; nothing decided when they share the rank."""

    ahead: str
    ahead_team: str
    behind: str
    behind_team: str
    keys: tuple[KeyLine, ...]
    shared: bool
    tied_on_points: bool
    downs: tuple[tuple[str, tuple[tuple[int, int], ...], int], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    team: str
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
    def columns(self) -> range:
        """Hand numbers in the header: as many as the longest table has."""
        return range(1, max((len(line.hands) for part in self.every for line in part.tables), default=0) + 1)


@dataclass(frozen=True, slots=True)
class Basis:
    """The ledger entries behind a team's total: their seqs, and those that corrected or decided something."""

    seqs: tuple[int, ...]
    touching: tuple[LedgerEntry, ...]


def explanation_of(*, published: Published, names: Names, rulebook: Rulebook, team: str) -> Explanation | None:
    """The team's total explained; None when the team is not in the standings. No query."""
    state = published.state
    standings: Sequence[Mapping[str, Any]] = state["standings"]
    place = next((index for index, row in enumerate(standings) if row["team"] == team), None)
    if place is None:
        return None
    row = standings[place]
    parts = [_part(state, names, rulebook, team, term) for term in row["rounds"]]
    matches = [match for match in state["matches"] if team in (match["ns"]["team"], match["ew"]["team"])]
    return Explanation(
        team=team,
        name=names.teams.get(team, team),
        number=next((entry["number"] for entry in state["teams"] if entry["team"] == team), 0) or 0,
        rank=row["rank"],
        shared=row["shared"],
        points=row["points"],
        double_downs=row["double_downs"],
        played_rounds=row["played_rounds"],
        parts=tuple(part for part in parts if part.counted),
        running=next((part for part in parts if not part.counted and part.tables), None),
        clauses=_cited(rulebook, row, matches),
        comparison=_compare(state, names, rulebook, place),
        of=len(standings),
    )


def basis_of(*, competition_id: int, matches: Sequence[str], upto: int) -> Basis:
    """The entries of these matches up to a seq: one query."""
    entries = list(LedgerEntry.objects.filter(book__competition_id=competition_id, match__in=matches, seq__lte=upto).order_by("seq"))
    return Basis(tuple(entry.seq for entry in entries), tuple(entry for entry in entries if entry.kind in TOUCHING))


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


def _cited(rulebook: Rulebook, row: Mapping[str, Any], matches: Iterable[Mapping[str, Any]]) -> tuple[Clause, ...]:
    """Every clause the numbers on the page cite, from the hand up to the total, each once."""
    ids: list[str] = []
    for match in matches:
        ids += [step["clause"] for hand in match["hands"] for step in hand["trace"]]
    for match in matches:
        ids += [step["clause"] for step in match["trace"]]
    ids += [step["clause"] for step in row["trace"]]
    return tuple(rulebook.clauses[clause] for clause in dict.fromkeys(ids) if clause in rulebook.clauses)


def _compare(state: Mapping[str, Any], names: Names, rulebook: Rulebook, place: int) -> Comparison | None:
    """The team against the next one below it; for the last, against the one above."""
    standings = state["standings"]
    if len(standings) < 2:
        return None
    upper = min(place, len(standings) - 2)
    ahead, behind = standings[upper], standings[upper + 1]
    decided_by = behind["split_by"]
    lines: list[KeyLine] = []
    decided = False
    for key in chain(rulebook):
        clause = _law_of(rulebook, key)
        mine, theirs = _values(state, key, ahead, behind)
        if not decided and key == decided_by and behind["split"]:
            mine, theirs = behind["split"]["theirs"], behind["split"]["mine"]
            if key == lot.KEY:  # kept as minus the place from 0; told as the place
                mine, theirs = 1 - mine, 1 - theirs
        if decided:
            verdict = "unused"
        elif key == decided_by:
            verdict, decided = "decided", True
        else:
            verdict = (
                "unknown" if mine is None or theirs is None else "equal" if Fraction(str(mine)) == Fraction(str(theirs)) else "unknown"
            )
        lines.append(KeyLine(key, clause, mine, theirs, verdict))
    return Comparison(
        ahead=names.teams.get(ahead["team"], ahead["team"]),
        ahead_team=ahead["team"],
        behind=names.teams.get(behind["team"], behind["team"]),
        behind_team=behind["team"],
        keys=tuple(lines),
        shared=not decided,
        tied_on_points=ahead["points"] == behind["points"],
        downs=tuple(
            (
                names.teams.get(row["team"], row["team"]),
                tuple((term["round"], term["double_downs"]) for term in row["rounds"] if term["counted"]),
                row["double_downs"],
            )
            for row in (ahead, behind)
        ),
    )


def _law_of(rulebook: Rulebook, key: str) -> Clause:
    """The clause that puts this key into the chain."""
    leaf = next((step for step in STEPS if rulebook.choice(step) == key), FINAL_TIE)
    return rulebook.clauses[rulebook.law(leaf)]


def _values(state: Mapping[str, Any], key: str, ahead: Mapping[str, Any], behind: Mapping[str, Any]) -> tuple[object | None, object | None]:
    """Both teams' published values of a key; the meetings of the two for head-to-head, None where they have not met."""
    if key in ("points", "double_downs"):
        return ahead[key], behind[key]
    if key == lot.KEY:
        return None, None  # told by the split alone
    for encounter in state["encounters"]:
        if {encounter["low"], encounter["high"]} == {ahead["team"], behind["team"]} and encounter["finished"] and encounter["counted"]:
            mine = "low" if encounter["low"] == ahead["team"] else "high"
            return encounter["points"][mine], encounter["points"]["high" if mine == "low" else "low"]
    return None, None
