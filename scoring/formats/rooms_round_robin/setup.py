"""The setup of a round robin in two rooms: teams of two pairs, rounds, the seats of both rooms. Clauses E80-06, E80T-01.

The team of the lower draw number is at home: North-South in the open room, East-West in the closed one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.formats.rooms_round_robin import leaves
from scoring.formats.round_robin import schedule
from scoring.games.eighty.schema import CLOSED, LARGEST_BOARD, OPEN, ROOMS
from scoring.parameters import Rulebook
from scoring.setup_facts import SetupFacts, numbered_teams

Value = dict[str, Any]


def setup_value(rulebook: Rulebook, facts: SetupFacts) -> Value:
    """Teams, rounds, encounters and the seats as they were stated.

    An encounter is `{"encounter", "round", "low", "high", "boards", "matches"}`; a seat has `room`, `boards` and `trumps`: board number as
    text -> what an official fixed of it.
    """
    teams = numbered_teams(facts)
    draws = [{"draw": "teams"}] if any(team["number"] is None for team in teams) else []
    draws += [{"draw": "pairs", "team": team["team"]} for team in teams if any(row["number"] is None for row in team["entrants"])]
    setup: Value = {
        "simulated": facts.simulated,
        "closed": facts.closed,
        "teams": teams,
        "rounds": [],
        "encounters": [],
        "matches": [],
        "lots": facts.lots,
        "plan": {"draws": draws, "blocked": _blocked(rulebook, teams, draws), "rounds": schedule.rounds_wanted(rulebook, len(teams))},
    }
    numbers = {team["team"]: team["number"] or 0 for team in teams}
    by_round: dict[int, list[Value]] = {}
    for seat in facts.stated_seats():
        seat["trumps"] = {str(board): facts.trumps[board] for board in seat["boards"] if board in facts.trumps}
        by_round.setdefault(seat["round"], []).append(seat)
    for number in range(1, max([setup["plan"]["rounds"], *facts.opened]) + 1):
        seats = sorted(by_round.get(number, ()), key=lambda seat: int(seat["table"]))
        opened = number in facts.opened
        sitting = {seat[side]["team"] for seat in seats for side in ("ns", "ew")}
        byes = [team["team"] for team in teams if team["team"] not in sitting] if opened else planned_seats(rulebook, setup, number)[1]
        bye = byes[0] if len(byes) == 1 else None
        setup["rounds"].append({"round": number, "opened": opened, "locked": facts.locked.get(number, False), "bye": bye, "byes": byes})
        setup["matches"] += seats
        setup["encounters"] += _encounters(seats, numbers)
    return setup


def planned_seats(rulebook: Rulebook, setup: Mapping[str, Any], number: int) -> tuple[list[Value], list[str]]:
    """Both rooms of every encounter of round `number`, and the team with the bye; nothing while the plan is blocked."""
    if setup["plan"]["blocked"] or not 1 <= number <= setup["plan"]["rounds"]:
        return [], []
    teams: Sequence[Mapping[str, Any]] = setup["teams"]
    met, bye = schedule.meetings(rulebook, len(teams), number)
    boards = leaves.boards_of(rulebook, number, rulebook.number(LARGEST_BOARD))
    seats = []
    for place, (low, high) in enumerate(met):
        encounter = schedule.encounter_id(number, low, high)
        home, away = (_pairs(rulebook, teams[team - 1]) for team in (low, high))
        lines = {OPEN: (home[OPEN], away[OPEN]), CLOSED: (away[CLOSED], home[CLOSED])}
        for pair, room in enumerate(ROOMS, start=1):
            ns, ew = lines[room]
            where = {"match": f"{encounter}-{room}", "round": number, "encounter": encounter, "pair": pair, "room": room}
            seats.append({**where, "table": place * len(ROOMS) + pair, "boards": list(boards), "ns": ns, "ew": ew})
    return seats, [] if bye is None else [teams[bye - 1]["team"]]


def _pairs(rulebook: Rulebook, team: Mapping[str, Any]) -> dict[str, Value]:
    """Which of a team's pairs sits in which room."""
    sides = [{"team": team["team"], "entrant": row["entrant"], "players": list(row["players"])} for row in team["entrants"]]
    rooms = ROOMS if rulebook.choice(leaves.OPEN_ROOM) == leaves.FIRST_PAIRS else tuple(reversed(ROOMS))
    return dict(zip(rooms, sides, strict=True))


def _blocked(rulebook: Rulebook, teams: Sequence[Mapping[str, Any]], draws: Sequence[Value]) -> list[Value]:
    """What keeps the rounds from being opened: too few teams, a team that is not two pairs, more boards than there are, draws."""
    if len(teams) < 2:
        blocked: list[Value] = [{"code": "too_few_teams", "values": {"teams": len(teams), "least": 2}}]
    else:
        wanted = rulebook.number(schedule.PAIRS)
        blocked = [
            {"code": "pairs_unequal", "values": {"team": team["team"], "pairs": len(team["entrants"]), "wanted": wanted}}
            for team in teams
            if len(team["entrants"]) != wanted
        ]
    boards, most = rulebook.number(leaves.BOARDS), rulebook.number(LARGEST_BOARD)
    if boards > most:
        blocked.append({"code": "boards_too_many", "values": {"boards": boards, "most": most, "tables": 1}})
    return [*blocked, *({"code": "draw_missing", "values": wanted} for wanted in draws)]


def _encounters(seats: Sequence[Mapping[str, Any]], numbers: Mapping[str, int]) -> list[Value]:
    rows: dict[str, Value] = {}
    for seat in seats:
        low, high = sorted((seat["ns"]["team"], seat["ew"]["team"]), key=lambda team: numbers.get(team, 0))
        first = {"encounter": seat["encounter"], "round": seat["round"], "low": low, "high": high, "boards": list(seat["boards"])}
        rows.setdefault(seat["encounter"], {**first, "matches": []})["matches"].append(seat["match"])
    return list(rows.values())
