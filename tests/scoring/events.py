"""Whole events made from a seed, for properties that must hold of any event."""

from random import Random
from typing import Any

from scoring.parameters import Rulebook
from tests.scoring.books import Written, hand_record

RESULTS = [f"{side} {kind}" for side in ("NS", "EW") for kind in ("double_down", "first_third", "first_fourth")]


def any_result(chance: Random) -> str:
    return " ".join(chance.sample("NWSE", 4)) if chance.random() < 0.5 else chance.choice(RESULTS)


def any_event(rulebook: Rulebook, seed: int, *, conflicts: bool = True) -> Written:
    """Two to six teams of one to three pairs, some rounds of them, and everything that can happen at a table."""
    chance = Random(seed)
    book = Written(rulebook, chance.randint(2, 6), chance.randint(1, 3))
    rounds = book.state()["plan"]["rounds"]
    for number in range(1, chance.randint(1, rounds) + 1):
        for match in book.open_round(number):
            _play(book, match, chance, conflicts)
        if chance.random() < 0.2:
            book.add(chance.choice(["round_locked", "round_unlocked"]), round=number)
    return book


def _play(book: Written, match: str, chance: Random, conflicts: bool) -> None:
    if chance.random() < 0.15:
        forfeit = book.add("forfeit", match=match, sides=chance.choice([["NS"], ["EW"], ["NS", "EW"]]))
        if chance.random() < 0.3:
            book.add("withdrawn", match=match, supersedes=forfeit)
    if chance.random() < 0.1:
        book.add("line_up", match=match, side=chance.choice(["NS", "EW"]), players=["somebody", "else"])
    live: dict[int, str] = {}
    for number in range(1, chance.choice([5, 5, 5, 5, chance.randint(0, 4)]) + 1):
        live[number] = book.hand(match, number, any_result(chance))
        if chance.random() < 0.1:
            body: dict[str, Any] = {"record": hand_record(number, any_result(chance))}
            live[number] = book.add("correction", match=match, number=number, supersedes=live[number], **body)
        if chance.random() < 0.05:
            book.add("void", match=match, number=number, supersedes=live[number])
            live[number] = book.hand(match, number, any_result(chance))
        if conflicts and chance.random() < 0.08:
            book.hand(match, number, any_result(chance))
            if chance.random() < 0.6:
                live[number] = book.add(
                    "ruling", match=match, number=number, clauses=["GD-08"], record=hand_record(number, any_result(chance))
                )
    if chance.random() < 0.7:
        book.confirm(match, list(live.values()), side="EW", on_behalf=chance.random() < 0.2)
    if chance.random() < 0.1:
        book.add("table_closed", match=match)
