"""A table's boards at 80分: dealer, rank and trump, the tricks and the kitty, the defenders' points, and the fines beside them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.parts import number_text
from events.selectors.people import Names
from events.selectors.sittings.fines import Fine, fines_of
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One board of the table. `recorded` is false while it was not played; `points` are the defenders', after fines that work on them."""

    board: int
    dealer: str
    rank: str
    trump: str
    defenders: str
    recorded: bool
    settled: bool
    table: str
    kitty: str
    dig: str
    points: str
    under_review: bool
    by: str
    adjusted: bool
    fines: tuple[Fine, ...]
    clauses: tuple[str, ...]
    trace: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    rows: tuple[BoardRow, ...]
    fines: tuple[Fine, ...]
    next_board: int | None

    @property
    def settled(self) -> int:
        return sum(1 for row in self.rows if row.settled)


OTHER: Mapping[str, str] = {"NS": "EW", "EW": "NS"}


def sheet_of(match: Mapping[str, Any], *, names: Names, rulebook: Rulebook) -> Sheet:
    """Every board the table is to play, in order."""
    fines = fines_of(match)
    hands = {hand["number"]: hand for hand in match["hands"]}
    adjusted = {row["board"] for row in match.get("results", ()) if row["adjusted"]}
    rows = []
    for board in match["shown"]["boards"]:
        number = board["board"]
        own = tuple(fine for fine in fines if fine.number == number)
        rows.append(_row(board, hands.get(number), own, adjusted=number in adjusted))
    return Sheet(tuple(rows), tuple(fine for fine in fines if not fine.number), match["shown"]["next_board"])


def _row(board: Mapping[str, Any], hand: Mapping[str, Any] | None, fines: tuple[Fine, ...], *, adjusted: bool) -> BoardRow:
    trace = hand["trace"] if hand else ()
    return BoardRow(
        board=board["board"],
        dealer=board["dealer"],
        rank=board["rank"] or "",
        trump=board["trump"] or "",
        defenders=OTHER[board["declarers"]],
        recorded=hand is not None,
        settled=board["done"],
        table=number_text(hand["table_points"]) if hand else "",
        kitty=number_text(hand["kitty_points"]) if hand and hand["dig"] != "none" else "",
        dig=hand["dig"] if hand else "",
        points=number_text(board["D"]),
        under_review=bool(hand and hand["under_review"]),
        by=hand["by"] if hand else "",
        adjusted=adjusted,
        fines=fines,
        clauses=tuple(dict.fromkeys(step["clause"] for step in trace)),
        trace=tuple(trace),
    )
