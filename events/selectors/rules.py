"""What set-up, doors and lists must know of a competition's rulebook. Numbers only by name: the rules themselves stand in scoring."""

from events.models import Competition, Role
from events.pinned import rulebook_of
from scoring.rulebook import Rulebook

SEATS_A_SIDE = 2


def hands_wanted(rulebook: Rulebook) -> int:
    """Hands of a match that make it complete."""
    return rulebook.number("game_rules.hands")


def players_an_entrant(competition: Competition) -> int:
    """How many people one entrant is: a pair, wherever two sides of two sit at a table."""
    return SEATS_A_SIDE


def device_role(competition: Competition, side: str) -> Role:
    """Scorer for the side that records, checker for the other (GD-07 for 掼蛋)."""
    return Role.SCORER if side == rulebook_of(competition).choice("game_rules.recorded_by") else Role.CHECKER
