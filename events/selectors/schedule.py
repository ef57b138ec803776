"""Rounds and tables as the public reads them: who sits where, the score, the state.

Reads one Published state and the names; computes no score.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from events.models import Competition, Match
from events.selectors.boards.figures import Figures, figures_of
from events.selectors.boards.parts import breakable, larger, number_text, numbers_of, spans, tick_of
from events.selectors.boards.three_tables import Card, card_of, is_three
from events.selectors.fixtures import meetings_to_come
from events.selectors.people import Names
from events.selectors.published import Published
from events.selectors.sittings import SHEETS
from scoring.disputes import OPEN
from scoring.formats import FORMATS
from scoring.formats.protocol import TEAMS
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True)
class Sitting:
    """One side of a table."""

    team: str
    name: str
    number: int
    pair: str
    points: object | None
    forfeited: bool
    entrant: str
    by_team: bool

    @property
    def key(self) -> str:
        """Who is ranked and explained: the team or the entrant."""
        return self.team if self.by_team else self.entrant


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
    room: str
    boards: str
    winner: str
    figures: Figures

    @property
    def counts(self) -> bool:
        """Whether there is anything to show for it: not where it is annulled."""
        return self.state != "annulled"


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
class Meeting:
    """A line of the rounds page: team against team, or one match of entrants. Names are empty where they are not known yet."""

    left: str
    right: str
    left_figure: str
    right_figure: str
    begun: bool
    finished: bool
    winner: str  # left, right or nobody


@dataclass(frozen=True, slots=True)
class RoundView:
    """`encounters` where teams meet at several tables; `tables` where each match of two sides stands for itself, `cards` where three
    sit at each; `byes` by name; `stage` and `day` where the format knows them."""

    round: int
    opened: bool
    locked: bool
    finished: bool
    official: bool
    matches: int
    handed_in: int
    confirmed: int
    under_review: int
    byes: tuple[str, ...]
    encounters: tuple[EncounterView, ...]
    tables: tuple[TableView, ...]
    meetings: tuple[Meeting, ...]
    cards: tuple[Card, ...]
    stage: str
    day: str

    @property
    def bye(self) -> str:
        return self.byes[0] if len(self.byes) == 1 else ""


@dataclass(frozen=True, slots=True)
class MatchView:
    """`sheet` is laid out by the tally's module of `sittings`; `clauses` are all that its numbers cite, each once."""

    table: TableView | Card
    round: int
    encounter: str
    sheet: Any
    forfeit_why: str
    trace: tuple[Mapping[str, Any], ...]
    clauses: tuple[str, ...]
    findings: int
    disputes: tuple[Mapping[str, Any], ...] = ()

    @property
    def open_dispute(self) -> bool:
        return any(one["state"] in OPEN for one in self.disputes)

    @property
    def sides(self) -> dict[str, str]:
        """What each side is called in a sentence: the team where teams meet, else the players."""
        if isinstance(self.table, Card):
            return {seat.side: seat.name for seat in self.table.seats}
        both = {"NS": self.table.ns, "EW": self.table.ew}
        return {side: sitting.name if sitting.by_team else sitting.pair for side, sitting in both.items()}


def rounds_view(*, published: Published, names: Names, rulebook: Rulebook) -> list[RoundView]:
    """Every round of the plan, the opened ones with their tables, the others with who meets whom as far as it is known. No query."""
    state, numbers = published.state, numbers_of(published)
    by_teams = FORMATS[rulebook.format].contenders == TEAMS
    tables: dict[int, list[TableView]] = {}
    of_encounter: dict[str, list[TableView]] = {}
    cards: dict[int, list[Card]] = {}
    for match in sorted(state["matches"], key=lambda match: (match["round"], match["table"])):
        if is_three(match):
            cards.setdefault(match["round"], []).append(card_of(match, names))
            continue
        view = _table(match, names, numbers, rulebook)
        tables.setdefault(match["round"], []).append(view)
        of_encounter.setdefault(match["encounter"], []).append(view)
    encounters: dict[int, list[EncounterView]] = {}
    for row in sorted(state["encounters"], key=lambda row: (row["round"], numbers.get(row["low"], 0))):
        encounters.setdefault(row["round"], []).append(_encounter(row, names, of_encounter.get(row["encounter"], [])))
    ahead = _teams_to_come(state, names, rulebook) if by_teams else _entrants_to_come(state, names)
    views = []
    for row in state["rounds"]:
        met, at = encounters.get(row["round"], []), tables.get(row["round"], [])
        played = [_meeting_of_teams(view) for view in met] if by_teams else [_meeting_at(view) for view in at]
        views.append(
            RoundView(
                **{name: row[name] for name in ("round", "opened", "locked", "finished", "official", "matches", "handed_in", "confirmed")},
                under_review=row["under_review"],
                byes=tuple(_bye_name(names, pid, by_teams=by_teams) for pid in row.get("byes", [row["bye"]] if row["bye"] else [])),
                encounters=tuple(met),
                tables=() if by_teams else tuple(at),
                meetings=tuple(played or ahead.get(row["round"], ())),
                cards=tuple(cards.get(row["round"], ())),
                stage=row.get("stage") or "",
                day=row.get("day") or "",
            )
        )
    return views


