"""A lot 抽签 among teams that nothing else separates, where the rulebook asks for one (TR-06, final tie)."""

from collections.abc import Mapping, Set

from scoring.outcomes import Score
from scoring.parameters import Rulebook
from scoring.tiebreaks.view import View

KEY = "lot"


def values(rulebook: Rulebook, tied: Set[str], view: View) -> Mapping[str, Score | None]:
    """Place in the last lot drawn among exactly these teams, the first drawn being best; None while there is none."""
    for order in reversed(view.lots):
        if set(order) == tied:
            return {team: -place for place, team in enumerate(order)}
    return dict.fromkeys(tied)
