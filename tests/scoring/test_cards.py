"""Cards of packs with jokers: what is one, how often it may stand, one spelling for equal hands."""

from scoring import cards


def test_a_pack_has_fifty_four_cards_each_spelt_once() -> None:
    assert len(cards.CARDS) == len(set(cards.CARDS)) == 54
    assert cards.CARDS[:4] == ("BJ", "LJ", "SA", "SK")


def test_words_are_told_apart() -> None:
    assert cards.split("SA HT  BJ\tLJ\nC2") == (["SA", "HT", "BJ", "LJ", "C2"], [])
    assert cards.split("sa H10 S1 SX JB ♠A S") == ([], ["sa", "H10", "S1", "SX", "JB", "♠A", "S"])
    assert cards.split("") == ([], [])


def test_equal_hands_are_spelt_alike() -> None:
    assert cards.written(["C2", "SA", "LJ", "HT", "BJ", "SA"]) == "BJ LJ SA SA HT C2"


def test_too_many_and_missing() -> None:
    two = [*cards.CARDS, *cards.CARDS]
    assert cards.too_often(two, 2) == cards.missing(two, 2) == {}
    assert cards.too_often([*two, "SA"], 2) == {"SA": 3}
    assert cards.missing(two[2:], 2) == {"BJ": 1, "LJ": 1}


def test_jokers_have_neither_suit_nor_rank() -> None:
    assert [(cards.suit_of(card), cards.rank_of(card)) for card in ("BJ", "LJ", "HT", "D5")] == [("", ""), ("", ""), ("H", "T"), ("D", "5")]
