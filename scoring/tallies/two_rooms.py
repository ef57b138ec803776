"""队式赛: what one room of an encounter makes of its boards. Clauses E80T-01..03, E80-24.

Reads one room. Only the encounter has both rooms of a board: see `scoring.tallies.rooms_compared`.
"""

from collections.abc import Mapping
from typing import Any

from scoring.exact import exact
from scoring.games.eighty import Judged, boards
from scoring.games.eighty.pack import pack_points
from scoring.games.eighty.schema import MATCH_POINTS
from scoring.match_facts import Adjustment, MatchFacts
from scoring.outcomes import Fault, Score, Step, score_json, shown
from scoring.parameters import Choice, Flag, Rulebook, Schema, Table, Whole
from scoring.penalties import cost, law, leaf
from scoring.sides import SIDES
from scoring.tallies.board_sheet import Sheet, read_sheet

Value = dict[str, Any]

CONVERSION, GAPS, CREDIT = "tally_rules.conversion", "tally_rules.gap_policy", "tally_rules.declarer_credit"
FLOOR, REJECT = ("floor", "reject")
NONE, COMPLEMENT = ("none", "complement")
SHUTOUT, BEFORE_FINES, NET = "tally_rules.shutout", "tally_rules.shutout_before_fines", "tally_rules.net"
PRESENT, ABSENT, BOTH = "tally_rules.forfeit.present", "tally_rules.forfeit.absent", "tally_rules.forfeit.both_absent"
CHANGED_PARTNER, ADJUSTED = "tally_rules.changed_partner", "tally_rules.adjusted"
NET_UNIT, POINTS_UNIT = UNITS = ("net", "match_points")

SCHEMA: Schema = {
    NET: Choice(("both_rooms",)),
    CREDIT: Choice((NONE, COMPLEMENT)),
    SHUTOUT: Whole(0, 999),
    BEFORE_FINES: Flag(),
    CONVERSION: Table(columns={"from": Whole(0, 9999), "to": Whole(0, 9999), "points": Whole(0, 99)}, tiles=("from", "to")),
    GAPS: Choice((FLOOR, REJECT)),
    ADJUSTED: Choice(("replaces",)),
    PRESENT: Whole(0, 99),
    ABSENT: Whole(0, 99),
    BOTH: Whole(0, 99),
    CHANGED_PARTNER: Choice(("forfeit", "recorded")),
}


class TwoRooms:
    """The tally of one room of an encounter. See `scoring.tallies.protocol.Tally`."""

    schema: Schema = SCHEMA
    additive = False

    def partners_frozen(self, rulebook: Rulebook) -> bool:
        return rulebook.choice(CHANGED_PARTNER) == "forfeit"

    def sitting(self, rulebook: Rulebook, seat: Mapping[str, Any], facts: MatchFacts) -> Value:
        """The room's boards. `points` are what each side is credited with over them, fines apart; `results` is what the encounter compares:
        `{"board", "D", "credits": {side: points} or null, "fines", "adjusted": null or {"unit", "points", "clauses"}, "trump", "rank",
        "cards", "trace"}`; `match_point_fines` are those of each side over the whole match.
        """
        sheet = read_sheet(rulebook, seat, facts, self.check_adjustment)
        fines, charged = _match_point_fines(rulebook, sheet)
        results = [_result(rulebook, sheet, number) for number in seat["boards"] if number in sheet.settled]
        part = {
            "hands": sheet.rows,
            "state": "complete" if len(sheet.settled) == len(seat["boards"]) else "playing" if sheet.rows or results else "waiting",
            "points": None,
            "winner": "",
            "trace": [],
            "findings": [fault.as_json() for fault in sheet.findings],
            "penalties": [*sheet.penalties, *charged],
            "shown": sheet.shown,
            "results": results,
            "match_point_fines": fines,
        }
        if facts.absent:
            none = {"points": dict.fromkeys(SIDES, 0), "results": [], "findings": [], "match_point_fines": dict.fromkeys(SIDES, 0)}
            return part | {"state": "forfeited", "shown": sheet.shown | {"next_board": None}} | none
        credited = [row["credits"] for row in results if row["credits"] is not None]
        if credited:
            sums = {side: [exact(credits[side]) or 0 for credits in credited] for side in SIDES}
            part["points"] = {side: score_json(sum(points)) for side, points in sums.items()}
            part["trace"] = [Step(rulebook.law(NET), "sum", tuple(sums[side]), sum(sums[side]), side).as_json() for side in SIDES]
        return part

    def check_adjustment(self, rulebook: Rulebook, board: object, body: Mapping[str, Any]) -> tuple[Fault, ...]:
        """What is wrong with an adjusted score: its board, its unit, numbers that are none (E80-24)."""
        clause, known = rulebook.law(ADJUSTED), boards(rulebook)
        faults: list[Fault] = []
        if type(board) is not int or board not in known:
            values = {"least": min(known), "most": max(known), "given": shown(board)}
            faults.append(Fault("board_out_of_range", clause, "board", values))
        unit = body.get("unit")
        if not isinstance(unit, str) or unit not in UNITS:
            faults.append(Fault("not_a_choice", clause, "unit", {"options": list(UNITS), "given": shown(unit)}))
        for name in ("ns", "ew"):
            if exact(body.get(name)) is None:
                faults.append(Fault("adjustment_value", clause, name, {"unit": shown(unit), "words": [], "given": shown(body.get(name))}))
        return tuple(faults)

    def whole(self, rulebook: Rulebook, part: Mapping[str, Any]) -> bool:
        """Every board of the room is settled and nothing contradicts."""
        return part["state"] == "complete" and not part["findings"]


