"""The setup of a competition from the entries that name no match: teams, draws, rounds, seats. Clauses TR-01, TR-02, GD-07."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.entries import Entry
from scoring.formats import round_robin
from scoring.parameters import Rulebook

Value = dict[str, Any]


def setup_node(rulebook: Rulebook, entries: Iterable[Entry]) -> Value:
    """Teams, draws, rounds and the seats of the opened rounds' matches, from the entries that name no match.

    `{"simulated", "closed", "teams": […], "rounds": […], "encounters": […], "matches": [seat…], "lots", "plan": {"draws",
    "blocked", "rounds"}}`; a seat is `{"match", "round", "encounter", "pair", "table", "ns": {"team", "entrant", "players"},
    "ew": {…}}`. The last draw of its kind counts, and only if it names exactly those who are there.
    """
    facts = _Facts(sorted(entries, key=lambda entry: entry.seq))
    teams = _teams(facts)
    draws = _draws_wanted(teams)
    blocked = [*_blocked(rulebook, teams), *({"code": "draw_missing", "values": wanted} for wanted in draws)]
    total = round_robin.rounds_wanted(rulebook, len(teams))
    setup: Value = {
        "simulated": facts.simulated,
        "closed": facts.closed,
        "teams": teams,
        "rounds": [],
        "encounters": [],
        "matches": [],
        "lots": facts.lots,
        "plan": {"draws": draws, "blocked": blocked, "rounds": total},
    }
    for number in range(1, total + 1):
        opened = number in facts.opened
        seats, bye = planned_matches(rulebook, setup, number) if opened or len(teams) % 2 else ([], None)
        setup["rounds"].append({"round": number, "opened": opened, "locked": facts.locked.get(number, False), "bye": bye})
        if opened:
            setup["matches"] += seats
            setup["encounters"] += _encounters(setup, seats)
    return setup


def planned_matches(rulebook: Rulebook, setup: Mapping[str, Any], number: int) -> tuple[list[Value], str | None]:
    """The seats of round `number`, opened or not, and the team with the bye; nothing while the plan is blocked."""
    if setup["plan"]["blocked"] or not 1 <= number <= setup["plan"]["rounds"]:
        return [], None
    teams: Sequence[Mapping[str, Any]] = setup["teams"]
    met, bye = round_robin.meetings(rulebook, len(teams), number)
    tables = round_robin.tables(rulebook, number, met, len(teams[0]["entrants"]))
    seats = [
        {
            "match": table.match,
            "round": number,
            "encounter": table.encounter,
            "pair": table.pair,
            "table": table.table,
            "ns": _seat(teams, table.ns),
            "ew": _seat(teams, table.ew),
        }
        for table in tables
    ]
    return seats, None if bye is None else teams[bye - 1]["team"]


class _Facts:
    """What the setup entries say, once superseded ones are out of the way."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.simulated = self.closed = False
        self.teams: dict[str, None] = {}
        self.entrants: dict[str, tuple[str, list[str]]] = {}
        self.gone: set[str] = set()
        self.team_order: list[str] = []
        self.pair_orders: dict[str, list[str]] = {}
        self.lots: list[list[str]] = []
        self.opened: set[int] = set()
        self.locked: dict[int, bool] = {}
        for entry in entries:
            self._read(entry.kind, entry.body)

    def _read(self, kind: str, body: Mapping[str, Any]) -> None:
        if kind == "open":
            self.simulated = body.get("simulated") is True
        elif kind == "team":
            self.teams[body["team"]] = None
        elif kind == "entrant":
            self.entrants[body["entrant"]] = (body["team"], list(body["players"]))
        elif kind == "entrant_out":
            self.gone |= {body[name] for name in ("entrant", "team") if name in body}
        elif kind == "draw":
            self._draw(body)
        elif kind == "round_opened":
            self.opened.add(body["round"])
        elif kind in ("round_locked", "round_unlocked"):
            self.locked[body["round"]] = kind == "round_locked"
        elif kind in ("close", "reopen"):
            self.closed = kind == "close"

    def _draw(self, body: Mapping[str, Any]) -> None:
        if body["draw"] == "teams":
            self.team_order = list(body["order"])
        elif body["draw"] == "pairs":
            self.pair_orders[body["team"]] = list(body["order"])
        elif body["draw"] == "lot":
            self.lots.append(list(body["order"]))


def _numbers(present: Iterable[str], drawn: Sequence[str]) -> dict[str, int | None]:
    """Draw numbers from 1; nobody has one unless the draw names exactly those present."""
    ids = sorted(present)
    if sorted(drawn) != ids:
        return dict.fromkeys(ids)
    return {name: place for place, name in enumerate(drawn, start=1)}


def _teams(facts: _Facts) -> list[Value]:
    members: dict[str, list[str]] = {team: [] for team in facts.teams if team not in facts.gone}
    for entrant, (team, _) in facts.entrants.items():
        if entrant not in facts.gone and team in members:
            members[team].append(entrant)
    numbers = _numbers(members, facts.team_order)
    rows = []
    for team in sorted(members, key=lambda name: (numbers[name] or 0, name)):
        pairs = _numbers(members[team], facts.pair_orders.get(team, ()))
        entrants = [
            {"entrant": entrant, "number": pairs[entrant], "players": facts.entrants[entrant][1]}
            for entrant in sorted(pairs, key=lambda name: (pairs[name] or 0, name))
        ]
        rows.append({"team": team, "number": numbers[team], "entrants": entrants})
    return rows


def _draws_wanted(teams: Sequence[Mapping[str, Any]]) -> list[Value]:
    wanted: list[Value] = [{"draw": "teams"}] if any(team["number"] is None for team in teams) else []
    for team in teams:
        if any(entrant["number"] is None for entrant in team["entrants"]):
            wanted.append({"draw": "pairs", "team": team["team"]})
    return wanted


def _blocked(rulebook: Rulebook, teams: Sequence[Mapping[str, Any]]) -> list[Value]:
    if len(teams) < 2:
        return [{"code": "too_few_teams", "values": {"teams": len(teams), "least": 2}}]
    counts = [len(team["entrants"]) for team in teams]
    wanted = rulebook.number(round_robin.PAIRS) or max(counts)
    if not wanted:
        return [{"code": "pairs_missing", "values": {}}]
    return [
        {"code": "pairs_unequal", "values": {"team": team["team"], "pairs": len(team["entrants"]), "wanted": wanted}}
        for team in teams
        if len(team["entrants"]) != wanted
    ]


def _seat(teams: Sequence[Mapping[str, Any]], numbers: tuple[int, int]) -> Value:
    team = teams[numbers[0] - 1]
    entrant = team["entrants"][numbers[1] - 1]
    return {"team": team["team"], "entrant": entrant["entrant"], "players": entrant["players"]}


def _encounters(setup: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> list[Value]:
    numbers = {team["team"]: team["number"] for team in setup["teams"]}
    rows: dict[str, Value] = {}
    for seat in seats:
        low, high = sorted((seat["ns"]["team"], seat["ew"]["team"]), key=lambda team: numbers[team])
        row = rows.setdefault(
            seat["encounter"], {"encounter": seat["encounter"], "round": seat["round"], "low": low, "high": high, "matches": []}
        )
        row["matches"].append(seat["match"])
    return list(rows.values())
