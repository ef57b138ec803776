"""What a tally 计分 answers: one match from what stands about it."""

from collections.abc import Mapping
from typing import Any, Protocol

from scoring.match_facts import MatchFacts
from scoring.outcomes import Fault
from scoring.parameters import Rulebook, Schema

Value = dict[str, Any]


class Tally(Protocol):
    """How the records of one match become what counts. Pure."""

    @property
    def schema(self) -> Schema:
        """The leaves the tally reads."""

    @property
    def additive(self) -> bool:
        """Whether a match is no more than the sum of its hands, so that who keeps the live ones needs no fold to show it."""

    def partners_frozen(self, rulebook: Rulebook) -> bool:
        """Whether people other than the registered ones at a table make a forfeit of the match."""

    def sitting(self, rulebook: Rulebook, seat: Mapping[str, Any], facts: MatchFacts) -> Value:
        """The tally's part of the match: `hands` (a row for each live record) and what it makes of them.

        But for `match_sum`, whose credit is completed by its encounter, the part has `state`, `points`, `winner`, `trace`,
        `findings` (they block confirming and closing), `penalties` and `shown` (what the table and the desk see live).
        """

    def check_adjustment(self, rulebook: Rulebook, board: object, body: Mapping[str, Any]) -> tuple[Fault, ...]:
        """Everything that is wrong with an adjusted score `{"ns", "ew", "unit"}` of a board, or nothing."""

    def whole(self, rulebook: Rulebook, part: Mapping[str, Any]) -> bool:
        """Whether nothing is missing of the match, so that a confirmation of all of it can stand."""
