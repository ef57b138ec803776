"""What a competition's draws and rounds stand at, folded from the entries that are about no single match."""

from collections.abc import Mapping
from typing import Any

from events import ledger
from events.models import Competition
from events.pinned import rulebook_of
from scoring.nodes import planned_matches, setup_node


def setup_of(competition: Competition) -> dict[str, Any]:
    """The value of scoring's setup node at this moment: teams, rounds, and the plan's wanted draws and blocks. One query."""
    return setup_node(rulebook_of(competition), ledger.entries(competition.book, matches=[""]))


def seats_of_round(
    competition: Competition, setup: Mapping[str, Any], number: int, results: Mapping[str, Any] | None
) -> tuple[list[dict[str, Any]], list[str]]:
    """The seats of a round as the format plans them from what was won so far (a state), and who has a bye; none past the last round."""
    return planned_matches(rulebook_of(competition), setup, number, results)
