"""Kinds of worked cases of 掼蛋 and its team round robin."""

from collections.abc import Mapping
from typing import Any

from scoring import records
from scoring.formats.round_robin import schedule as rounds_of
from scoring.judge import judge
from scoring.nodes import planned_matches, setup_node
from scoring.parameters import Rulebook
from scoring.standings import rank
from scoring.tiebreaks.view import Contender, View
from tests.rulebooks.kinds.common import Case, Kind, same
from tests.scoring.books import Written, match_in


def sides(points: Mapping[str, Any] | None, one: str = "NS", other: str = "EW") -> str | None:
    return None if points is None else f"{points[one]}:{points[other]}"


def hand(rulebook: Rulebook, given: Any, expect: Case) -> None:
    outcome = judge(rulebook, given)
    same("problems", sorted(fault.code for fault in outcome.problems), sorted(expect.get("problems", [])))
    if not outcome.problems:
        normal = records.normal(rulebook, given)
        same("winner", normal["side"], expect["winner"])
        same("points", sides(outcome.points), expect["points"])
        same("double-downs", sides(outcome.moved["double_downs"]), expect["double_downs"])
        for step in outcome.trace:
            assert step.clause in rulebook.clauses, f"no such clause: {step.clause}"


def match(rulebook: Rulebook, given: Case, expect: Case) -> None:
    book = Written(rulebook)
    (table,) = book.open_round(1)
    hashes = book.hands(table, given.get("hands", []))
    if "forfeits" in given:
        book.add("forfeit", match=table, sides=given["forfeits"])
    for line_up in given.get("line_ups", []):
        book.add("line_up", match=table, side=line_up["side"], players=line_up["players"])
    for confirmation in given.get("confirmations", []):
        book.confirm(table, [hashes[number - 1] for number in confirmation["covers"]], side=confirmation["side"])
    row = match_in(book.state(), table)
    found = {
        "state": row["state"],
        "points": sides(row["points"]),
        "double_downs": sides(row["double_downs"]),
        "confirmed": row["confirmed"] is not None,
        "why": row["forfeit_why"],
        "hands": len(row["hands"]),
    }
    for name, wanted in expect.items():
        same(name, found[name], wanted)


def event(rulebook: Rulebook, given: Case, expect: Case) -> None:
    book = Written(rulebook, given["teams"], given["pairs"])
    for number in range(1, given["rounds"] + 1):
        for table in book.open_round(number):
            if table in given.get("forfeits", {}):
                book.add("forfeit", match=table, sides=given["forfeits"][table])
            else:
                book.hands(table, given.get("hands", {}).get(table, given.get("otherwise", [])))
    state = book.state()
    found: dict[str, Any] = {
        "totals": {row["team"].removeprefix("t"): row["points"] for row in state["standings"]},
        "encounters": {row["encounter"]: sides(row["points"], "low", "high") for row in state["encounters"]},
        "annulled": [pair["entrant"] for team in state["teams"] for pair in team["entrants"] if pair["annulled"]],
        "blocked": [row["code"] for row in state["plan"]["blocked"]],
    }
    if "encounters" in expect:
        found["encounters"] = {name: found["encounters"].get(name) for name in expect["encounters"]}
    for name, wanted in expect.items():
        same(name, found[name], wanted)


def ranking(rulebook: Rulebook, given: Case, expect: Case) -> None:
    contenders: dict[str, Contender] = {}
    for number, row in enumerate(given["teams"], start=1):
        team, points, _, downs = row.split()
        contenders[team] = Contender(team, number, int(points), int(downs))
    meetings: dict[str, dict[str, Any]] = {}
    for row in given.get("meetings", []):
        one, score, other = row.split()
        mine, theirs = map(int, score.split(":"))
        meetings.setdefault(one, {})[other] = mine
        meetings.setdefault(other, {})[one] = theirs
    places = rank(rulebook, View(contenders, meetings, [lot.split() for lot in given.get("lots", [])]))
    same("order", [f"{place.rank} {place.team}" for place in places], expect["order"])
    same("split by", [place.split_by for place in places], expect["split_by"])


def schedule(rulebook: Rulebook, given: Case, expect: Case) -> None:
    teams = given["teams"]
    rounds = rounds_of.rounds_wanted(rulebook, teams)
    same("rounds", rounds, expect["rounds"])
    byes = [bye for number in range(1, rounds + 1) if (bye := rounds_of.meetings(rulebook, teams, number)[1]) is not None]
    same("byes", byes, expect["byes"])
    for number, wanted in expect.get("round", {}).items():
        met, _ = rounds_of.meetings(rulebook, teams, int(number))
        same(f"round {number}", " ".join(f"{low}-{high}" for low, high in met), wanted)


def seating(rulebook: Rulebook, given: Case, expect: Case) -> None:
    book = Written(rulebook, given["teams"], given["pairs"])
    seats, _ = planned_matches(rulebook, setup_node(rulebook, book.entries), given["round"])
    found = [f"{seat['ns']['entrant']} - {seat['ew']['entrant']}".replace("e", "") for seat in seats]
    same("seats", found, expect["seats"])
    same("tables", [seat["table"] for seat in seats], list(range(1, len(seats) + 1)))


KINDS: Mapping[str, Kind] = {
    "hand": hand,
    "match": match,
    "event": event,
    "ranking": ranking,
    "schedule": schedule,
    "seating": seating,
}
