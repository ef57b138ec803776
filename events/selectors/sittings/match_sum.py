"""A match whose hands add up (掼蛋): every hand that is due, recorded or missing, with running totals."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from events.pinned import hands_wanted
from events.selectors.people import Names
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand of a match, live or missing. The kind is a code; `order` the seats as they went out, if known."""

    number: int
    recorded: bool
    side: str
    kind: str
    order: tuple[str, ...]
    ns: object | None
    ew: object | None
    ns_total: object | None
    ew_total: object | None
    under_review: bool
    by: str
    hash: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AdjustedView:
    """Points that the chief referee added to the sides, and the clauses cited."""

    ns: int
    ew: int
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """`counted_*` are the points after adjustments, where there are any and the match counts."""

    hands: tuple[HandView, ...]
    played_ns: object
    played_ew: object
    adjusted: tuple[AdjustedView, ...] = ()
    counted_ns: object | None = None
    counted_ew: object | None = None


def sheet_of(match: Mapping[str, Any], *, names: Names, rulebook: Rulebook) -> Sheet:
    """Hand by hand, missing hands as empty lines."""
    rows = tuple(
        AdjustedView(row["points"].get("NS", 0), row["points"].get("EW", 0), tuple(row["clauses"])) for row in match.get("adjusted", ())
    )
    counted = match["points"] if rows and match["points"] is not None else {"NS": None, "EW": None}
    hands = _hands(match, hands_wanted(rulebook))
    return Sheet(hands, match["played"]["NS"], match["played"]["EW"], rows, counted["NS"], counted["EW"])


def _hands(match: Mapping[str, Any], wanted: int) -> tuple[HandView, ...]:
    recorded = {hand["number"]: hand for hand in match["hands"]}
    ns = ew = 0
    views: list[HandView] = []
    for number in range(1, max([wanted, *recorded]) + 1):
        hand = recorded.get(number)
        if hand is None:
            views.append(HandView(number, False, "", "", (), None, None, None, None, False, "", "", ()))
            continue
        ns, ew = ns + hand["points"]["NS"], ew + hand["points"]["EW"]
        views.append(
            HandView(
                number=number,
                recorded=True,
                side=hand["side"],
                kind=hand["kind"],
                order=tuple(hand["order"] or ()),
                ns=hand["points"]["NS"],
                ew=hand["points"]["EW"],
                ns_total=ns,
                ew_total=ew,
                under_review=hand["under_review"],
                by=hand["by"],
                hash=hand["hash"],
                clauses=tuple(dict.fromkeys(step["clause"] for step in hand["trace"])),
            )
        )
    return tuple(views)
