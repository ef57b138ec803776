"""The setup of a pairs competition: who sits in which line, the rounds, the seats, how often each board is to be played. Clause E80P-01."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from scoring.formats.mitchell import movement
from scoring.games.eighty.schema import LARGEST_BOARD
from scoring.parameters import Choice, Rulebook, Schema, Whole
from scoring.setup_facts import SetupFacts, drawn_numbers, numbered_teams
from scoring.sides import EW, NS

Value = dict[str, Any]

SEATING, MISSING, EVEN = "format_rules.seating", "format_rules.missing_line", "format_rules.even_tables"
ROUNDS, BOARDS_EACH = "format_rules.rounds", "format_rules.boards_per_round"
ARROW_SWITCH = "format_rules.arrow_switch_rounds"
FIRST_HALF, ODD = SEATINGS = ("first_half_ns", "odd_ns")
KNOWN_BOARDS = "game_rules.boards"

SCHEMA: Schema = {
    SEATING: Choice(SEATINGS),
    MISSING: Choice((EW, NS)),
    EVEN: Choice(movement.EVEN_TABLES),
    ROUNDS: Whole(0, 99),
    BOARDS_EACH: Whole(1, 99),
    ARROW_SWITCH: Whole(0, 99),
}


def setup_value(rulebook: Rulebook, facts: SetupFacts) -> Value:
    """Teams, lines, rounds and the seats of the opened rounds as they were stated.

    `{"simulated", "closed", "teams", "lines": {"NS": [entrant…], "EW": […]}, "rounds": [{"round", "opened", "locked", "bye", "byes"}],
    "matches": [seat…], "boards": [{"board", "due", "groups"}], "expected", "lots", "plan": {"draws", "blocked", "rounds"}}`. A seat
    also has `numbers` (the draw numbers of both sides) and `trumps` (board -> what an official fixed of it). `due` is how often a board
    is to be played, `expected` the largest of these: all boards are brought to its top.
    """
    entrants = [entrant for its in facts.present().values() for entrant in its]
    numbers = drawn_numbers(entrants, facts.entrant_order)
    drawn = bool(numbers) and None not in numbers.values()
    lines = _lines(rulebook, sorted(numbers, key=lambda name: (numbers[name] or 0, name)))
    tables = (len(entrants) + 1) // 2
    most = movement.most_rounds(tables, rulebook.choice(EVEN)) if tables else 0
    rounds = rulebook.number(ROUNDS) or most
    due = _due(rulebook, lines, tables, min(rounds, most))
    setup: Value = {
        "simulated": facts.simulated,
        "closed": facts.closed,
        "teams": numbered_teams(facts),
        "lines": lines,
        "rounds": [],
        "matches": [],
        "boards": [],
        "expected": max(due.values(), default=0),
        "lots": facts.lots,
        "plan": {"draws": [] if drawn else [{"draw": "entrants"}], "blocked": [], "rounds": rounds},
    }
    setup["plan"]["blocked"] = [*_blocked(rulebook, setup, tables, most), *([] if drawn else [_draw_missing()])]
    _open(rulebook, setup, facts, numbers)
    played = sorted({board for seat in setup["matches"] for board in seat["boards"]})
    setup["boards"] = [{"board": board, "due": due.get(board, 0), "groups": facts.fouled.get(board, [])} for board in played]
    return setup


def planned_seats(rulebook: Rulebook, setup: Mapping[str, Any], number: int) -> tuple[list[Value], list[str]]:
    """The seats of round `number`, opened or not, and the pairs that sit out; nothing while the plan is blocked."""
    if setup["plan"]["blocked"] or not 1 <= number <= setup["plan"]["rounds"]:
        return [], []
    registered = {
        row["entrant"]: {"team": team["team"], "entrant": row["entrant"], "players": row["players"]}
        for team in setup["teams"]
        for row in team["entrants"]
    }
    lines: Mapping[str, Sequence[str]] = setup["lines"]
    switched = number > setup["plan"]["rounds"] - rulebook.number(ARROW_SWITCH)
    seats: list[Value] = []
    byes: list[str] = []
    for place in movement.places(max(map(len, lines.values())), number, rulebook.choice(EVEN)):
        staying, moving = lines[NS][place.ns - 1 : place.ns], lines[EW][place.ew - 1 : place.ew]
        if not staying or not moving:
            byes += [*staying, *moving]
            continue
        ns, ew = (moving, staying) if switched else (staying, moving)
        match = f"r{number}-t{place.table}"
        boards = movement.board_numbers(place.boards, rulebook.number(BOARDS_EACH))
        where = {"match": match, "round": number, "encounter": match, "pair": 1, "table": place.table, "room": "", "boards": boards}
        seats.append({**where, "ns": registered[ns[0]], "ew": registered[ew[0]]})
    return seats, byes


def _lines(rulebook: Rulebook, entrants: Sequence[str]) -> dict[str, list[str]]:
    """The pairs of both lines in order of the tables where they begin; of an odd number one line is a pair short."""
    missing, halves = rulebook.choice(MISSING), rulebook.choice(SEATING) == FIRST_HALF
    longer, shorter = (len(entrants) + 1) // 2, len(entrants) // 2
    if halves:
        staying = longer if missing == EW else shorter
        return {NS: list(entrants[:staying]), EW: list(entrants[staying:])}
    first, second = list(entrants[::2]), list(entrants[1::2])
    return {NS: first, EW: second} if missing == EW else {NS: second, EW: first}


def _due(rulebook: Rulebook, lines: Mapping[str, Sequence[str]], tables: int, rounds: int) -> Counter[int]:
    """How often each board is to be played in so many rounds."""
    each = rulebook.number(BOARDS_EACH)
    return Counter(
        board
        for number in range(1, rounds + 1)
        for place in movement.places(tables, number, rulebook.choice(EVEN))
        if place.ns <= len(lines[NS]) and place.ew <= len(lines[EW])
        for board in movement.board_numbers(place.boards, each)
    )


def _blocked(rulebook: Rulebook, setup: Mapping[str, Any], tables: int, most: int) -> list[Value]:
    """What keeps the rounds from being opened: too few pairs to compare, a replay, more boards than there are."""
    rounds, entrants = setup["plan"]["rounds"], sum(map(len, setup["lines"].values()))
    boards, known = tables * rulebook.number(BOARDS_EACH), rulebook.number(LARGEST_BOARD)
    blocked: list[Value] = []
    if rounds > most > 0:
        blocked.append({"code": "rounds_replay", "values": {"rounds": rounds, "most": most, "tables": tables}})
    if setup["expected"] < 2:  # a result that stands alone is compared with nothing
        blocked.append({"code": "nothing_to_compare", "values": {"entrants": entrants, "rounds": min(rounds, most)}})
    if boards > known:
        blocked.append({"code": "boards_too_many", "values": {"boards": boards, "most": known, "tables": tables}})
    return blocked


def _draw_missing() -> Value:
    return {"code": "draw_missing", "values": {"draw": "entrants"}}


def _open(rulebook: Rulebook, setup: Value, facts: SetupFacts, numbers: Mapping[str, int | None]) -> None:
    """The rounds of the plan, the seats of those that were opened, and the boards that are in play in them."""
    by_round: dict[int, list[Value]] = {}
    for seat in facts.stated_seats():
        seat["numbers"] = {side: numbers.get(seat[side]["entrant"]) for side in ("ns", "ew")}
        seat["trumps"] = {str(board): facts.trumps[board] for board in seat["boards"] if board in facts.trumps}
        by_round.setdefault(seat["round"], []).append(seat)
    for number in range(1, max([setup["plan"]["rounds"], *facts.opened]) + 1):
        opened = number in facts.opened
        if opened:
            seats = by_round.get(number, [])
            sitting = {seat[side]["entrant"] for seat in seats for side in ("ns", "ew")}
            byes = [entrant for line in (NS, EW) for entrant in setup["lines"][line] if entrant not in sitting]
            setup["matches"] += sorted(seats, key=lambda seat: int(seat["table"]))
        else:
            byes = planned_seats(rulebook, setup, number)[1]
        locked = facts.locked.get(number, False)
        bye = byes[0] if len(byes) == 1 else None
        setup["rounds"].append({"round": number, "opened": opened, "locked": locked, "bye": bye, "byes": byes})
