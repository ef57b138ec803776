"""A table of the promotion ladder 晋级赛: its one hand, who won and who lost by it, and what officials imposed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.three_hands import ThreeHand
from events.selectors.boards.three_tables import Card, card_of, hands_of
from events.selectors.people import Names
from events.selectors.sittings.fines import Fine, fines_of
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True)
class Sheet:
    """`hands` is one at most that counts; `won_by`: landlord, peasants or nobody yet; `out`: by seat, the acts that put somebody out."""

    card: Card
    hands: tuple[ThreeHand, ...]
    won_by: str
    fines: tuple[Fine, ...]
    out: Mapping[str, tuple[str, ...]]


def sheet_of(match: Mapping[str, Any], *, names: Names, rulebook: Rulebook) -> Sheet:
    return Sheet(
        card=card_of(match, names),
        hands=tuple(hands_of(match)),
        won_by=match.get("won_by") or "",
        fines=fines_of(match),
        out={side: tuple(codes) for side, codes in (match.get("disqualified") or {}).items()},
    )