def credits_of(rulebook: Rulebook, judged: Judged) -> tuple[dict[str, int], list[Step]]:
    """What both sides are credited with for a board in one room: the defenders D, the declarers a shutout (E80T-02, E80T-03)."""
    credits = {judged.defenders: judged.D, judged.declarers: 0}
    steps = [Step(rulebook.law(NET), "defended", (judged.D,), judged.D, judged.defenders)]
    decided_by = judged.by_play if rulebook.flag(BEFORE_FINES) else max(0, judged.fined)
    if decided_by == 0:
        credits[judged.declarers] = rulebook.number(SHUTOUT)
        steps.append(Step(rulebook.law(SHUTOUT), "shutout", (decided_by,), credits[judged.declarers], judged.declarers))
    elif rulebook.choice(CREDIT) == COMPLEMENT:
        pack = pack_points(rulebook)
        credits[judged.declarers] = pack - judged.D
        steps.append(Step(rulebook.law(CREDIT), "complement", (pack, judged.D), credits[judged.declarers], judged.declarers))
    return credits, steps


def _match_point_fines(rulebook: Rulebook, sheet: Sheet) -> tuple[dict[str, int], list[Value]]:
    """Fines in match points, of boards and of the match as a whole. A fine in the points of a board needs a board."""
    fines = {side: sum(judged.match_points[side] for judged in sheet.judged.values()) for side in SIDES}
    charged: list[Value] = []
    for penalty in sheet.loose:
        clause, amount = law(rulebook, penalty.code), cost(rulebook, penalty)
        if rulebook.choice(leaf(penalty.code, "moves")) == MATCH_POINTS:
            fines[penalty.side] += amount
        else:
            amount = 0
            sheet.findings.append(Fault("penalty_needs_board", clause, values={"code": penalty.code}))
        place = {"game": penalty.game, "number": 0, "count": penalty.count, "at": penalty.at}
        charged.append({"hash": penalty.hash, "code": penalty.code, "side": penalty.side, **place, "amount": amount, "clause": clause})
    return fines, charged


def _result(rulebook: Rulebook, sheet: Sheet, number: int) -> Value:
    """A settled board as the encounter compares it; an adjustment in net points stands in place of the credits."""
    adjustment, slot, judged = sheet.adjustments.get(number), sheet.slots.get(number), sheet.judged.get(number)
    credits: Mapping[str, Score] | None = None
    steps: list[Step] = []
    if adjustment is not None and adjustment.unit == NET_UNIT:
        credits = _said(adjustment)
        steps = [Step(_clause(rulebook, adjustment), "adjusted", (), credits[side], side) for side in SIDES]
    elif adjustment is None and judged is not None:
        credits, steps = credits_of(rulebook, judged)
    normal: Mapping[str, Any] = slot.live.normal if slot is not None else {}
    row = next((row for row in sheet.rows if row["number"] == number), None)
    return {
        "board": number,
        "D": None if judged is None else judged.D,
        "credits": None if credits is None else {side: score_json(credits[side]) for side in SIDES},
        "fines": dict.fromkeys(SIDES, 0) if judged is None else dict(judged.fines),
        "adjusted": None if adjustment is None else _adjusted(rulebook, adjustment),
        "trump": normal.get("trump"),
        "rank": normal.get("rank"),
        "cards": None if row is None else row["cards"],
        "trace": [step.as_json() for step in steps],
    }


def _said(adjustment: Adjustment) -> dict[str, Score]:
    return {"NS": exact(adjustment.ns) or 0, "EW": exact(adjustment.ew) or 0}


def _clause(rulebook: Rulebook, adjustment: Adjustment) -> str:
    return adjustment.clauses[0] if adjustment.clauses else rulebook.law(ADJUSTED)


def _adjusted(rulebook: Rulebook, adjustment: Adjustment) -> Value:
    points = {side: score_json(score) for side, score in _said(adjustment).items()}
    return {"unit": adjustment.unit, "points": points, "clause": _clause(rulebook, adjustment)}
