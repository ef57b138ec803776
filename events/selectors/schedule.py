"""Rounds and tables as the public reads them: who sits where, the score, the state.

Reads one Published state and the names; computes no score.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from events.models import Competition, Match
from events.selectors.boards.parts import breakable, tick_of
from events.selectors.fixtures import meetings_to_come
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Sitting:
    """One side of a table."""

    team: str
    name: str
    number: int
    pair: str
    points: object | None
    forfeited: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """One match. `tick`: as in `board.tick_of`. `points` of a side is None when nothing counts."""

    match: str
    table: int
    pair: int
    ns: Sitting
    ew: Sitting
    state: str
    tick: str
    hands: int
    confirmed: bool
    on_behalf: bool
    closed: bool


@dataclass(frozen=True, slots=True)
class EncounterView:
    """Team against team: the sum of its tables."""

    low: str
    low_team: str
    low_points: object
    high: str
    high_team: str
    high_points: object
    finished: bool
    begun: bool
    tables: tuple[TableView, ...]


@dataclass(frozen=True, slots=True)
class RoundView:
    round: int
    opened: bool
    locked: bool
    finished: bool
    official: bool
    matches: int
    handed_in: int
    confirmed: int
    under_review: int
    bye: str
    encounters: tuple[EncounterView, ...]


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand of a match, live or missing. The kind is a code; `order` the seats as they went out, if known."""

    number: int
    recorded: bool
    side: str
    kind: str
    order: tuple[str, ...]
    ns: object | None
    ew: object | None
    ns_total: object | None
    ew_total: object | None
    under_review: bool
    by: str
    hash: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchView:
    table: TableView
    round: int
    encounter: str
    hands: tuple[HandView, ...]
    played_ns: object
    played_ew: object
    forfeit_why: str
    trace_clauses: tuple[str, ...]
    findings: int


def rounds_view(*, published: Published, names: Names, rulebook: Rulebook) -> list[RoundView]:
    """Every round of the plan, the opened ones with their encounters and tables. No query."""
    state = published.state
    numbers = {team["team"]: team["number"] or 0 for team in state["teams"]}
    tables: dict[str, list[TableView]] = {}
    for match in sorted(state["matches"], key=lambda match: (match["round"], match["table"])):
        tables.setdefault(match["encounter"], []).append(_table(match, names, numbers))
    by_round: dict[int, list[EncounterView]] = {}
    for encounter in sorted(state["encounters"], key=lambda row: (row["round"], numbers.get(row["low"], 0))):
        by_round.setdefault(encounter["round"], []).append(_encounter(encounter, names, tables.get(encounter["encounter"], [])))
    for number, meetings in meetings_to_come(state, rulebook).items():
        by_round[number] = [
            EncounterView(names.team(low), low, 0, names.team(high), high, 0, finished=False, begun=False, tables=())
            for low, high in meetings
        ]
    return [
        RoundView(
            round=row["round"],
            opened=row["opened"],
            locked=row["locked"],
            finished=row["finished"],
            official=row["official"],
            matches=row["matches"],
            handed_in=row["handed_in"],
            confirmed=row["confirmed"],
            under_review=row["under_review"],
            bye=names.teams.get(row["bye"], row["bye"]) if row["bye"] else "",
            encounters=tuple(by_round.get(row["round"], ())),
        )
        for row in state["rounds"]
    ]


def match_view(*, published: Published, names: Names, code: str, hands_wanted: int) -> MatchView | None:
    """One match hand by hand, missing hands as empty lines; None when the snapshot does not know it."""
    state = published.state
    match = next((row for row in state["matches"] if row["match"] == code), None)
    if match is None:
        return None
    numbers = {team["team"]: team["number"] or 0 for team in state["teams"]}
    return MatchView(
        table=_table(match, names, numbers),
        round=match["round"],
        encounter=match["encounter"],
        hands=_hands(match, hands_wanted),
        played_ns=match["played"]["NS"],
        played_ew=match["played"]["EW"],
        forfeit_why=match["forfeit_why"],
        trace_clauses=tuple(dict.fromkeys(step["clause"] for step in match["trace"])),
        findings=len(match["findings"]),
    )


def tables_of(*, competition: Competition, codes: Collection[str]) -> dict[str, tuple[int, int]]:
    """Match code -> (round, table): one query."""
    rows = Match.objects.filter(competition=competition, code__in=codes).values_list("code", "round__number", "table")
    return {code: (number, table) for code, number, table in rows}


def _table(match: Mapping[str, Any], names: Names, numbers: Mapping[str, int]) -> TableView:
    return TableView(
        match=match["match"],
        table=match["table"],
        pair=match["pair"],
        ns=_sitting(match, "NS", names, numbers),
        ew=_sitting(match, "EW", names, numbers),
        state=match["state"],
        tick=tick_of(match).state,
        hands=len(match["hands"]),
        confirmed=match["confirmed"] is not None,
        on_behalf=bool(match["confirmed"] and match["confirmed"]["on_behalf"]),
        closed=match["closed"],
    )


def _sitting(match: Mapping[str, Any], side: str, names: Names, numbers: Mapping[str, int]) -> Sitting:
    seat = match[side.lower()]
    return Sitting(
        team=seat["team"],
        name=names.teams.get(seat["team"], seat["team"]),
        number=numbers.get(seat["team"], 0),
        pair=breakable(names.pair(seat["entrant"])),
        points=match["points"][side] if match["points"] is not None else None,
        forfeited=side in match["forfeited_by"],
    )


def _encounter(encounter: Mapping[str, Any], names: Names, tables: list[TableView]) -> EncounterView:
    points = encounter["points"]
    return EncounterView(
        low=names.teams.get(encounter["low"], encounter["low"]),
        low_team=encounter["low"],
        low_points=points["low"],
        high=names.teams.get(encounter["high"], encounter["high"]),
        high_team=encounter["high"],
        high_points=points["high"],
        finished=encounter["finished"],
        begun=encounter["finished"] or any(table.hands or table.state in {"forfeited", "annulled"} for table in tables),
        tables=tuple(tables),
    )


def _to_come(low: str, high: str, names: Names) -> EncounterView:
    return EncounterView(names.team(low), low, 0, names.team(high), high, 0, finished=False, begun=False, tables=())


def _hands(match: Mapping[str, Any], wanted: int) -> tuple[HandView, ...]:
    recorded = {hand["number"]: hand for hand in match["hands"]}
    ns = ew = 0
    views: list[HandView] = []
    for number in range(1, max([wanted, *recorded]) + 1):
        hand = recorded.get(number)
        if hand is None:
            views.append(HandView(number, False, "", "", (), None, None, None, None, False, "", "", ()))
            continue
        ns, ew = ns + hand["points"]["NS"], ew + hand["points"]["EW"]
        views.append(
            HandView(
                number=number,
                recorded=True,
                side=hand["side"],
                kind=hand["kind"],
                order=tuple(hand["order"] or ()),
                ns=hand["points"]["NS"],
                ew=hand["points"]["EW"],
                ns_total=ns,
                ew_total=ew,
                under_review=hand["under_review"],
                by=hand["by"],
                hash=hand["hash"],
                clauses=tuple(dict.fromkeys(step["clause"] for step in hand["trace"])),
            )
        )
    return tuple(views)
