"""Cards written down for a hand 牌型记录: whether they can be, and which hands oblige their holder to call.

Clauses DZH-01, F1-02, F1-05, F4-10. `cards` is `{"1": "SA HT …", "2": …, "3": …, "kitty": …}`, of it what is known: seventeen cards as
dealt, three in the kitty.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import islice

from scoring import cards
from scoring.games.doudizhu.leaves import (
    BOTH_JOKERS,
    CARDS,
    FOUR_TWOS,
    HAND_CARDS,
    JOKER_TWO_BOMBS,
    JOKER_TWO_TWOS,
    KITTY_CARDS,
    PATTERNS,
    THREE_BOMBS,
    TWO_TWOS_TWO_BOMBS,
)
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook
from scoring.sides import THREE

KITTY = "kitty"
HOLDERS = (*THREE, KITTY)
MOST_NAMED = 10
TWO = "2"


def check_cards(rulebook: Rulebook, value: object) -> list[Fault]:
    """Everything wrong with the cards of a hand: words that are no cards, a misdeal, a card twice, the pack not whole."""
    at, law, pack_law = "cards", rulebook.law(HAND_CARDS), rulebook.law(CARDS)
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
        leaf = KITTY_CARDS if holder == KITTY else HAND_CARDS
        if len(known) + len(unknown) != rulebook.number(leaf):
            values = {"wanted": rulebook.number(leaf), "given": len(known) + len(unknown)}
            faults.append(Fault("cards_miscounted", rulebook.law(leaf), place, values))
        held[holder] = known
    together = [card for its in held.values() for card in its]
    often = cards.too_often(together, 1)
    faults += [Fault("card_too_often", pack_law, at, {"card": card, "most": 1, "given": count}) for card, count in often.items()]
    return faults


def obliged(rulebook: Rulebook, hand: str) -> str:
    """The first pattern of the rulebook with which the holder of a hand has to call, or nothing (F1-05)."""
    held, _ = cards.split(hand)
    jokers = sum(card in cards.JOKERS for card in held)
    ranks = Counter(cards.rank_of(card) for card in held if card not in cards.JOKERS)
    twos, bombs = ranks[TWO], sum(count == len(cards.SUITS) for count in ranks.values())
    true = {
        BOTH_JOKERS: jokers == len(cards.JOKERS),
        FOUR_TWOS: twos == len(cards.SUITS),
        JOKER_TWO_TWOS: jokers >= 1 and twos >= 2,
        JOKER_TWO_BOMBS: jokers >= 1 and bombs >= 2,
        TWO_TWOS_TWO_BOMBS: twos >= 2 and bombs >= 2,
        THREE_BOMBS: bombs >= 3,
    }
    return next((str(pattern) for pattern in rulebook.several(PATTERNS) if true[str(pattern)]), "")
