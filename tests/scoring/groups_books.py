"""Books of rounds of tables of three as they may go, whatever a hand moves there: points, stacks or beans."""

import random
from typing import Any

from scoring.games import GAMES
from scoring.games.doudizhu.leaves import BEANS, SCORING, STACK
from scoring.parameters import Rulebook
from tests.rulebooks.kinds.doudizhu import filled, record_of
from tests.scoring.staged_books import StagedBook, _advance, _meddle


class GroupsBook(StagedBook):
    """Hands are spelled as for points; here they are what the rulebook records of such a hand."""

    def hand(self, match: str, number: int, text: str, *, first: int = 1, kind: str = "hand", supersedes: str = "") -> str:
        record = record_of(number, self._line(first, text))
        game, place, _ = GAMES[self.rulebook.game].place(record)
        return self.add(kind, match=match, game=game, number=place, supersedes=supersedes, record=filled(self.rulebook, record))

    def _line(self, first: int, text: str) -> str:
        scoring = self.rulebook.choice(SCORING)
        bids, _, after = text.partition("|")
        calls = [int(bid) for bid in bids.split()]
        if scoring == STACK:
            return f"{first}: {' '.join(str(10 * bid) for bid in calls)} |{after}" if any(calls) else f"{first}: {bids}"
        if scoring != BEANS:
            return f"{first}: {text}"
        landlord = (first - 1 + calls.index(max(calls))) % 3 + 1
        one = (max(calls) or 1) * (1 if "won" in after else -1)
        moved = [2 * one if seat == landlord else -one for seat in (1, 2, 3)]
        return f"| landlord={landlord} {after.split()[0] if after else 'lost'} t={','.join(map(str, moved))}"

    def first_finished(self, chance: random.Random, state: dict[str, Any]) -> None:
        """Which table of the running round ended first: one of those that did."""
        wanted = [row["values"]["round"] for row in state["plan"]["blocked"] if row["code"] == "first_finished_missing"]
        for number in wanted:
            ended = [row["match"] for row in state["matches"] if row["round"] == number and row["state"] in ("complete", "forfeited")]
            if ended:
                self.add_setup("first_finished", round=number, match=chance.choice(ended))


def course(seed: int, rulebook: Rulebook, entrants: int) -> GroupsBook:
    """A competition as it may go, played into later rounds and then meddled with."""
    chance = random.Random(seed)
    book = GroupsBook(rulebook, entrants)
    opened: list[str] = []
    live: dict[str, list[str]] = {}
    for _ in range(chance.randint(1, 6)):
        _advance(book, chance, opened)
        book.first_finished(chance, book.state())
    for _ in range(chance.randint(0, 3)):
        for _ in range(chance.randint(1, 6)):
            if opened:
                _meddle(book, chance, chance.choice(opened), live)
        if chance.random() < 0.2:
            book.add_setup("entrant_out", entrant=f"e{chance.randint(1, entrants)}")
        book.first_finished(chance, book.state())
        _advance(book, chance, opened)
    return book