def _bye_name(names: Names, pid: str, *, by_teams: bool) -> str:
    return names.team(pid) if by_teams else breakable(names.pair(pid))


def _teams_to_come(state: Mapping[str, Any], names: Names, rulebook: Rulebook) -> dict[int, list[Meeting]]:
    return {
        number: [Meeting(names.team(low), names.team(high), "", "", begun=False, finished=False, winner="") for low, high in meetings]
        for number, meetings in meetings_to_come(state, rulebook).items()
    }


def _entrants_to_come(state: Mapping[str, Any], names: Names) -> dict[int, list[Meeting]]:
    """The lines of a bracket as far as they are known; other formats say who meets whom when the round is opened."""
    found: dict[int, list[Meeting]] = {}
    for row in (state.get("bracket") or {"rounds": []})["rounds"]:
        for match in row["matches"]:
            if not match["opened"] and not match["decided"]:
                left, right = (breakable(names.pair(match[side])) if match[side] else "" for side in ("ns", "ew"))
                found.setdefault(row["round"], []).append(Meeting(left, right, "", "", begun=False, finished=False, winner=""))
    return found


def _meeting_of_teams(view: EncounterView) -> Meeting:
    winner = {"win": "left", "lose": "right"}.get(larger(view.low_points, view.high_points), "") if view.finished else ""
    left, right = number_text(view.low_points), number_text(view.high_points)
    return Meeting(view.low, view.high, left, right, begun=view.begun, finished=view.finished, winner=winner)


def _meeting_at(view: TableView) -> Meeting:
    done = view.state in {"complete", "forfeited"}
    winner = {"NS": "left", "EW": "right"}.get(view.winner, "")
    ns, ew = view.figures.ns, view.figures.ew
    return Meeting(view.ns.pair, view.ew.pair, ns, ew, begun=bool(ns or ew), finished=done, winner=winner)


def match_view(*, published: Published, names: Names, code: str, rulebook: Rulebook) -> MatchView | None:
    """One match row by row; None when the snapshot does not know it."""
    state = published.state
    match = next((row for row in state["matches"] if row["match"] == code), None)
    if match is None:
        return None
    cited = [step["clause"] for hand in match["hands"] for step in hand["trace"]]
    disputes = tuple(match.get("disputes", ()))
    cited += [clause for one in disputes if one["state"] not in OPEN for clause in one["clauses"]]
    cited += [row["clause"] for row in match.get("penalties", ())] + [step["clause"] for step in match["trace"]]
    return MatchView(
        table=card_of(match, names) if is_three(match) else _table(match, names, numbers_of(published), rulebook),
        round=match["round"],
        encounter=match["encounter"],
        sheet=SHEETS[rulebook.tally](match, names=names, rulebook=rulebook),
        forfeit_why=match["forfeit_why"],
        trace=tuple(match["trace"]),
        clauses=tuple(dict.fromkeys(cited)),
        findings=len(match["findings"]),
        disputes=disputes,
    )


def tables_of(*, competition: Competition, codes: Collection[str]) -> dict[str, tuple[int, int]]:
    """Match code -> (round, table): one query."""
    rows = Match.objects.filter(competition=competition, code__in=codes).values_list("code", "round__number", "table")
    return {code: (number, table) for code, number, table in rows}


def _table(match: Mapping[str, Any], names: Names, numbers: Mapping[str, int], rulebook: Rulebook) -> TableView:
    by_team = FORMATS[rulebook.format].contenders == TEAMS
    return TableView(
        match=match["match"],
        table=match["table"],
        pair=match["pair"],
        ns=_sitting(match, "NS", names, numbers, by_team=by_team),
        ew=_sitting(match, "EW", names, numbers, by_team=by_team),
        state=match["state"],
        tick=tick_of(match).state,
        hands=len(match["hands"]),
        confirmed=match["confirmed"] is not None,
        on_behalf=bool(match["confirmed"] and match["confirmed"]["on_behalf"]),
        closed=match["closed"],
        room=match.get("room", ""),
        boards=spans(match.get("boards", ())),
        winner=match.get("winner", ""),
        figures=figures_of(rulebook.tally, match),
    )


def _sitting(match: Mapping[str, Any], side: str, names: Names, numbers: Mapping[str, int], *, by_team: bool) -> Sitting:
    seat = match[side.lower()]
    return Sitting(
        team=seat["team"],
        name=names.teams.get(seat["team"], seat["team"]),
        number=numbers.get(seat["team" if by_team else "entrant"], 0),
        pair=breakable(names.pair(seat["entrant"])),
        points=match["points"][side] if match["points"] is not None else None,
        forfeited=side in match["forfeited_by"],
        entrant=seat["entrant"],
        by_team=by_team,
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
