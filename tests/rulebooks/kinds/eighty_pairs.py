"""Kinds of worked cases of 80分 in pairs: one board compared, the movement, the plan of a competition, whole competitions.

Points are whole numbers or "n/d". A direction's standings are rows "rank pair points of tops".
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from scoring.formats.mitchell import movement
from scoring.formats.mitchell.setup import EVEN
from scoring.games.eighty import board_at
from scoring.nodes import planned_matches, setup_node
from scoring.outcomes import score_json
from scoring.parameters import Rulebook
from scoring.sides import OTHER, SIDES
from scoring.tallies import TALLIES
from scoring.tallies.board_comparison import Artificial, Result, compare, score
from scoring.tallies.pairs_rules import Counting, said
from tests.rulebooks.kinds.common import Case, Kind, same
from tests.scoring.pairs import Pairs


def compared(rulebook: Rulebook, given: Case, expect: Case) -> None:
    """One board by itself: `Ds` by table ("-": none to compare), `expected` results where not all are there, `groups` of so many
    tables each, `adjusted` {table: "ns ew"} in per cent or words, `fines` {table: "side points"} outside D."""
    number, declarers = given.get("board", 1), board_at(rulebook, given.get("board", 1)).declarers
    results = []
    for table, points in enumerate(given["Ds"], start=1):
        adjusted, fined = given.get("adjusted", {}).get(str(table)), given.get("fines", {}).get(str(table))
        artificial = None
        if adjusted is not None:
            values = [said(rulebook, int(word) if word.isdigit() else word) for word in adjusted.split()]
            artificial = Artificial("percent", dict(zip(SIDES, map(Fraction, values), strict=True)), "adjusted", ())  # type: ignore[arg-type]
        fines = {fined.split()[0]: int(fined.split()[1])} if fined else {}
        where = (f"t{table}", 1, table, f"n{table}", f"e{table}", declarers, None if points == "-" else points)
        results.append(Result(*where, fines, (), artificial))
    matches = iter(result.match for result in results)
    fouled = [[next(matches) for _ in range(size)] for size in given.get("groups", [])]
    counting = Counting.of(rulebook)
    board = compare(counting, number, results, fouled, given.get("expected", len(results)))
    made: dict[str, list[Any]] = {side: [] for side in SIDES}
    for result, group, _ in sorted(board.placed(), key=lambda row: row[0].table):
        for side in SIDES:
            made[side].append(score_json(score(counting, board, group, result, side)[0]))
    found = {"top": board.top, "declarers": made[declarers], "defenders": made[OTHER[declarers]], **made}
    for name, wanted in expect.items():
        same(name, found[name], wanted)


def differences(rulebook: Rulebook, given: Any, expect: Case) -> None:
    """Differences from the mean, converted."""
    found = [Counting.of(rulebook).converted(Fraction(word)) for word in given.split()]
    same("points", " ".join(map(str, found)), expect["points"])


def moved(rulebook: Rulebook, given: Case, expect: Case) -> None:
    """The movement at so many tables: `rounds` that repeat nothing, rounds written "T1:NS1-EW1/B1 …", what is met again in `played`
    rounds as "round T1 EW3 boards 3"."""
    tables, even = given["tables"], rulebook.choice(EVEN)
    same("rounds", movement.most_rounds(tables, even), expect.get("rounds", movement.most_rounds(tables, even)))
    for number, wanted in expect.get("round", {}).items():
        row = " ".join(f"T{at.table}:NS{at.ns}-EW{at.ew}/B{at.boards}" for at in movement.places(tables, int(number), even))
        same(f"round {number}", row, wanted)
    if "played" in given:
        again = movement.replays({number: movement.places(tables, number, even) for number in range(1, given["played"] + 1)})
        found = [f"{number} T{at.table} EW{at.ew} {what} {at.boards if what == 'boards' else at.ns}" for what, number, at in again]
        same("met again", found[: len(expect["again"])], expect["again"])


def plan(rulebook: Rulebook, given: Case, expect: Case) -> None:
    """So many pairs drawn: the lines, the rounds, who sits out, how often a board is due, the seats of rounds."""
    book = Pairs(rulebook, given["pairs"], draw=given.get("draw", True))
    setup = setup_node(rulebook, book.entries)

    def number(entrant: str) -> str:
        return entrant.removeprefix("e").removesuffix(".1")

    found: dict[str, Any] = {
        "lines": {side: " ".join(map(number, setup["lines"][side])) for side in SIDES},
        "rounds": setup["plan"]["rounds"],
        "expected": setup["expected"],
        "blocked": [row["code"] for row in setup["plan"]["blocked"]],
        "sit_out": " ".join(number(entrant) for row in setup["rounds"] for entrant in row["byes"]),
        "seats": {},
    }
    for wanted in expect.get("seats", {}):
        seats, _ = planned_matches(rulebook, setup, int(wanted))
        found["seats"][wanted] = [
            f"{seat['match']} {number(seat['ns']['entrant'])}-{number(seat['ew']['entrant'])} {' '.join(map(str, seat['boards']))}"
            for seat in seats
        ]
    for name, wanted in expect.items():
        same(name, found[name], wanted)


def pairs_event(rulebook: Rulebook, given: Case, expect: Case) -> None:
    """Rounds of pairs. `results` {match: "40 60"} by board, other tables 40; `forfeits`, `adjustments`, `penalties`, `fouled`, `line_ups`
    as entries; `signed` tables are confirmed board by board."""
    book = Pairs(rulebook, given["pairs"])
    for row in given.get("fouled", []):
        book.add("fouled", board=row["board"], groups=row["groups"])
    for number in range(1, given["rounds"] + 1):
        book.round(number, given.get("results", {}))
    for match, sides in given.get("forfeits", {}).items():
        book.add("forfeit", match=match, sides=sides)
    for row in given.get("adjustments", []):
        book.adjust(row["match"], row["board"], row["ns"], row["ew"], row.get("unit", "percent"))
    for row in given.get("penalties", []):
        book.penalty(**row)
    for row in given.get("line_ups", []):
        book.add("line_up", match=row["match"], side=row["side"], players=row["players"])
    for match in given.get("signed", []):
        book.sign(match)
    state = book.state()
    lines: dict[str, list[str]] = {"NS": [], "EW": [], "": []}
    for row in state["standings"]:
        lines[row["direction"]].append(f"{row['rank']} {row['entrant'][1:-2]} {row['points']} of {row['tops']}")
    boards = {
        f"{board['board']} {result['match']}": f"{result['points']['NS']}:{result['points']['EW']}"
        for board in state["boards"]
        for result in board["results"]
    }
    clauses = {
        f"{board['board']} {result['match']}": sorted({step["clause"] for step in result["trace"]})
        for board in state["boards"]
        for result in board["results"]
    }
    found: dict[str, Any] = {
        "NS": lines["NS"],
        "EW": lines["EW"],
        "together": lines[""],
        "percent": {row["entrant"][1:-2]: row["percent"] for row in state["standings"]},
        "split_by": [row["split_by"] for row in state["standings"]],
        "draws": state["plan"]["draws"],
        "over": state["plan"]["over"],
        "finished": [row["round"] for row in state["rounds"] if row["finished"]],
        "official": [row["round"] for row in state["rounds"] if row["official"]],
        "findings": [f"{row['match']} {fault['code']}" for row in state["matches"] for fault in row["findings"]],
    }
    for name, wanted in ({"findings": []} | dict(expect)).items():
        if name in ("boards", "clauses"):
            shown: Mapping[str, Any] = boards if name == "boards" else clauses
            same(name, {place: shown.get(place) for place in wanted}, wanted)
        elif name == "percent":
            same(name, {pair: found[name][pair] for pair in wanted}, wanted)
        else:
            same(name, found[name], wanted)


def adjustment(rulebook: Rulebook, given: Case, expect: Case) -> None:
    """The body of an adjusted score as the chief referee enters it."""
    body = {name: given[name] for name in ("ns", "ew", "unit") if name in given}
    problems = TALLIES[rulebook.tally].check_adjustment(rulebook, given["board"], body)
    same("problems", sorted(fault.code for fault in problems), sorted(expect.get("problems", [])))


KINDS: Mapping[str, Kind] = {
    "compared": compared,
    "differences": differences,
    "movement": moved,
    "plan": plan,
    "pairs_event": pairs_event,
    "adjustment": adjustment,
}
