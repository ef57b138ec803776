"""One table's boards in a pairs competition 双人赛: what each board gives to be compared with the other tables. Clauses E80P-02, E80P-03.

Reads the live records of a match, the penalties and adjusted scores that stand about it, and who forfeits. What a result is worth is
known only where all results of its board are: see `scoring.tallies.board_comparison`.
"""

from collections.abc import Mapping
from typing import Any

from scoring.games.eighty import board_at, boards
from scoring.games.eighty.schema import MATCH_POINTS as ON_MATCH_POINTS
from scoring.match_facts import Adjustment, MatchFacts
from scoring.outcomes import Fault, Step, score_json, shown
from scoring.parameters import Rulebook
from scoring.penalties import cost, law, leaf
from scoring.sides import SIDES
from scoring.tallies import pairs_rules
from scoring.tallies.board_comparison import NET, PER_CENT, UNITS
from scoring.tallies.board_sheet import Sheet, read_sheet
from scoring.tallies.pairs_rules import ABSENT, BASIS, OFFENDER, OTHER_SIDE, PRESENT, WHOLE, WORDS, said

Value = dict[str, Any]
MOST = 999  # of net or match points in one adjustment


class MatchPoints:
    """The tally of a table whose boards are compared with those of other tables. See `scoring.tallies.protocol.Tally`."""

    schema = pairs_rules.SCHEMA
    additive = False

    def partners_frozen(self, rulebook: Rulebook) -> bool:
        """Nothing is said of another partner: it is recorded and changes nothing."""
        return False

    def sitting(self, rulebook: Rulebook, seat: Mapping[str, Any], facts: MatchFacts) -> Value:
        """Beside the common part: `results`, a row for each board that has one, and `charges`, match points fined of the whole round.

        `{"board", "declarers", "D", "trump", "rank", "fines": {side: points}, "charges": [{"side", "amount", "clause"}], "adjusted":
        null or {"unit", "ns", "ew", "why", "clauses"}}`; `why` is `adjusted`, `offence` or `forfeit`. `points` is null: what a table made
        of its boards the other tables decide.
        """
        sheet = read_sheet(rulebook, seat, facts, self.check_adjustment)
        results = [row for board in seat["boards"] if (row := _result(rulebook, sheet, facts, board)) is not None]
        whole = _whole_round(rulebook, sheet)
        done = len(results) == len(seat["boards"])
        state = "forfeited" if facts.absent else "complete" if done else "playing" if sheet.rows or results else "waiting"
        return {
            "hands": sheet.rows,
            "state": state,
            "points": None,
            "winner": "",
            "trace": [Step(row["clause"], "fined", (row["amount"],), -row["amount"], row["side"]).as_json() for row in whole],
            "findings": [] if facts.absent else [fault.as_json() for fault in sheet.findings],
            "penalties": [*sheet.penalties, *whole],
            "results": results,
            "charges": [_charge(row) for row in whole if row["amount"]],
            "shown": {**sheet.shown, "next_board": None} if facts.absent else sheet.shown,
        }

    def check_adjustment(self, rulebook: Rulebook, board: object, body: Mapping[str, Any]) -> tuple[Fault, ...]:
        """All that is wrong with an adjusted score: its board, its unit, and the values that go with it. Net points are whole numbers;
        match points and per cent also `n/d`; per cent from 0 to 100, or one of the rulebook's words."""
        clause, known = rulebook.law(BASIS), boards(rulebook)
        faults: list[Fault] = []
        if type(board) is int and board not in known:
            values = {"least": min(known), "most": max(known), "given": shown(board)}
            faults.append(Fault("board_out_of_range", clause, "board", values))
        unit = body.get("unit")
        if not isinstance(unit, str) or unit not in UNITS:
            return (*faults, Fault("not_a_choice", clause, "unit", {"options": list(UNITS), "given": shown(unit)}))
        return (*faults, *(fault for name in ("ns", "ew") if (fault := _value_fault(rulebook, unit, name, body.get(name))) is not None))

    def whole(self, rulebook: Rulebook, part: Mapping[str, Any]) -> bool:
        """Every board has its result and nothing contradicts."""
        return part["state"] == "complete" and not part["findings"]


def _value_fault(rulebook: Rulebook, unit: str, name: str, given: object) -> Fault | None:
    clause, value = rulebook.law(BASIS), said(rulebook, given)
    word = isinstance(given, str) and given in WORDS
    if value is None or (word and unit != PER_CENT) or (unit == NET and type(value) is not int):
        words = list(WORDS) if unit == PER_CENT else []
        return Fault("adjustment_value", clause, name, {"unit": unit, "words": words, "given": shown(given)})
    least, most = (0, WHOLE) if unit == PER_CENT else (-MOST, MOST)
    if not least <= value <= most:
        return Fault("out_of_range", clause, name, {"least": least, "most": most, "given": shown(given)})
    return None


