"""调整分 in games without boards: the chief referee adds to or takes from the points of a match, with clauses and a reason (W-9).

Writes `match_adjusted` through events.ledger. Counted after the hands and the fines of the match, before anything that adds matches up.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from events.access import Actor
from events.models import Book, Competition
from events.pinned import rulebook_of
from events.refusals import StateRefusal
from events.services.keyed import veiled
from events.services.matches import changed
from events.services.penalties import clause_faults
from events.services.replies import Reply
from events.services.seconding import Proposes, Second
from events.services.sitting import Sitting, reason_body, reason_faults, require_chief, summary
from scoring.games import GAMES
from scoring.outcomes import Fault, shown
from scoring.tallies import adjusts_points

MOST_POINTS = 999


def match_adjust(
    *,
    competition: Competition,
    match: str,
    side_points: Mapping[str, int],
    clauses: Sequence[str],
    reason: str,
    key: str,
    by: Actor,
    second: Second | None = None,
) -> Reply:
    """Add `side_points` (side -> whole points, negative to take away) to what the match counts: 201. entry_withdraw takes it back.

    StateRefusal("not_in_this_game") where a match has no points of its own (boards, levels, games won: those are ruled or corrected),
    "match_forfeited" for one that was not played. NotAllowed("not_competent") for anybody but the chief referee.
    """
    rulebook = rulebook_of(competition)
    sides = GAMES[rulebook.game].sides

    def faults() -> list[Fault]:
        found = [*reason_faults(reason, required=True), *clause_faults(rulebook.clauses, clauses)]
        if not isinstance(side_points, Mapping) or not side_points or not any(side_points.values()):
            found.append(Fault("nothing_adjusted", at="side_points", values={"known": list(sides)}))
            return found
        for side, points in side_points.items():
            if side not in sides:
                found.append(Fault("unknown_side", at="side_points", values={"known": list(sides)}))
            elif type(points) is not int:
                found.append(Fault("wrong_type", at=f"side_points.{side}", values={"wanted": "integer", "given": shown(points)}))
            elif abs(points) > MOST_POINTS:
                found.append(Fault("out_of_range", at=f"side_points.{side}", values={"least": -MOST_POINTS, "most": MOST_POINTS}))
        return found

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        if not adjusts_points(rulebook):
            raise StateRefusal("not_in_this_game", values={"act": "match_adjust"})
        require_chief(by, "adjustment", rulebook)
        if sitting.forfeited_by:
            raise StateRefusal("match_forfeited", current={"match": summary(sitting, rulebook)})
        points = {side: side_points[side] for side in sides if side_points.get(side)}
        return "match_adjusted", {"points": points, "clauses": list(clauses), **reason_body(competition, reason)}, ""

    points = dict(side_points) if isinstance(side_points, Mapping) else shown(side_points)
    asks = {"side_points": points, "clauses": list(clauses)}
    asked = {**asks, "reason": veiled(reason)}
    return changed(
        competition, rulebook, match, "match.adjust", asked, key, by, faults, change, proposes=Proposes("match_adjust", asks), second=second
    )
