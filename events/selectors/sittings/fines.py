"""The penalties 判罚 that stand about a match, as its sheet lists them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.parts import number_text


@dataclass(frozen=True, slots=True)
class Fine:
    """`side`: NS or EW; `amount` as the tariff makes it, `0` where it costs no points. `number` 0: about the game or match."""

    side: str
    code: str
    count: int
    amount: str
    clause: str
    game: int
    number: int


def fines_of(match: Mapping[str, Any]) -> tuple[Fine, ...]:
    """In the order in which the rules take them."""
    return tuple(
        Fine(row["side"], row["code"], row["count"], number_text(row["amount"]), row["clause"], row["game"], row["number"])
        for row in match["penalties"]
    )
