"""What set-up, devices and lists must know of a competition's rulebook. Asked of scoring by name; no rule stands here."""

from events.models import Competition, Role
from events.pinned import hands_wanted, rulebook_of
from scoring.competence import records_side
from scoring.games import GAMES

PLAYERS = "game_rules.players"  # at one table, in every game

__all__ = ["device_role", "hands_wanted", "players_an_entrant"]


def players_an_entrant(competition: Competition) -> int:
    """How many people one entrant is: the seats of a table shared by its sides (GD-04)."""
    rulebook = rulebook_of(competition)
    return rulebook.number(PLAYERS) // len(GAMES[rulebook.game].sides)


def device_role(competition: Competition, side: str) -> Role:
    """Scorer for the side that records, checker for the other (GD-07)."""
    return Role.SCORER if side == records_side(rulebook_of(competition)) else Role.CHECKER
