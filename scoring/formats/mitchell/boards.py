"""One board of a pairs competition as a node: the results of all tables that played it, compared. Clauses E80P-02, E80P-03, E80-06.

Reads the values of the matches whose seats have the board, and of the setup how often it is due and which groups it falls into.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.outcomes import Fault, Step, score_json
from scoring.parameters import Rulebook
from scoring.sides import SIDES
from scoring.tallies import board_comparison as comparison
from scoring.tallies import pairs_rules as rules
from scoring.tallies.board_comparison import Artificial, Board, Group, Result
from scoring.tallies.match_point_scores import Factor
from scoring.tallies.pairs_rules import Counting

Value = dict[str, Any]
TRUMP_LAW = "game_rules.trump_mode"


def board_node(rulebook: Rulebook, setup: Mapping[str, Any], number: int, matches: Iterable[Mapping[str, Any]]) -> Value:
    """`{"board", "declarers", "top", "due", "complete", "results": [row…], "findings"}`.

    A row is `{"match", "round", "table", "ns", "ew", "D", "points": {"NS", "EW"}, "top", "group", "adjusted", "trace"}`. While the board
    is not complete, what is there is compared and brought to the same top.
    """
    row = next(row for row in setup["boards"] if row["board"] == number)
    stated = [(match, its) for match in matches for its in match["results"] if its["board"] == number]
    stated.sort(key=lambda pair: (pair[0]["round"], pair[0]["table"]))
    counting, results = Counting.of(rulebook), [result_of(match, its) for match, its in stated]
    board = comparison.compare(counting, number, results, row["groups"], setup["expected"])
    rows = [_row(rulebook, counting, board, result, group, part) for result, group, part in board.placed()]
    return {
        "board": number,
        "declarers": results[0].declarers if results else "",
        "top": board.top,
        "due": row["due"],
        "complete": len(results) >= row["due"],
        "results": sorted(rows, key=lambda its: (its["round"], its["table"])),
        "findings": [
            fault.as_json() for fault in (*_trumps_differ(rulebook, number, stated), *_ungrouped(rulebook, number, stated, row["groups"]))
        ],
    }


def result_of(match: Mapping[str, Any], its: Mapping[str, Any]) -> Result:
    """A row of a match's `results` as something to compare."""
    artificial, adjusted = None, its["adjusted"]
    if adjusted is not None:
        values = {side: Fraction(adjusted[side.lower()]) for side in SIDES}
        artificial = Artificial(adjusted["unit"], values, adjusted["why"], tuple(adjusted["clauses"]))
    charges = tuple((row["side"], row["amount"], row["clause"]) for row in its["charges"])
    where = (match["match"], match["round"], match["table"], match["ns"]["entrant"], match["ew"]["entrant"])
    return Result(*where, its["declarers"], its["D"], its["fines"], charges, artificial)


def _row(rulebook: Rulebook, counting: Counting, board: Board, result: Result, group: Group | None, part: int) -> Value:
    """What a result gives both sides, with the steps that lead to it."""
    points: dict[str, Any] = {}
    trace: list[Step] = []
    top = board.top
    for side in SIDES:
        value, top = comparison.score(counting, board, group, result, side)
        points[side] = score_json(value)
        trace += _steps(rulebook, counting, board, group, result, side, value)
    return {
        **{"match": result.match, "round": result.round, "table": result.table, "ns": result.ns, "ew": result.ew},
        "D": result.points,
        "points": points,
        "top": top,
        "group": part,
        "adjusted": result.artificial is not None,
        "trace": [step.as_json() for step in trace],
    }


def _steps(
    rulebook: Rulebook, counting: Counting, board: Board, group: Group | None, result: Result, side: str, value: Fraction
) -> list[Step]:
    """The steps of one side's score: compared or artificial, then what it is fined."""
    fines = [(amount, clause) for fined, amount, clause in result.charges if fined == side]
    before = value + sum(amount for amount, _ in fines)
    if result.artificial is not None:
        steps = [_artificial(rulebook, result.artificial, side, board.top, before)]
    elif group is not None:
        steps = _compared(rulebook, counting, group, result, side, before)
    else:
        steps = []
    for amount, clause in fines:
        before -= amount
        steps.append(Step(clause, "fined", (amount,), before, side))
    return steps


def _compared(rulebook: Rulebook, counting: Counting, group: Group, result: Result, side: str, value: Fraction) -> list[Step]:
    law, points = rulebook.law(rules.SCORING), result.own_points(side)
    if counting.scoring == rules.TOTAL:
        return [Step(law, "total", (points,), value, side)]
    if counting.scoring == rules.BUTLER:
        difference = points - group.datum
        converted = Step(rulebook.law(rules.CONVERSION), "converted", (abs(difference),), value, side)
        return [Step(law, "difference", (points, group.datum), difference, side), converted]
    lower, equal = group.places(result, side)
    raw = counting.win * lower + counting.tie * equal
    steps = [Step(rulebook.law(rules.WIN), "match_points", (lower, equal), raw, side)]
    if group.percent is not None:
        steps.append(Step(rulebook.law(rules.SMALL_GROUPS), "small_group", (raw, group.compared.size, *group.percent), value, side))
    elif group.factor != Factor():
        steps.append(Step(rulebook.law(rules.FACTORING), counting.factoring, (raw, group.compared.size, group.top), value, side))
    return steps


def _artificial(rulebook: Rulebook, artificial: Artificial, side: str, top: int, value: Fraction) -> Step:
    """Cites what the chief referee cited, else the rulebook's own."""
    clause = next((clause for clause in artificial.clauses if clause in rulebook.clauses), rulebook.law(rules.BASIS))
    said = artificial.values[side]
    return Step(clause, artificial.why, (said, top) if artificial.unit == comparison.PER_CENT else (said,), value, side)


def _trumps_differ(rulebook: Rulebook, board: int, stated: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> list[Fault]:
    """The first table to play a board fixes its trump for all (E80-06): the tables that state another one."""
    found = []
    for name, code in (("trump", "trump_differs"), ("rank", "rank_differs")):
        given = [(match["match"], its[name]) for match, its in stated if its[name]]
        for match, value in given[1:]:
            if value != given[0][1]:
                values = {"board": board, "match": match, "wanted": given[0][1], "given": value}
                found.append(Fault(code, rulebook.law(TRUMP_LAW), f"board[{board}]", values))
    return found


def _ungrouped(
    rulebook: Rulebook, board: int, stated: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]], groups: Sequence[Sequence[str]]
) -> list[Fault]:
    """Tables that played a fouled board after it was split: nobody has said yet with which cards."""
    if not groups:
        return []
    named = {match for group in groups for match in group}
    missing = [match["match"] for match, _ in stated if match["match"] not in named]
    law = rulebook.law(rules.SMALL_GROUPS)
    return [Fault("group_missing", law, f"board[{board}]", {"board": board, "match": match}) for match in missing]


def findings_by_match(boards: Iterable[Mapping[str, Any]]) -> dict[str, list[Value]]:
    """What the boards find of each table, to stand with what the table finds by itself."""
    found: dict[str, list[Value]] = {}
    for board in boards:
        for fault in board["findings"]:
            found.setdefault(fault["values"]["match"], []).append(fault)
    return found
