"""Kinds of worked cases of 80分 in two rooms: one board in both rooms, encounters, the league, rounds and seats."""

from collections.abc import Mapping
from typing import Any

from scoring.formats.rooms_round_robin import leaves
from scoring.formats.rooms_round_robin.setup import planned_seats
from scoring.formats.round_robin import schedule
from scoring.nodes import setup_node
from scoring.parameters import Rulebook
from scoring.standings import rank
from scoring.tallies.rooms_compared import converted
from scoring.tiebreaks.view import Contender, View
from tests.rulebooks.kinds.common import Case, Kind, same
from tests.scoring.rooms import Rooms


def pair(points: Mapping[str, Any] | None) -> str | None:
    return None if points is None else f"{points['low']}:{points['high']}"


def rooms(rulebook: Rulebook, given: Case, expect: Case) -> None:
    """One board of an encounter of teams 1 and 2; `open` and `closed` are D or records, a room left out was not played."""
    book = Rooms(rulebook, teams=2)
    book.play("r1-1v2", given["board"], given)
    row = next(row for row in book.encounter("r1-1v2")["boards"] if row["board"] == given["board"])
    encounter = book.encounter("r1-1v2")
    found = {
        "net": row["net"],
        "points": pair(row["points"]),
        "state": row["state"],
        "findings": sorted({fault["code"] for fault in book.findings("r1-1v2")}),
        "encounter": pair(encounter["points"]),
        "official": encounter["official"],
        "clauses": sorted({step["clause"] for step in row["trace"]}),
    }
    for name, wanted in ({"findings": []} | dict(expect)).items():
        same(name, found[name], None if wanted == "none" else wanted)


def conversion(rulebook: Rulebook, given: Any, expect: Case) -> None:
    same("points", " ".join(str(converted(rulebook, int(net))) for net in given.split()), expect["points"])


def encounter(rulebook: Rulebook, given: Case, expect: Case) -> None:
    """A whole encounter: `boards` are "open closed" by board; boards not named are played 40 to 40."""
    book = Rooms(rulebook, teams=2)
    book.fill("r1-1v2", given.get("boards", {}), unplayed=given.get("unplayed", []))
    for forfeit in given.get("forfeits", []):
        book.add("forfeit", match=f"r1-1v2-{forfeit['room']}", sides=forfeit["sides"])
    for line_up in given.get("line_ups", []):
        book.add("line_up", match=f"r1-1v2-{line_up['room']}", side=line_up["side"], players=line_up["players"])
    for side in given.get("signed_by", []):
        book.sign("r1-1v2", side=side, boards=given.get("signed_boards"))
    row = book.encounter("r1-1v2")
    found = {
        "points": pair(row["points"]),
        "net": row["net"],
        "finished": row["finished"],
        "official": row["official"],
        "handed_in": row["handed_in"],
        "confirmed": row["confirmed"],
        "boards": " ".join(str(board["board"]) for board in row["boards"]),
        "states": sorted({match["state"] for match in book.state()["matches"]}),
    }
    for name, wanted in expect.items():
        same(name, found[name], wanted)


def team_event(rulebook: Rulebook, given: Case, expect: Case) -> None:
    """Rounds of teams; `nets` are the home team's net on the first board of an encounter, all others are played level."""
    book = Rooms(rulebook, teams=given["teams"], entrants=given.get("pairs", 2), draw=given.get("draw", True))
    for number in range(1, given["rounds"] + 1):
        for code in dict.fromkeys(match.rsplit("-", 1)[0] for match in book.open_round(number)):
            book.level(code, given.get("nets", {}).get(code, 0))
    state = book.state()
    found = {
        "totals": {row["team"].removeprefix("t"): row["points"] for row in state["standings"]},
        "order": [f"{row['rank']} {row['team'].removeprefix('t')}" for row in state["standings"]],
        "split_by": [row["split_by"] for row in state["standings"]],
        "won": {row["team"].removeprefix("t"): f"{row['won']}-{row['drawn']}-{row['lost']}" for row in state["standings"]},
        "blocked": [row["code"] for row in state["plan"]["blocked"]],
        "over": state["plan"]["over"],
    }
    for name, wanted in expect.items():
        same(name, found[name], wanted)


def team_ranking(rulebook: Rulebook, given: Case, expect: Case) -> None:
    """Teams as "A 40 net 55 won 3 margin 12", meetings as "A 22:18 B"."""
    contenders: dict[str, Contender] = {}
    for number, row in enumerate(given["teams"], start=1):
        team, points, *marks = row.split()
        contenders[team] = Contender(
            team, number, int(points), marks={key: int(value) for key, value in zip(marks[::2], marks[1::2], strict=True)}
        )
    meetings: dict[str, dict[str, Any]] = {}
    for row in given.get("meetings", []):
        one, score, other = row.split()
        mine, theirs = map(int, score.split(":"))
        meetings.setdefault(one, {})[other] = mine
        meetings.setdefault(other, {})[one] = theirs
    places = rank(rulebook, View(contenders, meetings, [lot.split() for lot in given.get("lots", [])]))
    same("order", [f"{place.rank} {place.team}" for place in places], expect["order"])
    same("split by", [place.split_by for place in places], expect["split_by"])


def team_rounds(rulebook: Rulebook, given: Case, expect: Case) -> None:
    teams = given["teams"]
    rounds = schedule.rounds_wanted(rulebook, teams)
    found: dict[str, Any] = {
        "rounds": rounds,
        "byes": [bye for number in range(1, rounds + 1) if (bye := schedule.meetings(rulebook, teams, number)[1]) is not None],
    }
    largest = rulebook.number("game_rules.largest_board")
    for number in map(int, expect.get("meetings", {})):
        met, _ = schedule.meetings(rulebook, teams, number)
        found.setdefault("meetings", {})[str(number)] = " ".join(f"{low}-{high}" for low, high in met)
    for number in map(int, expect.get("boards", {})):
        found.setdefault("boards", {})[str(number)] = " ".join(map(str, leaves.boards_of(rulebook, number, largest)))
    for name, wanted in expect.items():
        same(name, found[name], dict(wanted) if isinstance(wanted, Mapping) else wanted)


def team_seats(rulebook: Rulebook, given: Case, expect: Case) -> None:
    book = Rooms(rulebook, teams=given["teams"])
    seats, _ = planned_seats(rulebook, setup_node(rulebook, book.entries), given["round"])
    found = [f"{seat['table']} {seat['room']} {seat['ns']['entrant'][1:]} - {seat['ew']['entrant'][1:]}" for seat in seats]
    same("seats", found, expect["seats"])


KINDS: Mapping[str, Kind] = {
    "rooms": rooms,
    "conversion": conversion,
    "encounter": encounter,
    "team_event": team_event,
    "team_ranking": team_ranking,
    "team_rounds": team_rounds,
    "team_seats": team_seats,
}
