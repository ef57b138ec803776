"""Cards 牌 of packs with jokers, as records write them: `SA HT D7 C2`, jokers `BJ` (big) and `LJ` (little), parted by spaces.

Knows letters and counts; no rule of any game. Reads and writes nothing else.
"""

from collections import Counter
from collections.abc import Iterable

SUITS = ("S", "H", "D", "C")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
BIG_JOKER, LITTLE_JOKER = JOKERS = ("BJ", "LJ")
CARDS = (*JOKERS, *(suit + rank for suit in SUITS for rank in reversed(RANKS)))  # as on a hand record: jokers first, high to low

_PLACE = {card: place for place, card in enumerate(CARDS)}


def split(text: str) -> tuple[list[str], list[str]]:
    """The cards of a text in order, and the words in it that are no cards."""
    words = text.split()
    return [word for word in words if word in _PLACE], [word for word in words if word not in _PLACE]


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards in the one order in which equal hands are spelt alike."""
    return sorted(cards, key=_PLACE.__getitem__)


def written(cards: Iterable[str]) -> str:
    """Cards as a record writes them, in order."""
    return " ".join(in_order(cards))


def too_often(cards: Iterable[str], decks: int) -> dict[str, int]:
    """The cards that stand more often than `decks` packs have them, and how often."""
    counts = Counter(cards)
    return {card: count for card in CARDS if (count := counts[card]) > decks}


def missing(cards: Iterable[str], decks: int) -> dict[str, int]:
    """The cards of `decks` packs that are not there, and how many of each."""
    counts = Counter(cards)
    return {card: short for card in CARDS if (short := decks - counts[card]) > 0}


def rank_of(card: str) -> str:
    """`T` of `HT`; empty for a joker."""
    return "" if card in JOKERS else card[1]


def suit_of(card: str) -> str:
    """`H` of `HT`; empty for a joker."""
    return "" if card in JOKERS else card[0]
