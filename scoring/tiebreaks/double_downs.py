"""How many double-downs 双下 the team has won over the finished rounds (TR-05)."""

from collections.abc import Mapping, Set

from scoring.outcomes import Score
from scoring.parameters import Rulebook
from scoring.tiebreaks.view import View

KEY = "double_downs"


def values(rulebook: Rulebook, tied: Set[str], view: View) -> Mapping[str, Score | None]:
    """Double-downs won by each team."""
    return {team: view.contenders[team].double_downs for team in tied}
