"""The hands of one match in order, each judged after the one before it: a game with memory without a ledger.

Keeps what stands and the place of the last hand it judged; reads and writes nothing else.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.games import GameWithMemory
from scoring.outcomes import Fault, Outcome
from scoring.parameters import Rulebook


class Followed:
    """A match as far as it was followed. A hand with problems is no step: its corrected record may come next."""

    def __init__(self, rulebook: Rulebook, game: GameWithMemory) -> None:
        self.rulebook, self.game = rulebook, game
        self.carry: Any = None
        self.stated = False
        self.last: tuple[int, int] | None = None

    def take(self, carry: Mapping[str, Any], *, only_check: bool) -> tuple[Fault, ...]:
        """What stands now, because somebody says so: the next hand is judged after it, whatever its number."""
        taken, faults = self.game.carry_of(self.rulebook, carry)
        if not faults and not only_check:
            self.carry, self.stated = taken, True
        return faults

    def judge(self, record: object) -> tuple[Outcome, int | None]:
        """The outcome of a record, and the first hand that is missing before it, after which nothing is known."""
        outcome, _ = self.game.step(self.rulebook, None, record)
        if outcome.problems or not isinstance(record, Mapping):
            return outcome, None
        game, number, _ = self.game.place(record)
        if not self.stated:
            expected = self.last[1] + 1 if self.last is not None and self.last[0] == game else 1
            if number > expected:
                return outcome, expected
            if number < expected or (self.last is not None and game < self.last[0]):
                again = self.game.given_twice(self.rulebook, record)
                return replace(outcome, findings=(*outcome.findings, *((again,) if again else ()))), None
            if number == 1:
                self.carry = self.game.start(self.rulebook)
        outcome, self.carry = self.game.step(self.rulebook, self.carry, record)
        self.stated, self.last = False, (game, number)
        return outcome, None
