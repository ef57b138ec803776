"""The total of the team's points over the finished rounds (TR-04)."""

from collections.abc import Mapping, Set

from scoring.outcomes import Score
from scoring.parameters import Rulebook
from scoring.tiebreaks.view import View

KEY = "points"


def values(rulebook: Rulebook, tied: Set[str], view: View) -> Mapping[str, Score | None]:
    """Points of each team; penalties have no effect here, unconfirmed results count once their round is finished."""
    return {team: view.contenders[team].points for team in tied}
