"""The sheet of one table at 80分: its boards with what stands about them, before anything is compared. Clauses E80-02, E80-06, E80-15..25.

Reads the live records of a match, its penalties and adjustments. What a board is worth against another table is the tally's business.
A board is settled when it has a record that was played to its end or settled by an offence, or an adjustment by the chief referee.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.games import GAMES
from scoring.games.eighty import Judged, board_at, fixed_trump, judge_board
from scoring.games.eighty.schema import BOARDS
from scoring.match_facts import Adjustment, MatchFacts
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.penalties import Penalty, law
from scoring.slots import Slot

Value = dict[str, Any]
CheckAdjustment = Callable[[Rulebook, object, Mapping[str, Any]], tuple[Fault, ...]]


@dataclass
class Sheet:
    """A table's boards. `judged` has the boards with a live record, `settled` those of which nothing is missing, `loose` the penalties
    about the match as a whole, `findings` what blocks confirming."""

    rows: list[Value] = field(default_factory=list)
    slots: dict[int, Slot] = field(default_factory=dict)
    judged: dict[int, Judged] = field(default_factory=dict)
    adjustments: dict[int, Adjustment] = field(default_factory=dict)
    settled: list[int] = field(default_factory=list)
    loose: list[Penalty] = field(default_factory=list)
    findings: list[Fault] = field(default_factory=list)
    penalties: list[Value] = field(default_factory=list)
    shown: Value = field(default_factory=dict)


def read_sheet(rulebook: Rulebook, seat: Mapping[str, Any], facts: MatchFacts, check_adjustment: CheckAdjustment) -> Sheet:
    """The sheet of one match. `seat` has `room`, `boards` and, of those whose trump an official fixed, `trumps` by board number as text.

    An adjustment that the tally cannot read settles nothing and is a finding.
    """
    sheet = Sheet()
    for board, adjustment in sorted(facts.adjustments.items()):
        body = {"ns": adjustment.ns, "ew": adjustment.ew, "unit": adjustment.unit}
        if board not in seat["boards"] or check_adjustment(rulebook, board, body):
            clause = rulebook.law(BOARDS)
            sheet.findings.append(Fault("adjustment_unreadable", clause, f"board[{board}]", {"board": board}))
        else:
            sheet.adjustments[board] = adjustment
    by_board: dict[int, list[Penalty]] = {}
    for penalty in facts.penalties:
        by_board.setdefault(penalty.number, []).append(penalty)
    sheet.loose = by_board.pop(0, [])
    trumps = seat.get("trumps", {})
    for slot in facts.slots:
        _read_board(rulebook, seat, sheet, slot, by_board.pop(slot.number, []))
    for number, penalties in sorted(by_board.items()):
        for penalty in penalties:
            values = {"board": number, "code": penalty.code}
            sheet.findings.append(Fault("penalty_without_board", law(rulebook, penalty.code), f"board[{number}]", values))
    sheet.settled = [
        board for board in seat["boards"] if board in sheet.adjustments or (board in sheet.judged and sheet.judged[board].finished)
    ]
    sheet.shown = _shown(rulebook, seat, sheet, trumps)
    return sheet


def _read_board(rulebook: Rulebook, seat: Mapping[str, Any], sheet: Sheet, slot: Slot, penalties: Sequence[Penalty]) -> None:
    live, game, number = slot.live, GAMES[rulebook.game], slot.number
    judged = judge_board(rulebook, live.normal, penalties)
    found = [*game.fits_seat(rulebook, live.record, seat), *judged.findings]
    if number in sheet.adjustments:
        found = [fault for fault in found if fault.code != "play_stopped"]
    sheet.slots[number], sheet.judged[number] = slot, judged
    sheet.findings += [Fault(fault.code, fault.clause, f"board[{number}]", fault.values) for fault in found]
    sheet.penalties += [row.as_json() for row in judged.charged]
    sheet.rows.append(
        {
            "number": number,
            "game": slot.game,
            "room": slot.room,
            "hash": live.hash,
            **game.row(rulebook, live.record, live.normal),
            "D": judged.D,
            "by_play": judged.by_play,
            "trace": [step.as_json() for step in judged.trace],
            "under_review": slot.in_question,
            "rivals": [{"hash": rival.hash, **game.result(rival.normal)} for rival in slot.rivals],
            "by": live.by,
            "clauses": list(live.clauses),
            "findings": [fault.as_json() for fault in found],
        }
    )


def _shown(rulebook: Rulebook, seat: Mapping[str, Any], sheet: Sheet, trumps: Mapping[str, Any]) -> Value:
    """What the table sees: every board it plays, who declares, rank and trump as far as they are settled, and which is next."""
    boards = []
    for number in seat["boards"]:
        board, slot = board_at(rulebook, number), sheet.slots.get(number)
        fixed = fixed_trump(rulebook, number, trumps.get(str(number)))
        if slot is not None:
            fixed = {name: slot.live.normal[name] for name in ("rank", "trump")}
        boards.append(
            {
                "board": number,
                "dealer": board.dealer,
                "rank": fixed.get("rank"),
                "trump": fixed.get("trump"),
                "declarers": board.declarers,
                "done": number in sheet.settled,
                "D": sheet.judged[number].D if slot is not None else None,
            }
        )
    return {"boards": boards, "next_board": next((board for board in seat["boards"] if board not in sheet.settled), None)}
