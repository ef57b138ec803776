"""The setup of a team round robin: teams, draws, rounds, seats. Clauses TR-01, TR-02, GD-07."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.formats.round_robin import schedule
from scoring.parameters import Rulebook
from scoring.setup_facts import SetupFacts, numbered_teams

Value = dict[str, Any]


def setup_value(rulebook: Rulebook, facts: SetupFacts) -> Value:
    """Teams, rounds and the seats of the opened rounds' matches.

    `{"simulated", "closed", "teams": […], "rounds": […], "encounters": […], "matches": [seat…], "lots", "plan": {"draws",
    "blocked", "rounds"}}`; a seat is `{"match", "round", "encounter", "pair", "table", "ns": {"team", "entrant", "players"},
    "ew": {…}}`. The last draw of its kind counts, and only if it names exactly those who are there.
    """
    teams = numbered_teams(facts)
    draws = _draws_wanted(teams)
    blocked = [*_blocked(rulebook, teams), *({"code": "draw_missing", "values": wanted} for wanted in draws)]
    total = schedule.rounds_wanted(rulebook, len(teams))
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
        seats, byes = planned_seats(rulebook, setup, number) if opened or len(teams) % 2 else ([], [])
        bye = byes[0] if byes else None
        setup["rounds"].append({"round": number, "opened": opened, "locked": facts.locked.get(number, False), "bye": bye})
        if opened:
            seats = [facts.as_seated(seat) for seat in seats]
            setup["matches"] += seats
            setup["encounters"] += _encounters(setup, seats)
    return setup


def planned_seats(rulebook: Rulebook, setup: Mapping[str, Any], number: int) -> tuple[list[Value], list[str]]:
    """The seats of round `number`, opened or not, and the team with the bye; nothing while the plan is blocked."""
    if setup["plan"]["blocked"] or not 1 <= number <= setup["plan"]["rounds"]:
        return [], []
    teams: Sequence[Mapping[str, Any]] = setup["teams"]
    met, bye = schedule.meetings(rulebook, len(teams), number)
    tables = schedule.tables(rulebook, number, met, len(teams[0]["entrants"]))
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
    return seats, [] if bye is None else [teams[bye - 1]["team"]]


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
    wanted = rulebook.number(schedule.PAIRS) or max(counts)
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
