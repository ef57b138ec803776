"""What the pack holds 牌和分: cards, points, and the hands written down after play. Clauses E80-01, E80-03, E80-11.

Hands are `{"N": "SA SK …", …}` with or without `kitty`. Without it the dealer's hand is the thirty-three cards he first held; with it each
hand has what was played from it. Any JSON value is answered with all its faults.
"""

import hashlib
from collections.abc import Mapping
from itertools import islice
from math import gcd

from scoring import cards
from scoring.games.eighty.boards import Board
from scoring.games.eighty.schema import CARD_POINTS, DECKS, HAND_CARDS, KITTY_CARDS
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook
from scoring.sides import SEATS

KITTY = "kitty"
HOLDERS = (*SEATS, KITTY)
MOST_NAMED = 10


def pack_points(rulebook: Rulebook) -> int:
    """The points of all cards together (E80-11)."""
    return rulebook.number(DECKS) * len(cards.SUITS) * sum(map(rulebook.number, CARD_POINTS.values()))


def step_of_points(rulebook: Rulebook) -> int:
    """What every sum of points is a multiple of."""
    return gcd(*map(rulebook.number, CARD_POINTS.values()))


def most_kitty_points(rulebook: Rulebook) -> int:
    """The richest kitty there can be."""
    worth = sorted((rulebook.number(path) for path in CARD_POINTS.values()), reverse=True)
    each = rulebook.number(DECKS) * len(cards.SUITS)
    return sum([points for points in worth for _ in range(each)][: rulebook.number(KITTY_CARDS)])


def points_in(rulebook: Rulebook, held: list[str]) -> int:
    """The points of some cards."""
    worth = {rank: rulebook.number(path) for rank, path in CARD_POINTS.items()}
    return sum(worth.get(cards.rank_of(card), 0) for card in held)


def cards_wanted(rulebook: Rulebook, board: Board, holder: str, *, with_kitty: bool) -> int:
    """How many cards a hand record has to show for a holder."""
    hand, kitty = rulebook.number(HAND_CARDS), rulebook.number(KITTY_CARDS)
    if holder == KITTY:
        return kitty
    return hand + kitty if holder == board.dealer and not with_kitty else hand


def check_hands(rulebook: Rulebook, board: Board, value: object, kitty_points: object) -> list[Fault]:
    """Everything wrong with the hands written down for a board: cards, counts, a card too often, the pack not whole."""
    at, law, pack_law = "cards", rulebook.law(HAND_CARDS), rulebook.law(DECKS)
    if not isinstance(value, Mapping):
        return [Fault("wrong_type", law, at, {"wanted": "object", "given": shown(value)})]
    strange = islice((name for name in value if name not in HOLDERS), MOST_NAMED)
    faults = [Fault("unknown_field", law, f"{at}.{shown(name)}", {"known": list(HOLDERS)}) for name in strange]
    held: dict[str, list[str]] = {}
    for holder in HOLDERS:
        if holder not in value:
            continue
        text, place = value[holder], f"{at}.{holder}"
        if not isinstance(text, str):
            faults.append(Fault("wrong_type", law, place, {"wanted": "string", "given": shown(text)}))
            continue
        known, unknown = cards.split(text)
        faults += [Fault("unknown_card", pack_law, place, {"given": shown(word)}) for word in unknown[:MOST_NAMED]]
        wanted = cards_wanted(rulebook, board, holder, with_kitty=KITTY in value)
        if len(known) + len(unknown) != wanted:
            faults.append(Fault("cards_miscounted", law, place, {"wanted": wanted, "given": len(known) + len(unknown)}))
        held[holder] = known
    if faults:
        return faults
    decks, all_cards = rulebook.number(DECKS), [card for its in held.values() for card in its]
    often = cards.too_often(all_cards, decks)
    faults += [Fault("card_too_often", pack_law, at, {"card": card, "most": decks, "given": count}) for card, count in often.items()]
    if set(SEATS) <= held.keys() and not often and (short := cards.missing(all_cards, decks)):
        faults.append(Fault("pack_not_whole", pack_law, at, {"missing": list(short)[:MOST_NAMED]}))
    if KITTY in held and type(kitty_points) is int and points_in(rulebook, held[KITTY]) != kitty_points:
        values = {"wanted": points_in(rulebook, held[KITTY]), "given": shown(kitty_points)}
        faults.append(Fault("kitty_points_differ", pack_law, "kitty_points", values))
    return faults


def dealt(board: Board, hands: Mapping[str, str]) -> dict[str, str]:
    """The hands as dealt, each spelt in one order: the kitty back with the dealer, so that two tables of one board can be compared."""
    held = {seat: cards.split(hands[seat])[0] for seat in SEATS if seat in hands}
    if board.dealer in held:
        held[board.dealer] = held[board.dealer] + cards.split(hands.get(KITTY, ""))[0]
    return {seat: cards.written(its) for seat, its in held.items()}


def fingerprints(hands: Mapping[str, str]) -> dict[str, str]:
    """Seat -> SHA-256 of its hand: enough to see that two records differ, and nobody learns a board he is still to play."""
    return {seat: hashlib.sha256(text.encode()).hexdigest() for seat, text in sorted(hands.items())}