def _result(rulebook: Rulebook, sheet: Sheet, facts: MatchFacts, board: int) -> Value | None:
    """What a board gives to be compared: D, or what stands instead of a comparison; None while it has neither."""
    judged, slot = sheet.judged.get(board), sheet.slots.get(board)
    adjustment = sheet.adjustments.get(board)
    points = judged.D if judged is not None and (judged.finished or adjustment is not None) else None
    adjusted = _forfeit(rulebook, facts) or _adjusted(rulebook, adjustment)
    if adjusted is None and adjustment is not None:
        points = _net(rulebook, sheet, board, adjustment)
    elif adjusted is None and judged is not None and judged.adjusted:
        adjusted = _offence(rulebook, judged.adjusted)
    if points is None and adjusted is None:
        return None
    normal: Mapping[str, Any] = slot.live.normal if slot is not None else {}
    charged = [row for row in sheet.penalties if row["number"] == board and row["amount"]]
    return {
        "board": board,
        "declarers": board_at(rulebook, board).declarers,
        "D": points,
        "trump": normal.get("trump"),
        "rank": normal.get("rank"),
        "fines": {} if judged is None else {side: fine for side, fine in judged.fines.items() if fine},
        "charges": [_charge(row) for row in charged if rulebook.choice(leaf(row["code"], "moves")) == ON_MATCH_POINTS],
        "adjusted": adjusted,
    }


def _net(rulebook: Rulebook, sheet: Sheet, board: int, adjustment: Adjustment) -> int:
    """Net points that the chief referee gives: the defenders' are points won, the declarers' points kept; without a record from nothing."""
    declarers, defenders = board_at(rulebook, board).declarers, board_at(rulebook, board).defenders
    values, judged = {"NS": adjustment.ns, "EW": adjustment.ew}, sheet.judged.get(board)
    before = 0 if judged is None else judged.D
    points = int(before + values[defenders] - values[declarers])
    for row in (row for row in sheet.rows if row["number"] == board):
        clause = adjustment.clauses[0] if adjustment.clauses else rulebook.law(BASIS)
        row["trace"] = [*row["trace"], Step(clause, "adjusted_net", (before, points - before), points).as_json()]
        row["D"] = points
    for shown_board in (shown_board for shown_board in sheet.shown["boards"] if shown_board["board"] == board):
        shown_board["D"] = points
    return points


def _forfeit(rulebook: Rulebook, facts: MatchFacts) -> Value | None:
    """Every board of a table to which a side did not come."""
    if not facts.absent:
        return None
    shares = {side.lower(): rulebook.number(ABSENT if side in facts.absent else PRESENT) for side in SIDES}
    return {"unit": PER_CENT, **shares, "why": "forfeit", "clauses": [rulebook.law(PRESENT)]}


def _adjusted(rulebook: Rulebook, adjustment: Adjustment | None) -> Value | None:
    """The artificial score that the chief referee set."""
    if adjustment is None or adjustment.unit == NET:
        return None
    values = {name: score_json(value) for name in ("ns", "ew") if (value := said(rulebook, getattr(adjustment, name))) is not None}
    return {"unit": adjustment.unit, **values, "why": "adjusted", "clauses": list(adjustment.clauses)}


def _offence(rulebook: Rulebook, offenders: list[str]) -> Value:
    """Concealed cards in a pairs competition (E80-18): the offender has nothing, the other side so many per cent and no more."""
    shares = {side.lower(): rulebook.number(OFFENDER if side in offenders else OTHER_SIDE) for side in SIDES}
    return {"unit": PER_CENT, **shares, "why": "offence", "clauses": [rulebook.law(OFFENDER)]}


def _whole_round(rulebook: Rulebook, sheet: Sheet) -> list[Value]:
    """Penalties about the round as a whole: match points are taken from the pair, anything else needs a board."""
    rows: list[Value] = []
    for penalty in sheet.loose:
        clause, counts = law(rulebook, penalty.code), rulebook.choice(leaf(penalty.code, "moves")) == ON_MATCH_POINTS
        if not counts:
            sheet.findings.append(Fault("penalty_needs_board", clause, values={"code": penalty.code}))
        place = {"game": penalty.game, "number": 0, "count": penalty.count, "at": penalty.at}
        amount = cost(rulebook, penalty) if counts else 0
        rows.append({"hash": penalty.hash, "code": penalty.code, "side": penalty.side, **place, "amount": amount, "clause": clause})
    return rows


def _charge(row: Mapping[str, Any]) -> Value:
    return {name: row[name] for name in ("side", "amount", "clause")}
